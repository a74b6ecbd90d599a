/** A cashier who sells at random: cash, card, loyalty card, cancellations; the same sequence for the same seed. */
import type { Caller } from './calls.ts';

const SALES = '/api/v2/Smart/Transactions';

/** Small, fast and the same everywhere: a linear congruential generator, good enough to choose among a few acts. */
export function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface Seller {
  /** One act of the cashier. What is not confirmed, because the bridge was killed, is left as it is. */
  act(): Promise<void>;
  /** Acts that were confirmed. */
  readonly confirmed: { readonly sales: number; readonly cancellations: number };
}

const ARTICLES = [
  { articleNumber: '1001', ean: '2000000010069', desc: 'Cappuccino', priceOne: 340, tax: 19 },
  { articleNumber: '2001', ean: '2000000020006', desc: 'Bauernbrot 1 kg', priceOne: 450, tax: 7 },
  { articleNumber: '3001', ean: '2000000030005', desc: 'Vollmilch 1 l', priceOne: 140, tax: 7 },
] as const;

/** Cards of the demo data with a balance, and the empty one. */
const CARDS = ['9276004000000018', '9276004000000026', '9276004000000034'] as const;

export function createSeller({ call }: Caller, name: string, random: () => number): Seller {
  const confirmed = { sales: 0, cancellations: 0 };
  const closed: string[] = [];
  let number = 0;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

  /** Sums end in 0, so that no amount asks the virtual terminal for a special ending. */
  function basket() {
    const lines = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
      ...pick(ARTICLES),
      quantity: 1 + Math.floor(random() * 3),
      group: [],
    }));
    return { products: lines };
  }

  async function sell(method: string, card: string | null): Promise<void> {
    number += 1;
    const idents = card === null ? [] : [{ type: 'card', value: card }];
    // One reference in ten repeats, as cash registers that number by day do.
    const transactionRef = `${name}-${number % 10 === 0 ? 'again' : number}`;
    const created = await call('POST', SALES, { transactionRef, basket: basket(), idents });
    if (created?.status !== 200 && created?.status !== 201) return;
    const { id } = created.body;
    if (card !== null) await call('POST', `${SALES}/${id}/preTransaction`);
    const covered = await call('GET', `${SALES}/${id}`);
    const missing = covered?.body?.basket_info?.missing_sum;
    const paid = await call('POST', `${SALES}/${id}/start/${card !== null && missing === 0 ? 'loyalty' : method}`);
    if (paid?.status !== 200 || paid.body.status !== 'ok') return;
    confirmed.sales += 1;
    closed.push(id);
  }

  async function cancel(): Promise<void> {
    const id = pick(closed);
    if (id === undefined) return;
    const answer = await call('POST', `${SALES}/${id}/cancel`);
    if (answer?.status !== 200) return;
    closed.splice(closed.indexOf(id), 1);
    confirmed.cancellations += 1;
  }

  return {
    confirmed,
    act() {
      const chance = random();
      if (chance < 0.4) return sell('cash', null);
      if (chance < 0.7) return sell('cashless', null);
      if (chance < 0.9) return sell('cash', pick(CARDS));
      return cancel();
    },
  };
}
