/**
 * A working day of 300 sales through the API: cash with change, cards, loyalty balance, split tenders, vouchers, coffee with its
 * campaign, cancels, movements of cash and two shifts. Every figure of the Z report is worked out beside it from what the
 * till was asked to do, by other code than that of the product.
 */
import { afterAll, expect, it } from 'vitest';
import { type Client, cards, closeAll, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import { cashOf } from './cash.fixture.ts';

afterAll(closeAll);

const SALES = 300;

/** The acts of the day, written down as a person with a pencil would. */
const tallies = () => ({
  ...{ gross: 0, sales: 0, receipts: 0, cancelled: 0, cancellations: 0, drawer: 0 },
  methods: new Map<string, { in: number; out: number; payments: number; refunds: number }>(),
  taxes: new Map<number, { gross: number; tax: number }>(),
  groups: new Map<string, number>(),
});
type Tallies = ReturnType<typeof tallies>;

interface Line {
  readonly quantity: number;
  readonly price: number;
  readonly tax: number;
  readonly group: string;
}

/** The same day each time: a small generator of numbers. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

const halfUp = (value: number) => Math.sign(value) * Math.round(Math.abs(value));

function write(day: Tallies, lines: readonly Line[], tenders: readonly (readonly [string, number])[], sign: 1 | -1) {
  const total = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  day.gross += sign * total;
  day.sales += sign;
  for (const rate of new Set(lines.map(({ tax }) => tax))) {
    const gross = lines.reduce((sum, line) => sum + (line.tax === rate ? line.quantity * line.price : 0), 0);
    const row = day.taxes.get(rate) ?? { gross: 0, tax: 0 };
    day.taxes.set(rate, {
      gross: row.gross + sign * gross,
      tax: row.tax + sign * halfUp((gross * rate) / (100 + rate)),
    });
  }
  for (const { quantity, price, group } of lines)
    day.groups.set(group, (day.groups.get(group) ?? 0) + sign * quantity * price);
  for (const [method, amount] of tenders) {
    const row = day.methods.get(method) ?? { in: 0, out: 0, payments: 0, refunds: 0 };
    if (sign > 0) [row.in, row.payments] = [row.in + amount, row.payments + 1];
    else [row.out, row.refunds] = [row.out + amount, row.refunds + 1];
    day.methods.set(method, row);
    if (method === 'cash') day.drawer += sign * amount;
  }
}

/** Sells the lines with tenders of one kind; gives the id of the sale and what paid it. */
async function sell(till: Client, lines: readonly Line[], kind: number): Promise<[string, [string, number][]]> {
  const total = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const products = lines.map(({ quantity, price, tax, group }, index) => ({
    ...item(price, { quantity, tax, articleNumber: String(index + 1) }),
    group: [{ id: group, desc: group.toUpperCase(), level: 1 }],
  }));
  const { id } = await till.create(sale(products, kind === 3 ? cards.rich : undefined));
  const start = async (method: string, body?: object) => ok(await till.post(`/${id}/start/${method}`, body));
  if (kind === 0) {
    await start('cash', { amount_given: Math.ceil(total / 1000) * 1000 });
    return [id, [['cash', total]]];
  }
  if (kind === 1) {
    await start('cashless');
    return [id, [['cashless', total]]];
  }
  if (kind === 2) {
    const part = Math.floor(total / 3);
    await start('cash', { part: { amount: part } });
    await start('cashless');
    return [
      id,
      [
        ['cash', part],
        ['cashless', total - part],
      ],
    ];
  }
  if (kind === 3) {
    ok(await till.post(`/${id}/preTransaction`));
    const { missing_sum: missing } = (await till.read(id)).basket_info;
    const paid: [string, number][] = missing < total ? [['loyalty', total - missing]] : [];
    await start(missing > 0 ? 'cash' : 'loyalty', missing > 0 ? { amount_given: missing } : undefined);
    return [id, missing > 0 ? [...paid, ['cash', missing]] : paid];
  }
  await start('voucher', { text: 'City voucher', part: { amount: Math.min(total, 500) } });
  if (total > 500) await start('cash', {});
  return [
    id,
    total > 500
      ? [
          ['foreign_voucher', 500],
          ['cash', total - 500],
        ]
      : [['foreign_voucher', total]],
  ];
}

it('of 300 sales has a Z report that agrees with the figures worked out by hand', async () => {
  const bridge = await startBridge();
  const [till, manager] = [await bridge.staff('cashier'), await bridge.staff('manager')];
  const cash = cashOf(manager);
  const random = numbers(17);
  const day = tallies();
  const first = (await cash.open(15_000)).shift;
  let atHand = 15_000;
  let shift = first.id;
  for (let number = 1; number <= SALES; number += 1) {
    const lines = Array.from({ length: 1 + random(3) }, () => ({
      quantity: 1 + random(3),
      price: 45 + random(1500),
      tax: random(3) === 0 ? 7 : 19,
      group: ['bakery', 'drinks', 'toys'][random(3)] ?? '',
    }));
    const [id, tenders] = await sell(till, lines, [0, 0, 1, 1, 2, 3, 4][random(7)] ?? 0);
    day.receipts += 1;
    write(day, lines, tenders, 1);
    if (random(15) === 0) {
      ok(await manager.ask('POST', `/api/v2/Smart/Transactions/${id}/cancel`, { headers: { 'x-reason': 'returned' } }));
      write(day, lines, tenders, -1);
      day.cancelled += lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
      day.cancellations += 1;
    }
    if (number === 150) {
      expect(await cash.expected()).toBe(atHand + day.drawer);
      await cash.close(shift, atHand + day.drawer);
      shift = (await cash.open(atHand + day.drawer)).shift.id;
      await cash.move('bank', 'out', 20_000);
      await cash.move('expense', 'out', 890);
      atHand -= 20_890;
    }
  }
  const expected = atHand + day.drawer;
  expect(await cash.expected()).toBe(expected);
  await cash.close(shift, expected - 105);
  expect((await cash.next()).steps.filter(({ state }) => state === 'todo').map(({ step }) => step)).toEqual([
    'terminals',
    'zReport',
  ]);
  const { terminal } = ok(
    await manager.ask<{ terminal: { amount: number } }>('POST', '/bridge/v1/terminals/me/day-end'),
  );
  const z = await cash.z();

  const card = day.methods.get('cashless');
  expect(terminal.amount).toBe((card?.in ?? 0) - (card?.out ?? 0));
  expect(z.terminals).toMatchObject([{ terminal: terminal.amount, journal: terminal.amount, difference: 0 }]);
  const tax = [...day.taxes.values()].reduce((sum, row) => sum + row.tax, 0);
  expect(z.turnover).toMatchObject({ sales: day.sales, gross: day.gross, tax, net: day.gross - tax });
  expect(new Map(z.turnover.by_tax.map(row => [row.rate, { gross: row.gross, tax: row.tax }]))).toEqual(day.taxes);
  expect(new Map(z.turnover.by_group.map(row => [row.group, row.gross]))).toEqual(day.groups);
  expect(
    new Map(
      z.tenders.map(row => [
        row.method,
        { in: row.amount, out: row.refunded, payments: row.payments, refunds: row.refunds },
      ]),
    ),
  ).toEqual(day.methods);
  expect(z.receipts).toEqual({ first: 1, last: SALES, count: SALES, missing: [] });
  expect(z.cancellations).toMatchObject({ count: day.cancellations, amount: day.cancelled });
  expect(z.cash).toMatchObject({
    ...{ opening: 15_000, sales: day.drawer, expected, counted: expected - 105, difference: -105 },
    movements: [
      { kind: 'bank', count: 1, in: 0, out: 20_000 },
      { kind: 'expense', count: 1, in: 0, out: 890 },
    ],
  });
  const spent = day.methods.get('loyalty');
  expect(z.loyalty.cash_redeemed).toBe((spent?.in ?? 0) - (spent?.out ?? 0));
  // Vouchers of somebody else redeem nothing that this shop owes.
  expect(z.vouchers.redeemed.amount).toBe(0);
  expect(day.methods.get('foreign_voucher')?.in).toBeGreaterThan(0);
  expect(z).toMatchObject({ number: 1, unknown: [], not_counted: 0, lifetime: { before: 0, after: day.gross } });
  expect(day.cancellations).toBeGreaterThan(10);
}, 120_000);
