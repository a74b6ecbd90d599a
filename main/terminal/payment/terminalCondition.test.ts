/** A terminal that is not ready itself, at the virtual ZVT terminal over TCP: shown before a payment, refused with an error of its own, cured. */
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../drivers/index.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../../../drivers/simulator/zvt/start.ts';
import { type Client, closeAll, ok, startBridge, until } from '../../doubles/bridge.fixture.ts';
import type { TerminalReason } from '../../wire/events.ts';
import type { Terminal } from '../../wire/terminals.ts';
import type { TillView } from '../../wire/till.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';
import { type Declined, open, view } from './cashless.fixture.ts';

const virtuals: RunningVirtualTerminal[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(virtuals.splice(0).map(virtual => virtual.close()));
});

const TIMERS = { retryFirst: 20, retryMost: 100, t3: 1000, t4: 1500, short: 1500, settle: 200, drain: 50, recheck: 50 };

async function counter(behaviour: string) {
  const virtual = await startVirtualTerminal({ delay: 0, behaviour });
  virtuals.push(virtual);
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  const openAgain = () => openTerminal({ protocol: 'zvt', connection, options: { timers: TIMERS } });
  const bridge = await startBridge({ parts: { openTerminal: openAgain } });
  return { virtual, bridge, till: await bridge.client() };
}

type Refused = SmartTransaction & Declined & { readonly error_user: string; readonly reason: TerminalReason };
const terminal = `/bridge/v1/terminals/${demoIds.terminal}`;
const pay = (till: Client, id: string) => till.post<Refused>(`/${id}/start/cashless`);
const cure = (till: Client, task: string) => till.ask('POST', `${terminal}/tasks`, { body: { do: task } });
const conditionOf = (till: TillView) => till.terminal?.condition ?? null;

async function untilCondition(till: Client, isSo: (condition: ReturnType<typeof conditionOf>) => boolean) {
  for (;;) if (isSo(conditionOf(await view(till)))) return;
}

describe('a locked terminal', () => {
  it.each([
    ['needs-diagnosis', 'diagnosis', 1110, 0xc2, 'Diagnose erforderlich'],
    ['needs-initialisation', 'initialisation', 1111, 0x51, 'Initialisierung erforderlich'],
  ] as const)('%s: shown before, refused by its own row, cured, and the same sale is paid', async (...row) => {
    const [behaviour, task, code, resultCode, de] = row;
    const { bridge, till } = await counter(behaviour);
    await untilCondition(till, condition => condition?.blocks === true);
    expect(conditionOf(await view(till))).toMatchObject({ blocks: true, cure: task, resultCode, texts: { de } });
    expect(ok(await till.ask<Terminal>('GET', terminal)).condition).toMatchObject({ cure: task });
    const { id } = await open(till);
    const refused = await pay(till, id);
    expect([refused.status, refused.body.code]).toEqual([405, code]);
    expect(refused.body.error_user).toContain('kein Geld bewegt');
    const reason = { result_code: resultCode, texts: { de }, advice: task };
    expect(refused.body.reason).toMatchObject(reason);
    expect((await view(till)).reason).toBeNull();
    ok(await till.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
    expect((await view(till)).reason).toMatchObject({ ...reason, device: demoIds.terminal });
    expect(bridge.rows<{ reason: string }>('SELECT reason FROM intent').map(one => JSON.parse(one.reason).de)).toEqual([
      de,
    ]);
    ok(await cure(till, task));
    expect(conditionOf(await view(till))).toBeNull();
    expect(ok(await pay(till, id)).status).toBe('ok');
    expect((await view(till)).reason).toBeNull();
  });

  it('that wants an end-of-day keeps the code it has always had', async () => {
    const { till } = await counter('end-of-day-required');
    const { id } = await open(till);
    const refused = await pay(till, id);
    expect([refused.status, refused.body.code]).toEqual([405, 1090]);
    expect(refused.body.reason).toMatchObject({ code: 'endOfDayRequired', advice: 'endOfDay' });
    expect(conditionOf(await view(till))).toMatchObject({ blocks: true, cure: 'endOfDay' });
    ok(await till.post('/me/endOfDay'));
    expect(conditionOf(await view(till))).toBeNull();
  });

  it('that is mended at itself is well again without anybody asking here', async () => {
    const { virtual, till } = await counter('needs-diagnosis');
    await untilCondition(till, condition => condition?.blocks === true);
    virtual.terminal.behaviour = 'approve';
    await untilCondition(till, condition => condition === null);
    expect(ok(await pay(till, (await open(till)).id)).status).toBe('ok');
  });
});

it('an update is shown under its own name, also while the terminal does not answer', async () => {
  const { virtual, till } = await counter('update-follows:600000');
  ok(await till.post('/me/endOfDay'));
  expect(conditionOf(await view(till))).toMatchObject({ blocks: true, cure: 'wait' });
  await virtual.close();
  const refused = await pay(till, (await open(till)).id);
  expect([refused.status, refused.body.code]).toEqual([405, 1112]);
  expect(refused.body.reason).toMatchObject({ advice: 'wait' });
});

it('every open screen hears it, and that it is over', async () => {
  const { bridge, till } = await counter('end-of-day-required');
  const stopped = new AbortController();
  const stream = await fetch(`${bridge.url}/bridge/v1/events`, {
    headers: { authorization: `Bearer ${till.token}` },
    signal: stopped.signal,
  });
  let received = '';
  const reading = stream.body!.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: part => {
        received += part;
      },
    }),
  );
  await pay(till, (await open(till)).id);
  await until(() => received.includes('"cure":"endOfDay"'));
  ok(await till.post('/me/endOfDay'));
  await until(() => /"condition":null/.test(received.slice(received.lastIndexOf('"cure":"endOfDay"'))));
  stopped.abort();
  await reading.catch(() => undefined);
});

it.each([
  ['wrong-pins', 'otherCard'],
  ['card-error', 'again'],
  ['decline', 'otherCard'],
  ['abort-on-device', 'again'],
] as const)('it was the card: %s comes with the terminal’s reason and what to do', async (behaviour, advice) => {
  const { till } = await counter(behaviour);
  const refused = await pay(till, (await open(till)).id);
  expect([1005, 1006]).toContain(refused.body.code);
  expect(refused.body.reason).toMatchObject({ advice });
  expect(refused.body.reason.texts.de).not.toBe('');
  expect(conditionOf(await view(till))).toBeNull();
});
