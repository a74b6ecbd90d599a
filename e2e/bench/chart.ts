/** The kept medians as a chart and as a table: `npm run bench -- --draw`. Rows that miss their goal are drawn like all others. */
import type { Row } from './frame.ts';

export interface KeptRow extends Row {
  /** Day of the measurement. */
  readonly on: string;
  /** Programs that wanted a processor at its end, on average. */
  readonly load: number;
}

export type Verdict = 'met' | 'missed' | 'unsure';

/** Rounds on both sides of the goal decide nothing. */
export function verdictOf({ met, spread, wanted }: KeptRow): Verdict {
  const sides = new Set((spread ?? []).map(value => beyond(value, wanted) >= 0));
  return sides.size === 2 ? 'unsure' : met ? 'met' : 'missed';
}

const WIDTH = 1000;
const LINE = 30;
const TOP = 64;
/** The goal line, and how many doublings stand on each side of it. */
const ZERO = 740;
const DOUBLING = 60;
const MOST = 3;
const INK = {
  text: '#1b1f24',
  quiet: '#59636e',
  met: '#1a7f37',
  missed: '#bc4c00',
  unsure: '#59636e',
  line: '#8c959f',
  ground: '#ffffff',
};

/** How far a figure is beyond its goal, in doublings: 0 is the goal, less than 0 misses it. */
export function beyond(value: number, wanted: string): number {
  const [sign, limit] = wanted.split(' ');
  const ratio = sign === '≥' ? value / Number(limit) : Number(limit) / value;
  return Math.max(-MOST, Math.min(MOST, Math.log2(ratio)));
}

const figureOf = ({ ratio, ours }: Row): number => ratio ?? ours;

export function chart(rows: readonly KeptRow[]): string {
  const height = TOP + rows.length * LINE + 40;
  const text = (x: number, y: number, words: string, more = '') =>
    `<text x="${x}" y="${y}" ${more}>${escaped(words)}</text>`;
  const scale = [-3, -2, -1, 0, 1, 2, 3].map(step => {
    const x = ZERO + step * DOUBLING;
    const words = step === 0 ? 'goal' : step < 0 ? `÷${2 ** -step}` : `×${2 ** step}`;
    return `<line x1="${x}" y1="${TOP - 12}" x2="${x}" y2="${height - 34}" stroke="${step === 0 ? INK.text : INK.line}" stroke-width="${step === 0 ? 2 : 0.5}"/>${text(x, TOP - 18, words, 'text-anchor="middle"')}`;
  });
  const bars = rows.map((one, index) => bar(one, TOP + index * LINE, text));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="15" fill="${INK.text}" role="img">
<title>Speed against its goals: right of the line a goal is met</title>
<rect width="${WIDTH}" height="${height}" fill="${INK.ground}"/>
${[text(10, 24, 'Medians against their goals: right of the line a goal is met. Unsure: rounds on both sides of it.', 'font-weight="600"'), ...scale, ...bars].join('\n')}
${text(10, height - 12, 'Thin lines: least and most of the rounds. Measured with npm run bench.', `fill="${INK.quiet}"`)}
</svg>
`;
}

function bar(one: KeptRow, top: number, text: (x: number, y: number, words: string, more?: string) => string): string {
  const { quantity, unit, wanted, spread } = one;
  const at = ZERO + beyond(figureOf(one), wanted) * DOUBLING;
  const verdict = verdictOf(one);
  const ink = INK[verdict];
  const [from, to] = [Math.min(ZERO, at), Math.max(ZERO, at)];
  const [least, most] = (spread ?? []).map(value => ZERO + beyond(value, wanted) * DOUBLING).toSorted((a, b) => a - b);
  const middle = top + 12;
  return [
    text(10, top + 17, quantity),
    `<rect x="${from}" y="${top + 3}" width="${Math.max(2, to - from)}" height="18" fill="${ink}"/>`,
    ...(least === undefined
      ? []
      : [`<line x1="${least}" y1="${middle}" x2="${most}" y2="${middle}" stroke="${INK.text}"/>`]),
    text(530, top + 17, `${shown(figureOf(one))}${one.ratio === null ? ` ${unit}` : ''}`, 'text-anchor="end"'),
    text(WIDTH - 62, top + 17, verdict, `fill="${ink}" font-weight="600"`),
  ].join('');
}

const WORDS: Readonly<Record<Verdict, string>> = { met: 'met', missed: '**missed**', unsure: 'unsure' };

/** The rows as a table of Markdown, and how busy the machine was. */
export const keptTable = (rows: readonly KeptRow[]): string =>
  [
    '| quantity | against | figure | wanted | |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(one => {
      const spread = one.spread ? ` (${one.spread.map(shown).join(' to ')})` : '';
      const unit = one.ratio === null ? ` ${one.unit}` : '';
      return `| ${one.quantity} | ${one.against} | ${shown(figureOf(one))}${unit}${spread} | ${one.wanted} | ${WORDS[verdictOf(one)]} |`;
    }),
    '',
    `Measured at a load of ${Math.min(...rows.map(({ load }) => load))} to ${Math.max(...rows.map(({ load }) => load))}, the last on ${rows
      .map(({ on }) => on)
      .toSorted()
      .at(-1)}.`,
  ].join('\n');

const MARKS = ['<!-- speed -->', '<!-- /speed -->'] as const;

/** The page with what stands between its marks replaced. */
export function withTable(page: string, table: string): string {
  const [begin, end] = MARKS.map(mark => page.indexOf(mark));
  if (begin === undefined || end === undefined || begin < 0 || end < begin) throw new Error(`no ${MARKS.join(' … ')}`);
  return `${page.slice(0, begin + MARKS[0].length)}\n${table}\n${page.slice(end)}`;
}

/** The kept rows with these in the place of earlier ones of the same quantity. */
export function keeping(
  kept: readonly KeptRow[],
  rows: readonly Row[],
  when: Pick<KeptRow, 'on' | 'load'>,
): readonly KeptRow[] {
  const nameOf = ({ quantity, against }: Row) => `${quantity}, ${against}`;
  const fresh = new Map(rows.map(row => [nameOf(row), { ...row, ...when }]));
  const replaced = kept.map(row => fresh.get(nameOf(row)) ?? row);
  const known = new Set(kept.map(nameOf));
  return [...replaced, ...[...fresh].flatMap(([name, row]) => (known.has(name) ? [] : [row]))];
}

const shown = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(value < 1 ? 2 : 3)));

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
