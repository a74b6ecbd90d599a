/** The hands of the people in the demo's history: calls of the bridge's own API, each of which must succeed. */
import type { ParkedList } from '../../wire/baskets.ts';
import type { CountAnswer, CurrentShift, ExpectedCash } from '../../wire/cash.ts';
import type { MerchantCard, SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';
import type { Visit } from './weeks.ts';

export const SALES = '/api/v2/Smart/Transactions';
const PARKED = '/bridge/v1/parked';
/** Of somebody who is signed in at a till. */
export type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Signs in at a till. Throws where the bridge refuses, as each call does. */
export async function signIn(url: string, person: 'cashier' | 'manager', till: string): Promise<Ask> {
  const pin = person === 'cashier' ? '1111' : '9999';
  const body = { username: `${person}@demo.example`, pin, till };
  const { access_token } = await call<{ access_token: string }>(url, 'POST', '/bridge/v1/session', { body });
  return (method, path, input) => call(url, method, path, { token: access_token, body: input });
}

interface Call {
  readonly token?: string;
  readonly body?: object | undefined;
}

async function call<T>(url: string, method: string, path: string, { token, body }: Call): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: {
      'x-reason': 'Kunde',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the history of the demo: ${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** The lines of a visit, as the screen sends them. */
export const linesOf = ({ goods }: Pick<Visit, 'goods'>): readonly object[] =>
  goods.map(({ article, quantity }) => ({
    ...{ articleNumber: article.articleNumber, ean: article.ean, desc: article.desc.de },
    ...{ priceOne: article.price, tax: article.tax, quantity, item_type: 'article' },
    group: article.group.map(({ id, desc, level }) => ({ id, desc: desc.de, level })),
    reference_id: `line:${article.articleNumber}`,
  }));

/** A line without an article of the catalogue: a top-up of a card, or a voucher that is sold. Minor units. */
export const valueLine = (kind: 'topUp' | 'voucher', priceOne: number): object => ({
  ...{ articleNumber: '', ean: kind === 'topUp' ? '2900000000018' : '2900000000216', priceOne, tax: 0 },
  ...{ desc: kind === 'topUp' ? 'Kartenaufladung' : 'Gutschein', quantity: 1, group: [], item_type: 'article' },
  reference_id: `line:${kind}`,
});

/** A sale that is not paid yet, with the card of a regular customer where there is one. */
export async function begin(ask: Ask, products: readonly object[], card: string | null): Promise<SmartTransaction> {
  const idents = card === null ? {} : { idents: [{ type: 'card', value: card }] };
  const sale = await ask<SmartTransaction>('POST', SALES, { intent: 'sale', basket: { products }, ...idents });
  if (card === null) return sale;
  await ask('POST', `${SALES}/${sale.id}/preTransaction`);
  return ask('GET', `${SALES}/${sale.id}`);
}

export const pay = (ask: Ask, id: string, method: string, body: object = {}): Promise<SmartTransaction> =>
  ask('POST', `${SALES}/${id}/start/${method}`, body);

export const discount = (ask: Ask, id: string, percent: number): Promise<unknown> =>
  ask('POST', `/bridge/v1/transactions/${id}/adjustments`, { kind: 'discount', percent, reason: 'Kunde' });

export const cancel = (ask: Ask, id: string): Promise<unknown> => ask('POST', `${SALES}/${id}/cancel`);

/** The first line of a sale comes back, for what paid it. */
export async function takeBack(ask: Ask, { id, basket }: SmartTransaction): Promise<void> {
  const lines = [{ sale: id, line: basket.products[0]?.id, quantity: 1 }];
  const back = await ask<{ id: string }>('POST', '/bridge/v1/returns', { lines, reason: 'Reklamation' });
  await ask('POST', `/bridge/v1/returns/${back.id}/pay-out`, {});
}

/** The till's own shift begins with this sum in the drawer, minor units. */
export const openShift = (ask: Ask, sum: number): Promise<CountAnswer> =>
  ask('POST', '/bridge/v1/shifts', { pieces: piecesOf(sum) });

export const takeOut = (ask: Ask, kind: 'bank' | 'expense', amount: number, reason: string): Promise<unknown> =>
  ask('POST', '/bridge/v1/cash-movements', { kind, direction: 'out', amount, reason });

/** Sum that should be in the drawer, minor units. */
export const expectedCash = async (ask: Ask): Promise<number> =>
  (await ask<ExpectedCash>('GET', '/bridge/v1/cash-movements/expected')).expected ?? 0;

/** Ends the shift with what was counted, minor units, and writes the Z report. */
export async function endDay(ask: Ask, counted: number): Promise<void> {
  const { shift } = await ask<CurrentShift>('GET', '/bridge/v1/shifts/current');
  if (shift) await ask('POST', `/bridge/v1/shifts/${shift.id}/close`, { pieces: piecesOf(counted) });
  await ask('POST', '/bridge/v1/z-reports', {});
}

export const closeTerminal = (ask: Ask): Promise<unknown> => ask('POST', '/bridge/v1/terminals/me/day-end');

/** Kasse 2, which shares the terminal of the first, and what sells vouchers. Gives the id of the till. */
export async function furnish(manager: Ask): Promise<string> {
  const group = { name: { de: 'Gutschein', en: 'Voucher' }, voucher: true };
  await manager('POST', '/bridge/v1/loyalty/card-groups', group);
  const till = { name: 'Kasse 2', terminal: demoIds.terminal };
  const { id } = await manager<{ id: string }>('POST', '/bridge/v1/tills', till);
  // With two tills, cash of a client without a till would lie in no drawer.
  await manager('PUT', '/bridge/v1/clients/demo-client', { till: demoIds.till });
  return id;
}

/** Keeps a basket until somebody fetches it. */
export const park = (ask: Ask, transaction: string, note: string): Promise<unknown> =>
  ask('POST', PARKED, { transaction, note });

/** The baskets that were kept are fetched, and paid in cash. */
export async function handOverParked(ask: Ask): Promise<void> {
  const { data } = await ask<ParkedList>('GET', PARKED);
  for (const { id } of data) {
    await ask('POST', `${PARKED}/${id}/take`);
    await pay(ask, id, 'cash');
    // The next customer: else the till would still show this sale when it is looked at for the first time.
    await ask('PUT', '/bridge/v1/till', { transaction: null });
  }
}

/** A new loyalty card of the shop. Gives its number. */
export async function handOutCard(ask: Ask): Promise<string> {
  const body = { cardgroup: demoIds.baseGroup };
  return (await ask<MerchantCard>('POST', '/bridge/v1/counter/cards', body)).card.cardnumber;
}

const PIECES = [50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1];

/** The fewest notes and coins of a sum; those that are not needed are counted with 0. */
function piecesOf(sum: number) {
  let rest = sum;
  return PIECES.map(value => {
    const pieces = Math.floor(rest / value);
    rest -= pieces * value;
    return { value, pieces };
  });
}
