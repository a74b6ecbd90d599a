/**
 * Reports: one declaration each, from which the API, the table, the chart, CSV and print are made. The back office answers
 * them below `/office/v1/reports`, a till for its own data below `/bridge/v1/reports`.
 */
import Type, { type Static } from 'typebox';
import { Currency, nullable, openObject, Texts } from '../shapes.ts';

/** Money in minor units; `measure` in ten-thousandths of the unit that stands beside it; `time` in ISO 8601; `share` in hundredths of a per cent. */
export const reportUnits = ['money', 'count', 'quantity', 'measure', 'share', 'text', 'time', 'state'] as const;

const Column = Type.Object({
  name: Type.String(),
  title: Texts,
  unit: Type.Enum(reportUnits),
  /** False: the column is not added up, for example a state. */
  added: Type.Boolean(),
});

const Grouping = Type.Object({ name: Type.String(), title: Texts });

export const ReportDeclaration = Type.Object({
  name: Type.String(),
  title: Texts,
  about: Texts,
  /** Keys by which the rows can be grouped; the first is the default. */
  by: Type.Array(Grouping),
  columns: Type.Array(Column),
  /** Filters in the address beside `from`, `to` and `by`. */
  filters: Type.Array(Type.Enum(['region', 'store', 'till', 'cashier', 'article', 'group', 'tax', 'method'])),
  /** The column that the chart shows; null for a report without a chart. */
  chart: nullable(Type.Object({ kind: Type.Enum(['bar', 'line']), column: Type.String() })),
  /** False: the report is of today or of now, and needs no span of days. */
  hasSpan: Type.Boolean(),
  /** True: the same report for a week and for a year (52 weeks) before can stand beside it (`compare=week|year`). */
  compares: Type.Boolean(),
  /** True: a row leads to the list of its sales. */
  leadsToSales: Type.Boolean(),
});

/** In the back office a report may be asked for by two keys. */
const OfficeReportDeclaration = Type.Object({
  ...ReportDeclaration.properties,
  by: Type.Array(
    Type.Object({
      ...Grouping.properties,
      across: Type.Optional(
        Type.Array(Type.String(), {
          description: 'keys that may stand across this one (`across=`), as a table of two keys',
        }),
      ),
    }),
  ),
});
export type ReportDeclaration = Static<typeof OfficeReportDeclaration>;

/** `GET …/reports`. */
export const ReportList = Type.Object({
  data: Type.Array(ReportDeclaration),
  today: Type.String({ format: 'date', description: 'the business day of now' }),
});
export const OfficeReportList = Type.Object({ ...ReportList.properties, data: Type.Array(OfficeReportDeclaration) });
export type ReportList = Static<typeof OfficeReportList>;

/** `GET …/reports/{name}?from=YYYY-MM-DD&to=YYYY-MM-DD&by=day&store=&till=…&compare=week&format=csv`; both days included. */
export const ReportQuery = openObject({
  from: Type.Optional(Type.String({ format: 'date' })),
  to: Type.Optional(Type.String({ format: 'date' })),
  by: Type.Optional(Type.String()),
  compare: Type.Optional(Type.Enum(['week', 'month', 'year'])),
  currency: Type.Optional(
    Type.String({
      pattern: '^([A-Z]{3})?$',
      description: "figures of sales in this currency; left out: the merchant's",
    }),
  ),
  format: Type.Optional(Type.Enum(['json', 'csv', 'xlsx', 'pdf'])),
});
export type ReportQuery = Static<typeof ReportQuery>;

export const OfficeReportQuery = openObject({
  ...ReportQuery.properties,
  clock: Type.Optional(
    Type.Enum(['store'], {
      description:
        'store: from and to are days by the clock of the business, and each store is asked for those that it counts from its own today; of today, the day that runs there',
    }),
  ),
  across: Type.Optional(
    Type.String({
      description:
        'a second key, whose values are the columns of a table with sums at both edges; the declaration names those that go with `by`',
    }),
  ),
  figure: Type.Optional(
    Type.String({
      description:
        'with across: the column of the declaration that its cells show; left out, that of the chart. all: instead of a table a row for each pair (`across`, `across_label`) with all columns',
    }),
  ),
});

const Figure = nullable(Type.Union([Type.Integer(), Type.String()]));

/** A row: its key, the name of the key for people, and one member for each column. */
export const ReportRow = Type.Object({ key: Type.String(), label: Type.String() }, { additionalProperties: Figure });
export type ReportRow = {
  readonly [column: string]: number | string | null;
  readonly key: string;
  readonly label: string;
};

const Note = Type.Object({
  ...Texts.properties,
  remark: Type.Optional(
    Type.Boolean({ description: 'true: explains what the figures count; else they lack something' }),
  ),
});

export const ReportAnswer = Type.Object({
  report: Type.String(),
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  by: Type.String(),
  currency: nullable(Currency),
  rows: Type.Array(ReportRow),
  total: Type.Record(Type.String(), Figure),
  /** The rows of the span that is compared with, in the same order of keys. */
  before: Type.Optional(
    Type.Object({
      from: Type.String({ format: 'date' }),
      to: Type.String({ format: 'date' }),
      rows: Type.Array(ReportRow),
      total: Type.Record(Type.String(), Figure),
    }),
  ),
  /** Notes about sums that the figures lack, for example tills that have sent nothing, or gaps in a sequence; and remarks. */
  notes: Type.Array(Note),
});

export const OfficeReportAnswer = Type.Object({
  ...ReportAnswer.properties,
  across: Type.Optional(
    Type.Object(
      {
        by: Type.String({ description: 'the key of the columns' }),
        figure: Type.String({ description: 'the column of the declaration that the cells show' }),
        figures: Type.Array(Type.String(), {
          description: 'columns of the declaration that the two keys have together',
        }),
        columns: Type.Array(
          Type.Object({
            ...Column.properties,
            key: nullable(
              Type.String({ description: 'the value that the column stands for; null: the sum of its row' }),
            ),
          }),
          { description: 'the members of the rows and of the total' },
        ),
      },
      { description: 'with `across=`: the columns, which are values of a second key' },
    ),
  ),
});
/** Also that of a till, which has no second key. */
export type ReportAnswer = Static<typeof OfficeReportAnswer>;
