/**
 * Sends the basket to the bridge, one call at a time. Changes are never queued: after each call the sync compares the
 * basket with what the bridge has and takes the one step that brings the bridge closer, so the latest basket always wins.
 */

import type { SmartTransaction, SmartTransactionInput } from '../../main/wire/transactions.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { Refusal } from '../bridge/errors.ts';
import { problemOf } from '../bridge/problem.ts';
import type { BasketStore } from './basket.ts';
import { identsFrom } from './basketExtras.ts';
import { contentOf, contentOfSale } from './basketFromSale.ts';
import { bridgeApplies, sumWithTip } from './basketState.ts';
import { isReturned, itemsFrom } from './lines.ts';
import type { TillStore } from './till.ts';

export interface BasketOnScreen {
  readonly rev: number;
  readonly empty: boolean;
  /** True when a card or a coupon gives its discounts, whether or not a balance pays. */
  readonly hasCard: boolean;
}

/** The last state that the bridge has confirmed. */
export interface BasketOnBridge {
  /** The sale that holds this basket; null before the first article. */
  readonly id: string | null;
  /** The sale that the till shows. */
  readonly onTill: string | null;
  readonly rev: number | null;
  readonly appliedRev: number | null;
}

export type Step = 'create' | 'showOnTill' | 'clearTill' | 'update' | 'applyCard';

/** The one step to take next, or null when the bridge has everything. */
export function nextStep(wanted: BasketOnScreen, known: BasketOnBridge): Step | null {
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
  /** The sale was paid or is being paid, although the basket on the screen was still open. */
  readonly onSettledElsewhere: (sale: SmartTransaction) => void;
  /** Another window changed the sale first: the sale of the bridge counts. */
  readonly onChangedElsewhere: (sale: SmartTransaction) => void;
  /** Another window of this till serves the next customer already. */
  readonly onOtherOnTill: () => void;
  /** The bridge refused a price or a quantity of this basket: the sale of the bridge counts. */
  readonly onPriceRefused: (sale: SmartTransaction, error: Refusal) => void;
  /** The bridge refused to pay with the card. */
  readonly onCardRefused: (error: Refusal) => void;
  /** Calls back after a delay in milliseconds; returns a function that cancels the call. */
  readonly later: (run: () => void, delay: number) => () => void;
}

/** The creation of a sale, which the bridge may have carried out although its answer was lost: only the same call repeats it. */
interface Creation {
  /** The bridge carries out one call under it. */
  readonly key: string;
  readonly input: SmartTransactionInput;
  /** Revision and content of the basket that the call has sent. */
  readonly rev: number;
  readonly content: string;
}

/** Where the basket on the screen belongs while the bridge does not have it. */
export interface UnsavedSale {
  readonly id: string | null;
  readonly creation: Creation | null;
  /** Content of the sale as the bridge had it last; null before its first answer. */
  readonly written: string | null;
  /** Content of the last call, which the bridge may have carried out although its answer was lost. */
  readonly sent: string | null;
}

/** Name of the kept basket in the browser. Each till has its own: windows of two tills may share a browser. */
export const unsavedName = ({ getState }: Pick<TillStore, 'getState'>): string =>
  `tillbridge.unsaved.${getState().device?.id}`;

const NOT_CREATED = { id: null, rev: null, appliedRev: null } as const;

export class BasketSync {
  readonly #options: SyncOptions;
  readonly #client: SyncOptions['client'];
  readonly #basket: BasketStore;
  #known: BasketOnBridge = { ...NOT_CREATED, onTill: null };
  /** Counts sales, so that a late answer for the last customer does not change the sale of this customer. */
  #sale = 0;
  /** Content of the basket as the bridge had it last, whichever window wrote it. */
  #written: string | null = null;
  /** Content that the last update has sent. */
  #sent: string | null = null;
  #creation: Creation | null = null;
  #running: Promise<void> | null = null;
  /** The cashier reads only once that the card cannot pay, even when its discounts are refused after that. */
  #isCardRefusalShown = false;
  #failures = 0;
  #cancelRetry = () => {};

  constructor(options: SyncOptions) {
    this.#options = options;
    this.#client = options.client;
    this.#basket = options.basket;
  }

  /** Begins to take steps unless steps are already running; never rejects. */
  start(): void {
    this.#cancelRetry();
    this.#running ??= this.#takeSteps()
      .catch(error => this.#retryLater(error))
      .finally(() => {
        this.#running = null;
        if (this.#basket.getState().sync.state === 'saved' && this.#nextStep()) this.start();
      });
  }

  /** Id of the sale once the bridge has exactly this basket; null when the bridge cannot be brought there now. */
  async settled(): Promise<string | null> {
    this.start();
    await this.#running;
    const isSaved = this.#basket.getState().sync.state === 'saved' && !this.#nextStep();
    return isSaved ? this.#known.id : null;
  }

  /** True when no call is running and no step is needed. */
  isClean(): boolean {
    return this.#running === null && this.#nextStep() === null;
  }

  saleId(): string | null {
    return this.#known.id;
  }

  /** The basket that a reload of the page would lose; null when the bridge has everything. */
  unsaved(): UnsavedSale | null {
    if (this.isClean()) return null;
    // A call before the creation may still be running: without the key, a reload would make a second sale.
    if (this.#nextStep() === 'create') this.#begunCreation();
    return { id: this.#known.id, creation: this.#creation, written: this.#written, sent: this.#sent };
  }

  /** Goes on where the page before a reload was; `onTill` is the sale that the till shows. */
  resume({ id, creation, written, sent }: UnsavedSale, onTill: string | null): void {
    this.renew(onTill);
    this.#known = { ...this.#known, id };
    this.#written = written;
    this.#sent = sent;
    // Revisions begin anew with each page: whatever was sent, the basket is sent once more.
    this.#creation = creation && { ...creation, rev: -1 };
  }

  /** The basket was just restored from this sale of the bridge; `applied` when its card is applied. */
  adopt(id: string, applied: boolean): void {
    this.#sale += 1;
    const { rev } = this.#wanted();
    this.#known = { id, onTill: id, rev, appliedRev: applied ? rev : null };
    this.#written = contentOf(this.#basket.getState());
    this.#creation = null;
  }

  /** The basket was reset for the next customer; `onTill` is the sale that the till still shows. */
  renew(onTill: string | null): void {
    this.#sale += 1;
    this.#known = { ...NOT_CREATED, onTill };
    this.#creation = null;
    this.#sent = null;
  }

  forgetApplied(): void {
    this.#known = { ...this.#known, appliedRev: null };
  }

  #wanted(): BasketOnScreen {
    const state = this.#basket.getState();
    return { rev: state.rev, empty: state.lines.length === 0 && state.card === null, hasCard: bridgeApplies(state) };
  }

  #nextStep(): Step | null {
    return nextStep(this.#wanted(), this.#known);
  }

  /** Notes what the bridge has confirmed, unless the answer belongs to the sale of an earlier customer. */
  #learn(sale: number, part: Partial<BasketOnBridge>): void {
    if (sale === this.#sale) this.#known = { ...this.#known, ...part };
  }

  async #takeSteps(): Promise<void> {
    for (let step = this.#nextStep(); step; step = this.#nextStep()) {
      if (this.#basket.getState().sync.state === 'saved') this.#basket.setSync({ state: 'saving', problem: null });
      await this.#takeStep(step);
    }
    this.#failures = 0;
    this.#basket.setSync({ state: 'saved', problem: null });
  }

  async #takeStep(step: Step): Promise<void> {
    const [sale, id] = [this.#sale, this.#known.id];
    try {
      await this.#steps[step]();
    } catch (error) {
      if (sale !== this.#sale) return;
      // Nothing was created: the next call is another one.
      if (error instanceof Refusal) this.#creation = null;
      if (!(error instanceof Refusal) || !SALE_REFUSALS.has(error.status) || !id) throw error;
      await this.#handleRefusal(id, step, error);
    }
  }

  readonly #steps: Readonly<Record<Step, () => Promise<void>>> = {
    create: async () => {
      const sale = this.#sale;
      const creation = this.#begunCreation();
      const document = await this.#client.createSale(creation.input, creation.key);
      if (sale !== this.#sale) return this.#abandon(document.id);
      this.#creation = null;
      this.#learn(sale, { id: document.id, rev: creation.rev });
      this.#written = creation.content;
      this.#takeAnswer(document, creation.rev);
    },
    showOnTill: async () => {
      const { id } = this.#known;
      await this.#client.showOnTill(id);
      this.#known = { ...this.#known, onTill: id };
    },
    clearTill: async () => {
      // Removes only the sale that this page has left: another window may already show the next customer's sale.
      const shown = await this.#client.showOnTill(null, this.#known.onTill);
      this.#known = { ...this.#known, onTill: null };
      if (shown !== null) this.#options.onOtherOnTill();
    },
    update: async () => {
      const [sale, rev, content] = [this.#sale, this.#wanted().rev, contentOf(this.#basket.getState())];
      this.#sent = content;
      const document = await this.#client.updateSale(this.#known.id!, inputOf(this.#options));
      this.#learn(sale, { rev, appliedRev: null });
      if (sale !== this.#sale) return;
      this.#written = content;
      this.#takeAnswer(document, rev);
    },
    applyCard: async () => {
      const [sale, rev] = [this.#sale, this.#wanted().rev];
      const answer = await this.#client.applyCard(this.#known.id!, this.#basket.getState().payWithCard);
      this.#learn(sale, { appliedRev: rev });
      this.#isCardRefusalShown = false;
      if (sale === this.#sale && rev === this.#wanted().rev)
        this.#basket.apply({
          ...{ rev, bonus: answer.bonus_products, missing: answer.missing_sum },
          ...(answer.benefits ? { benefits: answer.benefits } : {}),
          ...(answer.card_notice ? { notice: answer.card_notice.texts } : {}),
          ...(answer.coupons ? { coupons: answer.coupons } : {}),
        });
    },
  };

  /** The creation of this sale, with the basket as it was when it was first asked for. */
  #begunCreation(): Creation {
    this.#creation ??= {
      key: newKey(),
      input: inputOf(this.#options),
      rev: this.#wanted().rev,
      content: contentOf(this.#basket.getState()),
    };
    return this.#creation;
  }

  /** Takes what only the bridge knows about the basket that it has got. */
  #takeAnswer(document: SmartTransaction, rev: number): void {
    if (rev === this.#wanted().rev) this.#basket.takeCampaigns(document);
    const { card } = this.#basket.getState();
    const details = document.idents.find(
      ({ value }) => value === card?.number || value === card?.checkin,
    )?.merchantcard;
    if (details) this.#basket.setDetails(details);
  }

  /** Cancels a sale that is no longer needed. When this call is lost too, the sale stays open and unpaid: harmless. */
  async #abandon(id: string): Promise<void> {
    await this.#client.cancelSale(id).catch(error => void problemOf(error));
  }

  /** The bridge refused a step for this sale: reads the sale and acts on its status. */
  async #handleRefusal(id: string, step: Step, refusal: Refusal): Promise<void> {
    const document = refusal.status === 404 ? null : await this.#client.sale(id);
    if (document === null || document.status === 'cancelled') {
      this.#known = { ...NOT_CREATED, onTill: this.#known.onTill };
    } else if (!EDITABLE.has(document.status)) {
      const { rev } = this.#wanted();
      this.#learn(this.#sale, { rev, appliedRev: rev });
      this.#options.onSettledElsewhere(document);
    } else if (refusal.status === VERSION_CHANGED) {
      // A change of the status alone needs no save here: the next step writes the basket again.
      if (contentOfSale(document) !== this.#written) this.#options.onChangedElsewhere(document);
    } else if (refusal.body?.code === BASKET_PARKED) {
      const { rev } = this.#wanted();
      this.#learn(this.#sale, { rev, appliedRev: rev });
      this.#options.onOtherOnTill();
    } else if (refusal.body?.code === PRICE_BY_HAND) this.#options.onPriceRefused(document, refusal);
    else if (step === 'applyCard') this.#handleCardRefusal(refusal);
    else throw refusal;
  }

  /** First tries the sale without the balance of the card, then without the card's discounts. */
  #handleCardRefusal(refusal: Refusal): void {
    if (!this.#isCardRefusalShown) this.#options.onCardRefused(refusal);
    this.#isCardRefusalShown = true;
    // A coupon that is refused goes; the card stays.
    if (VOUCHER_CODES.has(refusal.body?.code ?? 0)) this.#basket.dropCoupon();
    else if (this.#basket.getState().payWithCard) this.#basket.setPayWithCard(false);
    else this.#basket.rejectCard();
  }

  #retryLater(error: unknown): void {
    this.#basket.setSync({ state: 'waiting', problem: problemOf(error) });
    this.#cancelRetry = this.#options.later(() => this.start(), Math.min(15_000, 500 * 2 ** this.#failures));
    this.#failures += 1;
  }
}

/** Codes of the rows `voucherUnknown`, `voucherUsed`, `voucherOffline` and `voucherLocked` in the bridge's error table. */
const VOUCHER_CODES: ReadonlySet<number> = new Set([16, 56, 1133, 5084]);

/** A sale in these statuses takes another basket. */
export const EDITABLE: ReadonlySet<string> = new Set(['created', 'processing', 'failed']);

/** HTTP statuses that refuse because of the sale itself; other statuses are temporary failures. */
const SALE_REFUSALS: ReadonlySet<number> = new Set([403, 404, 405, 409, 410, 412, 422]);

/** Codes of refusals: another window has parked the basket; a line has a price that nobody granted. */
const BASKET_PARKED = 1171;
const PRICE_BY_HAND = 1170;

/** The sale has another version than this page wrote last. */
const VERSION_CHANGED = 412;

const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

function inputOf({ basket, currency, cashier }: SyncOptions): SmartTransactionInput {
  const { lines, card, extras, age } = basket.getState();
  const { tip } = extras;
  return {
    intent: 'sale',
    ...(age > 0 ? { age_checked: age } : {}),
    cashier: cashier(),
    basket: { products: itemsFrom(lines), texts: [], type: 'default' },
    basket_info: {
      sum: sumWithTip({ lines: lines.filter(line => !isReturned(line)), extras }),
      currency: currency(),
      ...(tip > 0 ? { gratuity: tip } : {}),
    },
    idents: [...identsFrom(card, extras)],
  };
}
