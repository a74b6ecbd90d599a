/** The lookup of single receipts at the terminal, where its totals and the journal disagree. */
import type { TaskOutcome, TransactionFacts } from '../../../drivers/index.ts';
import { cardRow } from '../../domain/dayEnd.ts';
import { compareDay, gapsOf, type ReceiptReport, type TerminalTotals } from '../../domain/dayEndComparison.ts';
import { listedReceipts, slipFacts } from '../../domain/slipFacts.ts';
import type { Span } from '../../world/dayEnds.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import type { World } from '../../world/world.ts';
import { entriesIn } from './dayJournal.ts';

/** Printing a receipt takes the terminal some seconds. */
const MOST = 20;

/**
 * The terminal's reports about numbers that the journal does not know, and about known numbers; empty where the sums agree. A
 * failed lookup is no error.
 */
export async function lookUpReceipts(
  world: Pick<World, 'dayEnds' | 'devices'>,
  slot: TerminalSlot,
  span: Span,
  totals: TerminalTotals,
): Promise<readonly ReceiptReport[]> {
  const entries = entriesIn(world, span);
  const known = world.dayEnds.receipts(span);
  const { agrees, differences } = compareDay(entries, totals, known);
  if (agrees) return [];
  const gaps = gapsOf(entries, totals, known);
  const rows = new Set(differences.map(({ card_type }) => card_type));
  const ours = entries.filter(({ row, receipt }) => rows.has(row) && receipt !== null);
  const wanted = [...gaps, ...ours.flatMap(({ receipt }) => receipt ?? [])];
  const last = await lastReceipt(slot, new Set(wanted)).catch(() => []);
  const asked = wanted.filter(number => last.every(({ receipt }) => receipt !== number)).slice(0, MOST);
  return [...last, ...(await reprinted(slot, asked).catch(() => []))];
}

/** The receipts on the slip of an end-of-day, where the terminal lists them. */
export const receiptsOnSlip = (slips: TaskOutcome['receipts']): readonly ReceiptReport[] =>
  listedReceipts(textsOf(slips)).map(listed => ({ ...listed, row: null }));

const textsOf = (slips: TaskOutcome['receipts']) => slips.flatMap(({ lines }) => lines.map(({ text }) => text));

async function lastReceipt({ terminal }: TerminalSlot, wanted: ReadonlySet<number>): Promise<readonly ReceiptReport[]> {
  if (!terminal.features.has('lastTransaction')) return [];
  const last = await terminal.lastTransaction();
  const reports = last.kind === 'found' && last.approved ? reportIn(last.facts) : [];
  return reports.filter(({ receipt }) => wanted.has(receipt));
}

async function reprinted({ terminal }: TerminalSlot, numbers: readonly number[]): Promise<readonly ReceiptReport[]> {
  if (!terminal.features.has('reprint')) return [];
  const reports: ReceiptReport[] = [];
  const refused: number[] = [];
  for (const from of numbers) {
    const copy = await terminal.perform({ do: 'reprint', from, to: from });
    if (copy.kind === 'unknown') return reports;
    reports.push(...readCopy(copy).filter(({ receipt }) => receipt === from));
    if (copy.kind === 'failed' && NO_SUCH.has(copy.reason.code)) refused.push(from);
  }
  // A terminal that reprints no receipt at all says nothing by refusing.
  return reports.length === 0 ? [] : [...reports, ...refused.map(absent)];
}

const NO_SUCH: ReadonlySet<string> = new Set(['declined', 'refused']);
const absent = (receipt: number): ReceiptReport => ({ receipt, amount: null, row: null, absent: true });

/** The facts where the terminal sent them, else the text of the slip. */
function readCopy(copy: TaskOutcome): readonly ReceiptReport[] {
  const facts = copy.kind === 'done' ? reportIn(copy.facts) : [];
  if (facts.length > 0) return facts;
  const read = slipFacts(textsOf(copy.receipts));
  return read ? [{ ...read, row: null }] : [];
}

function reportIn({ receiptNumber, amount, cardType, cardName }: TransactionFacts): readonly ReceiptReport[] {
  if (receiptNumber === undefined || amount === undefined) return [];
  const known = cardType !== undefined || cardName !== undefined;
  return [{ receipt: receiptNumber, amount, row: known ? cardRow(cardType ?? null, cardName ?? null) : null }];
}
