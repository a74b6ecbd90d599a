/** The lines that are kept of troubles, and the report for the support that holds them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dumpsIn, supportReport } from './supportReport.ts';
import { traceOf, troubleLogIn } from './troubleLog.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'support-report-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const now = () => new Date('2026-11-29T12:00:00Z');
const log = () => troubleLogIn(join(folder, 'troubles.log'), now);

it('keeps no number that may be a card, and of an error its kind and places, never its words', () => {
  log().note('The bridge ended (1) with 4111 1111 1111 1111 and 5500-0000-0000-0004\nin two lines');
  log().note(traceOf(new TypeError('Anna Meier, DE89 3704 0044 0532 0130 00')));
  log().note(traceOf('Anna Meier'));
  const [first, second, third] = log().lines();
  expect(first).toBe('2026-11-29T12:00:00.000Z The bridge ended (1) with … and … in two lines');
  expect(second).toMatch(/ TypeError at supportReport\.test\.ts\S*:\d+:\d+/);
  expect(third).toBe('2026-11-29T12:00:00.000Z Error');
  expect(readFileSync(join(folder, 'troubles.log'), 'utf8')).not.toMatch(/Anna|4111|DE89/);
});

it('keeps the newest lines, and goes on where the disk is full', () => {
  const kept = log();
  for (let line = 0; line < 450; line += 1) kept.note(`line ${line}`);
  expect(kept.lines().length).toBeLessThanOrEqual(400);
  expect(kept.lines().at(-1)).toContain('line 449');
  expect(() => troubleLogIn(join(folder, 'no folder', 'troubles.log'), now).note('x')).not.toThrow();
});

it('names versions, lights and troubles, and of the memory dumps their times alone', () => {
  mkdirSync(join(folder, 'Crashpad', 'completed'), { recursive: true });
  const dump = join(folder, 'Crashpad', 'completed', 'a.dmp');
  writeFileSync(dump, 'memory of a till');
  utimesSync(dump, now(), now());
  const text = supportReport({
    now: now(),
    versions: { running: '0.1.0', installed: '0.2.0' },
    programs: { node: '24.21.0', electron: '45.4.1', chrome: '150' } as never,
    system: 'linux x64',
    lights: { terminal: 'ready', upstream: 'none', waiting: 0, running: 0, unknown: 1, midTender: 0 },
    troubles: Array.from({ length: 30 }, (_, line) => `line ${line}`),
    dumps: dumpsIn(folder),
  });
  expect(text.split('\n').slice(0, 4)).toEqual([
    'Tillbridge 0.1.0 (installed 0.2.0), 2026-11-29T12:00:00.000Z',
    'linux x64, Electron 45.4.1, Chromium 150, Node 24.21.0',
    'Bridge: terminal ready, upstream none, waiting 0, running 0, unknown 1, midTender 0',
    'Memory dumps that stay here, because they may hold cards and names: 2026-11-29T12:00:00.000Z',
  ]);
  expect(text).toContain('line 29');
  expect(text).not.toMatch(/line 9\n|memory of/);
  expect(dumpsIn(join(folder, 'nobody'))).toEqual([]);
});
