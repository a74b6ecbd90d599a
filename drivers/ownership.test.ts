/** One owner per terminal: in this process, in another one, and after the other one was killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HeldError, heldBy, holderText, own } from './ownership.ts';

const ENDPOINT = 'tcp://192.0.2.1:20007';
const OWNERSHIP = join(import.meta.dirname, 'ownership.ts');

let locks: string;
let other: ChildProcess | undefined;

beforeAll(() => {
  locks = mkdtempSync(join(tmpdir(), 'tillbridge-locks-'));
});
afterEach(() => other?.kill('SIGKILL'));
afterAll(() => rmSync(locks, { recursive: true }));

/** Another program that takes the lock and keeps it. */
async function holder(): Promise<ChildProcess> {
  const program = `
    import { own } from ${JSON.stringify(OWNERSHIP)};
    own(${JSON.stringify(ENDPOINT)}, { program: 'Other till', data: '/var/till' }, ${JSON.stringify(locks)});
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  const file = join(locks, 'holder.mjs');
  writeFileSync(file, program);
  other = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(other.stdout!, 'data');
  return other;
}

function refusal(): HeldError {
  try {
    own(ENDPOINT, { program: 'Me' }, locks).release();
  } catch (error) {
    if (error instanceof HeldError) return error;
    throw error;
  }
  throw new Error('nobody held it');
}

describe('owning a terminal', () => {
  it('is for one in this process, too, and told with who it is', () => {
    const first = own(ENDPOINT, { program: 'First', data: '/data' }, locks);
    const { holder: who, message } = refusal();
    expect(who).toMatchObject({ program: 'First', pid: process.pid, data: '/data' });
    expect(message).toMatch(/belongs to First \(process \d+, since \d+:\d\d:\d\d, data \/data\)$/);
    own('tcp://192.0.2.2:20007', { program: 'Me' }, locks).release();
    first.release();
    first.release();
    own(ENDPOINT, { program: 'Second' }, locks).release();
  });

  it('ends with the other program, however it ends', async () => {
    const program = await holder();
    expect(refusal().holder).toMatchObject({ program: 'Other till', pid: program.pid, data: '/var/till' });
    const over = once(program, 'exit');
    program.kill('SIGKILL');
    await over;
    const mine = own(ENDPOINT, { program: 'Me' }, locks);
    expect(refusal().holder).toMatchObject({ program: 'Me', pid: process.pid });
    mine.release();
  });

  it('is never had by two of many who come at once when the holder is killed', async () => {
    const program = await holder();
    const over = once(program, 'exit');
    program.kill('SIGKILL');
    await over;
    const all = await Promise.all(Array.from({ length: 4 }, () => contender()));
    expect(all.sort()).toEqual(['held', 'held', 'held', 'mine']);
  });

  it('can be asked for without leaving anything behind', () => {
    expect(heldBy('tcp://192.0.2.3:1', locks)).toBeNull();
    const mine = own('tcp://192.0.2.3:1', { program: 'Me' }, locks);
    expect(heldBy('tcp://192.0.2.3:1', locks)?.holder).toMatchObject({ program: 'Me' });
    mine.release();
    expect(heldBy('tcp://192.0.2.3:1', locks)).toBeNull();
  });

  it('is told in words', () => {
    expect(holderText({ program: 'Till', pid: 7, since: new Date(2026, 0, 2, 12, 3, 55).getTime() })).toBe(
      'Till (process 7, since 12:03:55)',
    );
  });
});

/** A program of its own that tries once and waits until the others have tried. */
async function contender(): Promise<string> {
  const program = `
    import { own } from ${JSON.stringify(OWNERSHIP)};
    try {
      own(${JSON.stringify(ENDPOINT)}, { program: 'Contender' }, ${JSON.stringify(locks)});
      process.stdout.write('mine');
      setTimeout(() => {}, 3000);
    } catch {
      process.stdout.write('held');
    }`;
  const file = join(locks, 'contender.mjs');
  writeFileSync(file, program);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return String(chunk);
}
