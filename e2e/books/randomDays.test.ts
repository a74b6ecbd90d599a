/**
 * Random days at the bar: sales, returns, cancellations, discounts, campaigns, deposits, vouchers and tips at two tills, across
 * midnight and across both changes of the clock. Whatever was sold, X and Z report, the reports of the till, those of the back office
 * and DSFinV-K have the same figures, and what was charged is what the methods add up to. A new kind of step is a row of STEPS.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cards, closeAll, ok } from '../../main/doubles/bridge.fixture.ts';
import type { ReportAnswer } from '../../main/wire/office/reports.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { type Bar, line, openBar, type Place } from './bar.fixture.ts';
import { closingPairs, FAMILIES, ofClosing, ofLoyalty, ofLoyaltyReport, ofReports, ofZ, shared } from './figures.ts';
import {
  adjust,
  cancel,
  couponOf,
  create,
  createFor,
  createTipped,
  goodsBack,
  keepPart,
  operate,
  refundPayment,
  SALES,
  soldVoucher,
  start,
  terminalReceipt,
  topUp,
} from './steps.ts';

/** Nights with the offsets of the clock before and after its change. */
const NIGHTS = [
  ['2027-03-27', '2027-03-28', '+01:00', '+02:00'],
  ['2027-06-12', '2027-06-13', '+02:00', '+02:00'],
  ['2027-10-30', '2027-10-31', '+02:00', '+01:00'],
] as const;
const STEPS_OF_A_DAY = process.env.LONG ? 150 : 25;
const SEED = Number(process.env.PROPERTY_SEED ?? 30);

/** The same numbers for the same seed. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

/** A sale of today that nothing was taken back of yet. */
interface Whole {
  readonly till: 0 | 1;
  readonly sale: SmartTransaction;
  /** A voucher or a top-up that was sold may be spent already. */
  readonly final: boolean;
  /** The charge of its card beyond its sum that has not gone back. */
  tip: number;
}

class Day {
  readonly bar: Bar;
  readonly random: (below: number) => number;
  readonly sold: Whole[] = [];
  readonly vouchers: { readonly code: string; left: number }[] = [];
  /** The amount that each till charged, less the amount that it gave back, minor units. */
  readonly charged: [number, number] = [0, 0];
  readonly done: string[] = [];
  till: 0 | 1 = 0;
  cashier!: Place;
  manager!: Place;

  constructor(bar: Bar, random: (below: number) => number) {
    this.bar = bar;
    this.random = random;
  }

  /** Goes to a till and does something there. */
  async step(): Promise<void> {
    this.till = this.random(2) as 0 | 1;
    this.cashier = await this.bar.stand(this.till, 'cashier');
    this.manager = await this.bar.stand(this.till, 'manager');
    const names = Object.keys(STEPS);
    const name = names[this.random(names.length)] ?? '';
    this.done.push(name);
    await STEPS[name]?.(this);
  }

  goods(): object[] {
    const kinds = ['BEER', 'NUTS', 'COLA', 'COFFEE'] as const;
    const first = this.random(kinds.length);
    const lines = Array.from({ length: 1 + this.random(2) }, (_, index) => {
      const kind = kinds[(first + index) % kinds.length] ?? 'BEER';
      const quantity = 1 + this.random(4);
      const deposit = kind === 'COLA' ? [line('PFAND', quantity)] : [];
      return [line(kind, quantity), ...deposit];
    });
    return lines.flat();
  }

  /** Pays what is left of a sale and keeps it. */
  async pay(id: string, method: 'cash' | 'cashless' = 'cash', final = false): Promise<SmartTransaction> {
    return this.keep(await start(this.cashier, id, method), final);
  }

  /** A sale paid by card. */
  async card(final = false): Promise<SmartTransaction> {
    return this.keep(await start(this.cashier, await create(this.cashier, this.goods()), 'cashless'), final);
  }

  /** A sale paid by card, with a tip that is given at the terminal. */
  async tipped(tip: number, final = false): Promise<SmartTransaction> {
    this.bar.terminal.behaviour = `tip:${tip}`;
    const sale = await this.card(final);
    this.bar.terminal.behaviour = 'approve';
    this.charged[this.till] += tip;
    this.tip(tip);
    return sale;
  }

  /** The newest sale has got a tip, or has lost it again. */
  tip(amount: number): void {
    const newest = this.sold.at(-1);
    if (newest) newest.tip += amount;
  }

  keep(sale: SmartTransaction, final = false): SmartTransaction {
    expect(sale.status, JSON.stringify(sale.basket_info)).toBe('ok');
    this.sold.push({ till: this.till, sale, final, tip: 0 });
    this.charged[this.till] += sale.basket_info.sum;
    return sale;
  }

  takeOut(fits: (one: Whole) => boolean): Whole | null {
    const place = this.sold.findIndex(one => one.till === this.till && !one.final && fits(one));
    return place < 0 ? null : (this.sold.splice(place, 1)[0] ?? null);
  }
}

const withBeer = ({ sale }: Whole): boolean => {
  const lines = sale.basket.products;
  return lines.some(({ articleNumber }) => articleNumber === 'BEER') && sale.tenders?.[0]?.method === 'cash';
};

const STEPS: Readonly<Record<string, (day: Day) => Promise<unknown>>> = {
  cash: async day => day.pay(await create(day.cashier, day.goods())),
  card: async day => day.pay(await create(day.cashier, day.goods()), 'cashless'),
  async inParts(day) {
    const id = await create(day.cashier, day.goods());
    await start(day.cashier, id, 'cash', { part: { amount: 100 } });
    await day.pay(id, 'cashless');
  },
  async lineDiscount(day) {
    const id = await create(day.cashier, [line('BEER', 1 + day.random(3)), line('NUTS', 1)]);
    await adjust(day.cashier, id, { kind: 'discount', line: 'line:BEER', amount: 1 + day.random(200) });
    await day.pay(id);
  },
  async basketDiscount(day) {
    const id = await create(day.cashier, day.goods());
    await adjust(day.manager, id, { kind: 'discount', percent: 1 + day.random(30) });
    await day.pay(id, day.random(2) === 0 ? 'cash' : 'cashless');
  },
  async priceByHand(day) {
    const id = await create(day.cashier, [line('BEER', 2)]);
    await adjust(day.manager, id, { kind: 'price', line: 'line:BEER', amount: day.random(2) === 0 ? 333 : 499 });
    await day.pay(id);
  },
  async campaign(day) {
    const lines = [line('COFFEE', 1 + day.random(3)), line('NUTS', 1)];
    const id = await createFor(day.cashier, lines, { type: 'card', value: cards.empty });
    await day.pay(id);
  },
  async loyalty(day) {
    const id = await createFor(day.cashier, day.goods(), { type: 'card', value: cards.rich });
    const { basket_info: left } = ok(await day.cashier.ask('GET', `${SALES}/${id}`));
    const method = left.missing_sum === 0 ? 'loyalty' : 'cash';
    day.keep(await start(day.cashier, id, method));
  },
  async voucherSold(day) {
    const amount = 500 + day.random(3000);
    const sale = await day.pay(await create(day.cashier, [soldVoucher(amount), line('NUTS', 1)]), 'cash', true);
    for (const { code } of sale.sold_vouchers ?? []) day.vouchers.push({ code, left: amount });
  },
  async voucherRedeemed(day) {
    const voucher = day.vouchers.find(({ left }) => left > 0);
    if (!voucher) return;
    const id = await create(day.cashier, [line('BEER', 3)]);
    const amount = Math.min(voucher.left, day.random(2) === 0 ? 1260 : 700);
    voucher.left -= amount;
    const sale = await start(day.cashier, id, 'voucher', { voucher: voucher.code, part: { amount } });
    // Its cancellation gives the voucher its money back, which this day does not count on.
    if (amount === 1260) day.keep(sale, day.random(2) === 0);
    else await day.pay(id);
  },
  async foreignVoucher(day) {
    const id = await create(day.cashier, [line('BEER', 2)]);
    await start(day.cashier, id, 'voucher', { text: 'City', part: { amount: 500 } });
    await day.pay(id);
  },
  async tipTyped(day) {
    const id = await createTipped(day.cashier, 1, 10 + day.random(200));
    await day.pay(id, day.random(2) === 0 ? 'cash' : 'cashless');
  },
  async empties(day) {
    const back = line('PFAND', -(1 + day.random(8)), { item_type: 'empties', reference_id: 'line:empties' });
    const id = await create(day.cashier, [back]);
    const paid = ok(await day.cashier.ask('POST', `/bridge/v1/returns/${id}/pay-out`, { body: {} }));
    day.charged[day.till] += paid.basket_info.sum;
  },
  async discountedBack(day) {
    const id = await create(day.cashier, [line('BEER', 2)]);
    await adjust(day.cashier, id, { kind: 'discount', line: 'line:BEER', amount: 100 });
    const sold = await day.pay(id, 'cash', true);
    day.charged[day.till] += (await goodsBack(day.manager, sold)).basket_info.sum;
  },
  async emptiesWithGoods(day) {
    const back = line('PFAND', -2, { item_type: 'empties', reference_id: 'line:empties' });
    await day.pay(await create(day.cashier, [line('BEER', 1 + day.random(3)), back]));
  },
  async goodsBack(day) {
    const one = day.takeOut(withBeer);
    if (one) day.charged[day.till] += (await goodsBack(day.manager, one.sale)).basket_info.sum;
  },
  async cancelled(day) {
    const one = day.takeOut(() => true);
    if (!one) return;
    ok(await day.manager.ask('POST', `${SALES}/${one.sale.id}/cancel`, { headers: { 'x-reason': 'wrong table' } }));
    day.charged[day.till] -= one.sale.basket_info.sum + one.tip;
  },
  async voided(day) {
    const id = await create(day.cashier, [line('BEER', 3), line('NUTS', 1)]);
    const fewer = { intent: 'sale', basket: { products: [line('BEER', 2)] } };
    ok(await day.cashier.ask('PUT', `${SALES}/${id}`, { body: fewer }));
    await day.pay(id);
  },
  async abandoned(day) {
    const id = await create(day.cashier, day.goods());
    ok(await day.cashier.ask('POST', `${SALES}/${id}/abort`));
  },
  cashMoved: day => day.manager.cash.move('bank', 'out', 1000),
  privateMoney: day => day.manager.cash.move('private', 'in', 500),
  wagePaid: day => day.manager.cash.move('wage', 'out', 700),
  tipsPaidOut: day => day.manager.cash.move('tipPayout', 'out', 300),
  tipAtTerminal: day => day.tipped(10 + day.random(200)),
  async tipLater(day) {
    const sale = await day.card();
    const amount = 10 + day.random(200);
    await operate(day.manager, { do: 'tip', receipt_number: terminalReceipt(sale), amount });
    day.tip(amount);
  },
  async tipTakenBack(day) {
    const sale = await day.card();
    const tip = await operate(day.manager, { do: 'tip', receipt_number: terminalReceipt(sale), amount: 200 });
    const left = 50 * day.random(3);
    await operate(day.manager, { do: 'reversal', receipt_number: tip.own_receipt_number, amount: 200 - left });
    day.tip(left);
  },
  async tippedAndCancelled(day) {
    const tip = 10 + day.random(200);
    const sale = await day.tipped(tip, true);
    await cancel(day.manager, sale);
    day.charged[day.till] -= sale.basket_info.sum + tip;
  },
  async tippedLaterAndCancelled(day) {
    const sale = await day.card(true);
    const amount = 10 + day.random(200);
    await operate(day.manager, { do: 'tip', receipt_number: terminalReceipt(sale), amount });
    await cancel(day.manager, sale);
    // The later tip is an operation; the cancellation of the sale gives it back.
    day.charged[day.till] -= sale.basket_info.sum + amount;
  },
  refunded: day => operate(day.manager, { do: 'refund', amount: 100 + day.random(900) }),
  preAuthorised: day => operate(day.manager, { do: 'preAuthorisation', amount: 5000 + day.random(900) }),
  async preAuthorisationBooked(day) {
    const held = await operate(day.manager, { do: 'preAuthorisation', amount: 5000 });
    await operate(day.manager, {
      ...{ do: 'booking', receipt_number: held.own_receipt_number },
      amount: 3000 + day.random(2000),
    });
  },
  async preAuthorisationReleased(day) {
    const held = await operate(day.manager, { do: 'preAuthorisation', amount: 4000 });
    await operate(day.manager, { do: 'release', receipt_number: held.own_receipt_number });
  },
  async bookingTakenBack(day) {
    const held = await operate(day.manager, { do: 'preAuthorisation', amount: 2500 });
    const booked = await operate(day.manager, { do: 'booking', receipt_number: held.own_receipt_number, amount: 2400 });
    await operate(day.manager, { do: 'reversal', receipt_number: booked.own_receipt_number });
  },
  async cancelledElsewhere(day) {
    const other = day.till === 0 ? 1 : 0;
    const method = day.random(2) === 0 ? 'cash' : 'cashless';
    const sale = await day.pay(await create(day.cashier, day.goods()), method, true);
    await cancel(await day.bar.stand(other, 'manager'), sale);
    day.charged[other] -= sale.basket_info.sum;
  },
  async refundedElsewhere(day) {
    const sale = await day.pay(await create(day.cashier, day.goods()), 'cash', true);
    await refundPayment(await day.bar.stand(day.till === 0 ? 1 : 0, 'manager'), sale, 100);
  },
  async refundedAndCancelled(day) {
    const sale = await day.pay(await create(day.cashier, day.goods()), 'cash', true);
    await refundPayment(await day.bar.stand(day.till === 0 ? 1 : 0, 'manager'), sale, 100);
    await cancel(day.manager, sale);
    // The refund before it is a movement in both drawers.
    day.charged[day.till] -= sale.basket_info.sum;
  },
  async givenBackElsewhere(day) {
    const other = day.till === 0 ? 1 : 0;
    const sale = await day.pay(await create(day.cashier, [line('BEER', 2)]), 'cash', true);
    day.charged[other] += (await goodsBack(await day.bar.stand(other, 'manager'), sale)).basket_info.sum;
  },
  async partKept(day) {
    const id = await create(day.cashier, day.goods());
    day.bar.terminal.behaviour = 'partial:60';
    await keepPart(day.cashier, day.manager, id);
    day.bar.terminal.behaviour = 'approve';
    await day.pay(id);
  },
  async partTakenBack(day) {
    const id = await create(day.cashier, day.goods());
    const paid = await start(day.cashier, id, 'cashless', { part: { amount: 100 } });
    ok(await day.manager.ask('POST', `/bridge/v1/transactions/${id}/parts/${paid.parts?.[0]?.id}/return`));
    await day.pay(id);
  },
  async toppedUp(day) {
    const idents = [{ type: 'card', value: cards.some }];
    await day.pay(
      await create(day.cashier, [topUp(500 + day.random(2000)), line('NUTS', 1)], { idents }),
      'cash',
      true,
    );
  },
  async coupon(day) {
    const coupon = { type: 'voucher', value: await couponOf(day.manager) };
    const id = await createFor(day.cashier, [line('BEER', 3)], coupon);
    await day.pay(id, 'cash', day.random(2) === 0);
  },
};

let bar: Bar;
beforeAll(async () => {
  bar = await openBar(`${NIGHTS[0][0]}T18:00:00+01:00`);
}, 60_000);
afterAll(async () => {
  await bar?.close();
  await closeAll();
});

/** The balances on all cards, as the till and the back office know them; the office was never sent the cards of the demo. */
async function owed(day: string): Promise<{ readonly till: number; readonly office: number }> {
  const office = await bar.office();
  const { total } = ok(await office<ReportAnswer>('GET', `/reports/loyalty?from=${day}&to=${day}&by=day`));
  const { cash } = await bar.stand(0, 'manager');
  return { till: (await cash.x()).loyalty.liability, office: Number(total.liability) };
}

it.each(NIGHTS)(
  'every paper of the day of %s has the same figures',
  async (date, next, before, after) => {
    const random = numbers(SEED + Date.parse(date) / 86_400_000);
    const day = new Day(bar, random);
    const begin = Date.parse(`${date}T18:00:00${before}`);
    const end = Date.parse(`${next}T03:59:00${after}`);
    const moment = (part: number) =>
      new Date(begin + Math.floor(((end - begin) * part) / STEPS_OF_A_DAY)).toISOString();
    bar.at(moment(0));
    for (const till of [0, 1] as const) await (await bar.stand(till, 'manager')).cash.open(20_000);
    const owedBefore = await owed(date);
    for (let step = 0; step < STEPS_OF_A_DAY; step += 1) {
      bar.at(moment(step));
      await day.step();
    }
    bar.at(moment(STEPS_OF_A_DAY));
    const closed = await bar.closeDay();
    const [{ ask: own }, office, archive] = [
      await bar.stand(0, 'manager'),
      await bar.office(),
      await bar.closings(date, date),
    ];
    const reports = (ask: Place['ask'], path: string) => async (query: string) =>
      ok(await ask<ReportAnswer>('GET', `${path}/${query}`));
    for (const till of [0, 1] as const) {
      const { x, z } = closed[till]!;
      const story = `seed ${SEED}, ${date}, till ${till}: ${day.done.join(' ')}`;
      const figures = ofZ(z);
      expect(z.days, story).toEqual([date]);
      expect(ofZ(x), story).toEqual(figures);
      expect([z.not_counted, z.unknown.filter(({ end }) => end === null)], story).toEqual([0, []]);
      const paid = Object.entries(figures).filter(([name]) => name.startsWith('method.'));
      expect(
        paid.reduce((sum, [, amount]) => sum + amount, 0),
        story,
      ).toBe(day.charged[till]);
      const officeTill = await bar.officeTill(till);
      const asReported = shared(figures, FAMILIES.reports);
      expect(await ofReports(reports(own, '/bridge/v1/reports'), date, bar.tills[till]), story).toEqual(asReported);
      expect(await ofReports(reports(office, '/reports'), date, officeTill), story).toEqual(asReported);
      expect(ofClosing(archive, officeTill, z.number), story).toEqual(shared(figures, FAMILIES.closing));
      for (const [one, other] of closingPairs(archive, officeTill, z.number)) expect(one, story).toEqual(other);
      const ofTerminals = z.terminals.reduce((sum, { own: part = 0 }) => sum + part, 0);
      expect(ofTerminals, story).toBe(figures['payment.cashless'] ?? 0);
    }
    const story = `seed ${SEED}, ${date}: ${day.done.join(' ')}`;
    expect(await ofLoyaltyReport(reports(office, '/reports'), date), story).toEqual(
      ofLoyalty(closed.map(({ z }) => z)),
    );
    const owedNow = await owed(date);
    expect(owedNow.office - owedBefore.office, story).toBe(owedNow.till - owedBefore.till);
  },
  120_000,
);
