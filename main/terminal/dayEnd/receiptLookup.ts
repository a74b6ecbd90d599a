/** Asks a terminal for single receipts, where its totals and the journal disagree. */
import type { TaskOutcome, TransactionFacts } from '../../../drivers/terminal.ts';
import { cardRow } from '../../domain/dayEnd.ts';
import { compareDay, gapsOf, type ReceiptReport, type TerminalTotals } from '../../domain/dayEndComparison.ts';
import { listedReceipts, slipFacts } from '../../domain/slipFacts.ts';
import type { Span } from '../../world/dayEnds.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import type { World } from '../../world/world.ts';
import { entriesIn } from './dayJournal.ts';

/** Each takes the terminal some seconds of printing. */
const MOST = 20;

/**
 * What it told of the numbers that are not ours, and of those that are; nothing where the sums agree. Nothing that goes
 * wrong here is an error.
 */
export async function lookUpReceipts(
  world: World,
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

/** What the slip of an end-of-day lists, where the terminal prints its receipts one by one. */
export const receiptsOnSlip = (slips: TaskOutcome['receipts']): readonly ReceiptReport[] =>
  listedReceipts(textsOf(slips)).map(listed => ({ ...listed, row: null }));

const textsOf = (slips: TaskOutcome['receipts']) => slips.flatMap(({ lines }) => lines.map(({ text }) => text));

async function lastReceipt({ terminal }: TerminalSlot, wanted: ReadonlySet<number>): Promise<readonly ReceiptReport[]> {
  if (!terminal.features.has('lastTransaction')) return [];
  const last = await terminal.lastTransaction();
  const told = last.kind === 'found' && last.approved ? toldBy(last.facts) : [];
  return told.filter(({ receipt }) => wanted.has(receipt));
}

async function reprinted({ terminal }: TerminalSlot, numbers: readonly number[]): Promise<readonly ReceiptReport[]> {
  if (!terminal.features.has('reprint')) return [];
  const told: ReceiptReport[] = [];
  const refused: number[] = [];
  for (const from of numbers) {
    const copy = await terminal.perform({ do: 'reprint', from, to: from });
    if (copy.kind === 'unknown') return told;
    told.push(...readCopy(copy).filter(({ receipt }) => receipt === from));
    if (copy.kind === 'failed' && NO_SUCH.has(copy.reason.code)) refused.push(from);
  }
  // One that prints none again tells nothing by refusing.
  return told.length === 0 ? [] : [...told, ...refused.map(absent)];
}

const NO_SUCH: ReadonlySet<string> = new Set(['declined', 'refused']);
const absent = (receipt: number): ReceiptReport => ({ receipt, amount: null, row: null, absent: true });

/** The facts where the terminal sent some, else what can be read on the slip. */
function readCopy(copy: TaskOutcome): readonly ReceiptReport[] {
  const facts = copy.kind === 'done' ? toldBy(copy.facts) : [];
  if (facts.length > 0) return facts;
  const read = slipFacts(textsOf(copy.receipts));
  return read ? [{ ...read, row: null }] : [];
}

function toldBy({ receiptNumber, amount, cardType, cardName }: TransactionFacts): readonly ReceiptReport[] {
  if (receiptNumber === undefined || amount === undefined) return [];
  const known = cardType !== undefined || cardName !== undefined;
  return [{ receipt: receiptNumber, amount, row: known ? cardRow(cardType ?? null, cardName ?? null) : null }];
}
