/**
 * Plays days of the demo at a bridge of its own: the same store, sales, cash book and terminal driver as at a counter, with a
 * clock that stands where the plan says. So the books agree as those of a real shop do.
 */
import { join } from 'node:path';
import { openTerminal } from '../../../drivers/index.ts';
import { startVirtualTerminal } from '../../../drivers/simulator/zvt/start.ts';
import type { MerchantCard, SmartTransaction } from '../../wire/transactions.ts';
import type { Clock } from '../../world/clock.ts';
import type { Config } from '../../world/config.ts';
import { demoIds } from '../../world/demoIds.ts';
import type { Log } from '../../world/log.ts';
import {
  type Ask,
  begin,
  cancel,
  closeTerminal,
  discount,
  endDay,
  expectedCash,
  furnish,
  handOutCard,
  handOverParked,
  linesOf,
  openShift,
  park,
  pay,
  SALES,
  signIn,
  takeBack,
  takeOut,
  valueLine,
} from './counter.ts';
import { REGULARS, type ShopDay, type Visit } from './weeks.ts';

/** In the drawer each morning, minor units. */
const FLOAT = 20_000;
const TOP_UP = 5_000;
const VOUCHER = 2_500;
const TIP = 150;
const MINUTE = 60_000;
const TILLS = [0, 1] as const;

/** Opens a bridge; handed in by the host, because the demo knows no composition. */
type CreateBridge = (
  config: Config,
  parts: { readonly clock: Clock; readonly log: Log; readonly openTerminal: typeof openTerminal },
) => Promise<{ readonly url: string; close(): Promise<void> }>;

/** The things that the first day makes and every later one needs: both tills, and the loyalty cards of the regular customers. */
export interface Furniture {
  readonly tills: readonly [string, string];
  readonly cards: readonly string[];
}

interface Shop extends Furniture {
  behave(name: string): void;
  at(moment: number): void;
  /** Somebody who is signed in at a till. */
  readonly seat: Seat;
}

type Seat = (person: 'cashier' | 'manager', till: 0 | 1) => Promise<Ask>;
type SignIn = (person: 'cashier' | 'manager', till: string) => Promise<Ask>;

/** Sooner than a token ends without a renewal. */
const SIGNED_IN_FOR = 14 * MINUTE;

/** People stay signed in at a till as long as their session lasts, and sign in anew afterwards. */
function seats(signInAt: SignIn, now: () => number): SignIn {
  const sessions = new Map<string, { readonly since: number; readonly ask: Ask }>();
  return async (person, till) => {
    const kept = sessions.get(`${person} ${till}`);
    if (kept && now() - kept.since < SIGNED_IN_FOR) return kept.ask;
    const ask = await signInAt(person, till);
    sessions.set(`${person} ${till}`, { since: now(), ask });
    return ask;
  };
}

/**
 * Plays the days in the data directory of a demo: an empty one, where `furniture` is null, or one in which the days before them were
 * played. Gives the furniture for the days that follow. A directory in which this failed is of no use.
 */
export async function playDays(
  config: Config,
  createBridge: CreateBridge,
  days: readonly ShopDay[],
  furniture: Furniture | null,
): Promise<Furniture> {
  let now = (days[0]?.opens ?? 0) - 10 * MINUTE;
  let elapsed = 0;
  const terminal = await startVirtualTerminal({
    delay: 0,
    amountRules: false,
    state: join(config.data, 'virtual-terminal-state.json'),
  });
  try {
    const connection = { type: 'tcp', host: '127.0.0.1', port: terminal.port } as const;
    const settings = { protocol: 'zvt', shared: 'no', connection, options: { tips: true } } as const;
    const bridge = await createBridge(
      { ...config, port: 0, host: '127.0.0.1', tls: null, upstream: null, backoffice: null, terminals: [settings] },
      {
        clock: { now: () => now, elapsed: () => elapsed },
        log: () => undefined,
        openTerminal,
      },
    );
    const at = (moment: number) => {
      elapsed += Math.max(0, moment - now);
      now = Math.max(now, moment);
    };
    try {
      const seat = seats(
        (person, till) => signIn(bridge.url, person, till),
        () => now,
      );
      const { tills, cards } = furniture ?? (await furnished(await seat('manager', demoIds.till)));
      const shop: Shop = {
        ...{ tills, cards, at },
        behave: name => {
          terminal.terminal.behaviour = name;
        },
        seat: (person, till) => seat(person, tills[till]),
      };
      for (const day of days) await playDay(shop, day);
      return { tills, cards };
    } finally {
      await bridge.close();
    }
  } finally {
    await terminal.close();
  }
}

async function furnished(manager: Ask): Promise<Furniture> {
  const tills = [demoIds.till, await furnish(manager)] as const;
  const cards: string[] = [];
  for (let card = 0; card < REGULARS; card += 1) cards.push(await handOutCard(manager));
  return { tills, cards };
}

async function playDay(shop: Shop, day: ShopDay): Promise<void> {
  shop.at(day.opens);
  for (const till of TILLS) await openShift(await shop.seat('manager', till), FLOAT);
  await handOverParked(await shop.seat('manager', 0));
  for (const visit of day.visits) {
    shop.at(visit.at);
    await serve(shop, visit);
  }
  shop.at(day.closes);
  await closeTerminal(await shop.seat('manager', 0));
  for (const till of TILLS) {
    const ask = await shop.seat('manager', till);
    const { difference, expense } = day.tills[till];
    if (expense > 0 && (await expectedCash(ask)) > FLOAT + expense)
      await takeOut(ask, 'expense', expense, 'Blumen und Milch');
    const surplus = (await expectedCash(ask)) - FLOAT;
    if (surplus > 0) await takeOut(ask, 'bank', surplus, 'Einzahlung bei der Bank');
    await endDay(ask, (await expectedCash(ask)) + difference);
  }
  await leaveBasket(shop, day);
}

async function serve(shop: Shop, visit: Visit): Promise<void> {
  const cashier = await shop.seat('cashier', visit.till);
  const sold = await settle(shop, visit, cashier);
  if (visit.aftermath === 'kept') return;
  shop.at(visit.at + 2 * MINUTE);
  const manager = await shop.seat('manager', visit.till);
  if (visit.aftermath === 'cancelled') await cancel(manager, sold.id);
  if (visit.aftermath === 'returned') await takeBack(manager, sold);
}

async function settle(shop: Shop, visit: Visit, cashier: Ask): Promise<SmartTransaction> {
  const products = linesOf(visit);
  const { regular, tender } = visit;
  const card = regular === null ? null : (shop.cards[regular] ?? null);
  const worth = visit.goods.reduce((sum, { article, quantity }) => sum + quantity * article.price, 0);
  if (tender === 'loyalty' && card !== null) await load(card, worth, cashier);
  const isDiscounted = visit.discount > 0 && tender !== 'loyalty';
  const begun = await begin(cashier, products, isDiscounted ? null : card);
  const { id } = begun;
  if (isDiscounted) await discount(await shop.seat('manager', visit.till), id, visit.discount);
  const { basket_info } = isDiscounted ? await cashier<SmartTransaction>('GET', `${SALES}/${id}`) : begun;
  const due = basket_info.missing_sum;
  // A card with a balance pays first, whatever else its customer had in hand.
  return due === 0 ? pay(cashier, id, 'loyalty') : PAYING[tender]({ shop, cashier, id, due });
}

interface Paying {
  readonly shop: Shop;
  readonly cashier: Ask;
  readonly id: string;
  /** Minor units. */
  readonly due: number;
}

const PAYING: Readonly<Record<Visit['tender'], (paying: Paying) => Promise<SmartTransaction>>> = {
  cash: ({ cashier, id }) => pay(cashier, id, 'cash'),
  card: ({ cashier, id }) => pay(cashier, id, 'cashless'),
  async tipped({ shop, cashier, id }) {
    shop.behave(`tip:${TIP}`);
    const sold = await pay(cashier, id, 'cashless');
    shop.behave('approve');
    return sold;
  },
  async split({ cashier, id, due }) {
    const part = Math.floor(due / 200) * 100;
    if (part > 0) await pay(cashier, id, 'cash', { part: { amount: part } });
    return pay(cashier, id, 'cashless');
  },
  async declined({ shop, cashier, id }) {
    shop.behave('decline');
    const declined = await pay(cashier, id, 'cashless').catch((error: Error) => error);
    shop.behave('approve');
    if (!(declined instanceof Error)) throw new Error('a declined card was taken');
    return pay(cashier, id, 'cash');
  },
  loyalty: ({ cashier, id }) => pay(cashier, id, 'cash'),
  async voucher({ cashier, id, due }) {
    const bought = await pay(cashier, (await begin(cashier, [valueLine('voucher', VOUCHER)], null)).id, 'cash');
    const [voucher] = bought.sold_vouchers ?? [];
    if (!voucher) throw new Error('the sale of a voucher gave none');
    const part = Math.min(VOUCHER, due);
    const paid = await pay(cashier, id, 'voucher', { voucher: voucher.code, part: { amount: part } });
    return part === due ? paid : pay(cashier, id, 'cash');
  },
  account: ({ cashier, id }) => pay(cashier, id, 'invoice', { customer: { id: demoIds.payingCompany } }),
};

/** A regular customer loads the card in time. `worth`: of what is bought, minor units. */
async function load(card: string, worth: number, ask: Ask): Promise<void> {
  const { merchantcard } = await ask<{ merchantcard: MerchantCard }>('GET', `/bridge/v1/cards/${card}`);
  if (merchantcard.balance >= worth) return;
  const amount = Math.ceil(Math.max(TOP_UP, worth) / TOP_UP) * TOP_UP;
  const basket = { products: [valueLine('topUp', amount)] };
  const body = { intent: 'sale', basket, idents: [{ type: 'card', value: card }] };
  await pay(ask, (await ask<SmartTransaction>('POST', SALES, body)).id, 'cash');
}

/** Somebody asked the shop to keep a basket until tomorrow: what a manager finds open in the morning. */
async function leaveBasket(shop: Shop, day: ShopDay): Promise<void> {
  const visit = day.visits.at(-1);
  if (!visit) return;
  const ask = await shop.seat('manager', 0);
  const { id } = await begin(ask, linesOf(visit), null);
  await park(ask, id, 'Frau Weber, holt morgen ab');
}
