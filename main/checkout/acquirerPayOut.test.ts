/** Goods of a sale that an acquirer took come back: the money goes back there, once, and never more than it took. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methods } from '../acquirer/payments/methods.ts';
import { recoverOperations } from '../acquirer/payments/operationRun.ts';
import { cashOf } from '../cash/cash.fixture.ts';
import { isAtAcquirer } from '../domain/returns.ts';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  temporaryDirectory,
} from '../doubles/bridge.fixture.ts';
import { expectPaymentsAgree } from '../doubles/paymentsAgree.ts';
import { cashier, type TestWorld, testWorld } from '../doubles/world.fixture.ts';
import { copyDirectory } from '../store/directoryCopy.fixture.ts';
import type { ReturnPreview, ReturnView } from '../wire/returns.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { ZReport } from '../wire/zReports.ts';
import type { Acquirer } from '../world/acquirer.ts';
import type { World } from '../world/world.ts';
import { flow } from './flow.ts';
import { account, acquirerBookings, card } from './payments.fixture.ts';

afterAll(closeAll);

const RETURNS = '/bridge/v1/returns';

const linesOf = ({ id, basket }: SmartTransaction, ...quantities: number[]) =>
  basket.products
    .filter(({ item_type: type }) => type === 'article')
    .flatMap((line, at) => (quantities[at] ? [{ sale: id, line: line.id, quantity: quantities[at] }] : []));

const tendersOf = ({ tenders = [] }: SmartTransaction) => tenders.map(({ method, amount }) => [method, amount]);

describe('at a till', () => {
  let bridge: TestBridge;
  let till: Client;

  beforeAll(async () => {
    bridge = await startBridge();
    till = await bridge.client();
  });

  const opened = async (lines: object[]) =>
    ok(await till.ask<SmartTransaction>('POST', RETURNS, { body: { lines, reason: 'passt nicht' } }));
  const payOut = (id: string, back?: object[], by = till) =>
    by.ask('POST', `${RETURNS}/${id}/pay-out`, { body: back ? { back } : {} });

  async function sold(products: Parameters<typeof sale>[0], pan = '1111', loyaltyCard?: string) {
    const { id } = await till.create(sale(products, loyaltyCard));
    if (loyaltyCard) ok(await till.post(`/${id}/preTransaction`));
    ok(await till.post(`/${id}/prepare/creditcard`, card(pan)));
    ok(await till.post(`/${id}/start`));
    return till.read(id);
  }

  const cashBook = () => bridge.rows('SELECT * FROM cash_movement');
  it('goes back in parts to the payment that took it, and the rest of it with the last goods', async () => {
    const bought = await sold([item(700), item(300, { quantity: 2 })]);
    const cash = cashBook();
    const before = acquirerBookings(bridge, 'refund').length;
    const preview = ok(
      await till.ask<ReturnPreview>('POST', `${RETURNS}/preview`, { body: { lines: linesOf(bought, 0, 1) } }),
    );
    expect(preview).toMatchObject({
      tenders: [{ method: 'creditcard', given: 1300, back: 0, can_refund: true, can_reverse: false }],
      pay_out: [{ method: 'creditcard', amount: 300, sale: bought.id, tender: 0, how: null, by_right: false }],
    });
    expect(preview.tenders[0]?.text).toContain('1111');
    const part = ok(await payOut((await opened(linesOf(bought, 0, 1))).id));
    expect(part).toMatchObject({ status: 'ok', outcome: { result: 'paid', paid: -300, open: 0, final: true } });
    expect(tendersOf(part)).toEqual([['creditcard', -300]]);
    const [own] = part.parts ?? [];
    expect(own).toMatchObject({
      ...{ method: 'creditcard', amount: -300, status: 'paid' },
      back: { sale: bought.id, tender: 0, given: 1300, how: null },
    });
    expect(own?.payment).toMatch(/^PCI_/);
    expect(own?.card).toBeUndefined();
    expect(part.payments).toMatchObject([
      { id: own?.id, method: 'creditcard', amount: -300, status: 'paid', payment: own?.payment },
    ]);
    expectPaymentsAgree(part);
    const [taken] = bought.payments ?? [];
    expect((await till.read(bought.id)).payments).toEqual([{ ...taken, refunded: 300 }]);
    const rest = ok(await payOut((await opened(linesOf(bought, 1, 1))).id));
    expect(tendersOf(rest)).toEqual([['creditcard', -1000]]);
    expect(acquirerBookings(bridge, 'refund').slice(before)).toEqual([
      { kind: 'refund', amount: 300 },
      { kind: 'refund', amount: 1000 },
    ]);
    expect(cashBook()).toEqual(cash);
    // The sale that the goods come from stays paid, and says what has gone back.
    const { tenders, status, outcome, payments } = await till.read(bought.id);
    expect({ tenders, status, outcome, payments }).toEqual({
      tenders: bought.tenders,
      status: bought.status,
      outcome: bought.outcome,
      payments: [{ ...taken, refunded: 1300 }],
    });
  });

  it('goes to the loyalty card first, and to the acquirer what it took beside it', async () => {
    const bought = await sold([item(5000)], '1111', cards.some);
    const [atAcquirer, onCard] = ['creditcard', 'loyalty'].map(
      wanted => bought.tenders?.find(({ method }) => method === wanted)?.amount ?? 0,
    );
    expect([atAcquirer, onCard].every(amount => Number(amount) > 0)).toBe(true);
    const done = ok(await payOut((await opened(linesOf(bought, 1))).id));
    expect(tendersOf(done)).toEqual([
      ['creditcard', 0 - Number(atAcquirer)],
      ['loyalty', 0 - Number(onCard)],
    ]);
    expectPaymentsAgree(done);
  });

  it('stays open where the acquirer refuses, with the step in its payments, and can be paid out otherwise by right', async () => {
    const bought = await sold([item(400)], '5126');
    const begun = await opened(linesOf(bought, 1));
    const refused = await payOut(begun.id);
    expect(refused).toMatchObject({ status: 405, body: { code: 1044, transaction: { id: begun.id } } });
    const open = await till.read(begun.id);
    expect(open).toMatchObject({
      status: 'failed',
      basket_info: { missing_sum: -400 },
      outcome: { result: 'not_paid', paid: 0, next: { path: `${RETURNS}/${begun.id}/pay-out` } },
      parts: [{ method: 'creditcard', status: 'declined' }],
      payments: [{ method: 'creditcard', status: 'declined', amount: -400 }],
    });
    expect(open.parts?.[0]?.payment).toBeUndefined();
    const [cashier, manager] = [await bridge.staff('cashier'), await bridge.staff('manager')];
    const cash = [{ method: 'cash', amount: 400 }];
    expect((await payOut(begun.id, cash, cashier)).body).toMatchObject({
      needs: { operation: 'cashForOther', amount: 400 },
    });
    const done = ok(
      await manager.ask('POST', `${RETURNS}/${begun.id}/pay-out`, {
        body: { back: cash },
        headers: { 'x-reason': 'Karte%20gesperrt' },
      }),
    );
    expect(tendersOf(done)).toEqual([['cash', -400]]);
    expectPaymentsAgree(done);
  });

  it('gives back no more than is left after a refund by the resource of the payment', async () => {
    const bought = await sold([item(600)]);
    const pci = bought.transactions.find(({ object }) => object === 'payment.transactions')?.id;
    ok(await till.ask('POST', `/api/v2/Payment/Transactions/${pci}/cancel`, { body: { amount: 250 } }));
    const { id } = await opened(linesOf(bought, 1));
    const view = ok(await till.ask<ReturnView>('GET', `${RETURNS}/${id}`));
    expect(view).toMatchObject({
      tenders: [{ given: 600, back: 250 }],
      pay_out: [
        { method: 'creditcard', amount: 350, by_right: false },
        { method: 'cash', amount: 250, by_right: true },
      ],
    });
    expect((await payOut(id, [{ method: 'creditcard', amount: 351 }])).body).toMatchObject({ code: 1162 });
    expect((await payOut(id, [{ method: 'debit', amount: 1 }])).body).toMatchObject({ code: 1162 });
    const part = ok(await payOut(id, [{ method: 'creditcard', amount: 350 }]));
    expect(part).toMatchObject({ basket_info: { missing_sum: -250 }, outcome: { result: 'open', paid: -350 } });
    expect((await payOut(id, [{ method: 'creditcard', amount: 1 }])).body).toMatchObject({ code: 1162 });
    // Money that was paid out is never taken back.
    expect((await till.post(`/${id}/abort`)).body).toMatchObject({ code: 1163 });
    expect((await till.post(`/${bought.id}/cancel`)).body).toMatchObject({ code: 1163 });
  });

  it('proposes nothing to a payment that was charged back', async () => {
    const bought = await sold([item(500)]);
    const pci = String(bought.transactions.find(({ object }) => object === 'payment.transactions')?.id);
    bridge.alter(`UPDATE payment_transaction SET inner = json_set(inner, '$.forced', 69) WHERE id = '${pci}'`);
    const { id } = await opened(linesOf(bought, 1));
    const view = ok(await till.ask<ReturnView>('GET', `${RETURNS}/${id}`));
    expect(view).toMatchObject({ tenders: [{ can_refund: false }], pay_out: [{ method: 'cash', by_right: true }] });
  });

  it('is paid out once, however many ask at the same time', async () => {
    const bought = await sold([item(800, { quantity: 2 })]);
    const before = acquirerBookings(bridge, 'refund').length;
    const begun = [await opened(linesOf(bought, 1)), await opened(linesOf(bought, 1))];
    const answers = await Promise.all([...begun, ...begun, ...begun].map(({ id }) => payOut(id)));
    expect(answers.every(({ status }) => status === 200 || status === 405)).toBe(true);
    for (const { id } of begun) ok(await payOut(id));
    expect(acquirerBookings(bridge, 'refund').slice(before)).toEqual([
      { kind: 'refund', amount: 800 },
      { kind: 'refund', amount: 800 },
    ]);
  });

  it('is refused to another merchant', async () => {
    const { id } = await opened(linesOf(await sold([item(100)]), 1));
    expect((await payOut(id, undefined, await bridge.client('other'))).status).toBe(404);
  });

  it('counts with its method in the report of the day and in the record for the back office', async () => {
    const bought = await sold([item(1700)]);
    const { id } = await opened(linesOf(bought, 1));
    const before = await cashOf(till).x();
    ok(await payOut(id));
    const after = await cashOf(till).x();
    const of = ({ tenders }: ZReport, wanted: string) => tenders.find(({ method }) => method === wanted)?.net ?? 0;
    expect(of(after, 'creditcard') - of(before, 'creditcard')).toBe(-1700);
    expect(of(after, 'cash')).toBe(of(before, 'cash'));
    const [record] = bridge.rows<{ facts: string }>(
      'SELECT facts FROM queue_record WHERE object = ? ORDER BY number DESC',
      id,
    );
    expect(JSON.parse(record?.facts ?? '{}')).toMatchObject({
      tenders: [{ method: 'creditcard', amount: -1700 }],
      returned_sales: [bought.id],
    });
  });
});

/** A sale by bank account of which a half has been opened as a return. */
async function halfReturned(world: World): Promise<string> {
  const { id } = await flow.create(world, cashier, sale([item(900, { quantity: 2 })]));
  const bought = await flow.start(world, cashier, id, 'debit', account);
  const begun = await flow.openReturn(world, cashier, { lines: linesOf(bought, 1), reason: 'x' });
  return begun.id;
}

const refundsOf = ({ db }: TestWorld): number[] =>
  db
    .prepare<{ amount: number }>("SELECT amount FROM acquirer_book WHERE kind = 'refund' ORDER BY number")
    .all()
    .map(({ amount }) => amount);

const stateOf = ({ world }: TestWorld, id: string) => world.ledger.sale(cashier.merchant, id)?.state;

describe('a power cut', () => {
  it('at any commit of a pay-out, and before or after the answer, ends with one refund', async () => {
    const copies: string[] = [];
    const made: { at?: TestWorld } = {};
    let isCopying = false;
    const copy = () => {
      if (!made.at || !isCopying) return;
      const data = temporaryDirectory();
      copyDirectory(made.at.data, data);
      copies.push(data);
    };
    const at = await testWorld({
      write: write => async job => {
        const done = await write(job);
        copy();
        return done;
      },
      acquirer: real => ({
        ...real,
        async refund(request) {
          // The intent is on disk before the acquirer hears of it.
          expect(made.at?.world.payments.operations.get(request.key)).toMatchObject({ state: 'open', amount: 900 });
          copy();
          const answer = await real.refund(request);
          copy();
          return answer;
        },
      }),
    });
    made.at = at;
    const id = await halfReturned(at.world);
    isCopying = true;
    await flow.payOut(at.world, cashier, id, {});
    expect(copies.length).toBeGreaterThanOrEqual(4);
    for (const [number, data] of copies.entries()) {
      const next = await testWorld({ data });
      await next.world.recovery.begin();
      await recoverOperations(next.world);
      expect(next.world.payments.operations.allOpen(), `copy ${number}`).toEqual([]);
      expect(['created', 'closed'], `copy ${number}`).toContain(stateOf(next, id));
      const done = await flow.payOut(next.world, cashier, id, {});
      expect(tendersOf(done), `copy ${number}`).toEqual([['debit', -900]]);
      expect(refundsOf(next), `copy ${number}`).toEqual([900]);
      expectPaymentsAgree(done);
      await next.db.close();
    }
    await at.db.close();
  });
});

describe('an acquirer', () => {
  it.each(['before', 'after'] as const)(
    'whose line breaks %s the refund is asked again under the same key',
    async when => {
      let isCut = true;
      const keys: string[] = [];
      const lossy = (real: Acquirer): Acquirer => ({
        ...real,
        lookUp: key => (isCut ? Promise.reject(new Error('connection refused')) : real.lookUp(key)),
        async refund(request) {
          keys.push(request.key);
          if (isCut && when === 'before') throw new Error('connection refused');
          const answer = await real.refund(request);
          if (isCut) throw new Error('connection lost');
          return answer;
        },
      });
      const at = await testWorld({ acquirer: lossy });
      const id = await halfReturned(at.world);
      for (const _ of [1, 2])
        await expect(flow.payOut(at.world, cashier, id, {})).rejects.toMatchObject({ key: 'acquirerUnreachable' });
      const open = at.world.ledger.sale(cashier.merchant, id);
      expect(open).toMatchObject({
        state: 'paying',
        document: { outcome: { result: 'unknown', paid: null }, payments: [{ method: 'debit', status: 'open' }] },
      });
      // Neither another way nor giving it up is possible while nobody knows.
      await expect(flow.abort(at.world, cashier, id)).rejects.toMatchObject({ key: 'paymentUnderWay' });
      isCut = false;
      const done = await flow.payOut(at.world, cashier, id, {});
      expect(tendersOf(done)).toEqual([['debit', -900]]);
      expect(new Set(keys).size).toBe(1);
      expect(done.parts?.[0]?.id).toBe(keys[0]);
      expect(refundsOf(at)).toEqual([900]);
      await at.db.close();
    },
  );

  it('that is not there any more takes nothing back: cash by right is proposed, and the method is refused', async () => {
    const before = await testWorld();
    const id = await halfReturned(before.world);
    await before.db.close();
    const at = await testWorld({ data: before.data, acquirer: real => ({ ...real, serves: () => false }) });
    const back = [{ method: 'debit' as const, amount: 900 }];
    await expect(flow.payOut(at.world, cashier, id, { back })).rejects.toMatchObject({ key: 'noProcessor' });
    expect(stateOf(at, id)).toBe('created');
    const done = await flow.payOut(at.world, cashier, id, {});
    expect(tendersOf(done)).toEqual([['cash', -900]]);
    expect(refundsOf(at)).toEqual([]);
    await at.db.close();
  });

  it('that cannot be reached now is waited for, and nobody is paid in cash instead', async () => {
    const before = await testWorld();
    const id = await halfReturned(before.world);
    await before.db.close();
    const away = (real: Acquirer): Acquirer => ({ ...real, serves: () => false, isOffline: () => true });
    const at = await testWorld({ data: before.data, acquirer: away });
    await expect(flow.payOut(at.world, cashier, id, {})).rejects.toMatchObject({ key: 'processorOffline' });
    expect(at.world.ledger.sale(cashier.merchant, id)).toMatchObject({
      state: 'created',
      document: { outcome: { paid: 0 } },
    });
    await at.db.close();
  });

  it('takes back what each of its methods took', () => {
    for (const [name, { settledBy }] of Object.entries(methods))
      expect(isAtAcquirer(name), name).toBe(settledBy === 'acquirer');
  });
});
