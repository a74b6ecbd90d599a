/** The files of the trace: bounded, in the order of time, and never a reason to stop anything else. */
import { mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, temporaryDirectory } from '../../doubles/bridge.fixture.ts';
import type { Log } from '../../world/log.ts';
import { openTraces, type Traces } from './traces.ts';

const DAY = 86_400_000;
const EVERYTHING = { count: 10_000, offset: 0 };

let open: Traces[] = [];
afterEach(async () => {
  for (const traces of open) traces.close();
  open = [];
  await closeAll();
});

function tracesIn(directory: string, bounds: object = {}, log: Log = () => undefined): Traces {
  const traces = openTraces(directory, { size: 100_000, age: DAY, ...bounds }, log);
  open.push(traces);
  return traces;
}

const texts = async (traces: Traces, page = EVERYTHING) =>
  (await traces.page('SDV_1', page)).data.map(({ text }) => text);

describe('the trace of a terminal', () => {
  it('is answered in the order of time, by pages that count from the newest line', async () => {
    const traces = tracesIn(temporaryDirectory());
    for (const text of ['one', 'two', 'three', 'four']) traces.of('SDV_1')({ direction: 'sent', text, hex: '0601' });
    traces.of('SDV_2')({ direction: 'note', text: 'another terminal' });
    expect(await traces.page('SDV_1', { count: 2, offset: 1 })).toMatchObject({
      count: 4,
      data: [
        { direction: 'sent', text: 'two', hex: '0601' },
        { direction: 'sent', text: 'three', hex: '0601' },
      ],
    });
    const { data } = await traces.page('SDV_2', EVERYTHING);
    expect(data).toMatchObject([{ text: 'another terminal', hex: null }]);
    expect(data[0]!.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
    expect(await traces.page('SDV_3', EVERYTHING)).toEqual({ count: 0, data: [] });
  });

  it('goes on after a restart, and leaves out the line that a crash has cut', async () => {
    const directory = temporaryDirectory();
    const before = tracesIn(directory);
    before.of('SDV_1')({ direction: 'note', text: 'before' });
    before.close();
    const [file] = readdirSync(join(directory, 'SDV_1'));
    writeFileSync(join(directory, 'SDV_1', file!), '{"at":"2026-', { flag: 'a' });
    const after = tracesIn(directory);
    after.of('SDV_1')({ direction: 'note', text: 'after' });
    expect(await texts(after)).toEqual(['before', 'after']);
  });

  it('stays within its size and keeps the newest', async () => {
    const directory = temporaryDirectory();
    const size = 400_000;
    const traces = tracesIn(directory, { size });
    for (let frame = 1; frame <= 6000; frame += 1)
      traces.of('SDV_1')({ direction: 'received', text: `frame ${frame}`, hex: '04'.repeat(100) });
    const kept = await texts(traces);
    expect(kept.at(-1)).toBe('frame 6000');
    const files = readdirSync(join(directory, 'SDV_1')).map(name => join(directory, 'SDV_1', name));
    expect(files.length).toBe(8);
    // To the last of what is written together in each file.
    const written = files.reduce((size, file) => size + statSync(file).size, 0);
    expect(written).toBeLessThan(size + 8 * 70_000);
    expect(kept.length).toBeLessThan(6000);
  });

  it('keeps the beginning of an endless entry, and writes a repeated note once', async () => {
    const traces = tracesIn(temporaryDirectory());
    const tell = traces.of('SDV_1');
    for (let turn = 0; turn < 3; turn += 1) tell({ direction: 'note', text: 'offline: unreachable' });
    tell({ direction: 'received', text: 'a picture', hex: 'EE'.repeat(30_000) });
    tell({ direction: 'note', text: 'offline: unreachable' });
    const { data } = await traces.page('SDV_1', EVERYTHING);
    expect(data.map(({ text }) => text)).toEqual(['offline: unreachable', 'a picture', 'offline: unreachable']);
    expect(data[1]!.hex!.length).toBeLessThan(10_000);
  });

  it('ends nothing on a full disk, and says so once', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'SDV_1'));
    symlinkSync('/dev/full', join(directory, 'SDV_1', '00000001.jsonl'));
    const said: string[] = [];
    const traces = tracesIn(directory, { age: Number.MAX_SAFE_INTEGER }, (level, message, facts) =>
      said.push(`${level} ${message} ${facts?.error}`),
    );
    const tell = traces.of('SDV_1');
    for (let turn = 0; turn < 100; turn += 1) tell({ direction: 'sent', text: 'lost', hex: '06'.repeat(4000) });
    traces.close();
    expect(said).toEqual([expect.stringMatching(/^error the trace of a terminal cannot be written .*ENOSPC/)]);
  });

  it('is forgotten at the next start when nothing was written for so long', async () => {
    const directory = temporaryDirectory();
    const before = tracesIn(directory);
    for (const device of ['SDV_1', 'SDV_2']) before.of(device)({ direction: 'note', text: 'kept' });
    before.close();
    const long = new Date(Date.now() - 2 * DAY);
    utimesSync(join(directory, 'SDV_2', '00000001.jsonl'), long, long);
    const after = tracesIn(directory);
    expect(readdirSync(directory)).toEqual(['SDV_1']);
    expect(await texts(after)).toEqual(['kept']);
  });
});
