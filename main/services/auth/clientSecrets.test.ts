/** Secrets of clients at rest: slow where a person chose them, fast where the bridge made them, and better at the next use. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll } from '../../doubles/bridge.fixture.ts';
import { liveClient, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import type { Accounts } from '../../store/accounts.ts';
import { hashToken, newToken } from '../../world/secrets.ts';
import { ClientSecrets, isChosen } from './clientSecrets.ts';
import { clientSignIn } from './clientSignIn.ts';
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

describe('a wrong secret', () => {
  it('is compared slowly once for every client, so the time does not say which there are', async () => {
    const pins = createPins(pinCosts.demo, pepper);
    let slow = 0;
    const counted = (pin: string, stored: string) => {
      slow += 1;
      return pins.matches(pin, stored);
    };
    const secrets = new ClientSecrets({ ...pins, matches: counted });
    const [chosen, made] = ['horse battery staple', newToken()];
    const row = { rotatedAt: null, oldHash: null, oldUntil: null, revokedAt: null };
    const rows: Readonly<Record<string, object>> = {
      chosen: { ...row, secretHash: await secrets.hash(chosen) },
      seen: { ...row, secretHash: await secrets.hash(chosen) },
      made: { ...row, secretHash: hashToken(made) },
      ended: { ...row, secretHash: hashToken(made), revokedAt: '2026-01-01T00:00:00Z' },
    };
    const judged = (right: boolean) => Promise.resolve(right ? ('right' as const) : ('wrong' as const));
    const signIn = clientSignIn({
      accounts: { client: (id: string) => rows[id] ?? null } as unknown as Accounts,
      guesses: {
        wait: () => 0,
        judge: (_, right) => judged(right),
        attempt: async (_, compare) => judged(await compare()),
      },
      ...{ secrets, renews: false, isOver: () => false },
    });
    const place = { name: 'here', isKnown: true };
    await signIn('seen', chosen, place);
    for (const id of ['chosen', 'seen', 'made', 'ended', 'unknown']) {
      slow = 0;
      await expect(signIn(id, 'wrong', place)).rejects.toThrow();
      expect([id, slow]).toEqual([id, 1]);
    }
    slow = 0;
    for (const [id, secret] of Object.entries({ seen: chosen, made })) await signIn(id, secret, place);
    expect(slow).toBe(0);
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
