/** The day of a terminal in the journal, and the document of its end-of-day. */
import type { TaskOutcome, Totals } from '../../../drivers/index.ts';
import { CARD_ROWS, type CardSum, cardRow, type Entry, entriesOf, type Movement, sumsOf } from '../../domain/dayEnd.ts';
import {
  compareDay,
  type NamedReceipt,
  type ReceiptReport,
  type TerminalTotals,
} from '../../domain/dayEndComparison.ts';
import { comparisonReceipt, slipsIn } from '../../domain/dayEndReceipt.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { terminalReceipt } from '../../domain/terminalReceipt.ts';
import type { Texts } from '../../domain/texts.ts';
import { withTrainingMark } from '../../domain/trainingMark.ts';
import { transactionCount } from '../../domain/transactionCount.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import { timestamp } from '../../world/clock.ts';
import type { DayEndRecord, Span } from '../../world/dayEnds.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import type { World } from '../../world/world.ts';
import { mayAnswerLater } from '../payment/terminalErrors.ts';

/** The bookings since the last end-of-day of this terminal. */
export const openSpan = (world: Pick<World, 'dayEnds'>, device: string): Span => ({
  device,
  after: world.dayEnds.last(device).through,
  through: world.dayEnds.newestIntent(device),
});

export const spanOf = ({ after, through, document }: DayEndRecord): Span => ({
  device: document.device,
  after,
  through,
});

/** The bookings of the machine that stands there now. */
export const entriesIn = (world: Pick<World, 'dayEnds' | 'devices'>, span: Span): readonly Entry[] =>
  entriesOf(world.dayEnds.movements(span).filter(movement => !isOfAnother(world, span, movement)));

/** The bookings of former machines at this place: no total of the present machine has them. */
export const entriesOfOthers = (world: Pick<World, 'dayEnds' | 'devices'>, span: Span): readonly Entry[] =>
  entriesOf(world.dayEnds.movements(span).filter(movement => isOfAnother(world, span, movement)));

/**
 * The machine that closed the day, whatever stands there now: the machine that booked last in it. Null where the only machine
 * that booked had been exchanged before the end: then only bookings without a terminal id belong to the machine that closed the
 * day.
 */
export function machineOf(world: Pick<World, 'dayEnds'>, record: DayEndRecord): string | null {
  // The notes of the record are about the span at the time of the request.
  const span = { ...spanOf(record), after: record.askedAfter };
  const machines = world.dayEnds.movements(span).flatMap(({ terminal }) => terminal ?? []);
  const exchanged = record.document.noted.some(({ kind }) => kind === 'terminalExchanged');
  return exchanged && new Set(machines).size === 1 ? null : (machines.at(-1) ?? null);
}

export const entriesBy = (world: Pick<World, 'dayEnds'>, span: Span, machine: string | null): readonly Entry[] =>
  entriesOf(world.dayEnds.movements(span).filter(({ terminal }) => terminal === null || terminal === machine));

/** True when a machine closed the day that does not stand there any more. */
export function isOfFormer(world: Pick<World, 'dayEnds' | 'devices'>, record: DayEndRecord): boolean {
  const machine = machineOf(world, record);
  return machine !== null && isAnother(world, record.document.device, machine);
}

const isOfAnother = (world: Pick<World, 'devices'>, { device }: Span, { terminal }: Movement): boolean =>
  terminal !== null && isAnother(world, device, terminal);

function isAnother(world: Pick<World, 'devices'>, device: string, machine: string): boolean {
  const present = world.devices.slot(device)?.terminal.terminalId;
  return present !== undefined && machine !== present;
}

/** Sums by card type and by till. */
export function journalOf(world: Pick<World, 'dayEnds'>, entries: readonly Entry[]): DayEnd['journal'] {
  const { count, amount, by_card_type, by_till } = sumsOf(entries);
  const tills = by_till.map(sum => ({
    till: sum.till,
    description: sum.till === null ? '' : world.dayEnds.description(sum.till),
    count: sum.count,
    amount: sum.amount,
    by_card_type: [...sum.by_card_type],
  }));
  return { count, amount, by_card_type: [...by_card_type], by_till: tills };
}

/** The terminal's totals in the rows of the journal. */
export function terminalSums(totals: TerminalTotals) {
  const rows = totals.byCardType.map(row => ({ ...row, card: rowName(row.cardType) }));
  const by_card_type = [...new Set(rows.map(({ card }) => card))].map((card): CardSum => {
    const own = rows.filter(row => row.card === card);
    return { card_type: card, count: sumBy(own, 'count'), amount: sumBy(own, 'amount') };
  });
  return { count: sumBy(rows, 'count'), amount: totals.amount, by_card_type };
}

/** The totals of the terminal, as far as it can count. */
export const countedSums = ({ amount, byCardType }: TerminalTotals) => ({
  amount,
  count: transactionCount(byCardType),
});

/** A card type without a row of its own keeps its name. */
const rowName = (name: string): string =>
  cardRow(null, name) === 'other' && !CARD_ROWS.some(row => row === name) ? name || 'other' : cardRow(null, name);

const sumBy = <Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

/** The members of the document that hold the comparison; `entries`: bookings of the machine that reports the totals. */
export function comparedDay(
  world: Pick<World, 'dayEnds'>,
  span: Span,
  entries: readonly Entry[],
  totals: TerminalTotals,
  reports: readonly ReceiptReport[] = [],
): Pick<DayEnd, 'state' | 'terminal' | 'journal' | 'differences'> {
  const { agrees, differences } = compareDay(entries, totals, world.dayEnds.receipts(span), reports);
  const { firstReceipt = null, lastReceipt = null } = totals;
  return {
    state: agrees ? 'agrees' : 'differs',
    terminal: { ...terminalSums(totals), first_receipt: firstReceipt, last_receipt: lastReceipt },
    journal: journalOf(world, entries),
    differences: differences.map(difference => ({ ...difference, receipts: difference.receipts.map(written) })),
  };
}

/**
 * The day of an end-of-day that reported no totals itself. Those asked for directly before are the ones that it closed where nobody
 * else may have booked in between; a sum that is missing or cannot be read agrees with nothing.
 */
export function comparedWithBefore(
  world: Pick<World, 'dayEnds' | 'devices'>,
  record: DayEndRecord,
  entries: readonly Entry[],
  reports: readonly ReceiptReport[] = [],
): Partial<DayEnd> {
  const { totalsBefore: before, document } = record;
  if (before === null) return notComparable(world, entries, NO_TOTALS);
  if (before === 'unreadable') return notComparable(world, entries, UNREADABLE_TOTALS);
  const isAlone = world.devices.slot(document.device)?.shared === false;
  if (!before.atEnd && !isAlone) return notComparable(world, entries, SHARED_BEFORE);
  return {
    ...comparedDay(world, spanOf(record), entries, before, reports),
    ...(before.atEnd ? {} : { reason: AS_BEFORE }),
  };
}

export const notComparable = (
  world: Pick<World, 'dayEnds'>,
  entries: readonly Entry[],
  reason: Texts = UNREADABLE_TOTALS,
): Partial<DayEnd> => ({ state: 'differs', reason, journal: journalOf(world, entries) });

const NO_TOTALS: Texts = {
  de: 'Das Terminal hat keine Summen genannt. Bitte mit seinem Beleg vergleichen.',
  en: 'The terminal reported no totals. Please compare with its slip.',
};
const UNREADABLE_TOTALS: Texts = {
  de: 'Die Summen des Terminals waren nicht lesbar (andere Währung, negativer Betrag oder keine Summe). Bitte mit seinem Beleg vergleichen.',
  en: 'The totals of the terminal could not be read (another currency, a negative amount or no sum). Please compare with its slip.',
};
const AS_BEFORE: Texts = {
  de: 'Verglichen mit den Summen, die das Terminal direkt vor dem Kassenschnitt genannt hat.',
  en: 'Compared with the totals that the terminal reported directly before the end-of-day.',
};
const SHARED_BEFORE: Texts = {
  de: 'Das Terminal hat seine Summen nur vor dem Kassenschnitt genannt, und auch andere können danach gebucht haben. Bitte mit seinem Beleg vergleichen.',
  en: 'The terminal reported its totals only before the end-of-day, and others may have booked since. Please compare with its slip.',
};

const written = ({ at, ...receipt }: NamedReceipt) => ({ ...receipt, at: at === null ? null : timestamp(at) });

/** The document with the terminal's slips and the comparison below them. */
export const printed = (
  world: Pick<World, 'devices' | 'settings'>,
  merchant: string,
  slips: readonly ReceiptLine[],
  document: DayEnd,
): DayEnd => ({
  ...document,
  receipt: [...slips, ...comparisonLines(world, merchant, document)],
});

/** Slips of an end-of-day as receipt lines; some terminals mark them as the merchant's copy. */
export function slipLines(world: Pick<World, 'settings'>, slips: TaskOutcome['receipts']): readonly ReceiptLine[] {
  const { receipt, merchant } = terminalReceipt(slips, 'endOfDay', world.settings.language);
  return withTrainingMark(world.settings, [...receipt, ...merchant]);
}

/** The terminal's slips in the stored document. */
export const slipsOf = ({ document }: DayEndRecord): readonly ReceiptLine[] =>
  slipsIn(document.receipt as readonly ReceiptLine[]);

export function comparisonLines(
  world: Pick<World, 'devices' | 'settings'>,
  merchant: string,
  document: DayEnd,
): readonly ReceiptLine[] {
  const { currency } = world.devices.merchant(merchant);
  const { state, terminal, journal, differences } = document;
  const plain = differences.map(one => ({ ...one, receipts: one.receipts.map(receipt => ({ ...receipt, at: null })) }));
  const day = { state, currency, terminal, journal, differences: plain };
  return withTrainingMark(world.settings, comparisonReceipt(day, world.settings.language));
}

/** `unreadable`: it answered without a sum, or with a sum that says nothing; null: it reports none; `later`: it may do so later. */
export type TotalsAnswer = Totals | 'unreadable' | null | 'later';

export async function askTotals({ terminal }: TerminalSlot): Promise<TotalsAnswer> {
  if (!terminal.features.has('turnoverTotals')) return null;
  const answer = await terminal.perform({ do: 'turnoverTotals' });
  if (answer.kind === 'done') return answer.totals ?? 'unreadable';
  if (answer.reason.code === 'garbled') return 'unreadable';
  return mayAnswerLater(answer.reason) ? 'later' : null;
}

/** The totals where there are any that can be read. */
export const readable = <T extends object>(totals: T | 'unreadable' | 'later' | null): T | null =>
  typeof totals === 'object' ? totals : null;
