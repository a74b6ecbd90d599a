import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runDesktop } from './desktop.ts';

let folder: string;
const never = new AbortController().signal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-desktop-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program in the place of Electron. */
function standIn(program: string): string {
  const file = join(folder, 'electron');
  writeFileSync(file, `#!${process.execPath}\n${program}`);
  chmodSync(file, 0o755);
  return file;
}

describe('the window as a process', () => {
  it('passes its lines on, and gives its exit code', async () => {
    const lines: string[] = [];
    const binary = standIn(
      "console.log('tillbridge ready http://127.0.0.1:1'); console.log(process.argv.slice(2).join())",
    );
    const ended = await runDesktop(binary, ['/tillbridge', '--demo'], never, line => lines.push(line));
    expect(ended).toEqual({ kind: 'ended', code: 0 });
    expect(lines).toEqual(['tillbridge ready http://127.0.0.1:1', '/tillbridge,--demo']);
  });

  it.each([
    ['it had another window to show', 'process.exit(0)', { kind: 'ended', code: 0 }],
    ['its options were wrong', 'process.exit(2)', { kind: 'ended', code: 2 }],
    [
      'it failed after it was ready',
      "console.log('tillbridge ready x'); process.exitCode = 7",
      { kind: 'ended', code: 7 },
    ],
    [
      'it has no display',
      'process.exit(1)',
      { kind: 'neverReady', because: 'Electron ended before its window was there (exit 1)' },
    ],
    [
      'it crashed',
      "process.kill(process.pid, 'SIGKILL')",
      { kind: 'neverReady', because: 'Electron ended before its window was there (SIGKILL)' },
    ],
  ])('knows that %s', async (_title, program, ended) => {
    expect(await runDesktop(standIn(program), [], never, () => undefined)).toEqual(ended);
  });

  it('knows that the system keeps sandboxes from it', async () => {
    const ended = await runDesktop(standIn("process.kill(process.pid, 'SIGTRAP')"), [], never, () => undefined);
    expect(ended).toMatchObject({ kind: 'neverReady', because: expect.stringContaining('the installed package may') });
  });

  it('knows a program that cannot be started', async () => {
    expect(await runDesktop(join(folder, 'missing'), [], never, () => undefined)).toMatchObject({
      kind: 'neverReady',
      because: expect.stringContaining('ENOENT'),
    });
  });

  it('asks for an orderly end', async () => {
    const stop = new AbortController();
    const lines: string[] = [];
    const binary = standIn(`
      process.once('SIGTERM', () => { console.log('closed'); process.exit(0); });
      setInterval(() => {}, 1_000);
      console.log('tillbridge ready x');`);
    const ended = await runDesktop(binary, [], stop.signal, line => {
      lines.push(line);
      stop.abort();
    });
    expect(ended).toEqual({ kind: 'ended', code: 0 });
    expect(lines).toEqual(['tillbridge ready x', 'closed']);
  });

  it('ends at once when the end was asked for before', async () => {
    expect(await runDesktop(standIn('setInterval(() => {}, 1_000)'), [], AbortSignal.abort(), () => undefined)).toEqual(
      {
        kind: 'ended',
        code: 0,
      },
    );
  });
});
