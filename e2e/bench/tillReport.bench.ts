/** The till's own reports over 19,000 sales of one day, against reading and parsing the same records in one go. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, duel, row } from './frame.ts';
import { runForNumber } from './processes.ts';

const LOOP = join(import.meta.dirname, 'tillReportLoop.ts');
const SALES = 19_000;

export const tillReports: Benchmark = {
  name: 'tillReports',
  async run({ rounds, duration, say }) {
    say(`selling ${SALES} times for cash, then asking for X report and turnover`);
    const directory = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
    const data = join(directory, 'data');
    const side = (question: string) => ({ measure: () => runForNumber(LOOP, data, question, String(duration)) });
    const against = async (question: string, quantity: string) =>
      row(
        { goal: '–', quantity, against: 'whole records read and parsed', unit: 'ms' },
        await duel(rounds, side('hand'), side(question)),
        { atMost: 1.5 },
      );
    try {
      await runForNumber(LOOP, data, 'fill', String(SALES));
      return [
        await against('x', `till: X report, ${SALES} sales`),
        await against('turnover', `till: turnover by day, ${SALES} sales`),
      ];
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
};
