/**
 * A till as a process of its own, for tests that kill, stop and starve it: it sells into a real database and sends to an
 * office. `node main/run.mjs e2e/offline/sellingTill.ts DIRECTORY OFFICE SALES`: writes so many sales, one after the other, then
 * prints `drained` with its figures once nothing waits. It goes on until it is ended; `Infinity` sales: it sells until then.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as passed } from 'node:timers/promises';
import { openLinkOnDisk } from '../../main/officeLink/linkOnDisk.fixture.ts';

const [data = '', address = '', sales = '0', rhythm = '1'] = process.argv.slice(2);
const till = openLinkOnDisk(data, address, { random: Math.random, limit: 1000, times: { lease: 500 } });
const memory = () => Math.round(process.memoryUsage().rss / 2 ** 20);

/** A rhythm of 0: all of them before the first batch, as after a week without a line. */
const atOnce = Number(rhythm) === 0;
if (atOnce) for (let sold = 0; sold < Number(sales); sold += 500) await till.sell(Math.min(500, Number(sales) - sold));
const before = memory();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const began = performance.now();
await till.link.begin();
process.stdout.write('ready\n');
if (!atOnce)
  for (let sold = 0; sold < Number(sales); sold += 1) {
    await till.sell(1, `SDV_TILL${1 + (sold % 3)}`);
    await passed(Number(rhythm));
  }
let highest = before;
while (!till.isDrained()) {
  highest = Math.max(highest, memory());
  await passed(10);
}
const figures = {
  seconds: (performance.now() - began) / 1000,
  memoryBefore: before,
  memoryHighest: highest,
  /** The longest turn of the event loop, ms: so long a cashier would wait. */
  longestTurn: Math.round(delay.max / 1e6),
  usualTurn: Math.round(delay.percentile(99) / 1e6),
};
process.stdout.write(`drained ${JSON.stringify(figures)}\n`);
process.stdin.resume();
process.once('SIGTERM', () => void till.close().then(() => process.exit(0)));
