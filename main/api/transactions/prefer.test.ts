/** Calls that wait for a terminal, answered early: Prefer: respond-async and Prefer: wait=N. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';

let bridge: TestBridge;
let till: Client;
const SALES = '/api/v2/Smart/Transactions';

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterEach(() => {
  bridge.terminal.during = () => undefined;
});
afterAll(closeAll);

const opened = async (amount = 1000) => (await till.create(sale([item(amount)]))).id;
const ask = <T = SmartTransaction>(path: string, prefer: string, more: Record<string, string> = {}, body?: unknown) =>
  till.ask<T>('POST', path, { headers: { prefer, ...more }, ...(body === undefined ? {} : { body }) });
const pay = (id: string, prefer: string, more?: Record<string, string>) =>
  ask(`${SALES}/${id}/start/cashless`, prefer, more);
const ended = (id: string) =>
  until(async () => {
    const read = await till.read(id);
    return read.outcome.final ? read : null;
  });

describe('respond-async', () => {
  it('answers 202 with the sale while the terminal works, and the sale tells the end', async () => {
    const work = hold(bridge.terminal);
    const id = await opened();
    const { status, headers, body } = await pay(id, 'respond-async');
    expect([status, headers.get('location'), headers.get('preference-applied')]).toEqual([
      202,
      `${SALES}/${id}`,
      'respond-async',
    ]);
    expect(body).toMatchObject({
      status: 'pending',
      outcome: { result: 'unknown', final: false, next: { method: 'GET', path: `${SALES}/${id}` } },
      payments: [{ method: 'cashless', amount: 1000, status: 'open' }],
    });
    await work.arrived;
    work.release();
    expect(await ended(id)).toMatchObject({
      status: 'ok',
      payments: [{ status: 'paid', card: { brand: 'girocard' } }],
    });
  });

  it('leaves a decline in the sale, with its reason', async () => {
    const work = hold(bridge.terminal);
    bridge.terminal.endings.push('decline');
    const id = await opened();
    expect((await pay(id, 'respond-async')).status).toBe(202);
    work.release();
    const { outcome, payments } = await ended(id);
    expect(outcome.result).toBe('not_paid');
    expect(payments).toMatchObject([{ status: 'declined', reason: { code: 'declined' } }]);
  });

  it('is refused as always where nothing is begun', async () => {
    const work = hold(bridge.terminal);
    const [first, second] = [await opened(), await opened()];
    const answers = await Promise.all([pay(first, 'respond-async'), pay(second, 'respond-async')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 405]);
    const again = await pay(answers[0].status === 202 ? first : second, 'respond-async');
    expect(again.status).toBe(405);
    work.release();
    await Promise.all(answers.map(({ status, body }) => status === 202 && ended(body.id)));
    expect((await pay(`STX_${'0'.repeat(30)}`, 'respond-async')).status).toBe(404);
  });

  it('knows no sale of another merchant, open or paid', async () => {
    const other = await bridge.client('other');
    const begun = bridge.terminal.commands.length;
    const paid = await opened();
    ok(await till.post(`/${paid}/start/cash`));
    for (const prefer of ['respond-async', 'wait=1'])
      for (const path of [`${await opened()}/start/cashless`, `${paid}/cancel`]) {
        const { status, body } = await other.ask<object>('POST', `${SALES}/${path}`, { headers: { prefer } });
        expect([status, 'payments' in body], path).toEqual([404, false]);
      }
    expect(bridge.terminal.commands.length).toBe(begun);
  });

  it('gives a repeated key the same 202, and takes the card once', async () => {
    const work = hold(bridge.terminal);
    const id = await opened();
    const key = { 'idempotency-key': `attempt of ${id}` };
    const before = bridge.terminal.commands.length;
    const [first, second] = await Promise.all([pay(id, 'respond-async', key), pay(id, 'respond-async', key)]);
    work.release();
    await ended(id);
    const third = await pay(id, 'respond-async', key);
    for (const answer of [first, second, third]) {
      expect([answer.status, answer.text]).toEqual([202, first.text]);
      expect(answer.headers.get('location')).toBe(`${SALES}/${id}`);
    }
    expect(third.headers.get('idempotency-replayed')).toBe('true');
    expect(bridge.terminal.commands.length - before).toBe(1);
  });

  it('is aborted as any other payment', async () => {
    bridge.terminal.endings.push('untilAborted');
    const id = await opened();
    expect((await pay(id, 'respond-async')).status).toBe(202);
    expect(ok(await till.post<SmartTransaction>(`/${id}/abort`)).outcome.abort_requested).toBe(true);
    expect((await ended(id)).outcome).toMatchObject({ result: 'not_paid', open: 1000 });
  });

  it('answers a reversal, a refund, a diagnosis and an end-of-day', async () => {
    const id = await opened();
    ok(await till.post(`/${id}/start/cashless`));
    const calls = [
      { path: `${SALES}/${id}/cancel`, location: `${SALES}/${id}` },
      {
        path: '/bridge/v1/terminals/me/operations',
        location: '/bridge/v1/terminals/me/operations/',
        body: { do: 'refund', amount: 100 },
      },
      { path: `${SALES}/me/diagnosis`, location: `${SALES}/STX_` },
      { path: `${SALES}/me/endOfDay`, location: `${SALES}/STX_` },
      { path: '/bridge/v1/terminals/me/day-end', location: '/bridge/v1/day-ends/', body: {} },
    ];
    for (const { path, location, body } of calls) {
      const work = hold(bridge.terminal);
      const answer = await ask(path, 'respond-async', {}, body);
      expect([path, answer.status, answer.text]).toEqual([path, 202, answer.text]);
      const followed = answer.headers.get('location') ?? '';
      expect(followed).toContain(location);
      work.release();
      await until(async () => {
        const { status, text } = await till.ask('GET', followed);
        return status === 200 && !/"(status":"pending|state":"(open|running)|result":"unknown)"/.test(text);
      });
    }
  });
});

describe('wait', () => {
  it('answers in full where the terminal is done by then, and 202 where it is not', async () => {
    const quick = await opened();
    expect((await pay(quick, 'respond-async, wait=30')).body.status).toBe('ok');
    const work = hold(bridge.terminal);
    const id = await opened();
    const { status, headers, body } = await pay(id, 'wait=0');
    expect([status === 202 || body.status === undefined, headers.get('preference-applied')]).toEqual([
      true,
      status === 202 ? 'wait=0' : null,
    ]);
    work.release();
    const other = await opened();
    const second = hold(bridge.terminal);
    const answer = await pay(other, 'respond-async, wait=1');
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([202, 'respond-async, wait=1']);
    second.release();
    await ended(other);
  });

  it.each(['wait=soon', 'handling=lenient', ''])('that cannot be read is no preference: %j', async prefer => {
    const { status, headers } = await pay(await opened(), prefer);
    expect([status, headers.get('preference-applied')]).toEqual([200, null]);
  });
});

it('a payment that was answered 202 is settled after a kill', async () => {
  const work = hold(bridge.terminal);
  const id = await opened();
  expect((await pay(id, 'respond-async')).status).toBe(202);
  await work.arrived;
  const survivor = await bridge.crashCopy();
  work.release();
  await ended(id);
  const after = await survivor.client();
  const { outcome } = await until(async () => {
    const read = await after.read(id);
    return read.outcome.result === 'unknown' && read.outcome.next?.method === 'GET' ? null : read;
  });
  expect(['paid', 'not_paid', 'unknown']).toContain(outcome.result);
});
