/** An update that was cut off before its new version ran: the next look goes back to the version before. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { firstState, stateIn, writeState } from './state.ts';
import { runUpdate } from './update.ts';
import { versionsIn } from './versions.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-cut-off-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['switching', false, 'done', { ending: 'wentBack', from: '1.0' }, '1.0'],
  ['goingBack', true, 'done', { ending: 'wentBack', from: '1.0' }, '1.0'],
  // Nothing that a newer version has booked is given up.
  ['goingBack', true, 'sold', { ending: 'stays', from: '1.1' }, '1.1'],
] as const)('%s, already switched: %s, data %s: %j', async (step, isSwitched, goBack, expected, running) => {
  for (const version of ['1.0', '1.1']) {
    mkdirSync(join(folder, version), { recursive: true });
    writeFileSync(join(folder, version, 'package.json'), JSON.stringify({ version }));
  }
  const versions = versionsIn(folder, join(folder, '1.0'));
  versions.choose(isSwitched ? '1.1' : null);
  writeState(folder, { ...firstState('1.0'), step, ending: 'running', version: '1.1' });
  const calls: string[] = [];
  const called =
    <T>(name: string, answer: T) =>
    async () => {
      calls.push(`${name} ${versions.running()}`);
      return answer;
    };
  await runUpdate({
    ...{ folder, versions, architecture: 'amd64', machineId: '', say: () => undefined, healthyWithin: 0 },
    feed: { url: '', channel: 'stable', publicKey: '', product: 'tillbridge-headless' },
    machine: {
      ...{ start: called('start', undefined), stop: called('stop', undefined), keep: called('keep', undefined) },
      ...{ waits: called('waits', []), goBack: called('goBack', goBack), health: called('health', null) },
    },
  });
  expect(calls).toEqual([`stop ${isSwitched ? '1.1' : '1.0'}`, 'goBack 1.0', `start ${running}`]);
  // It is no fault of the version: it is tried again.
  expect(stateIn(folder)).toMatchObject({ step: 'idle', because: ['it was cut off'], failed: [], ...expected });
});
