/** The end of day of a terminal as a till writes it into its record: its sums, and the receipts that differ. */
import { isJsonObject } from '../domain/jsonObject.ts';

export interface DifferenceReceipt {
  readonly receipt_number: number | null;
  readonly amount: number | null;
  readonly sale: string | null;
  readonly at: string | null;
  readonly kind: 'onlyJournal' | 'onlyTerminal' | 'other';
}

export interface DayEndDocument {
  readonly device: string;
  /** The name of the terminal, else its device; empty where the record names neither. */
  readonly name: string;
  readonly state: string;
  /** Minor units; null where the terminal reported no totals. */
  readonly terminal: number | null;
  readonly journal: number;
  readonly differences: readonly {
    readonly terminal: number;
    readonly journal: number;
    readonly receipts: readonly DifferenceReceipt[];
  }[];
  /** Devices of the tills that share the terminal. */
  readonly tills: readonly string[];
}

export function readDayEnd(document: Readonly<Record<string, unknown>>): DayEndDocument {
  const { device, description, state, terminal, journal, differences } = document;
  return {
    device: textOf(device) ?? '',
    name: textOf(description) ?? textOf(device) ?? '',
    state: textOf(state) ?? 'unknown',
    terminal: isJsonObject(terminal) ? amountOf(terminal) : null,
    journal: amountOf(journal),
    differences: listOf(differences).map(difference => ({
      terminal: amountOf(difference.terminal),
      journal: amountOf(difference.journal),
      receipts: listOf(difference.receipts).map(receiptOf),
    })),
    // A till that only took back what another one sold need not work at this terminal.
    tills: listOf(isJsonObject(journal) ? journal.by_till : null).flatMap(each =>
      Number(each.count) > 0 ? (textOf(each.till) ?? []) : [],
    ),
  };
}

/** Sums of terminal and journal for one receipt; `between` is the difference of the two sums, minor units. */
export function receiptSides({ kind, amount }: DifferenceReceipt, between: number) {
  const known = amount ?? 0;
  const terminal = kind === 'onlyJournal' ? 0 : kind === 'onlyTerminal' ? known : known + between;
  const journal = kind === 'onlyTerminal' ? 0 : known;
  return { terminal, journal, difference: terminal - journal };
}

function receiptOf(receipt: Readonly<Record<string, unknown>>): DifferenceReceipt {
  const { receipt_number: number, amount, sale, at, kind } = receipt;
  return {
    receipt_number: wholeOf(number),
    amount: wholeOf(amount),
    sale: textOf(sale),
    at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : null,
    kind: kind === 'onlyJournal' || kind === 'onlyTerminal' ? kind : 'other',
  };
}

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const wholeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null;

/** An amount stands alone, or as the member `amount`. */
const amountOf = (value: unknown): number => wholeOf(isJsonObject(value) ? value.amount : value) ?? 0;
