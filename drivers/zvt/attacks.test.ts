/** A terminal that does what none should: the till neither hangs nor grows, and never says more about money than it knows. */
import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../index.ts';
import type { Outcome, PaymentTerminal } from '../terminal.ts';
import { type Peer, registers, type ScriptedTerminal, scriptedTerminal } from '../testing/scriptedTerminal.ts';
import type { Access } from '../transport/access.ts';
import { memoryLine } from '../transport/memory.ts';
import type { Transport } from '../transport/transport.ts';
import { encode } from './codec/apdu.ts';
import { tcpDeframer } from './framing/tcpFrame.ts';
import { openZvt } from './zvtTerminal.ts';

const APPROVED = encode('statusInformation', { resultCode: 0, amount: 1200, receiptNumber: '0007' }).toString('hex');
const DECLINED = '040f022705';
const DONE = '060f00';
const LINE = `06d1${'24'}00${'61'.repeat(35)}`;
const FAST = { t3: 200, t4: 400, short: 300, settle: 60, stop: 60, hold: 60, retryFirst: 5, retryMost: 10, drain: 50 };

let terminal: PaymentTerminal;
let script: ScriptedTerminal | undefined;
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
process.on('unhandledRejection', note);
afterEach(async () => {
  await terminal.close();
  await script?.close();
  script = undefined;
  expect(unhandled.splice(0)).toEqual([]);
});

async function open(...scripts: readonly ((peer: Peer) => Promise<void>)[]) {
  const idle = async (peer: Peer) => {
    await registers(peer);
    await peer.gone;
  };
  script = await scriptedTerminal(...scripts, idle);
  const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
  terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers: FAST } });
}

/** Registers, takes a payment and goes on as the test says. */
const paying = (rest: (peer: Peer) => Promise<void>) => async (peer: Peer) => {
  await registers(peer);
  await peer.expect('0601');
  peer.send('800000');
  await rest(peer);
};

const pay = (call = {}) => terminal.pay({ amount: 1200 }, call);

/** The same bytes in every run. */
function randomHex(seed: number, length: number): string {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) & 0xff;
  };
  return Buffer.from(Array.from({ length }, next)).toString('hex');
}

describe('random bytes', () => {
  const phases: readonly (readonly [string, readonly Outcome['kind'][], (noise: string) => (peer: Peer) => Promise<void>])[] =
    [
      ['before the registration', ['approved', 'notSent'], noise => async peer => {
        peer.send(noise);
        await peer.gone;
      }],
      ['instead of an answer to the payment', ['unknown'], noise => async peer => {
        await registers(peer);
        await peer.expect('0601');
        peer.send(noise);
        await peer.gone;
      }],
      ['while the card is awaited', ['unknown', 'declined'], noise => paying(async peer => {
        peer.send(`04ff0101${noise}`);
        await peer.gone;
      })],
      ['after the approval', ['unknown', 'declined'], noise => paying(async peer => {
        await peer.tell(APPROVED);
        peer.send(noise);
        await peer.gone;
      })],
      ['in the middle of a slip', ['unknown', 'declined'], noise => paying(async peer => {
        await peer.tell(APPROVED);
        await peer.tell(LINE);
        peer.send(`${LINE.slice(0, 20)}${noise}`);
        await peer.gone;
      })],
    ];

  it.each(phases)('%s', async (_, kinds, scriptOf) => {
    for (const seed of [1, 2, 3]) {
      await open(scriptOf(randomHex(seed, 700)), async peer => {
        await registers(peer);
        await peer.gone;
      });
      const outcome = await pay();
      expect(kinds, `seed ${seed}: ${JSON.stringify(outcome)}`).toContain(outcome.kind);
      await terminal.close();
      await script!.close();
    }
  });
});
