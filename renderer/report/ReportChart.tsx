/** The chart of a report. It shows nothing that the table does not have, so screen readers are sent to the table. */

import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { ReportDeclaration } from '../../main/wire/office/reports.ts';
import { useReportTexts } from '../texts/pages/report.ts';
import { type Formats, figureOf, formatAxis, formatFigure, rowLabel } from './figures.ts';
import type { ComparedRow } from './rows.ts';

export interface ReportChartProps {
  readonly declaration: ReportDeclaration;
  readonly by: string;
  /** In the order of the answer. */
  readonly rows: readonly ComparedRow[];
  readonly compared: boolean;
  readonly formats: Formats;
}

/** More bars than this cannot be read. */
const MOST_BARS = 31;
const HEIGHT = 340;

/** Groupings whose order means something; in the others the greatest come first. */
const ORDERED: readonly string[] = ['day', 'hour', 'weekday', 'month'];

export default function ReportChart(props: ReportChartProps) {
  const { declaration, by, rows, formats } = props;
  const { t } = useReportTexts();
  const column = declaration.columns.find(({ name }) => name === declaration.chart?.column);
  if (!column) return null;
  const figureIn = (row: ComparedRow['row'] | null) => {
    const value = row && figureOf(row, column.name);
    return typeof value === 'number' ? value : null;
  };
  const points = rows.map(({ row, before }) => ({
    name: rowLabel(row, by, formats.language),
    now: figureIn(row),
    before: figureIn(before),
  }));
  const isOrdered = ORDERED.includes(by);
  const shown = isOrdered ? points : largest(points);
  const grouping = declaration.by.find(({ name }) => name === by)?.title[formats.language] ?? by;
  const label = t('report.chart', {
    column: column.title[formats.language],
    report: declaration.title[formats.language],
  });
  return (
    <figure className="grid content-start gap-1 card p-3 print:border-0" aria-label={label}>
      <div aria-hidden="true" className="grid gap-2">
        <p className="text-lg font-semibold">
          {t('report.chartTitle', { column: column.title[formats.language], by: grouping })}
        </p>
        <Plot
          {...props}
          column={column}
          grouping={grouping}
          points={shown}
          isLine={isOrdered && declaration.chart?.kind === 'line'}
        />
      </div>
      {shown.length < points.length && (
        <figcaption className="text-sm text-soft">
          {t('report.chartFirst', { shown: shown.length, count: points.length })}
        </figcaption>
      )}
    </figure>
  );
}

interface Point {
  readonly name: string;
  readonly now: number | null;
  readonly before: number | null;
}

interface PlotProps extends ReportChartProps {
  readonly column: ReportDeclaration['columns'][number];
  /** Name of the grouping, for the axis below. */
  readonly grouping: string;
  readonly points: readonly Point[];
  readonly isLine: boolean;
}

function Plot({ points, column: { unit, title }, grouping, isLine, compared, formats }: PlotProps) {
  const { t } = useReportTexts();
  const Chart = isLine ? LineChart : BarChart;
  const series = [
    ...(compared ? [{ key: 'before', name: t('report.chartBefore'), colour: 'var(--edge)' }] : []),
    { key: 'now', name: t('report.chartNow'), colour: 'var(--action)' },
  ];
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <Chart data={[...points]} margin={{ top: 8, right: 8, bottom: 16, left: 12 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="name"
          tick={TICK}
          stroke="var(--edge)"
          minTickGap={12}
          tickFormatter={shortened}
          label={{ ...LABEL, value: grouping, position: 'insideBottom', offset: -12 }}
        />
        <YAxis
          tick={TICK}
          stroke="var(--edge)"
          width={84}
          // Bars begin at nothing, also where every one of them is below it; the other end is a round figure.
          domain={isBelow(points) ? ['auto', 0] : [0, 'auto']}
          tickFormatter={value => formatAxis(value, unit, formats)}
          label={{ ...LABEL, value: title[formats.language], angle: -90, position: 'insideLeft' }}
        />
        <Tooltip
          isAnimationActive={false}
          contentStyle={TOOLTIP}
          cursor={{ fill: 'var(--sunken)', stroke: 'var(--edge)' }}
          formatter={value => formatFigure(value as number, unit, formats)}
        />
        {compared && (
          <Legend verticalAlign="top" align="right" formatter={name => <span className="text-ink">{name}</span>} />
        )}
        {series.map(({ key, name, colour }) =>
          isLine ? (
            <Line
              key={key}
              dataKey={key}
              name={name}
              stroke={colour}
              strokeWidth={3}
              strokeDasharray={key === 'before' ? '6 4' : ''}
              dot={points.length < MOST_BARS}
              isAnimationActive={false}
            />
          ) : (
            <Bar
              key={key}
              dataKey={key}
              name={name}
              fill={colour}
              radius={3}
              maxBarSize={56}
              isAnimationActive={false}
            />
          ),
        )}
      </Chart>
    </ResponsiveContainer>
  );
}

const isBelow = (points: readonly Point[]): boolean =>
  points.every(({ now, before }) => Math.max(now ?? 0, before ?? 0) <= 0);

/** Missing money is as large as money too much. */
const largest = <Point extends { readonly now: number | null }>(points: readonly Point[]): readonly Point[] =>
  [...points].sort((a, b) => Math.abs(b.now ?? 0) - Math.abs(a.now ?? 0)).slice(0, MOST_BARS);

const shortened = (name: string): string => (name.length > 16 ? `${name.slice(0, 15)}…` : name);

/** 15 px are the least that is read at arm's length. */
const LABEL = { fill: 'var(--ink)', fontSize: 15 } as const;
const TICK = { fill: 'var(--soft)', fontSize: 15 } as const;
const TOOLTIP = {
  background: 'var(--surface)',
  color: 'var(--ink)',
  border: '1px solid var(--edge)',
  borderRadius: 'var(--radius)',
} as const;
