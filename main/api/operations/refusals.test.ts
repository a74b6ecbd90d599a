/** Terminal operations that are refused before anything is written. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import { closeAll, item, ok, sale } from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import type { OperationInput } from '../../wire/operations.ts';
import { operate, path, run, shop } from './operations.fixture.ts';

afterEach(closeAll);

describe('refused before anything is written', () => {
  it.each([
    ['an unknown kind', { do: 'payment', amount: 1 }],
    ['no kind', { amount: 1 }],
    ['no amount', { do: 'refund' }],
    ['an amount of nothing', { do: 'refund', amount: 0 }],
    ['a negative amount', { do: 'preAuthorisation', amount: -1 }],
    ['half a cent', { do: 'refund', amount: 1.5 }],
    ['an amount in words', { do: 'refund', amount: 'much' }],
    ['more than fits', { do: 'refund', amount: 1_000_000_000_000 }],
    ['no receipt number', { do: 'reversal' }],
    ['a receipt number of nothing', { do: 'booking', amount: 1, receipt_number: 0 }],
    ['a booking without an amount', { do: 'booking', receipt_number: 1 }],
  ])('%s', async (_what, body) => {
    const { bridge, terminal, till } = await shop();
    const refused = await operate(till, body);
    expect([refused.status, refused.body.code]).toEqual([500, 1001]);
    expect(terminal.commands).toEqual([]);
    expect(bridge.rows('SELECT 1 FROM intent')).toEqual([]);
  });

  it('more than is held', async () => {
    const { till } = await shop();
    await run(till, { do: 'preAuthorisation', amount: 500 });
    for (const kind of ['booking', 'release'] as const)
      expect((await operate(till, { do: kind, amount: 501, receipt_number: 1 })).body.code).toBe(1104);
  });

  it('what this terminal cannot do', async () => {
    const { bridge, terminal, till } = await shop();
    for (const feature of ['refund', 'preAuthorisation', 'tipLater', 'reverse'] as const)
      terminal.features.delete(feature);
    for (const body of [
      { do: 'refund', amount: 1 },
      { do: 'preAuthorisation', amount: 1 },
      { do: 'release', receipt_number: 1 },
      { do: 'tip', amount: 1, receipt_number: 1 },
      { do: 'reversal', receipt_number: 1 },
    ])
      expect((await operate(till, body)).body.code, body.do).toBe(1075);
    expect((await till.ask<Refusal>('GET', `${path}/pre-authorisations`)).body.code).toBe(1075);
    expect(bridge.rows('SELECT 1 FROM intent')).toEqual([]);
  });

  it('a part, where only the whole can be reversed', async () => {
    const { terminal, till } = await shop();
    terminal.features.delete('partialReversal');
    await run(till, { do: 'refund', amount: 900 });
    expect((await operate(till, { do: 'reversal', receipt_number: 1, amount: 1 })).body.code).toBe(1075);
    await run(till, { do: 'reversal', receipt_number: 1, amount: 900 });
  });

  it('a tip alone, where only the whole can be reversed: the sale that goes back with it is named, and then it does', async () => {
    const { terminal, till } = await shop();
    terminal.features.delete('partialReversal');
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/start/cashless`));
    const { own_receipt_number: tip } = await run(till, { do: 'tip', receipt_number: 1, amount: 200 });
    for (const amount of [{}, { amount: 200 }, { amount: 50 }]) {
      const refused = await operate(till, { do: 'reversal', receipt_number: tip ?? 0, ...amount });
      expect([refused.status, refused.body.code]).toEqual([405, 1107]);
      expect(refused.body.error_details).toContain(id);
      expect(refused.body).toMatchObject({ next: { path: `/api/v2/Smart/Transactions/${id}/cancel` } });
    }
    expect(terminal.totals.amount).toBe(1200);
    ok(await till.post(`/${id}/cancel`));
    expect(terminal.totals.amount).toBe(0);
  });

  it('the payment of a sale: that is cancelled', async () => {
    const { terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/start/cashless`));
    const refused = await operate(till, { do: 'reversal', receipt_number: 1 });
    expect([refused.status, refused.body.code]).toEqual([405, 1097]);
    expect(refused.body.error_details).toContain(id);
    expect(terminal.commands).toHaveLength(1);
  });

  it.each<[string, readonly OperationInput[], OperationInput]>([
    [
      'a pre-authorisation booked twice',
      [
        { do: 'preAuthorisation', amount: 500 },
        { do: 'booking', amount: 400, receipt_number: 1 },
      ],
      { do: 'booking', amount: 100, receipt_number: 1 },
    ],
    [
      'one released after it was booked',
      [
        { do: 'preAuthorisation', amount: 500 },
        { do: 'booking', amount: 400, receipt_number: 1 },
      ],
      { do: 'release', receipt_number: 1 },
    ],
    [
      'one reversed instead of released',
      [{ do: 'preAuthorisation', amount: 500 }],
      { do: 'reversal', receipt_number: 1 },
    ],
    [
      'a booking given back twice',
      [
        { do: 'preAuthorisation', amount: 500 },
        { do: 'booking', amount: 400, receipt_number: 1 },
        { do: 'reversal', receipt_number: 2 },
      ],
      { do: 'reversal', receipt_number: 2 },
    ],
    [
      'what was given back in parts',
      [
        { do: 'refund', amount: 500 },
        { do: 'reversal', amount: 200, receipt_number: 1 },
        { do: 'reversal', amount: 300, receipt_number: 1 },
      ],
      { do: 'reversal', amount: 1, receipt_number: 1 },
    ],
    ['a refund that gets a tip', [{ do: 'refund', amount: 500 }], { do: 'tip', amount: 1, receipt_number: 1 }],
    [
      'a reversal that is reversed',
      [
        { do: 'refund', amount: 500 },
        { do: 'reversal', receipt_number: 1 },
      ],
      { do: 'reversal', receipt_number: 2 },
    ],
  ])('%s', async (_what, before, last) => {
    const { terminal, till } = await shop();
    for (const one of before) await run(till, one);
    const refused = await operate(till, last);
    expect([refused.status, refused.body.code]).toEqual([405, 1097]);
    expect(terminal.commands).toHaveLength(before.length);
  });

  it('parts that come to more than was paid', async () => {
    const { terminal, till } = await shop();
    await run(till, { do: 'refund', amount: 500 });
    await run(till, { do: 'reversal', amount: 200, receipt_number: 1 });
    expect((await operate(till, { do: 'reversal', amount: 301, receipt_number: 1 })).body.code).toBe(1104);
    expect(await run(till, { do: 'reversal', receipt_number: 1 })).toMatchObject({ amount: 300 });
    expect(terminal.commands.at(-1)).toEqual({ name: 'reverse', amount: 300, receiptNumber: 1 });
  });

  it.each([
    { do: 'release', receipt_number: 1 },
    { do: 'booking', amount: 1, receipt_number: 1 },
  ] as const)('the payment of a sale, as if it were a pre-authorisation: %j', async body => {
    const { terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/start/cashless`));
    expect((await operate(till, body)).body.code).toBe(1097);
    ok(await till.post(`/${id}/cancel`));
    expect((await operate(till, { do: 'reversal', receipt_number: 1 })).body.code).toBe(1097);
    expect((await operate(till, { do: 'tip', amount: 1, receipt_number: 1 })).body.code).toBe(1097);
    expect(terminal.commands).toHaveLength(2);
  });

  it('two reversals of the same at once: one', async () => {
    const { terminal, till } = await shop();
    await run(till, { do: 'refund', amount: 500 });
    const both = await Promise.all([1, 2].map(() => operate(till, { do: 'reversal', receipt_number: 1 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 405]);
    expect(terminal.commands).toHaveLength(2);
  });

  it('open pre-authorisations of a terminal that is away: refused with the reason and the next step', async () => {
    const { terminal, till } = await shop();
    terminal.reachable = false;
    const { status, body } = await till.ask<Refusal & { error_user: string }>('GET', `${path}/pre-authorisations`);
    expect([status, body.code]).toEqual([405, 1013]);
    expect(body.error_user).toContain('nicht erreichbar');
    expect(body.error_user).toContain('Bitte Strom und Verbindung prüfen');
  });

  it('while something else runs', async () => {
    const { terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    const { arrived, release } = hold(terminal);
    const paying = till.post(`/${id}/start/cashless`);
    await arrived;
    expect((await operate(till, { do: 'refund', amount: 1 })).body.code).toBe(1016);
    expect((await till.ask<Refusal>('GET', `${path}/pre-authorisations`)).body.code).toBe(1016);
    release();
    ok(await paying);
  });
});
