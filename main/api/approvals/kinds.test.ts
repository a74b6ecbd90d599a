/** Every kind of value that needs an approval. */
import { afterEach, describe, expect, it } from 'vitest';
import { denominationsOf } from '../../domain/currencies.ts';
import { type Answer, type Client, cards, closeAll, item, ok, sale } from '../../doubles/bridge.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import {
  approved,
  CARDS,
  cardOf,
  code,
  kept,
  load,
  managers,
  paidInCash,
  type Refusal,
  shop,
} from './approvals.fixture.ts';

afterEach(closeAll);

describe('every kind', () => {
  async function once(
    cashier: Client,
    manager: Client,
    operation: string,
    call: (headers: object) => Promise<Answer<Refusal>>,
  ) {
    const refused = await call({});
    expect(code(refused), refused.text).toEqual([403, 2020]);
    expect(refused.body.needs.operation).toBe(operation);
    const headers = await approved(cashier, refused);
    ok(await call(headers));
    expect((await kept(manager))[0]).toMatchObject({ operation, reason: managers.reason });
  }

  it('points, corrections and opening a card', async () => {
    const { till, cashier, manager } = await shop();
    const { id } = await cardOf(till, cards.rich);
    const book = (body: object) => (headers: object) =>
      cashier.ask<Refusal>('POST', `${CARDS}/${id}/transaction/${id}`, { body, headers: { ...headers } });
    await once(cashier, manager, 'cardLoad', book({ action: 'immediate_bonus', amount: 100 }));
    await once(cashier, manager, 'cardPoints', book({ action: 'charge_points', amount: 100 }));
    await once(cashier, manager, 'cardPoints', book({ action: 'sale_revenue', amount: 10_000 }));
    await once(cashier, manager, 'cardCorrection', book({ action: 'discharge', amount: 100 }));
    await once(cashier, manager, 'cardCorrection', book({ action: 'cancel_last' }));
    const call = (method: string, word: string, body: object) => (headers: object) =>
      cashier.ask<Refusal>(method, `${CARDS}/${id}${word}`, { body, headers: { ...headers } });
    await once(cashier, manager, 'cardAccess', call('POST', '/newPasscode', { passcode: '1234' }));
    await once(cashier, manager, 'cardAccess', call('POST', '/unlock', {}));
    await once(cashier, manager, 'cardAccess', call('PUT', '', { passcode: 2 }));
    ok(await till.ask('PUT', `${CARDS}/${id}`, { body: { expiry_date: '2099-01-01' } }));
    ok(await call('PUT', '', { expiry_date: '2098-01-01' })({}));
    await once(cashier, manager, 'cardAccess', call('PUT', '', { expiry_date: '2099-01-01' }));
    ok(await cashier.ask('PUT', `${CARDS}/${id}`, { body: { additional_data: { note: 'x' } } }));
  });

  it('a refund and a reversal at the terminal by a receipt that is typed', async () => {
    const { till, cashier, manager } = await shop();
    const operate = (body: object) => (headers: object) =>
      cashier.ask<Refusal>('POST', `/bridge/v1/terminals/${demoIds.terminal}/operations`, {
        body,
        headers: { ...headers },
      });
    await once(cashier, manager, 'terminalRefund', operate({ do: 'refund', amount: 1500 }));
    const made = ok(
      await till.ask<{ own_receipt_number: number }>('POST', `/bridge/v1/terminals/${demoIds.terminal}/operations`, {
        body: { do: 'refund', amount: 700 },
      }),
    );
    await once(
      cashier,
      manager,
      'terminalReversal',
      operate({ do: 'reversal', receipt_number: made.own_receipt_number }),
    );
    expect((await kept(manager))[0]?.amount).toBe(700);
    await once(cashier, manager, 'terminalOperation', operate({ do: 'preAuthorisation', amount: 100 }));
  });

  it('a payment at the terminal that is cancelled: the approval is used up with the intent', async () => {
    const { bridge, till, cashier, manager } = await shop();
    const { id } = await till.create(sale([item(3000)]));
    ok(await till.post(`/${id}/start/cashless`));
    await once(cashier, manager, 'cancelSale', headers =>
      cashier.ask<Refusal>('POST', `/api/v2/Smart/Transactions/${id}/cancel`, { headers: { ...headers } }),
    );
    expect(bridge.terminal.totals.amount).toBe(0);
  });

  it('a sale that is said to be paid by card elsewhere, where the shop limits that', async () => {
    const { cashier, manager } = await shop({ limits: { paidElsewhere: 0 } });
    const { id } = await cashier.create(sale([item(3000)]));
    const body = { tid: '60001234', trace: '000123', cardtype: 'girocard' };
    await once(cashier, manager, 'paidElsewhere', headers =>
      cashier.ask<Refusal>('POST', `/api/v2/Smart/Transactions/${id}/start/cashless_direct`, {
        body,
        headers: { ...headers },
      }),
    );
    await paidInCash(cashier, 3000);
  });

  it('a card that is loaded by such a sale, whatever the limit is for others', async () => {
    const { cashier, manager, till } = await shop();
    let trace = 0;
    const start = (id: string, headers = {}) =>
      cashier.ask<Refusal>('POST', `/api/v2/Smart/Transactions/${id}/start/cashless_direct`, {
        body: { tid: '60001234', trace: ++trace, cardtype: 'girocard' },
        headers: { ...headers },
      });
    ok(await start((await cashier.create(sale([item(3000)]))).id));
    const { id } = await cashier.create(sale([load], cards.empty));
    await once(cashier, manager, 'cardLoad', headers => start(id, headers));
    expect((await cardOf(till)).cash_balance).toBe(50_000);
  });

  it('a signature that is wrong: small amounts go back at once, larger ones with an approval', async () => {
    const { bridge, cashier, manager } = await shop();
    bridge.terminal.signs = true;
    const unsigned = async (amount: number) => {
      const { id } = await cashier.create(sale([item(amount)]));
      ok(await cashier.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
      ok(await cashier.post(`/${id}/start/cashless`));
      return id;
    };
    const takeBack = (transaction: string, headers = {}) =>
      cashier.ask<Refusal>('POST', '/bridge/v1/till/late', {
        body: { keep: false, transaction },
        headers: { ...headers },
      });
    ok(await takeBack(await unsigned(5000)));
    const dear = await unsigned(5001);
    await once(cashier, manager, 'takeBack', headers => takeBack(dear, headers));
    const signed = await unsigned(9000);
    ok(await cashier.ask('POST', '/bridge/v1/till/late', { body: { keep: true, transaction: signed } }));
  });

  it('a payment of the acquirer that is refunded, but not one that is only held', async () => {
    const { till, cashier, manager } = await shop();
    const container = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };
    const address = { street: 'Weg', street_number: '1', postal_code: '12345', city: 'Ort', country: 'DE' };
    const contact = { forename: 'Erika', surname: 'Muster', email: 'erika@muster.example', address };
    const make = async (more: object) => {
      const body = { amount: 1000, payment_methods: ['debit'], container, customer: { contact }, ...more };
      return ok(await till.ask<{ id: string }>('POST', '/api/v2/Payment/Transactions', { body })).id;
    };
    const cancel = (id: string, word: string, body: object) => (headers: object) =>
      cashier.ask<Refusal>('POST', `/api/v2/Payment/${word}/${id}/cancel`, { body, headers: { ...headers } });
    const paid = await make({});
    await once(cashier, manager, 'refundPayment', cancel(paid, 'Transactions', { amount: 300 }));
    await once(cashier, manager, 'refundPayment', cancel(paid, 'Svcdebits', {}));
    expect((await kept(manager)).map(({ amount }) => amount)).toEqual([700, 300]);
    ok(await cancel(await make({ payment_action: 'authorization' }), 'Transactions', {})({}));
  });

  it('of a refund the approval is used up before the acquirer is asked', async () => {
    const { bridge, till, cashier, manager } = await shop();
    const container = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };
    const address = { street: 'Weg', street_number: '1', postal_code: '12345', city: 'Ort', country: 'DE' };
    const contact = { forename: 'Erika', surname: 'Muster', email: 'erika@muster.example', address };
    const body = { amount: 1000, payment_methods: ['debit'], container, customer: { contact } };
    const { id } = ok(await till.ask<{ id: string }>('POST', '/api/v2/Payment/Transactions', { body }));
    bridge.alter(`CREATE TRIGGER too_late BEFORE INSERT ON approval
      WHEN NOT EXISTS (SELECT 1 FROM payment_operation WHERE kind = 'refund' AND state = 'open')
      BEGIN SELECT raise(ABORT, 'the acquirer has answered already'); END`);
    await once(cashier, manager, 'refundPayment', headers =>
      cashier.ask<Refusal>('POST', `/api/v2/Payment/Transactions/${id}/cancel`, { body: {}, headers: { ...headers } }),
    );
  });

  it('cash taken out, the drawer opened without a sale and a second count: each approval counts once', async () => {
    const { cashier, manager } = await shop();
    const single = async (operation: string, path: string, body: object) => {
      const call = (headers: object) => cashier.ask<Refusal>('POST', path, { body, headers: { ...headers } });
      const refused = await call({});
      expect([...code(refused), refused.body.needs?.operation]).toEqual([403, 2020, operation]);
      const headers = await approved(cashier, refused);
      ok(await call(headers));
      expect((await kept(manager))[0]).toMatchObject({ operation, reason: managers.reason });
      expect(code(await call(headers))).toEqual([403, 2022]);
    };
    await single('cashOut', '/bridge/v1/cash-movements', {
      ...{ kind: 'private', direction: 'out', amount: 6000, reason: 'Safe' },
    });
    await single('openDrawer', '/bridge/v1/drawer-openings', { reason: 'Wechselgeld' });
    const pieces = denominationsOf('EUR').map(value => ({ value, pieces: 1 }));
    const { shift } = ok(
      await cashier.ask<{ shift: { id: string } }>('POST', '/bridge/v1/shifts', { body: { pieces } }),
    );
    ok(await cashier.ask('POST', `/bridge/v1/shifts/${shift.id}/close`, { body: { pieces } }));
    await single('cashRecount', `/bridge/v1/shifts/${shift.id}/recount`, { pieces, reason: 'verzählt' });
  });

  it('the kiosk is left with the PIN of a manager, or by her', async () => {
    const { till, cashier, manager } = await shop();
    const exit = (client: Client) => (headers: object) =>
      client.ask<Refusal>('POST', '/bridge/v1/kiosk/exit', { headers: { ...headers } });
    const refused = await exit(cashier)({});
    expect(refused.body.error_user).toBe(
      'Kiosk verlassen. Dafür ist die Freigabe einer Leitung nötig. Es wurde kein Geld bewegt. (2020)',
    );
    await once(cashier, manager, 'kioskExit', exit(cashier));
    ok(await exit(manager)({}));
    expect((await exit(till)({})).status).toBe(403);
  });
});
