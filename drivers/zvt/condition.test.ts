/** The condition of a terminal: kept, published, checked again only while it is bad, and ended when the terminal is well. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Peer, registers, type ScriptedTerminal, scriptedTerminal } from '../doubles/scriptedTerminal.ts';
import { openTerminal } from '../protocols.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../simulator/zvt/start.ts';
import type { Condition, PaymentTerminal } from '../terminal.ts';
import { encode } from './codec/apdu.ts';
import { APPROVED, DONE } from './scripted.fixture.ts';

const NEVER = 3_600_000;
const FAST = { t3: 500, t4: 1000, short: 1000, settle: 100, retryFirst: 10, retryMost: 20, drain: 50, recheck: NEVER };

let terminal: PaymentTerminal | undefined;
let virtual: RunningVirtualTerminal | undefined;
let script: ScriptedTerminal | undefined;
afterEach(async () => {
  await terminal?.close();
  await Promise.all([virtual?.close(), script?.close()]);
  [terminal, virtual, script] = [undefined, undefined, undefined];
});

async function openAt(port: number, timers: Partial<typeof FAST> = {}): Promise<PaymentTerminal> {
  const connection = { type: 'tcp', host: '127.0.0.1', port } as const;
  const options = { timers: { ...FAST, ...timers } };
  terminal = await openTerminal({ protocol: 'zvt', connection, password: '000000', options });
  return terminal;
}

async function atVirtual(behaviour: string, timers: Partial<typeof FAST> = {}): Promise<PaymentTerminal> {
  virtual = await startVirtualTerminal({ behaviour, delay: 0 });
  return openAt(virtual.port, timers);
}

async function atScript(serve: (peer: Peer) => Promise<void>, timers?: Partial<typeof FAST>): Promise<PaymentTerminal> {
  script = await scriptedTerminal(serve);
  return openAt(script.port, timers);
}

/** Waits until the terminal has this condition. */
function until(one: PaymentTerminal, isSo: (condition: Condition | null) => boolean): Promise<void> {
  if (isSo(one.condition)) return Promise.resolve();
  return new Promise(resolve => {
    const forget = one.onCondition(condition => {
      if (!isSo(condition)) return;
      forget();
      resolve();
    });
  });
}

const isWell = (condition: Condition | null) => condition === null;
const blocks = (condition: Condition | null) => condition?.blocks === true;
/** The commands of the till, without the acknowledgements between. */
const commandsOf = ({ received }: ScriptedTerminal) =>
  received.filter(hex => !hex.startsWith('8000')).map(hex => hex.slice(0, 4));

describe('a locked terminal', () => {
  it.each([
    ['needs-diagnosis', 'diagnosis', 0xc2, 'Diagnose erforderlich'],
    ['needs-initialisation', 'initialisation', 0x51, 'Initialisierung erforderlich'],
  ] as const)('%s says so before anybody pays, until the cure', async (behaviour, cure, resultCode, de) => {
    const it = await atVirtual(behaviour);
    await until(it, blocks);
    expect(it.condition).toMatchObject({ blocks: true, cure, resultCode, texts: { de } });
    expect(await it.pay({ amount: 1200 })).toMatchObject({ kind: 'declined', reason: { resultCode } });
    expect(it.condition).toMatchObject({ cure });
    expect(await it.perform({ do: cure })).toMatchObject({ kind: 'done' });
    expect(it.condition).toBeNull();
  });

  it('that wants an end-of-day reports that by its refusal', async () => {
    const it = await atVirtual('end-of-day-required');
    expect(await it.pay({ amount: 1200 })).toMatchObject({ kind: 'declined' });
    expect(it.condition).toMatchObject({ blocks: true, cure: 'endOfDay', resultCode: 0xf0 });
    await it.perform({ do: 'endOfDay' });
    expect(it.condition).toBeNull();
  });

  it('that a person cured is found well by a status enquiry', async () => {
    const it = await atVirtual('needs-diagnosis', { recheck: 20 });
    await until(it, blocks);
    virtual!.terminal.behaviour = 'approve';
    await until(it, isWell);
    expect(await it.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('that takes a payment all the same is well', async () => {
    const locked = async (peer: Peer) => {
      await registers(peer);
      await peer.expect('0601');
      peer.send('84c200');
      await peer.expect('0601');
      peer.send('800000');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
      await peer.gone;
    };
    const it = await atScript(locked);
    await it.pay({ amount: 1200 });
    expect(it.condition).toMatchObject({ cure: 'diagnosis' });
    expect(await it.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    expect(it.condition).toBeNull();
  });

  it('that does not know the status enquiry stays locked', async () => {
    const it = await atScript(async peer => {
      await registers(peer);
      await peer.expect('0601');
      peer.send('84df00');
      await peer.expect('0501');
      peer.send('848300');
      await peer.gone;
    });
    await it.pay({ amount: 1200 });
    expect(await it.status()).toEqual({ kind: 'ready' });
    expect(it.condition).toMatchObject({ cure: 'person', resultCode: 0xdf });
  });

  it('is not asked while a payment runs', async () => {
    const prompts = 50; // many pauses go by
    const it = await atScript(
      async peer => {
        await registers(peer);
        await peer.expect('0601');
        peer.send('84c200');
        for (;;) {
          const command = await peer.expect();
          peer.send('800000');
          if (command.startsWith('0501')) await peer.tell('060f01c2');
          else {
            for (let prompt = 0; prompt < prompts; prompt += 1) await peer.tell('04ff010a');
            await peer.tell(APPROVED);
            await peer.tell(DONE);
          }
        }
      },
      { recheck: 1 },
    );
    await it.pay({ amount: 1200 });
    expect(await it.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    const { received } = script!;
    const begun = received.findLastIndex(hex => hex.startsWith('0601'));
    expect(new Set(received.slice(begun + 1))).toEqual(new Set(['800000']));
    expect(received.length - begun).toBeGreaterThan(prompts);
  });
});

describe('a code that may be about the command alone', () => {
  it.each([
    ['a task', { do: 'selfTest' }, '061e016a'],
    ['a payment, and may be a wrong PIN', null, '061e0151'],
  ] as const)('said to %s is asked about', async (_, task, refusal) => {
    const it = await atScript(async peer => {
      await registers(peer);
      await peer.expect(task ? '0679' : '0601');
      peer.send('800000');
      await peer.tell(refusal);
      await peer.expect('0501');
      peer.send('800000');
      await peer.tell('060f0100');
      await peer.gone;
    });
    const received: (Condition | null)[] = [];
    it.onCondition(condition => received.push(condition));
    await (task ? it.perform(task) : it.pay({ amount: 1200 }));
    // Behind the question it asks by itself.
    await it.openPreAuthorisations();
    expect(commandsOf(script!).slice(0, 3)).toEqual(['0600', task ? '0679' : '0601', '0501']);
    expect(received).toEqual([]);
  });
});

describe('a terminal that goes away', () => {
  it('for an update is away, and is well when the update is over', async () => {
    const it = await atVirtual('update-follows:150', { recheck: 20 });
    expect(await it.perform({ do: 'endOfDay' })).toMatchObject({ kind: 'done', follows: 'update' });
    expect(it.condition).toMatchObject({ blocks: true, cure: 'wait' });
    await until(it, isWell);
    expect(await it.status()).toEqual({ kind: 'ready' });
  });
});

describe('a terminal that asks for its cure and works on', () => {
  it('reports its cure without being locked, and is asked once', async () => {
    const it = await atScript(
      async peer => {
        await registers(peer, '060f021902');
        for (;;) {
          await peer.expect('0501');
          peer.send('800000');
          await peer.tell('060f0100');
        }
      },
      { recheck: 1 },
    );
    await it.status();
    await it.status();
    expect(it.condition).toMatchObject({ blocks: false, cure: 'diagnosis' });
    expect(commandsOf(script!)).toEqual(['0600', '0501', '0501', '0501']);
  });
});

describe('a terminal that asks for its end-of-day with a payment', () => {
  const wants = '060f0606041f130101';
  /** Registers as one that needs nothing, and obeys. */
  const serve = (completion: string, hangsUp: boolean) => async (peer: Peer) => {
    const answers: Readonly<Record<string, readonly string[]>> = {
      '0600': [completion],
      '0601': [APPROVED, wants],
      '0501': ['060f0100'],
    };
    await registers(peer, completion);
    for (;;) {
      const command = (await peer.expect()).slice(0, 4);
      peer.send('800000');
      for (const answer of answers[command] ?? [DONE]) await peer.tell(answer);
      if (command === '0601' && hangsUp) return peer.cut();
    }
  };
  const completionOf = (terminalId: string) => encode('completion', { terminalId }).toString('hex');

  it.each([
    ['after the next registration', false],
    ['after its line broke', true],
  ] as const)('wants it still %s, until it was done', async (_, hangsUp) => {
    script = await scriptedTerminal(serve(completionOf('12345678'), hangsUp), serve(completionOf('12345678'), false));
    const it = await openAt(script.port);
    expect(await it.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    await it.register();
    expect(commandsOf(script).filter(one => one === '0600').length).toBeGreaterThan(1);
    expect(it.condition).toMatchObject({ blocks: false, cure: 'endOfDay' });
    await it.perform({ do: 'endOfDay' });
    await it.register();
    expect(it.condition).toBeNull();
  });

  it('has no request where another machine answers in its place', async () => {
    script = await scriptedTerminal(serve(completionOf('12345678'), true), serve(completionOf('87654321'), false));
    const it = await openAt(script.port);
    await it.pay({ amount: 1200 });
    await it.register();
    expect(it.condition).toBeNull();
  });
});

describe('a healthy terminal', () => {
  it.each([
    ['a declined card', '040f022705'],
    ['a wrong PIN by a code that is also a lock', '040f022751'],
    [
      'a host that answers in letters',
      encode('statusInformation', { resultCode: 0, hostResultCode: 0xa5 }).toString('hex'),
    ],
  ])('is sent nothing more than before: %s', async (_, status) => {
    const it = await atScript(
      async peer => {
        await registers(peer);
        await peer.expect('0601');
        peer.send('800000');
        await peer.tell(status);
        await peer.tell('061e016c');
        await peer.expect('0501');
        peer.send('800000');
        await peer.tell('060f0100');
        await peer.gone;
      },
      { recheck: 1 },
    );
    await it.pay({ amount: 1200 });
    expect(it.condition).toBeNull();
    await it.status();
    expect(commandsOf(script!)).toEqual(['0600', '0601', '0501']);
  });
});
