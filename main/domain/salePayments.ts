/**
 * The payments of a sale, one entry for each, in their order: how much, by which method, in which state, and what is known
 * of card and terminal. Pure: derived from the sale, its parts, the commands at terminals, the payments at the acquirer and
 * the loyalty card. Amounts are integers in the smallest unit of the currency.
 *
 * `amount` is what the entry pays of the sale, `tip` what a terminal took beyond it: the entries with status `paid` add up to
 * `outcome.paid` of the sale.
 */
import { cardBrand } from './cardBrand.ts';
import { ROUNDING } from './cashRounding.ts';
import { type PartState, partStates } from './saleParts.ts';
import type { Texts } from './texts.ts';
import type { State } from './transaction.ts';

/** The states of a part, and: held and not taken; on its way to the shop; given up before it was taken. */
export const paymentStates = [...partStates, 'authorised', 'awaiting', 'voided'] as const;
export type PaymentState = (typeof paymentStates)[number];

export interface PaymentCard {
  readonly brand: string | null;
  /** As the terminal writes it. */
  readonly name: string | null;
  readonly last_four: string | null;
  readonly entry: string | null;
  readonly verification: string | null;
}

/** Members that only some payments have are left out where nothing is known. */
export interface SalePayment {
  /** Stays the same; of a payment in parts that of its part. */
  readonly id: string;
  readonly method: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: PaymentState;
  /** Time at which it came into this status, ISO 8601. */
  readonly at: string;
  /** The caller's own name of the part. */
  readonly reference: string | null;
  readonly tip?: number;
  /** The terminal approved only this of `amount`, and keeps it; while nobody has decided about it. */
  readonly approved_amount?: number;
  readonly given?: number;
  readonly change?: number;
  readonly text?: string;
  /** Id in `parts`. */
  readonly part?: string;
  /** PCI_… */
  readonly payment?: string;
  readonly late?: true;
  readonly card?: PaymentCard;
  readonly authorisation?: string;
  /** TID. */
  readonly terminal_id?: string;
  /** SDV_… */
  readonly terminal?: string;
  readonly trace?: number;
  readonly receipt_number?: number;
  readonly sequence?: number;
  readonly merchant_number?: string;
  readonly loyalty?: LoyaltyMove;
  readonly reason?: FailureReason;
  /** Sum that the Payment Transaction has given back by a call of its own. */
  readonly refunded?: number;
  readonly returned_as?: string;
}

export interface LoyaltyMove {
  /** MCD_… */
  readonly card: string | null;
  /** LTX_…; null while the card only holds the amounts. */
  readonly booking: string | null;
  /** Change of each balance of the card; while only held, the amounts that the sale will take. */
  readonly cash: number;
  readonly bonus: number;
  readonly points: number;
}

export interface FailureReason {
  readonly code: string;
  readonly result_code: number | null;
  readonly texts: Texts;
}

/** Facts that a terminal reported of a card. */
export interface CardFacts {
  readonly terminalId?: string | undefined;
  readonly merchantNumber?: string | undefined;
  readonly authorisationCode?: string | undefined;
  readonly traceNumber?: number | undefined;
  readonly receiptNumber?: number | undefined;
  readonly turnoverNumber?: number | undefined;
  readonly cardName?: string | undefined;
  readonly cardType?: number | undefined;
  readonly lastFour?: string | undefined;
  readonly entry?: string | undefined;
  readonly verification?: string | undefined;
}

/** A command at a terminal that takes money for the sale, or pays it out. */
export interface TerminalCommand {
  readonly id: string;
  readonly state: 'open' | 'approved' | 'declined' | 'notSent' | 'unknown';
  readonly device: string;
  readonly amount: number;
  readonly tip: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Time at which it ended, or began while it is open; ISO 8601. */
  readonly at: string;
  readonly late: boolean;
  /** Carried out after it was called not carried out, when the sale had no use for it any more; undecided, or decided about. */
  readonly surplus?: 'open' | 'decided';
  readonly facts: CardFacts | null;
  /** Sum that the terminal approved, where that is less and nobody has decided yet. */
  readonly approvedPart?: number | undefined;
  readonly reason: FailureReason | null;
}

/** A payment at the acquirer. */
export interface AcquirerPayment {
  /** PCI_… */
  readonly id: string;
  readonly method: string;
  readonly amount: number;
  readonly stage: 'created' | 'challenged' | 'waiting' | 'authorised' | 'captured' | 'denied' | 'voided';
  /** All that was taken has gone back. */
  readonly refunded: boolean;
  readonly startedAt: number;
  readonly card: Pick<CardFacts, 'cardName' | 'lastFour'> | null;
}

interface Part {
  readonly id: string;
  readonly reference: string | null;
  readonly method: string;
  readonly amount: number;
  readonly status: PartState;
  readonly at: string;
  readonly given?: number;
  readonly change?: number;
  readonly text?: string;
  readonly tip?: number;
  readonly payment?: string;
  readonly returned_as?: string;
  readonly voucher?: { readonly card: string; readonly booking: string };
  readonly card?: {
    readonly tid: string | null;
    readonly trace: number | null;
    readonly receipt_number: number | null;
    readonly cardtype: string | null;
    readonly last_four: string | null;
  };
}

interface Tender {
  readonly method: string;
  readonly amount: number;
  readonly part?: string;
  readonly text?: string;
}

export interface PaymentFacts {
  readonly state: State;
  readonly method: string | null;
  /** The sale has a receipt, or had one. */
  readonly closed: boolean;
  readonly currency: string;
  /** Now, ISO 8601: of entries whose state has no time of its own. */
  readonly now: string;
  readonly change?: number | undefined;
  readonly parts: readonly Part[];
  readonly tenders: readonly Tender[];
  /** PCI_… of the Payment Transaction that the sale names. */
  readonly payment?: string | undefined;
  /** Card facts of start/cashless_direct. */
  readonly foreignCard?: CardFacts | undefined;
  readonly commands: readonly TerminalCommand[];
  readonly acquirer: readonly AcquirerPayment[];
  /** Value of the loyalty card that the sale holds or has booked; null without a card. */
  readonly loyalty: (LoyaltyMove & { readonly held: boolean }) | null;
  /** The entries as they were before the step. */
  readonly before: readonly SalePayment[];
}

/** An entry without the members that every entry gets at the end, with the time it is known to have begun. */
interface Draft extends Omit<SalePayment, 'currency' | 'at'> {
  readonly at?: string;
  readonly begun?: number;
}

export function paymentsOfSale(facts: PaymentFacts): readonly SalePayment[] {
  const { before, now, currency } = facts;
  const drafts = [...loyaltyDraft(facts), ...partDrafts(facts), ...wholeDrafts(facts)];
  const placeOf = new Map(before.map(({ id }, index) => [id, index]));
  // The card is applied first. What is new comes behind what was there, older beginnings first.
  const place = ({ id }: Draft) => (id === LOYALTY ? -1 : (placeOf.get(id) ?? before.length));
  const ordered = drafts.toSorted((a, b) => place(a) - place(b) || (a.begun ?? LAST) - (b.begun ?? LAST));
  return ordered.map(({ begun: _, at, ...draft }) => {
    const earlier = before.find(({ id, status }) => id === draft.id && status === draft.status);
    const { id, method, amount, status, ...more } = draft;
    return { id, method, amount, currency, status, at: at ?? earlier?.at ?? now, ...more };
  });
}

/** Id of the entry of the loyalty card that the sale applied. */
const LOYALTY = 'loyalty';
const LAST = Number.MAX_SAFE_INTEGER;

/** The state of what paid a whole sale, by the state of the sale. */
const WHOLE: Readonly<Partial<Record<State, PaymentState>>> = {
  closed: 'paid',
  partlyReversed: 'paid',
  reversing: 'returning',
  reversalUnclear: 'returnUnknown',
  cancelled: 'returned',
};

const isPaid = ({ state, closed }: PaymentFacts): boolean => closed && WHOLE[state] !== undefined;

function loyaltyDraft({ state, closed, tenders, loyalty, before }: PaymentFacts): readonly Draft[] {
  const common = { id: LOYALTY, method: LOYALTY, reference: null };
  if (!closed || WHOLE[state] === undefined) {
    if (!loyalty?.held || (loyalty.cash === 0 && loyalty.bonus === 0)) return [];
    const { held: _, ...move } = loyalty;
    return [{ ...common, amount: loyalty.cash, status: 'authorised', loyalty: move }];
  }
  const amount = tenders.find(({ method, part }) => method === LOYALTY && part === undefined)?.amount ?? 0;
  const earlier = before.find(({ id, loyalty: move }) => id === LOYALTY && move?.booking)?.loyalty;
  const { held: _, ...now } = loyalty ?? { held: false, card: null, booking: null, cash: 0, bonus: 0, points: 0 };
  const move = earlier ?? now;
  if (amount === 0 && !(move.bonus < 0)) return [];
  // The card keeps what it paid until the sale is cancelled.
  return [{ ...common, amount, status: state === 'cancelled' ? 'returned' : 'paid', loyalty: move }];
}

function partDrafts({ parts, commands }: PaymentFacts): readonly Draft[] {
  return parts.map(part => {
    const { id, method, amount, status, at, reference, card, voucher } = part;
    const command = commands.find(one => one.id === id);
    const ofTerminal = command ? commandMembers(command) : {};
    const known = command?.facts ? {} : card ? cardMembers(factsOfPart(card)) : {};
    return {
      ...{ id, method, amount, status, at, reference, part: id },
      ...(command ? { begun: command.startedAt } : {}),
      ...optional('given', part.given),
      ...optional('change', part.change),
      ...optional('text', part.text),
      ...(part.tip ? { tip: part.tip } : {}),
      ...optional('payment', part.payment),
      ...optional('returned_as', part.returned_as),
      ...known,
      ...ofTerminal,
      ...(voucher
        ? {
            loyalty: {
              ...{ card: voucher.card, booking: voucher.booking, cash: -amount, bonus: 0, points: 0 },
            },
          }
        : {}),
    };
  });
}

/** Payments, also failed ones, of the whole sale: at a terminal, at the acquirer, or booked. */
function wholeDrafts(facts: PaymentFacts): readonly Draft[] {
  const { parts, commands, acquirer } = facts;
  const whole = commands.filter(({ id }) => !parts.some(part => part.id === id));
  const atTerminals = whole.map(command => commandDraft(facts, command));
  const atAcquirer = acquirer.map(payment => acquirerDraft(facts, payment));
  const isTaken = (method: string) =>
    [...atTerminals, ...atAcquirer].some(one => one.method === method && TAKEN.has(one.status));
  const booked = isPaid(facts)
    ? facts.tenders.filter(({ method, part }) => part === undefined && method !== LOYALTY && !isTaken(method))
    : [];
  return [...atTerminals, ...atAcquirer, ...booked.map(tender => bookedDraft(facts, tender))];
}

const TAKEN: ReadonlySet<PaymentState> = new Set(['paid', 'returning', 'returnUnknown', 'returned']);

function commandDraft({ state, payment }: PaymentFacts, command: TerminalCommand): Draft {
  const { id, amount, tip, startedAt, at } = command;
  const status = commandStatus(command, state);
  const isOfPayment = TAKEN.has(status) && !command.surplus;
  return {
    ...{ id, method: 'cashless', amount, status, reference: null, begun: startedAt },
    ...(status === 'unknown' || BACK.has(status) ? {} : { at }),
    ...(isOfPayment && tip > 0 ? { tip } : {}),
    ...(isOfPayment ? optional('payment', payment) : {}),
    ...commandMembers(command),
  };
}

const BACK: ReadonlySet<PaymentState> = new Set(['returning', 'returnUnknown', 'returned']);

function commandStatus({ state: own, surplus }: TerminalCommand, state: State): PaymentState {
  // It pays nothing of the sale: until somebody has decided nobody can say what becomes of it, then it goes back.
  if (surplus) return surplus === 'open' ? 'unknown' : 'returned';
  if (own === 'open' || own === 'unknown') return own;
  return own === 'approved' ? (WHOLE[state] ?? 'paid') : 'declined';
}

const commandMembers = ({ device, late, facts, reason, state, approvedPart }: TerminalCommand) => ({
  terminal: device,
  ...optional('approved_amount', approvedPart),
  ...(late ? { late: true as const } : {}),
  ...(facts ? cardMembers(facts) : {}),
  ...(reason && (state === 'declined' || state === 'notSent') ? { reason } : {}),
});

function acquirerDraft(facts: PaymentFacts, payment: AcquirerPayment): Draft {
  const { id, method, amount, startedAt, card } = payment;
  const { tenders } = facts;
  const status = acquirerStatus(facts, payment);
  const paid = TAKEN.has(status)
    ? tenders.find(one => one.method === method && one.part === undefined)?.amount
    : undefined;
  return {
    ...{ id, method, amount: paid ?? amount, status, reference: null, begun: startedAt, payment: id },
    ...(card ? cardMembers(card) : {}),
  };
}

function acquirerStatus({ state, payment }: PaymentFacts, { id, stage, refunded }: AcquirerPayment): PaymentState {
  switch (stage) {
    case 'created':
    case 'challenged':
      return 'open';
    case 'waiting':
      return 'awaiting';
    case 'authorised':
      return state === 'paying' ? 'open' : 'authorised';
    case 'captured':
      if (id === payment && WHOLE[state] !== undefined) return WHOLE[state];
      if (refunded) return 'returned';
      // A part that was captured by hand does not pay the sale.
      return state === 'paying' ? 'open' : 'authorised';
    case 'denied':
      return 'declined';
    case 'voided':
      return 'voided';
  }
}

function bookedDraft({ state, change, payment, foreignCard }: PaymentFacts, { method, amount, text }: Tender): Draft {
  const isCash = method === 'cash' && amount > 0;
  return {
    ...{ id: method, method, amount, status: WHOLE[state] ?? 'paid', reference: null },
    ...(isCash && change !== undefined ? { given: amount + change, change } : {}),
    ...optional('text', text),
    ...(amount > 0 && method !== ROUNDING ? optional('payment', payment) : {}),
    ...(foreignCard && method === 'cashless_direct' ? cardMembers(foreignCard) : {}),
  };
}

function cardMembers(facts: CardFacts) {
  const { cardName, cardType, lastFour, entry, verification } = facts;
  const brand = cardBrand(cardName, cardType);
  const isKnown = brand !== null || lastFour !== undefined || entry !== undefined;
  return {
    ...(isKnown
      ? {
          card: {
            brand,
            name: cardName ?? null,
            last_four: lastFour === undefined ? null : lastFour.slice(-4),
            entry: entry ?? null,
            verification: verification ?? null,
          },
        }
      : {}),
    ...optional('authorisation', facts.authorisationCode),
    ...optional('terminal_id', facts.terminalId),
    ...optional('trace', facts.traceNumber),
    ...optional('receipt_number', facts.receiptNumber),
    ...optional('sequence', facts.turnoverNumber),
    ...optional('merchant_number', facts.merchantNumber),
  };
}

const factsOfPart = ({ tid, trace, receipt_number, cardtype, last_four }: NonNullable<Part['card']>): CardFacts => ({
  ...optional('terminalId', tid),
  ...optional('traceNumber', trace),
  ...optional('receiptNumber', receipt_number),
  ...optional('cardName', cardtype),
  ...optional('lastFour', last_four),
});

const optional = <K extends string, V>(name: K, value: V | null | undefined): { readonly [N in K]?: V } =>
  (value === null || value === undefined ? {} : { [name]: value }) as { readonly [N in K]?: V };
