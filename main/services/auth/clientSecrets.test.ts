/** Secrets of clients at rest: slow where a person chose them, fast where the bridge made them, and better at the next use. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll } from '../../doubles/bridge.fixture.ts';
import { liveClient, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { hashToken, newToken } from '../../world/secrets.ts';
import { ClientSecrets, isChosen } from './clientSecrets.ts';
import { createPins, pinCosts } from './pins.ts';

afterAll(closeAll);

const pepper = { id: 'p', key: Buffer.alloc(32, 7) };
const secretsOf = () => new ClientSecrets(createPins(pinCosts.demo, pepper));

describe('a secret', () => {
  it('that a person chose is hashed slowly, with the pepper; one that was made fast', async () => {
    const [chosen, made] = [await secretsOf().hash('horse battery staple'), newToken()];
    expect(chosen).toMatch(/^s2\.p\.\d+\./);
    expect([isChosen(made), await secretsOf().hash(made)]).toEqual([false, hashToken(made)]);
    const elsewhere = new ClientSecrets(createPins(pinCosts.demo, null));
    expect(await elsewhere.matches('horse battery staple', chosen)).toBe(false);
  });

  it('is compared slowly until it was right once, and wrong ones stay wrong', async () => {
    const secrets = secretsOf();
    const stored = await secrets.hash('horse battery staple');
    expect([secrets.isCostly(stored), await secrets.matches('horse', stored)]).toEqual([true, false]);
    expect([secrets.isCostly(stored), await secrets.matches('horse battery staple', stored)]).toEqual([true, true]);
    expect([secrets.isCostly(stored), await secrets.matches('horse', stored)]).toEqual([false, false]);
    expect(await secrets.matches('horse battery staple', stored)).toBe(true);
  });
});

describe('a shop of an earlier version', () => {
  it('has its secrets hashed anew at the next use, of two at once, too, and its tokens go on', async () => {
    const bridge = await startLiveShop();
    const stored = () =>
      bridge.rows<{ hash: string }>('SELECT secret_hash AS hash FROM client WHERE id = ?', liveClient.client_id)[0]
        ?.hash;
    expect(stored()).toBe(hashToken(liveClient.client_secret));
    const form = { grant_type: 'client_credentials', ...liveClient };
    const sign = (secret: string) =>
      bridge.ask<{ access_token: string }>('POST', '/oauth/token', {
        body: { ...form, client_secret: secret },
        token: null,
      });
    expect((await sign('wrong')).status).not.toBe(200);
    expect(stored()).toBe(hashToken(liveClient.client_secret));
    const both = await Promise.all([sign(liveClient.client_secret), sign(liveClient.client_secret)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const slow = stored();
    expect(slow).toMatch(/^s2\./);
    const again = await bridge.restart();
    const [token] = both.map(({ body }) => body.access_token);
    expect((await again.ask('GET', '/api/v2/Smart/Transactions', { token: token! })).status).toBe(200);
    const wrong = await again.ask('POST', '/oauth/token', {
      body: { ...form, client_secret: 'shop-secreT' },
      token: null,
    });
    expect(wrong.status).not.toBe(200);
    const right = await again.ask('POST', '/oauth/token', { body: form, token: null });
    expect([right.status, stored()]).toEqual([200, slow]);
  });
});
