/** Sales and the intents of money on the move, as the steps ask for them. */
import type { TerminalReceipt, TransactionFacts } from '../../drivers/index.ts';
import type { IntentKind, TerminalSnapshot, TransactionReport } from '../domain/evidence.ts';
import type { Texts } from '../domain/texts.ts';
import type { State } from '../domain/transaction.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { UnsolicitedMessages } from './unsolicitedMessages.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The document of a sale as it is stored: the Smart Transaction, and the members of the caller that later steps read.
 * They are kept as they were sent, so a step checks a value before it uses it.
 */
export interface SaleDocument extends SmartTransaction {
  readonly application_context?: {
    readonly return_urls?: {
      readonly url_push?: unknown;
      readonly url_success?: unknown;
      readonly url_error?: unknown;
      readonly url_abort?: unknown;
    } | null;
    readonly [name: string]: unknown;
  } | null;
  readonly payment_context?: PaymentContext | null;
  readonly contract?: { readonly id?: unknown } | null;
  readonly customer?: unknown;
  readonly container?: { readonly type?: unknown; readonly [name: string]: unknown } | null;
  readonly checkin?: { readonly email?: unknown } | null;
  readonly communications?: unknown;
  readonly delivery_options?: { readonly type?: unknown; readonly [name: string]: unknown } | null;
  readonly subscription?: unknown;
  /** Facts of a card payment that was made at a terminal the bridge does not know. */
  readonly card_payment?: { readonly tid: string; readonly trace: number; readonly cardtype: string };
}

/** How a sale asks to be paid (specification, "Payment context"). */
export interface PaymentContext {
  readonly auto_capture?: unknown;
  readonly payment_methods?: unknown;
  readonly creditcard_schemes?: unknown;
  readonly accrual?: unknown;
  readonly merchant_initiated?: unknown;
  readonly dynamic_descriptor?: unknown;
  readonly container_instructions?: Members | null;
  readonly mit_instructions?: unknown;
}

/** A Smart Transaction as the bridge keeps it: its own state beside the document of the wire. */
export interface Sale {
  readonly id: string;
  readonly merchant: string;
  readonly till: string | null;
  readonly staff: string | null;
  readonly client: string;
  readonly state: State;
  readonly method: string | null;
  readonly receiptNumber: number | null;
  readonly created: number;
  readonly document: SaleDocument;
}

export type IntentState = 'open' | 'approved' | 'declined' | 'notSent' | 'unknown';

/** An intent to move money: written before the command, ended after it. */
export interface IntentRow {
  readonly id: string;
  /** Null for an operation without a sale. */
  readonly sale: string | null;
  readonly merchant: string;
  /** SDV_… of the till that asked. */
  readonly till: string | null;
  readonly staff: string | null;
  /** SDV_… of the terminal. */
  readonly device: string;
  readonly kind: IntentKind;
  readonly method: string;
  /** 0: the whole of a transaction whose amount is not known here. */
  readonly amount: number;
  readonly currency: string;
  /** The transaction that is reversed, booked, released or tipped. */
  readonly original: OriginalTransaction | null;
  /** The last reports of the terminal before the command was sent. */
  readonly snapshotBefore: TerminalSnapshot;
  /** The sale was on the screen of the till: somebody stood there and waited. */
  readonly onScreen: boolean;
  readonly state: IntentState;
  readonly needsPerson: boolean;
  /** Time at which the cashier asked to stop. */
  readonly stopRequestedAt: number | null;
  readonly decision: DecisionState | null;
  readonly decisionKind: DecisionKind;
  /** Found carried out after it was called not carried out, while its sale has no use for the money any more. */
  readonly surplus: boolean;
  readonly reason: Texts | null;
  readonly facts: TransactionFacts | null;
  /** Slips of an operation without a sale. */
  readonly slips: readonly TerminalReceipt[];
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** A command, and how many commands the terminal was sent after it: their order by no clock. */
export interface SentIntent {
  readonly intent: IntentRow;
  readonly since: number;
}

/** The report of a terminal about an intent. */
export type ReportRow = Pick<IntentRow, 'id' | 'state' | 'facts' | 'startedAt' | 'endedAt'>;

export interface OriginalTransaction {
  readonly receipt: number;
  readonly trace: number | null;
  readonly amount: number | null;
}

/** An approval that a person decides about: `open` until somebody keeps it or takes it back. */
export type DecisionState = 'open' | 'kept' | 'takenBack';

/** The question to decide: does a late approval count, or is the signature right? */
export type DecisionKind = 'late' | 'signature';

/** All methods are for use inside `write`, except reads. */
export interface Ledger {
  write<T>(job: () => T): Promise<T>;
  /** The sale of this merchant, or null: another merchant's does not exist. */
  sale(merchant: string, id: string): Sale | null;
  saleByReceipt(merchant: string, receiptNumber: number): Sale | null;
  insert(sale: Sale): void;
  /** Writes the sale and, in the same commit, its event and its outbox row. */
  save(sale: Sale): void;
  /** Completes the document of a sale saved earlier in the same commit. */
  rewrite(sale: Sale): void;
  /** Writes the document of a sale that was closed long ago, without telling anybody. */
  amend(sale: Sale): void;
  /** Sales that wait for an answer from outside. */
  unsettledSales(): readonly Sale[];
  nextNumber(counter: string): number;
  expiredReservations(now: number): readonly { readonly sale: string; readonly merchant: string }[];
}

/** Sales of older versions, which are completed little by little. */
export interface EarlierSales {
  /** 0 when all have been looked at, else a number above all that have not. */
  left(): number;
  /** Inside a job: the next ones, newest first, which are not given again. */
  take(count: number): readonly Sale[];
}

/** Sales of older versions, which were closed without a Payment Transaction. */
export interface SalesWithoutPayments extends EarlierSales {
  /** The part of a sale that a loyalty card has paid, minor units. */
  spentByCard(sale: string): number;
}

/** Methods that write are for use inside `write`. */
export interface Intents {
  open(intent: IntentRow): void;
  end(id: string, ending: IntentEnding): void;
  /** The command had been called not carried out, and the terminal has booked it. */
  overrule(id: string, found: Pick<IntentEnding, 'reason' | 'facts' | 'slips' | 'surplus'>): void;
  /** The command had been called not carried out, and may have been booked; or carried out, and may not have been: unknown again. */
  reopen(id: string, reason: Texts, more?: { readonly person?: boolean; readonly facts?: TransactionFacts }): void;
  /** The money of an approved payment stays at the terminal, and its sale has no use for it any more. */
  becomeSurplus(id: string): void;
  askPerson(id: string, reason: Texts): void;
  /** A slip of an operation without a sale that came after its end. */
  addSlip(id: string, slip: TerminalReceipt): void;
  /** The terminal has reported an approval of a command whose outcome is unknown. */
  report(id: string, facts: TransactionFacts): void;
  /** Keeps the first time the cashier asked to stop, while the ending is open. */
  recordStopRequest(id: string, at: number): void;
  markDecision(id: string, late: DecisionState, kind: DecisionKind): void;
  get(id: string): IntentRow | null;
  /** The intent of this terminal whose outcome is not certain yet. */
  unsettled(device: string): IntentRow | null;
  allUnsettled(): readonly IntentRow[];
  /** Newest first; behind them what the sale has no use for. */
  ofSale(sale: string): readonly IntentRow[];
  /**
   * The first open decision at this terminal whose sale is still paid: the newest signature, because its customer may
   * still stand at the till, then the late approvals in the order they came.
   */
  openDecision(device: string): IntentRow | null;
  /** The same in that order, of all terminals. */
  allOpenDecisions(): readonly IntentRow[];
  /** The commands of this terminal up to a number that were declined, newest first. */
  declined(device: string, through: number, count: number): readonly IntentRow[];
  /** The newest command that went to this terminal, or may have. */
  newestSent(device: string): IntentRow | null;
  /**
   * The commands of this terminal that were called not carried out, by a person or by a reconciliation, among the newest `count`
   * that it was sent; newest first.
   */
  denied(device: string, count: number): readonly SentIntent[];
  /** The commands among the newest `count` that were carried out by another word than a report of the terminal; newest first. */
  unreported(device: string, count: number): readonly SentIntent[];
  /** This machine has once said that it is ready while it was at work. `terminalId` null: it reports none. */
  saidReadyAtWork(device: string, terminalId: string | null): boolean;
  /** The newest intents of a terminal with a report, newest first. */
  reports(device: string, count: number): readonly ReportRow[];
  /** Those of them with the receipt number, trace number or reference of this report: no other one is certainly about the same transaction. */
  reportsLike(
    device: string,
    count: number,
    report: Pick<TransactionReport, 'receipt' | 'trace' | 'reference'>,
  ): readonly ReportRow[];
  /** The number of commands sent to this terminal after the last report with a receipt number. */
  attempts(device: string): number;
  /** Receipt number of the newest transaction that this terminal reported. */
  lastReceipt(device: string): number | null;
  /** The newest approved transaction under this receipt number behind the intent with the number `after`. */
  byReceipt(device: string, receiptNumber: number, after: number): IntentRow | null;
  /** The payment that a tip was added to: the newest earlier intent with the receipt number of the tip that is no tip itself. */
  tipped(tip: string): IntentRow | null;
  /** Approved commands that refer to the receipt of this one, oldest first. */
  referringTo(id: string): readonly IntentRow[];
  /** These commands, oldest first by their numbers. */
  inOrder(some: readonly IntentRow[]): readonly IntentRow[];
  /** Is this sale the one on the screen of the till? */
  onScreen(till: string, sale: string): boolean;
  operation(merchant: string, id: string): IntentRow | null;
  /** Operations without a sale, newest first, and how many there are. */
  operations(
    merchant: string,
    device: string,
    page: RowPage,
  ): { readonly count: number; readonly rows: readonly IntentRow[] };
  readonly journal: TerminalJournal;
  readonly unsolicited: UnsolicitedMessages;
}

export interface IntentEnding {
  readonly state: IntentState;
  readonly reason: Texts | null;
  readonly facts: TransactionFacts | null;
  readonly slips?: readonly TerminalReceipt[];
  /** Carried out, and its sale has no use for the money. */
  readonly surplus?: boolean;
  readonly at: number;
}

export interface RowPage {
  readonly count: number;
  readonly offset: number;
}

export type JournalKind = 'intent' | 'wire' | 'result' | 'verdict' | 'evidence' | 'late' | 'slip';

export interface JournalRow {
  readonly number: number;
  readonly intent: string;
  readonly merchant: string;
  readonly device: string;
  readonly at: number;
  readonly kind: JournalKind;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Commands to a terminal, its reports, and decisions about them; rows are only ever added. */
export interface TerminalJournal {
  /** Inside a job. */
  write(row: Omit<JournalRow, 'number'>): void;
  /** Rows of one intent, oldest first. */
  ofIntent(intent: string, kind?: JournalKind): readonly JournalRow[];
  /** Approvals beside that of the intent: of its results, then of its evidence, oldest first. */
  alsoApproved(intent: string): readonly TransactionFacts[];
  /** Rows of one terminal, newest first, and how many there are. */
  page(
    merchant: string,
    device: string,
    page: RowPage,
  ): { readonly count: number; readonly rows: readonly JournalRow[] };
}
