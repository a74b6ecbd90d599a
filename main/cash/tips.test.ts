/**
 * A day of tips at a virtual terminal, worked out on paper first: what each card was charged, and of it the tip, in the Z report, on its
 * paper, in the closing of the terminal, in the reports of the till, and in the records that the back office reads.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTerminal } from '../../drivers/index.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../../drivers/simulator/zvt/start.ts';
import { type ReceiptLine, receiptText } from '../domain/receipt.ts';
import { type Client, closeAll, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import { atTerminal } from '../terminal/dayEnd/dayEnd.fixture.ts';
import type { DayEnd } from '../wire/dayEnds.ts';
import type { ReportAnswer } from '../wire/office/reports.ts';
import type { Operation } from '../wire/operations.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { ZReport } from '../wire/zReports.ts';
import { demoIds } from '../world/demoIds.ts';
import { cashOf, type Refusal } from './cash.fixture.ts';

const OPERATIONS = `/bridge/v1/terminals/${demoIds.terminal}/operations`;

let virtual: RunningVirtualTerminal;
let till: Client;
let [x, z, end] = [] as unknown as [ZReport, ZReport, DayEnd];
let byMethod: ReportAnswer;
let cancelled: SmartTransaction[];
let records: readonly { readonly event: string; readonly tip: number | null; readonly tips: number | null }[];

const text = (lines: readonly unknown[] | undefined) => receiptText((lines ?? []) as readonly ReceiptLine[]);
const operate = (body: object) => till.ask<Operation & Refusal>('POST', OPERATIONS, { body });

/** `tip`: typed at the till, so that the sum contains it; `atTerminal`: what the customer adds there. */
async function sell(method: 'cash' | 'cashless', price: number, { tip = 0, atTerminal: added = 0 } = {}) {
  virtual.terminal.behaviour = added > 0 ? `tip:${added}` : 'approve';
  const body = sale([item(price)]) as { basket_info: object };
  const info = { ...body.basket_info, sum: price + tip, ...(tip > 0 ? { gratuity: tip } : {}) };
  const { id } = await till.create({ ...body, basket_info: info });
  const given = method === 'cash' ? { amount_given: price + tip } : undefined;
  const paid = ok(await till.post<SmartTransaction>(`/${id}/start/${method}`, given));
  virtual.terminal.behaviour = 'approve';
  return { ...paid, receipt_of_terminal: paid.payments?.[0]?.receipt_number ?? 0 };
}

const cancel = async ({ id }: { readonly id: string }) => ok(await till.post<SmartTransaction>(`/${id}/cancel`));

beforeAll(async () => {
  virtual = await startVirtualTerminal({ delay: 0 });
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  const open = () => openTerminal({ protocol: 'zvt', connection, options: { tips: true } });
  const bridge = await startBridge({ parts: { openTerminal: open, outcomeTimeout: 5000 } });
  till = await bridge.staff('manager');
  const cash = cashOf(till);
  const { shift } = await cash.open(15_000);
  await sell('cashless', 1000, { atTerminal: 100 });
  await sell('cash', 500, { tip: 50 });
  const typed = await sell('cashless', 450, { tip: 150 });
  const back = await sell('cashless', 2000, { atTerminal: 300 });
  const mistaken = await sell('cashless', 1000);
  const both = await sell('cashless', 1000);
  cancelled = [await cancel(back)];
  const first = ok(await operate({ do: 'tip', receipt_number: mistaken.receipt_of_terminal, amount: 200 }));
  ok(await operate({ do: 'tip', receipt_number: both.receipt_of_terminal, amount: 150 }));
  ok(await operate({ do: 'tip', receipt_number: typed.receipt_of_terminal, amount: 200 }));
  ok(await operate({ do: 'reversal', receipt_number: first.own_receipt_number }));
  cancelled.push(await cancel(both));
  const held = ok(await operate({ do: 'preAuthorisation', amount: 5000 }));
  ok(await operate({ do: 'booking', receipt_number: held.own_receipt_number, amount: 3210 }));
  ok(await operate({ do: 'refund', amount: 300 }));
  x = await cash.x();
  byMethod = ok(await till.ask<ReportAnswer>('GET', '/bridge/v1/reports/turnover?by=method'));
  end = ok(await till.ask<DayEnd>('POST', atTerminal));
  await cash.close(shift.id, 15_550);
  z = await cash.z();
  records = bridge.rows(
    "SELECT event, facts ->> 'tip' AS tip, facts ->> 'tips' AS tips FROM queue_record WHERE kind = 'sale' ORDER BY number",
  ) as typeof records;
});
afterAll(async () => {
  await closeAll();
  await virtual.close();
});

/*
 * On paper, in cents.           till     card   of it tip
 *   card 10,00, tip given 1,00           1100         100
 *   cash  5,00, tip typed 0,50   550                   50
 *   card  4,50, tip typed 1,50            600         150
 *   card 20,00, tip given 3,00           2300         300    and back
 *   card 10,00                           1000
 *   card 10,00                           1000                and back with its later tip: 1150
 *   sales by card: in 6000, back 2300 + 1150 = 3450, left 2550; of it tip 100 + 150 - 150 = 100
 *   later tips 200 + 150 + 200 = 550, of them taken back 200
 *   pre-authorisation booked 3210, refund 300
 *   at the terminal: 2550 + 550 - 200 + 3210 - 300 = 5810
 *   tips: 100 + 50 + 150 + 200 (later) = 500, four of them; turnover 1000 + 500 + 450 + 1000 = 2950
 */
describe('a day of tips', () => {
  it.each([
    ['X', () => x],
    ['Z', () => z],
  ] as const)('has an %s report with what each card was charged, and of it the tip', (_kind, report) => {
    expect(report()).toMatchObject({
      turnover: { sales: 4, gross: 2950 },
      tips: { count: 4, amount: 500 },
      terminal_operations: [
        { operation: 'booking', count: 1, amount: 3210 },
        { operation: 'refund', count: 1, amount: -300 },
        { operation: 'reversal', count: 1, amount: -200 },
        { operation: 'tip', count: 3, amount: 550 },
      ],
    });
    expect(report().tenders).toEqual([
      { method: 'cash', payments: 1, amount: 550, refunds: 0, refunded: 0, net: 550, tips: 50 },
      { method: 'cashless', payments: 5, amount: 6000, refunds: 2, refunded: 3450, net: 2550, tips: 100 },
    ]);
  });

  it('explains every line of the closing of the terminal by lines of the Z report', () => {
    expect(end).toMatchObject({ state: 'agrees', terminal: { amount: 5810 }, journal: { amount: 5810 } });
    expect(z.terminals).toMatchObject([{ terminal: 5810, journal: 5810, own: 5810, difference: 0 }]);
    const paper = text(z.receipt);
    expect(paper).toMatch(
      /Kartenzahlung \(5\) +25,50 EUR\n +darin Trinkgeld +1,00 EUR\n +davon zurückgegeben \(2\) +-34,50 EUR\n/,
    );
    expect(paper).toMatch(/Vorautorisierung gebucht \(1\) +32,10 EUR\n/);
    expect(paper).toMatch(/Trinkgeld nachträglich \(3\) +5,50 EUR\n/);
    expect(paper).toMatch(/An Terminals zusammen +58,10 EUR\n/);
    expect(paper).toMatch(/Trinkgeld \(4\) +5,00 EUR\n/);
  });

  it('stands in the report by method', () => {
    expect(byMethod.rows).toMatchObject([
      { key: 'cashless', turnover: 2550, tip: 100 },
      { key: 'cash', turnover: 550, tip: 50 },
      { key: 'noTurnover', turnover: -150 },
    ]);
    expect(byMethod.total).toMatchObject({ turnover: 2950, sales: 4 });
  });

  it('names on the slip of a cancellation all that goes back, and of it the tip', () => {
    const [given, later] = cancelled.map(({ receipt_reversal: slip }) => text(slip));
    expect(given).toMatch(/Kartenzahlung +-23,00 EUR\ndarin Trinkgeld +-3,00 EUR\n/);
    expect(later).toMatch(/Kartenzahlung +-11,50 EUR\ndarin Trinkgeld +-1,50 EUR\n/);
  });

  it('records the tips of a cancelled sale', () => {
    expect(records.filter(({ event }) => event === 'cancelled')).toEqual([
      { event: 'cancelled', tip: 300, tips: null },
      { event: 'cancelled', tip: 150, tips: null },
    ]);
  });
});

describe('of the payment of a sale', () => {
  it('more than its tip is refused, and the whole without an amount', async () => {
    const paid = await sell('cashless', 1000, { atTerminal: 100 });
    const receipt_number = paid.receipt_of_terminal;
    for (const more of [{}, { amount: 101 }, { amount: 1100 }])
      expect((await operate({ do: 'reversal', receipt_number, ...more })).body.code).toBe(1097);
    ok(await operate({ do: 'reversal', receipt_number, amount: 60 }));
    expect((await operate({ do: 'reversal', receipt_number, amount: 41 })).body.code).toBe(1097);
    const back = await cancel(paid);
    expect(text(back.receipt_reversal)).toMatch(/Kartenzahlung +-10,40 EUR\ndarin Trinkgeld +-0,40 EUR\n/);
    expect(virtual.terminal.totals().amount).toBe(0);
  });
});
