/** One owner per terminal: in this process, in another one, and after the other one was killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { HeldError, holderText, ownershipConflict, takeAllOwnership, takeOwnership } from './ownership.ts';

const ENDPOINT = 'tcp://192.0.2.1:20007';
const OWNERSHIP = join(import.meta.dirname, 'ownership.ts');
/** Another run of these tests owns the same endpoints. */
const REALM = `ownership ${process.pid}`;

const others: ChildProcess[] = [];
afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
});

/** Another program that owns the endpoint as long as it runs. */
async function holder(): Promise<ChildProcess> {
  const other = program(`
    await takeOwnership(${JSON.stringify(ENDPOINT)}, { program: 'Other till', data: '/var/till' }, ${JSON.stringify(REALM)});
    process.stdout.write('held');
    setInterval(() => {}, 1000);`);
  await once(other.stdout!, 'data');
  return other;
}

function program(code: string): ChildProcess {
  const source = `import { takeOwnership } from ${JSON.stringify(OWNERSHIP)};${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  others.push(child);
  return child;
}

async function kill(program: ChildProcess): Promise<void> {
  const over = once(program, 'exit');
  program.kill('SIGKILL');
  await over;
}

async function refusal(): Promise<HeldError> {
  const result = await takeOwnership(ENDPOINT, { program: 'Me' }, REALM).catch((error: unknown) => error);
  if (result instanceof HeldError) return result;
  throw result instanceof Error ? result : new Error('nobody held it');
}

describe('owning a terminal', () => {
  it('is exclusive within this process as well, and names the owner', async () => {
    const first = await takeOwnership(ENDPOINT, { program: 'First', data: '/data' }, REALM);
    const { holder: who, message } = await refusal();
    expect(who).toMatchObject({ program: 'First', pid: process.pid, data: '/data' });
    expect(message).toMatch(/belongs to First \(process \d+, since \d+:\d\d:\d\d, data \/data\)$/);
    (await takeOwnership('tcp://192.0.2.2:20007', { program: 'Me' }, REALM)).release();
    first.release();
    first.release();
    (await takeOwnership(ENDPOINT, { program: 'Second' }, REALM)).release();
  });

  it('ends with the other program, however it ends', async () => {
    const other = await holder();
    expect((await refusal()).holder).toMatchObject({ program: 'Other till', pid: other.pid, data: '/var/till' });
    await kill(other);
    const mine = await takeOwnership(ENDPOINT, { program: 'Me' }, REALM);
    expect((await refusal()).holder).toMatchObject({ program: 'Me', pid: process.pid });
    mine.release();
  });

  it('goes to only one of many programs that come at once when the owner is killed', async () => {
    await kill(await holder());
    const all = await Promise.all(Array.from({ length: 4 }, contender));
    expect(all.sort()).toEqual(['held', 'held', 'held', 'mine']);
  });

  it('is refused while a holder does not answer', async () => {
    const other = await holder();
    other.kill('SIGSTOP');
    expect(await refusal()).toMatchObject({ holder: null, message: `${ENDPOINT} belongs to another program` });
  });

  it('keeps no program alive', async () => {
    const brief = program(
      `await takeOwnership(${JSON.stringify(ENDPOINT)}, { program: 'Brief' }, ${JSON.stringify(REALM)});`,
    );
    expect(await once(brief, 'exit')).toEqual([0, null]);
  });

  it('can be looked up without claiming it', async () => {
    expect(await ownershipConflict('tcp://192.0.2.3:1', REALM)).toBeNull();
    const mine = await takeOwnership('tcp://192.0.2.3:1', { program: 'Me' }, REALM);
    expect((await ownershipConflict('tcp://192.0.2.3:1', REALM))?.holder).toMatchObject({ program: 'Me' });
    mine.release();
    expect(await ownershipConflict('tcp://192.0.2.3:1', REALM)).toBeNull();
  });

  it('of several names is all or nothing', async () => {
    const names = ['tcp://192.0.2.4:1', 'tcp://192.0.2.5:1', 'tcp://192.0.2.6:1'];
    const other = await takeOwnership(names[1]!, { program: 'Other' }, REALM);
    await expect(takeAllOwnership(names, { program: 'Me' }, REALM)).rejects.toThrow(/192\.0\.2\.5:1 belongs to Other/);
    const held = () => Promise.all(names.map(async name => (await ownershipConflict(name, REALM)) !== null));
    expect(await held()).toEqual([false, true, false]);
    other.release();
    const mine = await takeAllOwnership(names, { program: 'Me' }, REALM);
    expect(await held()).toEqual([true, true, true]);
    mine.release();
    expect(await held()).toEqual([false, false, false]);
  });

  it('is described in a sentence', () => {
    expect(holderText({ program: 'Till', pid: 7, since: new Date(2026, 0, 2, 12, 3, 55).getTime() })).toBe(
      'Till (process 7, since 12:03:55)',
    );
  });
});

/** A separate program that tries once and keeps its ownership until it is killed. */
async function contender(): Promise<string> {
  const child = program(`
    try {
      await takeOwnership(${JSON.stringify(ENDPOINT)}, { program: 'Contender' }, ${JSON.stringify(REALM)});
      process.stdout.write('mine');
      setInterval(() => {}, 1000);
    } catch {
      process.stdout.write('held');
    }`);
  return String((await once(child.stdout!, 'data'))[0]);
}
