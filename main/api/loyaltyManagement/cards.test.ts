/** Cards of the programme for their managers: made, corrected, merged, locked. The attacks are part of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../../doubles/bridge.fixture.ts';
import type { ManagedCard } from '../../wire/loyaltyManagement.ts';
import { demoIds } from '../../world/demoIds.ts';

const PATH = '/bridge/v1/loyalty';
const reason = 'Zählfehler an der Kasse';

let bridge: TestBridge;
let client: Client;
let manager: Client;
let cashier: Client;

beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
  manager = await bridge.staff('manager');
  cashier = await bridge.staff('cashier');
});
afterAll(closeAll);

interface Refusal {
  readonly code: number;
  readonly faults?: readonly { readonly path: string }[];
}

const byNumber = async (number: string): Promise<ManagedCard> => {
  const q = encodeURIComponent(`card.cardnumber:${number}`);
  const { data } = ok(await client.ask<{ data: { id: string }[] }>('GET', `${PATH}/cards?q=${q}`));
  return read(data[0]?.id ?? '');
};
const read = async (id: string) => ok(await client.ask<ManagedCard>('GET', `${PATH}/cards/${id}`));
const make = async (more: object = {}) =>
  ok(
    await client.ask<ManagedCard & { csc: string }>('POST', `${PATH}/cards`, {
      body: { cardgroup: demoIds.baseGroup, ...more },
    }),
  );
const correct = (id: string, body: object, by: Client = client) =>
  by.ask<ManagedCard & Refusal>('POST', `${PATH}/cards/${id}/corrections`, { body: { reason, ...body } });
const merge = (id: string, into: string, more: object = {}) =>
  client.ask<ManagedCard & Refusal>('POST', `${PATH}/cards/${id}/merge`, {
    body: { into, reason: 'zwei Karten', ...more },
  });
const sums = ({ cash_balance, bonus_balance, points }: ManagedCard) => [cash_balance, bonus_balance, points];
/** The sum of the ledger rows, which a balance always is. */
const ledger = (id: string) =>
  ['cash', 'bonus', 'points'].map(
    account =>
      bridge.rows<{ sum: number | null }>(
        'SELECT sum(amount) AS sum FROM loyalty_entry WHERE merchant_card = ? AND account = ?',
        id,
        account,
      )[0]?.sum ?? 0,
  );
const records = (id: string) =>
  bridge.rows<{ facts: string; sum: number }>('SELECT facts, sum FROM queue_record WHERE object = ?', id);
const audit = (subject: string) =>
  bridge.rows<{ document: string }>(
    'SELECT document FROM audit_entry WHERE query_subject = ? ORDER BY number',
    subject,
  );

describe('a card', () => {
  it('is made with a free number of its group and a code, changed, and shown with its tag', async () => {
    const { csc, ...card } = await make();
    expect(csc).toMatch(/^\d{4}$/);
    expect(card.card.cardnumber).toMatch(/^9276\d{12}$/);
    const answer = await client.ask<ManagedCard>('GET', `${PATH}/cards/${card.id}`);
    const put = (etag: string) =>
      client.ask<ManagedCard & Refusal>('PUT', `${PATH}/cards/${card.id}`, {
        body: { customer: demoIds.customer, expiryDate: '2031-12-31' },
        headers: { 'if-match': etag },
      });
    expect(ok(await put(answer.headers.get('etag') ?? ''))).toMatchObject({ expiry_date: '2031-12-31' });
    expect((await put(answer.headers.get('etag') ?? '')).status).toBe(412);
    const entries = audit(card.card.cardnumber).map(({ document }) => JSON.parse(document));
    expect(entries.map(({ action }) => action)).toEqual(['created', 'changed']);
    expect(entries[1].after).toMatchObject({ customer: demoIds.customer, expiryDate: '2031-12-31' });
  });

  it('is refused with a taken number, a payment card, an unknown group, and by a cashier', async () => {
    const attempt = (body: object, by: Client = client) => by.ask<Refusal>('POST', `${PATH}/cards`, { body });
    const path = async (body: object) =>
      (await attempt({ cardgroup: demoIds.baseGroup, ...body })).body.faults?.[0]?.path;
    expect(await path({ cardnumber: cards.rich })).toBe('cardnumber');
    expect((await attempt({ cardgroup: demoIds.baseGroup, cardnumber: '4111111111111111' })).status).not.toBe(200);
    expect(await path({ cardgroup: demoIds.otherGroup })).toBe('cardgroup');
    expect((await attempt({ cardgroup: demoIds.baseGroup }, cashier)).body.code).toBe(2004);
  });

  it('is locked with a reason and unlocked with a reason', async () => {
    const { id } = await make();
    const lock = await client.ask<ManagedCard>('POST', `${PATH}/cards/${id}/lock`, {
      body: { reason: 1, note: 'Bus' },
    });
    expect(ok(lock)).toMatchObject({ lock_status: 'locked', lock: { reason: 1, note: 'Bus' } });
    const without = await client.ask<Refusal>('POST', `${PATH}/cards/${id}/unlock`, { body: {} });
    expect(without.status).toBe(500);
    const unlocked = await client.ask<ManagedCard>('POST', `${PATH}/cards/${id}/unlock`, {
      body: { reason: 'gefunden' },
    });
    expect(ok(unlocked).lock_status).toBe('unlocked');
  });

  it('of another merchant does not exist', async () => {
    const other = await bridge.client('other');
    const { id } = await byNumber(cards.rich);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { passcode: 1 }],
      ['POST', '/corrections', { cash: 1, reason }],
      ['POST', '/merge', { into: id, reason }],
      ['POST', '/lock', { reason: 1 }],
    ] as const)
      expect((await other.ask(method, `${PATH}/cards/${id}${path}`, { body })).status, path).toBe(404);
  });
});

describe('a correction', () => {
  it('is a booking with its reason, a record and an audit entry, and leaves the balance the sum of its rows', async () => {
    const { id, card } = await make();
    expect(sums(ok(await correct(id, { cash: 500, bonus: 20, points: 7 })))).toEqual([500, 20, 7]);
    expect(sums(ok(await correct(id, { cash: -200 })))).toEqual([300, 20, 7]);
    expect(ledger(id)).toEqual([300, 20, 7]);
    const { data } = ok(
      await client.ask<{ data: { id: string; description: string; purpose: string; amount: number }[] }>(
        'GET',
        `${PATH}/cards/${id}/bookings`,
      ),
    );
    expect(data.map(({ description, purpose, amount }) => [description, purpose, amount])).toEqual([
      ['Korrektur', reason, -200],
      ['Korrektur', reason, 520],
    ]);
    const [record] = records(data[0]?.id ?? '');
    expect(record?.sum).toBe(-200);
    expect(JSON.parse(record?.facts ?? '')).toMatchObject({
      ...{ action: 'correction', reason, card: id },
      bookings: [{ account: 'cash', amount: -200, kind: 'correction' }],
    });
    const [, first] = audit(card.cardnumber).map(({ document }) => JSON.parse(document));
    expect(first).toMatchObject({ action: 'balanceCorrected', before: { cash: 0 }, after: { cash: 500 }, reason });
  });

  it('is refused above and below what a card may hold, without a reason, and of nothing', async () => {
    const { id } = await make();
    const code = async (body: object) => (await correct(id, body)).body.code;
    expect(await code({ cash: -1 })).toBe(5087);
    expect((await correct(id, { cash: 1_000_000_000 })).status).toBe(500);
    ok(await correct(id, { cash: 99_999_999 }));
    expect(await code({ cash: 1 })).toBe(52);
    expect((await correct(id, {})).body.faults?.[0]?.path).toBe('cash');
    expect((await correct(id, { cash: 1.5 })).status).not.toBe(200);
    expect((await correct(id, { cash: 1, reason: '  ' })).status).toBe(500);
    expect(sums(await read(id))).toEqual([99_999_999, 0, 0]);
  });

  it('of two people at once: the one who saw another balance is refused', async () => {
    const { id } = await make();
    const seen = { cash: 0, bonus: 0, points: 0 };
    const answers = await Promise.all([correct(id, { cash: 100, seen }), correct(id, { cash: 100, seen })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(ledger(id)).toEqual([100, 0, 0]);
    // Without what was seen both differences count.
    await Promise.all([correct(id, { cash: 10 }), correct(id, { cash: 10 })]);
    expect(ledger(id)).toEqual([120, 0, 0]);
  });

  it('asks a manager for the reason, keeps it in the approvals, and refuses a cashier', async () => {
    const { id } = await make();
    expect((await correct(id, { cash: 100 }, cashier)).body.code).toBe(2004);
    ok(
      await manager.ask('POST', `${PATH}/cards/${id}/corrections`, {
        body: { cash: 100, reason },
        headers: { 'x-reason': encodeURIComponent(reason) },
      }),
    );
    const [row] = bridge.rows<{ document: string }>('SELECT * FROM approval WHERE query_object = lower(?)', id);
    expect(JSON.stringify(row)).toContain('cardLoad');
  });

  it('leaves what a sale holds', async () => {
    const { id, card } = await make();
    ok(await correct(id, { cash: 1000 }));
    const held = await client.create(sale([item(800)], card.cardnumber));
    ok(await client.post(`/${held.id}/preTransaction`));
    expect((await correct(id, { cash: -300 })).body.code).toBe(5087);
    ok(await correct(id, { cash: -200 }));
    expect(ok(await client.post(`/${held.id}/start/loyalty`)).status).toBe('ok');
    expect(ledger(id)).toEqual([0, 0, 8]);
  });
});

describe('two cards', () => {
  it('are merged: balances, history and the old number lead to the other one', async () => {
    const [old, card] = [await make({ customer: demoIds.customer }), await make()];
    ok(await correct(old.id, { cash: 700, bonus: 30, points: 5 }));
    ok(await correct(card.id, { cash: 100 }));
    const merged = ok(await merge(old.id, card.id));
    expect(sums(merged)).toEqual([800, 30, 5]);
    expect(merged.mergedFrom).toEqual([{ id: old.id, cardnumber: old.card.cardnumber }]);
    expect((merged.customer as { id: string }).id).toBe(demoIds.customer);
    expect([ledger(old.id), ledger(card.id)]).toEqual([
      [0, 0, 0],
      [800, 30, 5],
    ]);
    const { count } = ok(
      await client.ask<{ count: number }>('GET', `${PATH}/cards/${card.id}/bookings?count=2&offset=1`),
    );
    expect(count).toBe(4);
    const found = ok(await client.ask<{ merchantcard: ManagedCard }>('GET', `/bridge/v1/cards/${old.card.cardnumber}`));
    expect(found.merchantcard.id).toBe(card.id);
    expect((await correct(old.id, { cash: 1 })).body.code).toBe(5081);
    expect((await merge(old.id, card.id)).body.code).toBe(5081);
  });

  it('moves the liability of the shop by nothing', async () => {
    const [old, card] = [await make(), await make()];
    ok(await correct(old.id, { cash: 400 }));
    ok(await merge(old.id, card.id));
    const [record] = bridge.rows<{ facts: string }>(
      "SELECT facts FROM queue_record WHERE facts ->> 'action' = 'transfer' AND facts ->> 'from' = ?",
      old.id,
    );
    const { bookings } = JSON.parse(record?.facts ?? '{}') as { bookings: { amount: number }[] };
    expect(bookings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  it('are not merged while a sale holds one of them; afterwards its cancellation pays back to the other card', async () => {
    const [old, card] = [await make(), await make()];
    ok(await correct(old.id, { cash: 1000 }));
    const begun = await client.create(sale([item(600)], old.card.cardnumber));
    ok(await client.post(`/${begun.id}/preTransaction`));
    expect((await merge(old.id, card.id)).body.code).toBe(5080);
    ok(await client.post(`/${begun.id}/start/loyalty`));
    ok(await merge(old.id, card.id));
    expect(ledger(card.id)[0]).toBe(400);
    ok(await client.post(`/${begun.id}/cancel`));
    expect([ledger(old.id)[0], ledger(card.id)[0]]).toEqual([0, 1000]);
    expect((await read(card.id)).cash_balance).toBe(1000);
  });

  it('a number that was locked leads nowhere, and nobody merges a card with itself', async () => {
    const [old, card] = [await make(), await make()];
    ok(await client.ask('POST', `${PATH}/cards/${old.id}/lock`, { body: { reason: 1 } }));
    ok(await merge(old.id, card.id));
    const found = ok(await client.ask<{ refusal: string }>('GET', `/bridge/v1/cards/${old.card.cardnumber}`));
    expect(found.refusal).toBe('locked');
    expect((await merge(card.id, card.id)).body.faults?.[0]?.path).toBe('into');
  });

  it('an open sale of the old card pays with the other one', async () => {
    const [old, card] = [await make(), await make()];
    ok(await correct(old.id, { cash: 500 }));
    const open = await client.create(sale([item(500)], old.card.cardnumber));
    ok(await merge(old.id, card.id));
    ok(await client.post(`/${open.id}/preTransaction`));
    expect(ok(await client.post(`/${open.id}/start/loyalty`)).status).toBe('ok');
    expect(ledger(card.id)[0]).toBe(0);
  });
});
