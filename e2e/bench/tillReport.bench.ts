/**
 * The till's own reports over 19,000 sales of one day, and over 200,000 sales of 200 days, against reading and parsing the same records in
 * one go. That floor takes 15 µs a sale on the machine of docs/speed.md, so the goals mean less than 200 ms there.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, duel, type Row, row } from './frame.ts';
import { runForNumber } from './processes.ts';

const LOOP = join(import.meta.dirname, 'tillReportLoop.ts');
const DAY = 19_000;
const [EACH_DAY, DAYS] = [1000, 200];
const YEAR = EACH_DAY * DAYS;

interface Question {
  readonly name: string;
  /** The side that it is measured against: the whole reading, or its longest turn of the loop, which is all of it. */
  readonly floor?: 'hand' | 'hold-hand';
  readonly quantity: string;
  readonly atMost: number;
}

const ofDay: readonly Question[] = [
  { name: 'x', quantity: `till: X report, ${DAY} sales`, atMost: 0.1 },
  { name: 'hold-x', floor: 'hold-hand', quantity: 'till: longest turn of an X report', atMost: 0.06 },
  { name: 'turnover', quantity: `till: turnover by day, ${DAY} sales`, atMost: 0.1 },
];
const ofYear: readonly Question[] = [
  { name: 'yearByDay', quantity: `till: turnover by day, ${YEAR} sales of ${DAYS} days`, atMost: 0.06 },
  { name: 'yearByArticle', quantity: `till: turnover by article, ${YEAR} sales of ${DAYS} days`, atMost: 0.06 },
];

export const tillReports: Benchmark = {
  name: 'tillReports',
  async run({ rounds, duration, say }) {
    const directory = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
    const rows = async (data: string, questions: readonly Question[]): Promise<Row[]> => {
      const side = (question: string) => ({ measure: () => runForNumber(LOOP, data, question, String(duration)) });
      const measured: Row[] = [];
      for (const { name, quantity, atMost, floor = 'hand' } of questions) {
        const about = { goal: '–', quantity, against: 'whole records read and parsed', unit: 'ms' };
        measured.push(row(about, await duel(rounds, side(floor), side(name)), { atMost }));
      }
      return measured;
    };
    try {
      const [day, year] = [join(directory, 'day'), join(directory, 'year')];
      say(`selling ${DAY} times for cash, then asking for X report and turnover`);
      await runForNumber(LOOP, day, 'fill', String(DAY));
      const measured = await rows(day, ofDay);
      say(`spreading ${YEAR} sales over ${DAYS} days`);
      await runForNumber(LOOP, year, 'fill', String(EACH_DAY));
      await runForNumber(LOOP, year, 'spread', String(DAYS));
      return [...measured, ...(await rows(year, ofYear))];
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
};
