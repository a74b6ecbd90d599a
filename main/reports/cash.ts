/** Z reports of the tills of this bridge: cash expected, counted, and the difference. */
import { cashDeclaration, ofTill } from '../reporting/declarations.ts';
import { zReportFigures } from '../reporting/zReportRow.ts';
import type { ListingReport } from './tillReport.ts';

export const cash: ListingReport = {
  declaration: ofTill(cashDeclaration),
  reads: kind => kind === 'zReport',
  untilNow: false,
  notes: [],
  rows: (records, _by, _filters, { tillName }) =>
    records
      .toSorted((one, other) => one.at - other.at)
      .map(({ object, at, till, facts }) => {
        const { number, name, ...figures } = zReportFigures(facts);
        return {
          ...{ key: object, label: `Z ${number ?? '–'}`, at: new Date(at).toISOString() },
          ...{ till: tillName(till) ?? name, ...figures },
        };
      }),
};
