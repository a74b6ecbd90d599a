/** Push secrets over HTTP: shown once, rotated with an overlap, ended; and who may. */
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PUSH_SECRET } from '../../demo/signIns.ts';
import { type Client, closeAll, item, ok, startBridge, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import { closeReceivers, type Received, receiver } from '../../services/push/receiver.fixture.ts';
import type { AuditEntry } from '../../wire/audit.ts';
import type { ClientWithSecret, PushSecret, PushSecretWithSecret } from '../../wire/clients.ts';

const clients = '/bridge/v1/clients';
let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterEach(closeReceivers);
afterAll(closeAll);

const path = (id: string) => `${clients}/${id}/push-secret`;
const rotate = (id: string, overlapMinutes: number, by = client) =>
  by.ask<PushSecretWithSecret & { code: number }>('POST', path(id), { body: { overlapMinutes } });

async function register(id: string, scopes = ['smart', 'manage']) {
  const { secret } = ok(await client.ask<ClientWithSecret>('POST', clients, { body: { id, scopes } }));
  const { access_token: token } = ok(
    await bridge.ask<{ access_token: string }>('POST', '/oauth/token', {
      body: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
    }),
  );
  return { token };
}

/** A sale of this client that is paid in cash; gives the push about it. */
async function pushed(token: string): Promise<Received> {
  const at = await receiver();
  const sales = '/api/v2/Smart/Transactions';
  const body = { basket: { products: [item(500)] }, application_context: { return_urls: { url_push: at.url } } };
  const { id } = ok(await bridge.ask<{ id: string }>('POST', sales, { token, body }));
  ok(await bridge.ask('POST', `${sales}/${id}/start/cash`, { token }));
  return until(() => at.received.find(({ body }) => body.event === 'sale.paid'));
}

const isSignedBy = (secret: string, { text, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

describe('a push secret', () => {
  it('of the demo is published, and a push says what happened and how the sale stands', async () => {
    const push = await pushed(client.token);
    expect(isSignedBy(DEMO_PUSH_SECRET, push)).toBe(true);
    expect(push.body).toMatchObject({
      target: 'smart.transactions',
      type: 'changed',
      event: 'sale.paid',
      status: 'ok',
      outcome: { result: 'paid', final: true, paid: 500 },
    });
  });

  it('is shown once, signs the pushes of its own client alone, and stands nowhere in the clear', async () => {
    const { token } = await register('signed');
    expect((await pushed(token)).headers['webhook-signature']).toBeUndefined();
    const answer = await rotate('signed', 0);
    const { secret, ...shown } = ok(answer);
    expect([secret, answer.headers.get('cache-control')]).toEqual([expect.stringMatching(/^whsec_.{44}$/), 'no-store']);
    expect(ok(await client.ask<PushSecret>('GET', path('signed')))).toEqual(shown);
    const push = await pushed(token);
    expect([isSignedBy(secret, push), isSignedBy(DEMO_PUSH_SECRET, push)]).toEqual([true, false]);
    const texts = [(await client.ask('GET', '/bridge/v1/journal?count=200')).text, bridge.log.join()];
    const tables = bridge.rows<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
    for (const { name } of tables) texts.push(JSON.stringify(bridge.rows(`SELECT * FROM "${name}"`)));
    expect(texts.join()).not.toContain(secret);
  });

  it('rotates with an overlap and without, and ends; the audit log says so', async () => {
    const { token } = await register('rotating');
    const one = ok(await rotate('rotating', 0)).secret;
    const two = ok(await rotate('rotating', 60));
    expect(two.old).toHaveLength(1);
    const during = await pushed(token);
    expect([isSignedBy(one, during), isSignedBy(two.secret, during)]).toEqual([true, true]);
    const three = ok(await rotate('rotating', 0));
    expect(three.old).toEqual([]);
    const after = await pushed(token);
    expect([one, two.secret, three.secret].map(secret => isSignedBy(secret, after))).toEqual([false, false, true]);
    expect(ok(await client.ask<PushSecret>('DELETE', path('rotating')))).toMatchObject({ since: null, old: [] });
    expect((await pushed(token)).headers['webhook-signature']).toBeUndefined();
    const { data } = ok(await client.ask<{ data: AuditEntry[] }>('GET', '/bridge/v1/audit?q=subject:rotating'));
    expect(data.map(({ action }) => action)).toEqual([
      ...['changed', 'secretRotated', 'secretRotated', 'secretRotated', 'created'],
    ]);
  });

  it('is for managers, for clients with the scope and the rights of that client, and for the own merchant', async () => {
    await register('guarded', ['smart', 'payment', 'manage']);
    const weak = await register('weak');
    const plain = await register('plain', ['smart']);
    const as = async (token: string, method: string) =>
      (
        await bridge.ask(method, path('guarded'), {
          token,
          ...(method === 'POST' ? { body: { overlapMinutes: 0 } } : {}),
        })
      ).status;
    const [cashier, other] = [await bridge.staff('cashier'), await bridge.client('other')];
    for (const method of ['POST', 'DELETE']) {
      expect([await as(weak.token, method), await as(plain.token, method)], method).toEqual([403, 403]);
      expect([await as(cashier.token, method), await as(other.token, method)], method).toEqual([403, 404]);
    }
    expect((await rotate('guarded', 0, await bridge.staff('manager'))).status).toBe(200);
    expect((await rotate('tillbridge-screen', 0)).status).toBe(404);
    ok(await client.ask('POST', `${clients}/guarded/revoke`, { body: { reason: 'ended' } }));
    expect((await rotate('guarded', 0)).body.code).toBe(5066);
  });
});
