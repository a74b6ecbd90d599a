import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLog } from './log.ts';

it('each line goes to standard error as well, which the journal of the system keeps and sends on', () => {
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-log-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const shown = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => shown.mockRestore());
  openLog({ data, logLevel: 'info', loyaltyPrefixes: [] })('warn', 'looked', { n: 1 });
  const [[line] = []] = shown.mock.calls;
  expect(JSON.parse(String(line))).toMatchObject({ level: 40, msg: 'looked', n: 1, time: expect.any(String) });
});

it('a log on a full disk ends nothing', async () => {
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-log-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  symlinkSync('/dev/full', join(data, 'tillbridge.log'));
  // The log writes there as well, two megabytes that nobody wants to read.
  const shown = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => shown.mockRestore());
  const log = openLog({ data, logLevel: 'error', loyaltyPrefixes: [] });
  expect(() => {
    for (let line = 0; line < 100; line += 1) log('error', 'x'.repeat(20_000));
  }).not.toThrow();
  expect(shown).toHaveBeenCalledTimes(100);
});
