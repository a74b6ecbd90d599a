/** A live directory without a shop, its bridge as a process of its own, and the address with the one-time code. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endProgram } from './till.ts';

const root = join(import.meta.dirname, '..');

export interface NewShop {
  readonly data: string;
  readonly url: string;
  /** Null where a shop has been set up. */
  readonly code: string | null;
  kill(): Promise<void>;
  restart(): Promise<NewShop>;
  close(): Promise<void>;
}

export const openNewShop = (): Promise<NewShop> => openShop(mkdtempSync(join(tmpdir(), 'tillbridge-new-shop-')));

/** The bridge of a live directory. `clock`: ms by which its clock is wrong; `settings`: variables of its environment. */
export async function openShop(
  data: string,
  clock = 0,
  settings: Readonly<Record<string, string>> = {},
): Promise<NewShop> {
  const child = spawn(
    process.execPath,
    [join(root, 'main/run.mjs'), 'main/headless.ts', '--data', data, '--port', '0'],
    {
      cwd: root,
      stdio: 'pipe',
      env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'error', ...wrongClock(clock), ...settings },
    },
  );
  const { url, code } = await announced(child);
  return {
    ...{ data, url, code },
    kill: () => endProgram(child, 'SIGKILL'),
    async restart() {
      await endProgram(child, 'SIGTERM');
      return openShop(data);
    },
    async close() {
      await endProgram(child, 'SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Nobody can set the clock of the machine in a story: the program gets another time. */
function wrongClock(by: number): Readonly<Record<string, string>> {
  if (by === 0) return {};
  const shim = `const D = Date, by = ${by}; globalThis.Date = class extends D {
    constructor(...given) { given.length === 0 ? super(D.now() + by) : super(...given); }
    static now() { return D.now() + by; } };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shim)}` };
}

/** The invitation follows the ready line, where there is one. */
async function announced({ stdout, stderr, ...child }: ChildProcess): Promise<Pick<NewShop, 'url' | 'code'>> {
  let said = '';
  stderr?.on('data', text => {
    said += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout! }).on('line', line => resolve(line.replace('tillbridge ready ', '')));
    stdout?.once('end', () => reject(new Error(`the bridge ended (${child.exitCode}): ${said}`)));
  });
  const { setup } = (await (await fetch(`${url}/bridge/v1/screen`)).json()) as { setup: { waiting: boolean } };
  const codeIn = () => /#code=([A-Z0-9-]+)/.exec(said)?.[1] ?? null;
  while (setup.waiting && codeIn() === null) await new Promise(resolve => stderr?.once('data', resolve));
  return { url, code: codeIn() };
}
