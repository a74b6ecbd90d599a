/**
 * Carries the basket to the bridge, one call at a time. It never queues changes: after each call it looks at what the
 * basket is now and takes the one step that brings the bridge closer, so the latest basket always wins.
 */

import type { SmartTransaction, SmartTransactionInput } from '../../main/wire/transactions.ts';
import { type BridgeClient, Refusal } from '../bridge/client.ts';
import { problemOf } from '../bridge/problem.ts';
import { type BasketStore, cardApplies, contentOf, contentOfSale } from './basket.ts';
import { itemsFrom, sumOf } from './lines.ts';

/** What the screen wants. */
export interface Wanted {
  readonly rev: number;
  readonly empty: boolean;
  /** Is there a card that gives its discounts, whether or not its balance pays? */
  readonly hasCard: boolean;
}

/** What the bridge is known to have. */
export interface Known {
  /** The sale that holds this basket; null before the first article. */
  readonly id: string | null;
  /** The sale that is put on the till. */
  readonly onTill: string | null;
  readonly rev: number | null;
  readonly appliedRev: number | null;
}

export type Step = 'create' | 'showOnTill' | 'clearTill' | 'update' | 'applyCard';

/** The one step to take next, or null when the bridge has everything. */
export function nextStep(wanted: Wanted, known: Known): Step | null {
  if (known.id === null) {
    if (!wanted.empty) return 'create';
    return known.onTill === null ? null : 'clearTill';
  }
  if (known.onTill !== known.id) return 'showOnTill';
  if (known.rev !== wanted.rev) return 'update';
  return wanted.hasCard && known.appliedRev !== wanted.rev ? 'applyCard' : null;
}

export interface SyncOptions {
  readonly client: Pick<BridgeClient, 'createSale' | 'updateSale' | 'applyCard' | 'showOnTill' | 'cancelSale' | 'sale'>;
  readonly basket: BasketStore;
  readonly currency: () => string;
  readonly cashier: () => string | null;
  /** The bridge's own view of the sale turned out to differ from ours: it was paid, or a payment runs. */
  readonly onSettledElsewhere: (sale: SmartTransaction) => void;
  /** Another window has changed it before us: what the bridge has now counts. */
  readonly onChangedElsewhere: (sale: SmartTransaction) => void;
  /** Another window of this till has gone on with the next customer. */
  readonly onOtherOnTill: () => void;
  /** The card cannot pay after all. */
  readonly onCardRefused: (error: Refusal) => void;
  /** Calls back after a delay in milliseconds; returns what cancels it. */
  readonly later: (run: () => void, delay: number) => () => void;
}

export type BasketSync = ReturnType<typeof createBasketSync>;

export function createBasketSync(options: SyncOptions) {
  const { client, basket } = options;
  let known: Known = { id: null, onTill: null, rev: null, appliedRev: null };
  /** Counts sales, so that an answer for the last customer is not taken for this one's. */
  let sale = 0;
  /** What the bridge was last known to have in the basket, whoever wrote it. */
  let written: string | null = null;
  let running: Promise<void> | null = null;
  /** That the card cannot pay is said once, also where its discounts alone are refused after that. */
  let cardRefused = false;
  let failures = 0;
  let cancelRetry = () => {};

  const wanted = (): Wanted => {
    const state = basket.getState();
    return { rev: state.rev, empty: state.lines.length === 0 && state.card === null, hasCard: cardApplies(state) };
  };

  const learn = (of: number, part: Partial<Known>) => {
    if (of === sale) known = { ...known, ...part };
  };

  const steps = {
    async create() {
      const [of, rev, content] = [sale, wanted().rev, contentOf(basket.getState())];
      const document = await client.createSale(inputOf(options));
      if (of !== sale) return abandon(document.id);
      learn(of, { id: document.id, rev });
      written = content;
      takeCard(document);
    },
    async showOnTill() {
      const { id } = known;
      await client.showOnTill(id);
      known = { ...known, onTill: id };
    },
    async clearTill() {
      // Only the sale that this page has left: another window of the till may have the next customer on it.
      const there = await client.showOnTill(null, known.onTill);
      known = { ...known, onTill: null };
      if (there !== null) options.onOtherOnTill();
    },
    async update() {
      const [of, rev, content] = [sale, wanted().rev, contentOf(basket.getState())];
      const document = await client.updateSale(known.id!, inputOf(options));
      learn(of, { rev, appliedRev: null });
      if (of !== sale) return;
      written = content;
      takeCard(document);
    },
    async applyCard() {
      const [of, rev] = [sale, wanted().rev];
      const answer = await client.applyCard(known.id!, basket.getState().useCard);
      learn(of, { appliedRev: rev });
      cardRefused = false;
      if (of === sale && rev === wanted().rev)
        basket.apply({ rev, bonus: answer.bonus_products, missing: answer.missing_sum });
    },
  } as const satisfies Record<Step, () => Promise<void>>;

  const takeCard = ({ idents }: SmartTransaction) => {
    const { card } = basket.getState();
    const details = idents.find(ident => ident.value === card?.number)?.merchantcard;
    if (details) basket.setDetails(details);
  };

  /** A sale that nobody wants any more. When this is lost, too, it stays open and unpaid: harmless. */
  const abandon = async (id: string) => {
    await client.cancelSale(id).catch(error => void problemOf(error));
  };

  async function takeSteps(): Promise<void> {
    for (let step = nextStep(wanted(), known); step; step = nextStep(wanted(), known)) {
      if (basket.getState().sync.state === 'saved') basket.setSync({ state: 'saving', problem: null });
      await takeStep(step);
    }
    failures = 0;
    basket.setSync({ state: 'saved', problem: null });
  }

  async function takeStep(step: Step): Promise<void> {
    const [of, id] = [sale, known.id];
    try {
      await steps[step]();
    } catch (error) {
      if (of !== sale) return;
      if (!(error instanceof Refusal) || !REFUSED.has(error.status) || !id) throw error;
      await understand(id, step, error);
    }
  }

  /** The bridge refuses a change of this sale: find out why from the sale itself. */
  async function understand(id: string, step: Step, refusal: Refusal): Promise<void> {
    const document = refusal.status === 404 ? null : await client.sale(id);
    if (document === null || document.status === 'cancelled') {
      known = { id: null, onTill: known.onTill, rev: null, appliedRev: null };
    } else if (!EDITABLE.has(document.status)) {
      learn(sale, { rev: wanted().rev, appliedRev: wanted().rev });
      options.onSettledElsewhere(document);
    } else if (refusal.status === CHANGED) {
      // Where only its state has changed, the basket is written all the same.
      if (contentOfSale(document) !== written) options.onChangedElsewhere(document);
    } else if (step === 'applyCard') {
      if (!cardRefused) options.onCardRefused(refusal);
      cardRefused = true;
      if (basket.getState().useCard) basket.setUseCard(false);
      else basket.leaveCardOut();
    } else throw refusal;
  }

  function fail(error: unknown): void {
    basket.setSync({ state: 'waiting', problem: problemOf(error) });
    cancelRetry = options.later(start, Math.min(15_000, 500 * 2 ** failures));
    failures += 1;
  }

  /** Begins to take steps unless it is at it; never rejects. */
  function start(): void {
    cancelRetry();
    running ??= takeSteps()
      .catch(fail)
      .finally(() => {
        running = null;
        if (basket.getState().sync.state === 'saved' && nextStep(wanted(), known)) start();
      });
  }

  return {
    start,

    /** The sale's id once the bridge has exactly this basket; null when that cannot be reached now. */
    async settled(): Promise<string | null> {
      start();
      await running;
      return basket.getState().sync.state === 'saved' && !nextStep(wanted(), known) ? known.id : null;
    },

    /** Is nothing on its way and nothing waiting? */
    isClean: (): boolean => running === null && nextStep(wanted(), known) === null,

    saleId: (): string | null => known.id,

    /** The bridge's sale is what the basket was just restored from; `applied` when its card is applied. */
    adopt(id: string, applied: boolean): void {
      sale += 1;
      const { rev } = wanted();
      known = { id, onTill: id, rev, appliedRev: applied ? rev : null };
      written = contentOf(basket.getState());
    },

    /** The next customer: the basket was reset, `onTill` is what the till still shows. */
    renew(onTill: string | null): void {
      sale += 1;
      known = { id: null, onTill, rev: null, appliedRev: null };
    },

    forgetApplied(): void {
      known = { ...known, appliedRev: null };
    },
  };
}

const EDITABLE: ReadonlySet<string> = new Set(['created', 'processing', 'failed']);

/** Answers that say something about the sale; others are troubles that pass. */
const REFUSED: ReadonlySet<number> = new Set([403, 404, 405, 409, 410, 412, 422]);

/** It is not the version any more that this page wrote. */
const CHANGED = 412;

function inputOf({ basket, currency, cashier }: SyncOptions): SmartTransactionInput {
  const { lines, card } = basket.getState();
  return {
    intent: 'sale',
    cashier: cashier(),
    basket: { products: itemsFrom(lines), texts: [], type: 'default' },
    basket_info: { sum: sumOf(lines), currency: currency() },
    idents: card ? [{ type: 'card', value: card.number }] : [],
  };
}
