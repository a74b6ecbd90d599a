/** Every call that the cashier's screen makes to the bridge, typed by the shapes of the wire. */

import type { Static } from 'typebox';
import type { ApprovalAnswer, ApprovalInput } from '../../main/wire/approvals.ts';
import type { AdjustmentInput } from '../../main/wire/baskets.ts';
import type { CardView } from '../../main/wire/cardLookup.ts';
import type { Article, Catalogue } from '../../main/wire/catalogue.ts';
import type { VoucherView } from '../../main/wire/counterCards.ts';
import type { PayOutInput } from '../../main/wire/returns.ts';
import type { ScreenInfo } from '../../main/wire/screen.ts';
import type { LoginInput, Session } from '../../main/wire/session.ts';
import type { CardAnswer, PrintReceiptInput, Terminal } from '../../main/wire/terminals.ts';
import type { AnswerInput, SlipView, TillView } from '../../main/wire/till.ts';
import type { PreTransactionAnswer, SmartTransaction, SmartTransactionInput } from '../../main/wire/transactions.ts';
import { nullIfNotFound } from './answer.ts';
import { Connection, type ConnectionOptions, type Tagged, type Versioned } from './connection.ts';
import { followEvents, type StreamHandlers } from './events.ts';
import { SALES, SaleWriter } from './sales.ts';

export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** A way to pay a sale at the counter. */
export type Tender = 'cash' | 'cashless' | 'loyalty' | 'voucher';

/** A person's decision whether money moved. */
export interface Verdict {
  readonly paid: boolean;
  /** The receipt that was compared; null: none. */
  readonly receipt: number | null;
  /** In the words of the person; may be empty. */
  readonly reason: string;
}

/** The calls of the screen. They reject with `Refusal` or `Unreachable`. */
export interface BridgeClient {
  screen(): Promise<ScreenInfo>;
  signIn(input: LoginInput): Promise<Session>;
  /** Signs in again from the cookie; null without a cookie, or when the cookie belongs to another person. */
  resume(): Promise<Session | null>;
  signOut(): Promise<void>;
  till(): Promise<TillView>;
  /**
   * Puts a sale on the till, or none; with `insteadOf` only while that sale is still there. Answers the id of the sale that
   * is there now, because another window of this till may have continued.
   */
  showOnTill(transaction: string | null, insteadOf?: string | null): Promise<string | null>;
  /** Asks the terminal to stop; the outcome comes with the payment. False when no payment runs there. */
  abort(): Promise<boolean>;
  /** Answers the question of the terminal; refused when the answer comes too late. */
  answer(input: AnswerInput): Promise<void>;
  /** Reports whether the goods of an approved payment were handed out; if not, the terminal takes the money back. */
  handOver(done: boolean): Promise<void>;
  /** Slips of the payment on the till, as far as there are any. */
  slip(): Promise<SlipView>;
  /**
   * Keeps or takes back a late approval, or a payment whose signature has to be compared. Answers when that is done; refused
   * when no decision is pending any more.
   */
  decideLate(keep: boolean, transaction: string | null, about: 'late' | 'signature'): Promise<void>;
  /** Asks the terminal now for the outcome of a payment whose outcome is unknown. */
  recover(): Promise<void>;
  catalogue(): Promise<Catalogue>;
  /** Null when no such article exists. */
  article(code: string): Promise<Article | null>;
  /** Null when no such card exists. */
  card(number: string): Promise<CardView | null>;
  /** Null for a code that is neither a voucher nor a coupon of this shop. */
  voucher(code: string): Promise<VoucherView | null>;
  sale(id: string): Promise<SmartTransaction>;
  /** Under the same `key` the bridge creates one sale, however often it is asked. */
  createSale(input: SmartTransactionInput, key?: string): Promise<SmartTransaction>;
  /** Refused with 412 when somebody else has changed the sale since this page wrote it; a second call then succeeds. */
  updateSale(id: string, input: SmartTransactionInput): Promise<SmartTransaction>;
  /** Without `useBalance` the card gives its discounts, and its balance stays untouched. */
  applyCard(id: string, useBalance: boolean): Promise<PreTransactionAnswer>;
  /** Takes the money. Never repeated by itself once it may have arrived; `cashless` answers when the terminal is done. */
  start(id: string, method: Tender, body: StartBody): Promise<SmartTransaction>;
  /** Sets a price or gives a discount by hand. */
  adjustSale(id: string, input: AdjustmentInput): Promise<SmartTransaction>;
  /** `reason` stands on the slip and in the history of the sale. */
  cancelSale(id: string, reason?: string): Promise<SmartTransaction>;
  /** Gives back one of several payments of a sale that is still open; a card at its terminal. */
  returnPart(id: string, part: string): Promise<SmartTransaction>;
  /** Pays a return out; without `back` the money goes to what gave it. */
  payOut(id: string, back?: PayOutInput['back']): Promise<SmartTransaction>;
  /** Gives a card part of a half cancelled sale back in cash. */
  cashBack(id: string, part: string, reason: string): Promise<SmartTransaction>;
  /** Stores a manager's word that the terminal holds the money of a card part no more. */
  writeOffPart(id: string, part: string, reason: string): Promise<SmartTransaction>;
  /** Stores a manager's decision whether money moved, where the terminal could not report it. */
  decide(id: string, verdict: Verdict): Promise<SmartTransaction>;
  /** Keeps an approval of less than was asked for as a part of the payment, or takes it back at the terminal. */
  decidePart(id: string, part: 'keep' | 'take_back'): Promise<SmartTransaction>;
  /** Stores the same decision about an operation at a terminal that belongs to no sale. */
  decideOperation(device: string, id: string, verdict: Verdict): Promise<void>;
  terminals(): Promise<{ readonly data: readonly Terminal[] }>;
  /** Waits for a card at the terminal's reader. */
  readCard(device: string): Promise<CardAnswer>;
  /** Prints the receipt of a sale on the paper of the terminal. */
  printReceipt(device: string, input: PrintReceiptInput): Promise<void>;
  /** Approves one thing with the PIN of a manager. */
  approve(input: ApprovalInput): Promise<Static<typeof ApprovalAnswer>>;
  /** One object with its version; a write is refused with 412 where somebody else has changed it since `version`. */
  versioned<T>(method: string, path: string, body?: unknown, version?: string | null): Promise<Versioned<T>>;
  /** Any other call, for screens that are loaded later. */
  readonly ask: Ask;
  /** A call with headers or a body of its own: conditional changes, and files that are sent. */
  exchange<T>(method: string, path: string, init?: RequestInit): Promise<Tagged<T>>;
  /** The answer to a reading call as a file, for example a report as PDF. */
  file(path: string): Promise<Blob>;
  /** Follows the event stream from the event after `lastEventId` until it ends; rejects like the calls. */
  follow(lastEventId: string, handlers: StreamHandlers, signal: AbortSignal): Promise<void>;
}

export interface StartBody {
  readonly amount_given?: number;
  /** Pays this part of what is missing. */
  readonly part?: { readonly amount: number };
  /** Name of a voucher of another issuer. */
  readonly text?: string;
  /** The code of a voucher of the shop. */
  readonly voucher?: string;
  /** Another terminal than the terminal of the till. */
  readonly terminal?: string;
}

export function createBridgeClient(options: ConnectionOptions): BridgeClient {
  const connection = new Connection(options);
  const sales = new SaleWriter(connection);
  const { ask } = connection;
  return {
    screen: () => connection.call('GET', '/bridge/v1/screen'),
    signIn: input => connection.signIn(input),
    resume: () => connection.renew(),
    signOut: async () => {
      await ask('DELETE', '/bridge/v1/session');
      connection.signedOut();
    },
    till: () => ask('GET', TILL),
    showOnTill: async (transaction, insteadOf) => {
      const condition = insteadOf === undefined ? {} : { instead_of: insteadOf };
      const view = await ask<TillView>('PUT', TILL, { transaction, ...condition });
      return view.transaction?.id ?? null;
    },
    abort: async () => (await ask<{ requested: boolean }>('POST', `${TILL}/abort`)).requested,
    answer: async input => void (await ask('POST', `${TILL}/answer`, input)),
    handOver: async done => void (await ask('POST', `${TILL}/hand-over`, { result: done ? 'done' : 'failed' })),
    slip: () => ask('GET', `${TILL}/slip`),
    decideLate: async (keep, transaction, about) =>
      void (await ask('POST', `${TILL}/late`, { keep, transaction, about })),
    recover: async () => void (await ask('POST', `${TILL}/recover`)),
    catalogue: () => ask('GET', '/bridge/v1/catalogue'),
    article: code => nullIfNotFound(ask('GET', `/bridge/v1/articles/${encodeURIComponent(code)}`)),
    card: number => nullIfNotFound(ask('GET', `/bridge/v1/cards/${encodeURIComponent(number)}`)),
    voucher: code => nullIfNotFound(ask('GET', `/bridge/v1/counter/vouchers/${encodeURIComponent(code)}`)),
    sale: id => ask('GET', `${SALES}/${id}`),
    createSale: (input, key) => sales.create(input, key),
    updateSale: (id, input) => sales.update(id, input),
    applyCard: (id, useBalance) => sales.step(id, 'preTransaction', useBalance ? undefined : { use_balance: false }),
    start: (id, method, body) => sales.step(id, `start/${method}`, body),
    adjustSale: (id, input) => sales.adjust(id, input),
    cancelSale: (id, reason) => sales.step(id, 'cancel', reason && { reason }),
    returnPart: (id, part) => sales.returnPart(id, part),
    payOut: (id, back) => sales.payOut(id, back),
    cashBack: (id, part, reason) => sales.cashBack(id, part, reason),
    writeOffPart: (id, part, reason) => sales.writeOffPart(id, part, reason),
    decide: (id, verdict) => ask('POST', `/bridge/v1/transactions/${id}/verdict`, verdictIn(verdict)),
    decidePart: (id, part) => ask('POST', `/bridge/v1/transactions/${id}/verdict`, { part }),
    decideOperation: async (device, id, verdict) =>
      void (await ask('POST', `${TERMINALS}/${device}/operations/${id}/verdict`, verdictIn(verdict))),
    approve: input => connection.withRenewal(() => connection.call('POST', '/bridge/v1/approvals', input)),
    terminals: () => ask('GET', TERMINALS),
    readCard: device => ask('POST', `${TERMINALS}/${device}/read-card`, {}),
    printReceipt: async (device, input) => void (await ask('POST', `${TERMINALS}/${device}/print-receipt`, input)),
    ask,
    versioned: (method, path, body, version) => connection.versioned(method, path, body, version),
    exchange: (method, path, init) => connection.exchange(method, path, init),
    file: path => connection.file(path),
    follow: (lastEventId, handlers, signal) =>
      connection.withRenewal(() => followEvents(connection, lastEventId, handlers, signal)),
  };
}

const TILL = '/bridge/v1/till';
const TERMINALS = '/bridge/v1/terminals';

/** Only receipt numbers that a terminal can have: four digits in ZVT, up to twelve in O.P.I. */
const verdictIn = ({ paid, receipt, reason }: Verdict) => ({
  paid,
  ...(receipt !== null && receipt >= 1 && receipt <= 999_999_999_999 ? { receipt_number: receipt } : {}),
  ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
});
