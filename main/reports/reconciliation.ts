/** Ends of day of the terminals of this bridge: the terminal's totals beside those of the journal, every difference by its name. */
import { isJsonObject } from '../domain/jsonObject.ts';
import { ofTill, reconciliationDeclaration } from '../reporting/declarations.ts';
import type { ReportRow } from '../wire/office/reports.ts';
import type { ListedRecord, ListingReport } from './tillReport.ts';

/** What only the back office can compare with. */
const ELSEWHERE = ['synced', 'bank', 'fee'];

export const reconciliation: ListingReport = {
  declaration: ofTill(reconciliationDeclaration, ELSEWHERE),
  reads: kind => kind === 'dayEnd',
  untilNow: false,
  rows(records, by) {
    const ordered = records.toSorted((one, other) => one.at - other.at);
    return by === 'dayEnd' ? ordered.map(dayEndRow) : ordered.flatMap(differenceRows);
  },
};

const partsOf = ({ facts, document }: ListedRecord) => document ?? facts;

const amountOf = (value: unknown): number | null => {
  const amount = isJsonObject(value) ? value.amount : value;
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : null;
};

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

const labelOf = (record: ListedRecord): string => {
  const { description, device } = partsOf(record);
  return String(description ?? device ?? record.object);
};

function dayEndRow(record: ListedRecord): ReportRow {
  const parts = partsOf(record);
  const [terminal, journal] = [amountOf(parts.terminal), amountOf(parts.journal) ?? 0];
  return {
    ...{ key: record.object, label: labelOf(record), at: new Date(record.at).toISOString(), terminal, journal },
    ...{
      difference: terminal === null ? null : terminal - journal,
      state: String(parts.state ?? 'unknown'),
      sale: null,
    },
  };
}

function differenceRows(record: ListedRecord): readonly ReportRow[] {
  return listOf(partsOf(record).differences).flatMap(difference => {
    const between = (amountOf(difference.terminal) ?? 0) - (amountOf(difference.journal) ?? 0);
    return listOf(difference.receipts).map((receipt, index) => {
      const { kind, receipt_number: number, sale, at } = receipt;
      const amount = amountOf(receipt.amount) ?? 0;
      const terminal = kind === 'onlyJournal' ? 0 : kind === 'onlyTerminal' ? amount : amount + between;
      const journal = kind === 'onlyTerminal' ? 0 : amount;
      return {
        key: `${record.object}.${String(number ?? index)}`,
        label: `${labelOf(record)} · ${String(number ?? '–')}`,
        at: typeof at === 'string' ? at : new Date(record.at).toISOString(),
        ...{ terminal, journal, difference: terminal - journal },
        state: kind === 'other' ? 'otherAmount' : String(kind),
        sale: typeof sale === 'string' ? sale : null,
      };
    });
  });
}
