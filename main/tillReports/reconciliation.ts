/** Ends of day of the terminals of this bridge: the terminal's totals beside those of the journal, every difference by its name. */
import { readDayEnd, receiptSides } from '../reporting/dayEndDocument.ts';
import { ofTill, reconciliationDeclaration } from '../reporting/declarations.ts';
import { cashNote } from '../reporting/notes.ts';
import type { ReportRow } from '../wire/office/reports.ts';
import type { ListedRecord, ListingReport } from './tillReport.ts';

/** Columns that only the back office can compare with. */
const ELSEWHERE = ['synced', 'bank', 'fee'];

export const reconciliation: ListingReport = {
  declaration: ofTill(reconciliationDeclaration, ELSEWHERE),
  reads: kind => kind === 'dayEnd',
  rows(records, by) {
    const ordered = records.toSorted((one, other) => one.number - other.number);
    return by === 'dayEnd' ? ordered.map(dayEndRow) : ordered.flatMap(differenceRows);
  },
  notes: [cashNote],
};

const dayEndOf = ({ facts, document, object }: ListedRecord) => {
  const read = readDayEnd(document ?? facts);
  return { ...read, name: read.name || object };
};

function dayEndRow(record: ListedRecord): ReportRow {
  const { name, terminal, journal, state } = dayEndOf(record);
  return {
    ...{ key: record.object, label: name, at: new Date(record.at).toISOString(), terminal, journal },
    ...{ difference: terminal === null ? null : terminal - journal, state, sale: null },
  };
}

function differenceRows(record: ListedRecord): readonly ReportRow[] {
  const { name, differences } = dayEndOf(record);
  return differences.flatMap(({ terminal, journal, receipts }) =>
    receipts.map((receipt, index) => ({
      key: `${record.object}.${receipt.receipt_number ?? index}`,
      label: `${name} · ${receipt.receipt_number ?? '–'}`,
      at: receipt.at ?? new Date(record.at).toISOString(),
      ...receiptSides(receipt, terminal - journal),
      state: receipt.kind === 'other' ? 'otherAmount' : receipt.kind,
      sale: receipt.sale,
    })),
  );
}
