/**
 * Goal 13: from the start of the process to the first answer with status 200, demo data present: in a checkout, which looks at the times
 * of its sources first, and as a package does.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, duel, type Row, row } from './frame.ts';
import { builtBridge, packagedBridge, startServer } from './processes.ts';

const here = import.meta.dirname;

export const start: Benchmark = {
  name: 'start',
  async run({ rounds, say }) {
    const directory = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
    process.env.NODE_COMPILE_CACHE = join(directory, 'cache');
    say('building, then starting servers');
    const program = builtBridge();
    try {
      const options = ['--port', '0', '--data', join(directory, 'data'), '--demo'];
      const ours = () => firstAnswer(...program, ...options);
      const packaged = () => firstAnswer(packagedBridge, ...options);
      const floor = () => firstAnswer(join(here, 'floors', 'emptyServer.ts'), join(directory, 'floor.db'));
      const rows = { 'headless: start to first 200': ours, 'headless, as a package starts it': packaged };
      const measured: Row[] = [];
      for (const [quantity, measure] of Object.entries(rows)) {
        const about = { goal: '13', quantity, unit: 'ms', against: 'fastify + SQLite, empty' };
        measured.push(row(about, await duel(rounds, { measure: floor }, { measure }), { atMost: 1.25 }));
      }
      return measured;
    } finally {
      delete process.env.NODE_COMPILE_CACHE;
      delete process.env.TILLBRIDGE_TERMINALS;
      rmSync(directory, { recursive: true });
    }
  },
};

async function firstAnswer(file: string, ...options: readonly string[]): Promise<number> {
  const running = await startServer(file, ...options);
  const begin = performance.now();
  const answer = await fetch(`${running.url}/healthz`);
  if (answer.status !== 200) throw new Error(`${running.url} answered ${answer.status}`);
  const took = running.readyAfter + (performance.now() - begin);
  await running.stop();
  return took;
}
