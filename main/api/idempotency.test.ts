/** The same request under the same key: carried out once, answered alike, also after a crash. */
import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  closeAll,
  coffee,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import { KEY_LIFE } from '../store/requestKeys.ts';
import type { SmartTransaction } from '../wire/transactions.ts';

const path = '/api/v2/Smart/Transactions';
let bridge: TestBridge;
let shop: Client;

beforeAll(async () => {
  bridge = await startBridge();
  shop = await bridge.client();
});
afterAll(closeAll);

const create = (key: string, body: object = sale([item(500)]), header = 'idempotency-key', client = shop) =>
  client.ask('POST', path, { body, headers: { [header]: key } });
const count = async (client = shop) => (await client.ask<{ count: number }>('GET', `${path}?count=0`)).body.count;

/** As a crash leaves it that comes after the change and before the answer is kept. */
async function loseAnswer(key: string) {
  await until(() => bridge.rows('SELECT 1 FROM request_key WHERE key = ? AND status = 200', key).length > 0);
  bridge.alter(`UPDATE request_key SET status = NULL, headers = NULL, body = NULL WHERE key = '${key}'`);
}

describe('a key', () => {
  it('of one person is none of another, who gets no answer that she has no right to', async () => {
    const [manager, cashier] = [await bridge.staff('manager'), await bridge.staff('cashier')];
    const [first, other] = [
      await create('shared', undefined, 'idempotency-key', manager),
      await create('shared', undefined, 'idempotency-key', cashier),
    ];
    expect(other.headers.get('idempotent-replayed')).toBe(null);
    expect(other.body).not.toMatchObject({ id: (first.body as SmartTransaction).id });
    const again = await create('shared', undefined, 'idempotency-key', manager);
    expect(again.text).toBe(first.text);
  });

  it.each(['idempotency-key', 'x-action'])(
    'in %s makes a repeated create harmless and its answer byte-same',
    async header => {
      specifies({ 'Beyond the specification: requests': 'Idempotency-Key and X-Action make a repeat harmless' });
      const before = await count();
      const first = await create(`once-${header}`, undefined, header);
      const again = await create(`once-${header}`, undefined, header);
      expect(again.text).toBe(first.text);
      expect(again.status).toBe(first.status);
      for (const name of ['content-type', 'etag']) expect(again.headers.get(name)).toBe(first.headers.get(name));
      expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
      expect(await count()).toBe(before + 1);
    },
  );

  it('with another body, path or method is refused with 409', async () => {
    specifies({ 'Beyond the specification: requests': 'one key with another body is refused with 409' });
    const { body } = await create('other');
    const answers = [
      await create('other', sale([item(501)])),
      await shop.ask('POST', `${path}/${body.id}/cancel`, { headers: { 'idempotency-key': 'other' } }),
      await shop.ask('PUT', `${path}/${body.id}`, { body: sale([item(500)]), headers: { 'idempotency-key': 'other' } }),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 409, body: { error: 'ProductDuplicateException', code: 1050 } });
    expect((await shop.read(body.id)).status).toBe('created');
  });

  it.each(['/', '/api/', '/api/v2/Smart/'])('counts where the address has a second slash behind %s', async begin => {
    const before = await count();
    const headers = { 'idempotency-key': `slash-${begin}` };
    const body = sale([item(500)]);
    const doubled = path.replace(begin, `${begin}/`);
    const first = await shop.ask('POST', doubled, { body, headers });
    const again = await shop.ask('POST', doubled, { body, headers });
    const plain = await shop.ask('POST', path, { body, headers });
    expect([again.text, plain.text]).toEqual([first.text, first.text]);
    expect(await count()).toBe(before + 1);
  });

  it('counts in whatever letters and codes the address is written', async () => {
    const before = await count();
    for (const address of [path.replace('api', '%61pi'), `${path}/`, path.toUpperCase()]) {
      const ask = () => shop.ask('POST', address, { body: sale([item(500)]), headers: { 'idempotency-key': address } });
      const [first, again] = [await ask(), await ask()];
      expect(again.text).toBe(first.text);
    }
    expect(await count()).toBe(before + 3);
  });

  it('counts for money beside the sales: cash, goods that come back and their pay-out, balances put right', async () => {
    const manager = await bridge.staff('manager');
    const twice = async (path: string, body: object) => {
      const ask = () =>
        manager.ask<{ id: string }>('POST', path, { body, headers: { 'idempotency-key': `money ${path}` } });
      const [first, again] = [await ask(), await ask()];
      expect([first.status, again.text], path).toEqual([200, first.text]);
      return first.body;
    };
    const booked = await twice('/bridge/v1/cash-movements', {
      kind: 'private',
      direction: 'in',
      amount: 500,
      reason: 'x',
    });
    const { data } = (await manager.ask<{ data: { id: string }[] }>('GET', '/bridge/v1/cash-movements')).body;
    expect(data.map(({ id }) => id)).toEqual([booked.id]);
    const sold = await shop.create(sale([item(500)]));
    ok(await shop.post(`/${sold.id}/start/cash`));
    const back = await twice('/bridge/v1/returns', { lines: [{ sale: sold.id, line: 1, quantity: 1 }], reason: 'x' });
    await twice(`/bridge/v1/returns/${back.id}/pay-out`, {});
    const { cards } = {
      cards: ok(await manager.ask<{ data: { id: string }[] }>('GET', '/bridge/v1/loyalty/cards')).data,
    };
    await twice(`/bridge/v1/loyalty/cards/${cards[0]?.id}/corrections`, {
      cash: 100,
      bonus: 0,
      points: 0,
      reason: 'Nachtrag',
    });
    await loseAnswer('money /bridge/v1/cash-movements');
    const body = { kind: 'private', direction: 'in', amount: 500, reason: 'x' };
    const headers = { 'idempotency-key': 'money /bridge/v1/cash-movements' };
    expect(await manager.ask('POST', '/bridge/v1/cash-movements', { body, headers })).toMatchObject({
      ...{ status: 409, body: { code: 1050 } },
    });
    expect(bridge.rows('SELECT 1 FROM cash_movement')).toHaveLength(1);
  });

  it('keeps a refusal, so that a repeat is refused alike', async () => {
    const first = await shop.ask('POST', `${path}/${'STX_'.padEnd(34, '0')}/start/cash`, {
      body: {},
      headers: { 'idempotency-key': 'refused' },
    });
    const again = await shop.ask('POST', `${path}/${'STX_'.padEnd(34, '0')}/start/cash`, {
      body: {},
      headers: { 'idempotency-key': 'refused' },
    });
    expect(first.status).toBe(404);
    expect(again.text).toBe(first.text);
    const wrong = { basket: { products: 'none' } };
    const invalid = [await create('invalid', wrong), await create('invalid', wrong)];
    expect(invalid.map(({ status }) => status)).toEqual([500, 500]);
    expect(invalid[1]?.text).toBe(invalid[0]?.text);
  });

  it('of a declined attempt answers that decline, beside the outcome that the sale has now', async () => {
    const { id } = await shop.create(sale([item(1205)]));
    bridge.terminal.endings.push('decline');
    const declined = () =>
      shop.ask<{ code: number; outcome: { result: string; next: unknown }; next?: unknown }>(
        'POST',
        `${path}/${id}/start/cashless`,
        { body: {}, headers: { 'idempotency-key': `declined-${id}` } },
      );
    const first = await declined();
    expect([first.status, first.body.outcome.result]).toEqual([405, 'not_paid']);
    ok(await shop.post(`/${id}/start/cash`));
    const again = await declined();
    expect([again.status, again.body.code, again.body.outcome.result]).toEqual([405, first.body.code, 'paid']);
    expect(again.body.outcome.next ?? again.body.next ?? null).toBeNull();
  });

  it('of a sale answers what is paid of it now, also where the result has not changed', async () => {
    const { body } = await create('parts', sale([item(1200)]));
    ok(await shop.post(`/${body.id}/start/cash`, { part: { amount: 600 } }));
    const again = await create('parts', sale([item(1200)]));
    expect(ok(again).outcome).toEqual((await shop.read(body.id)).outcome);
    expect(again.body.outcome.paid).toBe(600);
  });

  it('of a paid sale that was cancelled later answers that it is not paid', async () => {
    const { id } = await shop.create(sale([item(800)]));
    const pay = () =>
      shop.ask('POST', `${path}/${id}/start/cashless`, { body: {}, headers: { 'idempotency-key': `paid-${id}` } });
    expect(ok(await pay()).outcome).toMatchObject({ result: 'paid', final: true });
    ok(await shop.post(`/${id}/cancel`));
    const again = await pay();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(ok(again)).toEqual(await shop.read(id));
  });

  it('stands for the same request in whatever order its members are written', async () => {
    const send = (body: string) =>
      shop.ask('POST', path, { body, headers: { 'idempotency-key': 'order', 'content-type': 'application/json' } });
    const first = await send('{"transactionRef":"a","basket_info":{"sum":5,"currency":"EUR"}}');
    const again = await send('{"basket_info":{"currency":"EUR","sum":5}, "transactionRef":"a"}');
    expect(again.text).toBe(first.text);
    expect((await send('{"transactionRef":"a","basket_info":{"sum":6,"currency":"EUR"}}')).status).toBe(409);
  });

  it('does not keep a refused condition, nor a rehearsed refusal, because nothing was done', async () => {
    const { id } = await shop.create(sale([item(100)]));
    const change = (headers: object) =>
      shop.ask('PUT', `${path}/${id}`, {
        body: sale([item(200)]),
        headers: { 'idempotency-key': 'condition', ...headers },
      });
    expect((await change({ 'if-match': '"another"' })).status).toBe(412);
    expect((await change({ 'x-tillbridge-fault': 'status=429' })).status).toBe(429);
    expect((await change({ 'if-match': '*' })).body.basket_info.sum).toBe(200);
    expect(bridge.log.filter(line => line.includes('could not be kept'))).toEqual([]);
  });

  it('keeps a refusal that came before its condition was looked at', async () => {
    const { id } = await shop.create(sale([item(100)]));
    const invalid = () =>
      shop.ask('PUT', `${path}/${id}`, {
        body: { basket: 5 },
        headers: { 'idempotency-key': 'invalid-put', 'if-match': '"another"' },
      });
    const first = await invalid();
    expect(first.status).toBe(500);
    expect((await invalid()).text).toBe(first.text);
    expect(bridge.log.filter(line => line.includes('could not be kept'))).toEqual([]);
  });

  it('belongs to its client', async () => {
    const other = await bridge.client('other');
    const [mine, theirs] = [await create('shared'), await create('shared', undefined, undefined, other)];
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  it('that is empty or too long is refused', async () => {
    for (const key of ['', 'x'.repeat(256)])
      expect(await create(key)).toMatchObject({ status: 500, body: { code: 1001 } });
    expect((await create('x'.repeat(255))).status).toBe(200);
  });

  it('is forgotten after 24 hours', async () => {
    const own = await startBridge();
    const client = async () => own.client();
    const first = await create('day', undefined, undefined, await client());
    expect(first.status).toBe(200);
    own.clock.pass(KEY_LIFE - 1000);
    const same = await create('day', undefined, undefined, await client());
    own.clock.pass(2000);
    const other = await create('day', undefined, undefined, await client());
    expect([same.body.id === first.body.id, other.body.id === first.body.id]).toEqual([true, false]);
    await own.close();
  });

  it('lives its 24 hours by the time that passes, whatever the clock is set to meanwhile', async () => {
    const own = await startBridge();
    const made = async () => (await create('set', undefined, undefined, await own.client())).body.id;
    const first = await made();
    for (const days of [3, -365]) {
      own.clock.jump(days * KEY_LIFE);
      expect(await made(), `a clock set by ${days} days`).toBe(first);
    }
    own.clock.pass(KEY_LIFE + 1000);
    expect(await made()).not.toBe(first);
    await own.close();
  });

  it('works for updates as it does for creates', async () => {
    const { id } = await shop.create(sale([item(100)]));
    const change = () =>
      shop.ask('PUT', `${path}/${id}`, { body: sale([item(200)]), headers: { 'idempotency-key': 'update' } });
    const first = await change();
    await shop.ask('PUT', `${path}/${id}`, { body: sale([item(300)]) });
    expect((await change()).text).toBe(first.text);
    expect((await shop.read(id)).basket_info.sum).toBe(300);
  });
});

it('an answer with an apikey is repeated, but not written down', async () => {
  const { body } = await shop.ask<{ data: { id: string }[] }>('GET', '/api/v2/Payment/Contracts?count=1');
  const clone = () =>
    shop.ask<{ apikey: string }>('POST', `/api/v2/Payment/Contracts/${body.data[0]?.id}/clone`, {
      body: { project: 'shown once' },
      headers: { 'idempotency-key': 'clone' },
    });
  const first = await clone();
  expect(ok(first).apikey).toEqual(expect.any(String));
  expect((await clone()).text).toBe(first.text);
  expect(bridge.rows("SELECT status, body FROM request_key WHERE key = 'clone'")).toEqual([
    { status: null, body: null },
  ]);
});

describe('at the same time', () => {
  it('many with one key are carried out once', async () => {
    specifies({ 'Beyond the specification: requests': 'concurrent repeats are carried out once' });
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('many')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  it('a repeat of a blocking payment waits for the first and gets its answer', async () => {
    specifies({ 'Beyond the specification: requests': 'a repeat of a blocking operation waits for its answer' });
    const { id } = await shop.create(sale([item(700)]));
    const pay = () =>
      shop.ask('POST', `${path}/${id}/start/cashless`, { body: {}, headers: { 'idempotency-key': 'pay' } });
    let repeats: ReturnType<typeof pay>[] = [];
    bridge.terminal.during = async () => {
      repeats = [pay(), pay()];
      // Long enough for both to arrive: each asks the bridge something else behind itself.
      await shop.read(id);
      await shop.read(id);
    };
    const answers = [await pay(), ...(await Promise.all(repeats))];
    bridge.terminal.during = () => undefined;
    expect(answers).toHaveLength(3);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(ok(answers[0]!).status).toBe('ok');
    expect(bridge.rows('SELECT id FROM intent WHERE sale = ?', id)).toHaveLength(1);
  });
});

describe('after a crash between booking and answer', () => {
  it('a repeated create answers what was made, as it is now', async () => {
    const { body } = await create('crash');
    await loseAnswer('crash');
    await shop.ask('PUT', `${path}/${body.id}`, { body: sale([item(900)]) });
    const before = await count();
    const again = await create('crash');
    expect(ok(again)).toEqual(await shop.read(body.id));
    expect(again.body.basket_info.sum).toBe(900);
    expect(await count()).toBe(before);
  });

  it('a repeated payment answers the sale and takes nothing twice', async () => {
    specifies({ 'Beyond the specification: requests': 'a crash before the answer does not make a repeat book twice' });
    const { id } = await shop.create(sale([coffee(400)]));
    const pay = () =>
      shop.ask('POST', `${path}/${id}/start/cash`, { body: {}, headers: { 'idempotency-key': 'crashed-pay' } });
    const first = ok(await pay());
    await loseAnswer('crashed-pay');
    const again = ok(await pay());
    expect(again).toEqual(first);
  });

  it('a repeated payment is never answered with another sale that was changed beside it', async () => {
    const [mine, other] = [await shop.create(sale([item(400)])), await shop.create(sale([item(500)]))];
    const pay = () =>
      shop.ask<{ code: number }>('POST', `${path}/${mine.id}/start/cash`, {
        body: {},
        headers: { 'idempotency-key': 'beside' },
      });
    ok(await pay());
    await loseAnswer('beside');
    const beside = bridge.rows<{ changes: string }>("SELECT changes FROM request_key WHERE key = 'beside'");
    const changes = beside[0]?.changes.replaceAll(mine.id, other.id).replaceAll('added', 'changed');
    bridge.alter(`UPDATE request_key SET changes = '${changes}' WHERE key = 'beside'`);
    const again = await pay();
    expect([again.status, again.body.code]).toEqual([409, 1050]);
  });

  it('the key is on disk in the very commit of the change', async () => {
    const client = await bridge.client();
    const creating = create('same-commit', undefined, undefined, client);
    const [key] = await until(async () => {
      const rows = bridge.rows<{ changes: string }>("SELECT changes FROM request_key WHERE key = 'same-commit'");
      return rows.length > 0 ? rows : null;
    });
    const [made] = JSON.parse(key?.changes ?? '[]') as { id: string }[];
    expect(bridge.rows('SELECT id FROM smart_transaction WHERE id = ?', made?.id ?? '')).toHaveLength(1);
    expect((await creating).body.id).toBe(made?.id);
  });
});

it('an answer that was lost on the line is found again under its key', async () => {
  const body = JSON.stringify(sale([item(100)]));
  const before = await count();
  const lost = await new Promise<string>(done => {
    const { port } = new URL(bridge.url);
    const headers = {
      authorization: `Bearer ${shop.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'lost',
      'x-tillbridge-fault': 'cut=after',
    };
    const asking = send({ port, host: '127.0.0.1', method: 'POST', path, headers }, () => done('answered'));
    asking.on('error', () => done('cut')).end(body);
  });
  expect(lost).toBe('cut');
  const found = await create('lost', JSON.parse(body));
  expect(found.status).toBe(200);
  expect(await count()).toBe(before + 1);
  expect((await shop.read(found.body.id)) satisfies SmartTransaction).toEqual(found.body);
});

it('a request that was cut before it was carried out can be tried again under its key', async () => {
  const { port } = new URL(bridge.url);
  const before = await count();
  await new Promise<void>(done => {
    const headers = {
      authorization: `Bearer ${shop.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'cut-before',
      'x-tillbridge-fault': 'cut=before',
    };
    const asking = send({ port, host: '127.0.0.1', method: 'POST', path, headers }, () => done());
    asking.on('error', () => done()).end(JSON.stringify(sale([item(500)])));
  });
  expect((await create('cut-before')).status).toBe(200);
  expect(await count()).toBe(before + 1);
});
