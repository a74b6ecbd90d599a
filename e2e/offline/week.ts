/**
 * A week offline, then the line comes back: `node main/run.mjs e2e/offline/week.ts [SALES]` (20,000). The memory of the till is
 * measured while it drains, and has to be about the same for ten times as many sales.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OfficeDouble } from '../../main/doubles/officeDouble.ts';
import { startTill } from './tillProcess.fixture.ts';

interface Drain {
  readonly sales: number;
  readonly seconds: number;
  readonly memoryBefore: number;
  readonly memoryHighest: number;
  readonly longestTurn: number;
  readonly usualTurn: number;
}

async function drain(sales: number): Promise<Drain> {
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-week-'));
  const office = await new OfficeDouble().listen();
  const till = startTill(data, office.address, sales, 0);
  try {
    const figures = JSON.parse((await till.line('drained')).slice('drained '.length));
    const held = office.records().length;
    if (held !== sales) throw new Error(`${held} of ${sales} records arrived`);
    return { sales, ...figures };
  } finally {
    await till.kill('SIGTERM');
    await office.close();
    rmSync(data, { recursive: true, force: true });
  }
}

const sales = Number(process.argv[2] ?? 20_000);
const [short, long] = [await drain(Math.ceil(sales / 10)), await drain(sales)];
for (const { sales: sold, seconds, memoryBefore, memoryHighest, longestTurn, usualTurn } of [short, long])
  process.stdout.write(
    `${sold} records in ${seconds.toFixed(1)} s (${Math.round(sold / seconds)}/s), memory ${memoryBefore} MiB before, at most ${memoryHighest} MiB; turns of the event loop: 99 % up to ${usualTurn} ms, longest ${longestTurn} ms\n`,
  );
const growth = long.memoryHighest - long.memoryBefore - (short.memoryHighest - short.memoryBefore);
process.stdout.write(`growth by ten times as many: ${growth} MiB\n`);
process.exitCode = growth > 50 ? 1 : 0;
