/** Recording and replaying: what is written down, both sides played again, and the first deviation named. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../index.ts';
import type { PaymentTerminal } from '../../../terminal.ts';
import { encode } from '../../../zvt/codec/apdu.ts';
import { startVirtualTerminal } from '../start.ts';
import { connectTill, registrationOf } from '../till.fixture.ts';
import { Deviation, recordedSide } from './recordedSide.ts';
import { record } from './recorder.ts';
import { type RecordedTurn, readRecording, type Side, type Turn, transcriber } from './recording.ts';
import { replayTerminal, replayTill } from './replay.ts';

const CONVERSATIONS = new URL('../../../zvt/captures/conversations.json', import.meta.url).pathname;
const IDS = [
  'x-conv-payment-chip-pin',
  'x-conv-payment-contactless',
  'x-conv-abort-at-pin',
  'x-conv-end-of-day',
  'x-conv-end-of-day-update-follows-2',
  's-conv-ingenico-start',
  'r-conv-nexi-payment',
];

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function driver(port: number, password = '123456'): Promise<PaymentTerminal> {
  const connection = { type: 'tcp', host: '127.0.0.1', port } as const;
  const terminal = await openTerminal({ protocol: 'zvt', connection, password });
  ends.push(() => terminal.close());
  return terminal;
}

/** A payment of 12.00 at a virtual terminal, recorded. */
async function recorded(): Promise<readonly RecordedTurn[]> {
  const virtual = await startVirtualTerminal({ delay: 0 });
  ends.push(() => virtual.close());
  const turns: RecordedTurn[] = [];
  const recorder = await record({
    caller: { type: 'listen', address: { host: '127.0.0.1', port: 0 } },
    called: { type: 'connect', address: { host: '127.0.0.1', port: virtual.port } },
    write: turn => turns.push(turn),
  });
  const terminal = await driver(recorder.port);
  expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  await terminal.close();
  await expect.poll(() => turns.at(-1)?.meaning).toBe('hung up');
  await recorder.close();
  return turns;
}

describe('a recording', () => {
  it('holds the messages of both sides as hex and text, without passwords', async () => {
    const turns = await recorded();
    expect(turns[0]).toMatchObject({ from: 'till', meaning: expect.stringMatching(/^06 00 Registration/) });
    expect(turns.find(({ hex }) => hex.startsWith('0601'))).toMatchObject({ from: 'till' });
    expect(turns.find(({ hex }) => hex.startsWith('040F'))?.meaning).toContain('resultCode="00"');
    expect(JSON.stringify(turns)).not.toContain('123456');
  });

  it('holds no digits of a customer, and no configuration', () => {
    const transcribe = transcriber(() => 0);
    const said = (from: Side, hex: string) => JSON.stringify(transcribe(from, Buffer.from(hex, 'hex')));
    transcribe('till', encode('displayNumericInput', { displaySeconds: 10, textMac: '0000000000000000' }));
    const typed = said('terminal', '80000434373131');
    expect(typed).toContain('"hex":"800004EEEEEEEE","meaning":"80 00 (not shown)"');
    expect(typed).not.toMatch(/4711|34373131/);
    const changed = said('till', '0813100EE40CFF4003123456C503676568');
    expect(changed).not.toMatch(/123456|676568|C503/i);
    expect(said('terminal', '800000')).toContain('80 00 Positive');
  });

  it.each([
    ['', 'is no recording'],
    ['{"from":"nobody","hex":"00"}', 'line 1 needs from'],
    ['{"from":"till","hex":"0"}', 'line 1 needs from'],
    ['[{"id":"a","steps":[]}]', 'name one of: #a'],
  ])('%j is refused', (text, error) => {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-recording-'));
    ends.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'one.jsonl');
    writeFileSync(file, text);
    expect(() => readRecording(file)).toThrow(error);
  });
});

describe('the terminal of a recording', () => {
  it('answers the same till again', async () => {
    const terminal = await replayTerminal(await recorded());
    ends.push(terminal.close);
    const till = await driver(terminal.port);
    expect(await till.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', facts: { amount: 1200 } });
    await till.close();
    expect(await terminal.ended).toMatchObject({ kind: 'played' });
  });

  it('accepts another amount, and approves it', async () => {
    const terminal = await replayTerminal(await recorded());
    ends.push(terminal.close);
    const till = await driver(terminal.port);
    expect(await till.pay({ amount: 777 })).toMatchObject({ kind: 'approved', facts: { amount: 777 } });
    await till.close();
    expect(await terminal.ended).toMatchObject({
      kind: 'played',
      tolerated: ['message 5: 06 01 Authorisation differs in amount (1200, now 777)'],
    });
  });

  it('names the first deviation', async () => {
    const terminal = await replayTerminal(await recorded());
    ends.push(terminal.close);
    const till = await driver(terminal.port);
    await till.refund({ amount: 1200 });
    expect(await terminal.ended).toMatchObject({
      kind: 'deviated',
      text: expect.stringMatching(/^message \d+: the till sent 06 31 Refund .* instead of 06 01 Authorisation/),
    });
  });

  it.each(['x-conv-payment-chip-pin', 'x-conv-payment-contactless'])('of %s serves the current driver', async id => {
    const turns = readRecording(`${CONVERSATIONS}#${id}`).slice(0, id.endsWith('pin') ? -4 : undefined);
    const terminal = await replayTerminal(turns);
    ends.push(terminal.close);
    const till = await driver(terminal.port);
    expect(await till.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    expect(await terminal.ended).toMatchObject({ kind: 'played' });
  });
});

describe('the till of a recording', () => {
  it('pays at the current virtual terminal, with the given password', async () => {
    const turns = await recorded();
    const virtual = await startVirtualTerminal({ delay: 0, password: '654321' });
    ends.push(() => virtual.close());
    const address = { host: '127.0.0.1', port: virtual.port };
    expect(await replayTill(turns, address, { password: '654321' })).toMatchObject({ kind: 'played' });
    expect(virtual.terminal.memory.bookings).toMatchObject([{ amount: 1200, state: 'kept' }]);
  });

  it('names the first deviation of a terminal', async () => {
    const virtual = await startVirtualTerminal({ delay: 0, behaviour: 'decline' });
    const turns = await recorded();
    ends.push(() => virtual.close());
    expect(await replayTill(turns, { host: '127.0.0.1', port: virtual.port })).toMatchObject({
      kind: 'deviated',
      text: expect.stringContaining('the terminal sent 06 1E Abort (PT)'),
    });
  });
});

describe('a recorded side', () => {
  it.each(IDS)('plays both sides of %s against each other, byte for byte', id => {
    const turns = readRecording(`${CONVERSATIONS}#${id}`);
    const [till, terminal] = (['till', 'terminal'] as const).map(side => recordedSide(turns, { side, match: 'bytes' }));
    for (let said = till!.begin(); said.length > 0; ) {
      const answers = said.flatMap(apdu => [...terminal!.receive(apdu)]);
      said = answers.flatMap(apdu => [...till!.receive(apdu)]);
    }
    expect([till!.isOver, terminal!.isOver, till!.tolerated, terminal!.tolerated]).toEqual([true, true, [], []]);
  });

  it('refuses a wrong byte when bytes are compared', () => {
    const turns: readonly Turn[] = [{ from: 'till', hex: '06010704000000001200' }];
    const terminal = recordedSide(turns, { side: 'terminal', match: 'bytes' });
    expect(() => terminal.receive(encode('authorisation', { amount: 1201 }))).toThrow(Deviation);
    expect(terminal.receive(encode('authorisation', { amount: 1200 }))).toEqual([]);
    expect(terminal.isOver).toBe(true);
  });

  it('names a till that hung up too early', () => {
    const turns: readonly Turn[] = [
      { from: 'till', hex: '06010704000000001200' },
      { from: 'terminal', hex: '800000' },
      { from: 'till', hex: '06B000' },
    ];
    const terminal = recordedSide(turns, { side: 'terminal', match: 'command' });
    terminal.receive(encode('authorisation', { amount: 1200 }));
    expect(() => terminal.hungUp()).toThrow('message 3: the till hung up');
  });
});

it('passes on senseless bytes of a till, and records the messages', async () => {
  const virtual = await startVirtualTerminal({ delay: 0 });
  ends.push(() => virtual.close());
  const turns: Turn[] = [];
  const recorder = await record({
    caller: { type: 'listen', address: { host: '127.0.0.1', port: 0 } },
    called: { type: 'connect', address: { host: '127.0.0.1', port: virtual.port } },
    write: turn => turns.push(turn),
  });
  ends.push(recorder.close);
  const till = await connectTill(recorder.port);
  till.send(Buffer.from('ffffff', 'hex'));
  await till.run(registrationOf());
  expect(turns.map(({ hex }) => hex.slice(0, 4)).slice(0, 3)).toEqual(['0600', '8000', '060F']);
  till.close();
});
