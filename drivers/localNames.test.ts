/** Names as socket files: one holder at a time, whatever happens to the files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileNames, type LocalNames } from './localNames.ts';

const NAMES = join(import.meta.dirname, 'localNames.ts');

let directory: string;
let names: LocalNames;
const others: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'names-'));
  names = fileNames(directory);
});
afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

/** Another program that claims the name once, prints the result and keeps running. */
async function contender(): Promise<{ readonly child: ChildProcess; readonly said: string }> {
  const source = `
    import { fileNames } from ${JSON.stringify(NAMES)};
    const release = await fileNames(${JSON.stringify(directory)}).claim('till', 'another program');
    process.stdout.write(release ? 'mine' : 'theirs');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  others.push(child);
  return { child, said: String((await once(child.stdout, 'data'))[0]) };
}

describe('a name as a file', () => {
  it('has one holder, gives its text, and leaves nothing behind', async () => {
    const release = await names.claim('till', 'first');
    expect(await names.claim('till', 'second')).toBeUndefined();
    expect([await names.holderText('till'), await names.holderText('tills')]).toEqual(['first', null]);
    (await names.claim('other', 'third'))?.();
    release?.();
    expect([await names.holderText('till'), readdirSync(directory)]).toEqual([null, []]);
  });

  it('is free after its holder was killed, and the dead file is removed', async () => {
    const { child, said } = await contender();
    expect([said, await names.holderText('till')]).toEqual(['mine', 'another program']);
    const over = once(child, 'exit');
    child.kill('SIGKILL');
    await over;
    expect(readdirSync(directory)).toHaveLength(1);
    const release = await names.claim('till', 'me');
    expect([await names.holderText('till'), readdirSync(directory).length]).toEqual(['me', 1]);
    release?.();
  });

  it('goes to exactly one of several simultaneous claims', async () => {
    for (let round = 0; round < 20; round++) {
      const tries = await Promise.all(Array.from({ length: 5 }, (_, index) => names.claim('till', String(index))));
      const taken = tries.filter(release => release !== undefined);
      expect(taken).toHaveLength(1);
      taken[0]!();
    }
    const programs = await Promise.all(Array.from({ length: 3 }, contender));
    expect(programs.map(({ said }) => said).sort()).toEqual(['mine', 'theirs', 'theirs']);
  });
});
