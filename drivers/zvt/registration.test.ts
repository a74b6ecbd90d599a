/** Registrations byte for byte, the agreements and requests of their completions, and the states that follow. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Peer, registers, type ScriptedTerminal, scriptedTerminal } from '../doubles/scriptedTerminal.ts';
import { openTerminal } from '../protocols.ts';
import type { PaymentTerminal } from '../terminal.ts';
import { encode } from './codec/apdu.ts';
import { registration } from './registration.ts';
import { zvtSettings } from './settings.ts';

const connection = { type: 'tcp', host: '127.0.0.1', port: 20_007 } as const;
const FAST = { t3: 200, t4: 300, short: 300, settle: 50, stop: 50, retryFirst: 10, retryMost: 20, drain: 50 };

function bytes(options: Record<string, unknown>, withTlv = true, password = '123456'): string {
  const settings = zvtSettings({ protocol: 'zvt', connection, password, options });
  return encode('registration', registration(settings, withTlv)).toString('hex');
}

describe('the registration', () => {
  it.each<readonly [string, Record<string, unknown>, string]>([
    ['asks for blocks', {}, '060010123456be09780301060626040a0206d3'],
    ['asks for lines', { printing: 'lines' }, '06000a123456be097803010600'],
    ['lists questions', { questions: true }, '06001c123456be0978030106122610' + '0a0206d30a0206d00a02040d0a02040e'],
    ['offers numbers', { sequenceIds: true }, '060016123456be09780301060c26040a0206d3' + '1f7303000000'],
    [
      'tells the till in full',
      {
        configuration: 0xfe,
        serviceByte: 0,
        merchantDisplay: '1602',
        customerDisplay: '2004',
        printerWidth: 40,
        largestApdu: 4096,
        requestCharset: 0xff,
        emvConfiguration: 'ff00',
        receiptParameter: 'a0',
      },
      '06002c123456fe0978030006' +
        '22' +
        '10021602' +
        '11022004' +
        '120140' +
        '1a021000' +
        '26040a0206d3' +
        '27031401ff' +
        '4002ff00' +
        '1f0401a0',
    ],
  ])('%s', (_, options, expected) => {
    expect(bytes(options)).toBe(expected);
  });

  it('has no container for a terminal that cannot read one', () => {
    expect(bytes({}, false)).toBe('060006123456be0978');
  });
});

let terminal: PaymentTerminal;
let script: ScriptedTerminal;

async function opened(serve: (peer: Peer) => Promise<void>, options: Record<string, unknown> = {}) {
  script = await scriptedTerminal(serve);
  const to = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
  terminal = await openTerminal({ protocol: 'zvt', connection: to, options: { ...options, timers: FAST } });
}

afterEach(async () => {
  await terminal?.close();
  await script?.close();
});

describe('a terminal that registered', () => {
  const says = (completion: string, rest: readonly string[]) => async (peer: Peer) => {
    await registers(peer, completion);
    for (const row of rest) {
      await peer.expect();
      for (const apdu of row.split(' ')) {
        if (/^8[04]/.test(apdu)) peer.send(apdu);
        else await peer.tell(apdu);
      }
    }
    await peer.gone;
  };
  const READY = '800000 060f0100';
  const DONE = '800000 060f00';

  it.each([
    ['initialisation', '060f021901', { do: 'initialisation' }],
    ['diagnosis', '060f021902', { do: 'diagnosis' }],
  ] as const)('and needs an %s says so until it was done', async (cure, completion, task) => {
    // Asked once more by itself: whether it works until then.
    await opened(says(completion, [READY, READY, DONE, READY]));
    expect(await terminal.status()).toMatchObject({ kind: 'needs', cure });
    expect(await terminal.perform(task)).toMatchObject({ kind: 'done' });
    expect(await terminal.status()).toEqual({ kind: 'ready' });
  });

  it.each([
    ['vending mode', '060f021910'],
    ['nothing', '060f00'],
  ])('and reports %s is ready', async (_, completion) => {
    await opened(says(completion, [READY]));
    expect(await terminal.status()).toEqual({ kind: 'ready' });
  });

  it('requests the end-of-day with the result of a payment', async () => {
    await opened(says('060f00', ['800000 040f0f270004000000000001' + '06041f130101 060f00', READY]));
    expect(await terminal.pay({ amount: 1 })).toMatchObject({ kind: 'approved' });
    expect(await terminal.status()).toMatchObject({ kind: 'needs', cure: 'endOfDay' });
  });

  it.each([
    ['8000', 'endOfDay'],
    ['4000', 'initialisation'],
    ['2000', 'diagnosis'],
    ['0400', 'person'],
    ['0008', 'person'],
  ])('and is locked (%s) names the cure', async (locks, cure) => {
    await opened(says('060f00', [`800000 060f080006051f5502${locks}`]), { statusWithTlv: true });
    expect(await terminal.status()).toMatchObject({ kind: 'needs', cure });
    expect(script.received.find(hex => hex.startsWith('0501'))).toBe('0501050000000304');
  });

  it('and repeats nothing leaves the last transaction unknown, where the model is known for it', async () => {
    await opened(says('060f00', [READY, DONE]), { repeatsBare: true });
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'unreachable' });
  });
});

describe('a terminal that refuses', () => {
  it.each([
    ['841e016f', 0x6f],
    ['841e017d', 0x7d],
    ['841e00', 0x1e],
    ['843700', 0x37],
  ])('the registration with %s names the cause', async (answer, resultCode) => {
    await opened(async peer => {
      for (;;) {
        await peer.expect('0600');
        peer.send(answer);
      }
    });
    expect(await terminal.register()).toMatchObject({ ok: false, reason: { code: 'refused', resultCode } });
  });

  it('everything but its cure answers commands with 06 1E', async () => {
    await opened(async peer => {
      await registers(peer);
      await peer.expect('0601');
      await peer.tell('061e01f0');
      await peer.gone;
    });
    expect(await terminal.pay({ amount: 1 })).toMatchObject({
      kind: 'declined',
      reason: { code: 'endOfDayRequired', resultCode: 0xf0 },
    });
  });
});

describe('a mute terminal', () => {
  it('is closed at once when no command is under way', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    await opened(async peer => {
      await peer.expect('0600');
      resolve();
      await peer.gone;
    }, {});
    await asked;
    await terminal.close();
    expect(terminal.state).toBe('closed');
    expect(script.connections).toBe(1);
  });

  it('is not registered again while it is closed in the middle of a payment', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    await opened(async peer => {
      await registers(peer);
      await peer.expect('0601');
      resolve();
      await peer.gone;
    });
    const outcome = terminal.pay({ amount: 1 });
    await asked;
    await terminal.close();
    expect(await outcome).toMatchObject({ kind: 'unknown' });
    expect(script.connections).toBe(1);
  });
});
