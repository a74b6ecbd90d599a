/**
 * The comparison of a day: where terminal and journal differ, and which receipts explain it. Terminals report only sums and a
 * range of receipt numbers, so the named receipts are those that would close the difference to the cent.
 */

import { CARD_ROWS, type CardRow, cardRow, type Entry } from './dayEnd.ts';
import { isPossibleCount } from './transactionCount.ts';

/** The totals that a terminal reports of its day. Structurally the drivers' `Totals`, which this folder must not know. */
export interface TerminalTotals {
  readonly amount: number;
  readonly byCardType: readonly { readonly cardType: string; readonly count: number; readonly amount: number }[];
  readonly firstReceipt?: number | undefined;
  readonly lastReceipt?: number | undefined;
}

/** `atEnd`: reported by the end-of-day itself, so they are those that it closed. Else they were asked for directly before. */
export interface DayTotals extends TerminalTotals {
  readonly atEnd?: true;
}

/** The report of the terminal about one receipt. */
export interface ReceiptReport {
  readonly receipt: number;
  /** The terminal has no such receipt, although it has others. */
  readonly absent?: true;
  readonly amount: number | null;
  readonly row: CardRow | null;
}

export interface NamedReceipt {
  readonly receipt_number: number | null;
  readonly amount: number | null;
  readonly sale: string | null;
  readonly till: string | null;
  /** Milliseconds since 1970. */
  readonly at: number | null;
  readonly kind: 'onlyJournal' | 'onlyTerminal' | 'other';
}

export interface RowDifference {
  readonly card_type: string;
  readonly terminal: Sum;
  readonly journal: Sum;
  readonly receipts: readonly NamedReceipt[];
}

interface Sum {
  readonly count: number;
  readonly amount: number;
}

export interface Comparison {
  /** The sums agree to the cent; remaining differences are only about the card type of a payment. */
  readonly agrees: boolean;
  readonly differences: readonly RowDifference[];
}

/** The row of a terminal that reports no card types. */
const WHOLE = 'total';

/**
 * `known`: every receipt number of this day in the journal, also of declined commands; `reports`: the terminal's answers about
 * single receipts.
 */
export function compareDay(
  entries: readonly Entry[],
  totals: TerminalTotals,
  known: ReadonlySet<number> = new Set(),
  reports: readonly ReceiptReport[] = [],
): Comparison {
  const gaps = gapsOf(entries, totals, known);
  const rows = rowsOf(entries, totals);
  const differing = rows.filter(row => !sameSums(row, gaps));
  if (differing.length === 0) return { agrees: true, differences: [] };
  // A payment and a refund without receipts may count as none in a row of their own, which then hides where they were moved from.
  const moved = [differing, rows].map(joined).some(together => isSame(together, gaps));
  const differences = differing.map(row => ({
    card_type: row.name,
    terminal: row.terminal,
    journal: sumOf(row.entries),
    receipts: moved ? movedReceipts(row) : receiptsOf(row, gaps, reports, totals),
  }));
  return { agrees: moved, differences };
}

/** Receipt numbers of the terminal's day that the journal does not know. */
export function gapsOf(
  entries: readonly Entry[],
  { firstReceipt, lastReceipt }: TerminalTotals,
  known: ReadonlySet<number>,
): readonly number[] {
  if (!firstReceipt || !lastReceipt) return [];
  const ours = new Set([...known, ...entries.flatMap(({ receipt }) => receipt ?? [])]);
  return numbers(firstReceipt, lastReceipt).filter(number => !ours.has(number));
}

/** Receipt numbers have four digits and go on with 1. */
function numbers(first: number, last: number): readonly number[] {
  const count = last >= first ? last - first + 1 : 9999 - first + 1 + last;
  return Array.from({ length: Math.max(0, Math.min(count, 9999)) }, (_, index) => ((first - 1 + index) % 9999) + 1);
}

interface Row {
  readonly name: string;
  readonly terminal: Sum;
  readonly entries: readonly Entry[];
}

function rowsOf(entries: readonly Entry[], { amount, byCardType }: TerminalTotals): readonly Row[] {
  if (byCardType.length === 0 && amount !== 0)
    return [{ name: WHOLE, terminal: { count: sumOf(entries).count, amount }, entries }];
  return CARD_ROWS.map(name => ({
    name,
    terminal: added(byCardType.filter(row => cardRow(null, row.cardType) === name)),
    entries: entries.filter(entry => entry.row === name),
  }));
}

const joined = (rows: readonly Row[]): Row => ({
  name: WHOLE,
  terminal: added(rows.map(({ terminal }) => terminal)),
  entries: rows.flatMap(({ entries }) => entries),
});

const added = (sums: readonly Sum[]): Sum => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  amount: sums.reduce((all, { amount }) => all + amount, 0),
});

const sumOf = (entries: readonly Entry[]): Sum => ({
  count: entries.filter(({ amount }) => amount !== 0).length,
  amount: entries.reduce((sum, { amount }) => sum + amount, 0),
});

/** Terminals count a reversed payment as none, one or two: each count is right as long as the amounts agree. */
function sameSums({ terminal, entries }: Row, gaps: readonly number[]): boolean {
  const { count, amount } = sumOf(entries);
  const most = entries.reduce((sum, { commands }) => sum + commands, 0);
  return sameAmount(terminal.amount, amount, gaps) && isPossibleCount(terminal.count, count - unpaired(entries), most);
}

const isSame = (together: Row, gaps: readonly number[]): boolean =>
  sameSums(together, gaps) && together.terminal.amount === sumOf(together.entries).amount;

/** Entries of payments and their reversals at a terminal without receipt numbers: nothing tells which belong together but the amount. */
function unpaired(entries: readonly Entry[]): number {
  const amounts = entries.filter(({ receipt }) => receipt === null).map(({ amount }) => amount);
  const sizes = new Set(amounts.map(Math.abs).filter(size => size > 0));
  const countOf = (wanted: number) => amounts.filter(amount => amount === wanted).length;
  return [...sizes].reduce((sum, size) => sum + 2 * Math.min(countOf(size), countOf(-size)), 0);
}

/**
 * The field has no sign: a row with more refunds than payments is reported as zero, or without its minus. The same could be a
 * payment that nobody knows, so then every receipt number must be ours.
 */
const sameAmount = (terminal: number, journal: number, gaps: readonly number[]): boolean =>
  terminal === journal || (journal < 0 && (terminal === 0 || (terminal === -journal && gaps.length === 0)));

function receiptsOf(
  whole: Row,
  gaps: readonly number[],
  reports: readonly ReceiptReport[],
  totals: TerminalTotals,
): readonly NamedReceipt[] {
  const altered = alteredReceipts(whole, reports);
  if (altered.length > 0) return altered;
  const absent = absentFrom(whole, reports, totals);
  const row = { ...whole, entries: whole.entries.filter(entry => !absent.includes(entry)) };
  const journal = sumOf(row.entries);
  const less = journal.amount - row.terminal.amount;
  const fewer = journal.count - row.terminal.count;
  const missing = explaining(unconfirmed(row.entries, reports), less, fewer);
  const ours = [...absent, ...missing].map(entry => named(entry, 'onlyJournal'));
  if (missing.length > 0 || less === 0) return ours;
  return [...ours, ...surplus(row, gaps, reports), ...stillCounted(row, -less), ...tipsOrTwice(row, -less, gaps)];
}

/** Receipts that the terminal was asked for and does not have; or receipts outside its range, where they add up to the missing amount. */
function absentFrom(
  { terminal, entries }: Row,
  reports: readonly ReceiptReport[],
  totals: TerminalTotals,
): readonly Entry[] {
  const refused = new Set(reports.flatMap(({ receipt, absent }) => (absent ? [receipt] : [])));
  const counted = entries.filter(({ amount, receipt }) => amount !== 0 && receipt !== null);
  const without = counted.filter(({ receipt }) => refused.has(receipt!));
  if (without.length > 0) return without;
  const outside = counted.filter(({ receipt }) => !isInRange(receipt!, totals));
  return sumOf(outside).amount === sumOf(entries).amount - terminal.amount ? outside : [];
}

/** The range may go over the end of the numbers; without a range every receipt is inside. */
function isInRange(receipt: number, { firstReceipt: first, lastReceipt: last }: TerminalTotals): boolean {
  if (!first || !last) return true;
  return first <= last ? receipt >= first && receipt <= last : receipt >= first || receipt <= last;
}

/** A receipt that the terminal has just confirmed with its amount explains no difference. */
function unconfirmed(entries: readonly Entry[], reports: readonly ReceiptReport[]): readonly Entry[] {
  const shown = new Map(reports.map(({ receipt, amount }) => [receipt, amount]));
  return entries.filter(({ receipt, amount }) => receipt === null || shown.get(receipt) !== amount);
}

/** Receipts that both have, with different amounts. */
function alteredReceipts({ entries }: Row, reports: readonly ReceiptReport[]): readonly NamedReceipt[] {
  return reports.flatMap(({ receipt, amount }) => {
    const entry = entries.findLast(one => one.receipt === receipt && one.amount > 0);
    const same = amount === null || amount === entry?.amount || amount === entry?.first;
    return entry && !same ? [named(entry, 'other')] : [];
  });
}

/** Numbers that the journal does not know; where the terminal reports the card type, only in its row. */
function surplus(row: Row, gaps: readonly number[], reports: readonly ReceiptReport[]): readonly NamedReceipt[] {
  if (row.terminal.count <= sumOf(row.entries).count && row.terminal.amount <= sumOf(row.entries).amount) return [];
  return gaps.flatMap(number => {
    const answer = reports.find(({ receipt }) => receipt === number);
    if (answer?.row && row.name !== WHOLE && answer.row !== row.name) return [];
    const unknown = { sale: null, till: null, at: null, kind: 'onlyTerminal' } as const;
    return [{ receipt_number: number, amount: answer?.amount ?? null, ...unknown }];
  });
}

/** Payments that the bridge has reversed and the terminal still counts. */
const stillCounted = ({ entries }: Row, more: number): readonly NamedReceipt[] =>
  entries
    .filter(({ undone }) => undone !== 0 && undone === more)
    .map(entry => ({ ...named(entry, 'other'), amount: entry.undone }));

/** Where every number is ours, a payment of exactly this amount may have been counted twice. */
const tipsOrTwice = ({ entries }: Row, more: number, gaps: readonly number[]): readonly NamedReceipt[] =>
  gaps.length > 0
    ? []
    : entries.filter(({ amount }) => amount !== 0 && amount === more).map(one => named(one, 'other'));

/** Payments under another card type: all payments of one card, or one or two receipts, add up to the difference. */
function movedReceipts(row: Row): readonly NamedReceipt[] {
  const less = sumOf(row.entries).amount - row.terminal.amount;
  const fewer = sumOf(row.entries).count - row.terminal.count;
  if (less <= 0) return [];
  const cards = [...new Set(row.entries.map(({ card }) => card))];
  const whole = cards.map(card => row.entries.filter(entry => entry.card === card && entry.amount !== 0));
  const group = whole.find(entries => sumOf(entries).amount === less);
  return (group ?? explaining(row.entries, less, fewer)).map(entry => named(entry, 'other'));
}

/** A longer list would not be read. */
const MOST_PAIRS = 10;

/** Entries whose amount is the difference: single ones first, else pairs. `fewer` is the difference of the counts. */
function explaining(entries: readonly Entry[], amount: number, fewer: number): readonly Entry[] {
  if (amount === 0 || fewer < 0) return [];
  const counted = entries.filter(entry => entry.amount !== 0);
  const single = counted.filter(entry => entry.amount === amount);
  if (single.length > 0 && fewer !== 2) return single;
  const pair = pairs(counted, amount);
  return pair.length > 0 ? pair : single;
}

function pairs(entries: readonly Entry[], amount: number): readonly Entry[] {
  const found: Entry[] = [];
  const earlier = new Map<number, Entry[]>();
  for (const entry of entries) {
    for (const other of earlier.get(amount - entry.amount) ?? [])
      if (found.length < 2 * MOST_PAIRS) found.push(other, entry);
    earlier.set(entry.amount, [...(earlier.get(entry.amount) ?? []), entry]);
  }
  return [...new Set(found)];
}

const named = ({ receipt, amount, sale, till, at }: Entry, kind: NamedReceipt['kind']): NamedReceipt => ({
  receipt_number: receipt,
  amount,
  sale,
  till,
  at,
  kind,
});
