/** Terminals that contradict themselves about a payment, from the bytes on the line to the sale. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Peer,
  registers,
  type ScriptedTerminal,
  scriptedTerminal,
} from '../../../drivers/doubles/scriptedTerminal.ts';
import { openTerminal } from '../../../drivers/index.ts';
import type { PaymentTerminal } from '../../../drivers/terminal.ts';
import { encode } from '../../../drivers/zvt/codec/apdu.ts';
import type { Fields } from '../../../drivers/zvt/codec/fields.ts';
import { flow } from '../../checkout/flow.ts';
import { item, sale, until } from '../../doubles/bridge.fixture.ts';
import { cashier, testWorld } from '../../doubles/world.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { askToStop } from './tillInput.ts';

const FAST = {
  t3: 500,
  t4: 1_000,
  short: 500,
  read: 500,
  settle: 50,
  stop: 200,
  retryFirst: 5,
  retryMost: 20,
  drain: 50,
};
const receipt = (number: string, more: Fields = {}) =>
  encode('statusInformation', {
    resultCode: 0,
    amount: 1000,
    traceNumber: `00${number}`,
    receiptNumber: number,
    time: '120000',
    ...more,
  }).toString('hex');
const [BEFORE, APPROVED] = [receipt('0041'), receipt('0042')];
const REVERSED = receipt('0043', { originalTrace: '000042' });
const DECLINED = receipt('0042', { resultCode: 0x6f });
const FAILURE = '040f02276f';
const DONE = '060f00';

interface Scripted {
  /** The transaction that the terminal repeats. */
  last: string;
}

/** Answers inquiries until the line is over; `pays` is the terminal's part of a payment that it has accepted. */
async function serves(peer: Peer, memory: Scripted, pays: (peer: Peer) => Promise<void>): Promise<void> {
  await registers(peer);
  for (;;) {
    const command = (await Promise.race([peer.expect(), peer.gone])).slice(0, 4);
    if (command === '0501') {
      peer.send('800000');
      await peer.tell('060f0100');
    } else if (command === '0620') {
      peer.send('800000');
      await peer.tell(memory.last);
      await peer.tell(DONE);
    } else if (command === '0601') {
      peer.send('800000');
      await pays(peer);
    } else if (command === '06b0') peer.send('800000');
    else if (/^[0-9a-f]{4}$/.test(command)) peer.send('848300');
    else return;
  }
}

const opened: { terminal: PaymentTerminal; script: ScriptedTerminal; close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const { terminal, script, close } of opened.splice(0)) {
    await terminal.close();
    await script.close();
    await close();
  }
});

async function shop(memory: Scripted, pays: (peer: Peer) => Promise<void>) {
  const script = await scriptedTerminal(peer => serves(peer, memory, pays).catch(() => undefined));
  const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
  const terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers: FAST } });
  const { world, db } = await testWorld({ terminal });
  opened.push({
    terminal,
    script,
    async close() {
      world.recovery.stop();
      await db.close();
    },
  });
  const { id } = await flow.create(world, cashier, sale([item(1000)]));
  const paid = flow.start(world, cashier, id, 'cashless', {}).catch((error: unknown) => error);
  const outcome = () => world.ledger.sale(demoIds.merchant, id)!.document.outcome;
  return { world, script, paid, outcome };
}

describe('an acknowledged approval, then a failure', () => {
  it.each([
    ['and a completion', [FAILURE, DONE], false],
    ['and an abort', [FAILURE, '061e016f'], false],
    ['and nothing', [FAILURE], false],
    ['and a cut', [FAILURE], true],
  ] as const)('%s: the terminal is asked, and the sale is what its memory says', async (_, more, cut) => {
    for (const keeps of [true, false]) {
      const memory = { last: BEFORE };
      const { paid, outcome } = await shop(memory, async peer => {
        await peer.tell(APPROVED);
        if (keeps) memory.last = APPROVED;
        for (const message of more) await peer.tell(message);
        if (cut) peer.cut();
      });
      await paid;
      await until(() => outcome().result !== 'unknown');
      expect(outcome().result).toBe(keeps ? 'paid' : 'not_paid');
    }
  });
});

describe('a failure after the end of an approved payment', () => {
  it.each([
    ['kept the payment', APPROVED, null],
    ['taken it back', REVERSED, 'late'],
    // As declined, under the same numbers.
    ['declined it', DECLINED, 'late'],
  ] as const)(
    'is acknowledged and says no more than its memory, which is asked before the day ends: it has %s',
    async (_, last, kind) => {
      const memory = { last: BEFORE };
      const answers: string[] = [];
      const { world, paid, outcome } = await shop(memory, async peer => {
        await peer.tell(APPROVED);
        memory.last = APPROVED;
        await peer.tell(DONE);
        for (const message of [FAILURE, '061e016f']) {
          peer.send(message);
          answers.push(await peer.expect());
        }
      });
      await paid;
      await until(() => answers.length === 2);
      expect(answers).toEqual(['800000', '800000']);
      expect(outcome()).toMatchObject({ result: 'paid', final: true });
      memory.last = last;
      await world.recovery.lookAgain(world.devices.slot(demoIds.terminal)!);
      expect(world.intents.openDecision(demoIds.terminal)?.decisionKind ?? null).toBe(kind);
      expect(outcome()).toMatchObject({ result: 'paid', final: kind === null });
    },
  );
});

describe('an approval after an accepted abort', () => {
  it('that came when the command had ended, and was refused: unknown again, and asked', async () => {
    const memory = { last: BEFORE };
    const refusals: string[] = [];
    const { promise: answered, resolve: goOn } = Promise.withResolvers<void>();
    const { world, paid, outcome } = await shop(memory, async peer => {
      await peer.tell('04ff010a');
      await peer.expect('06b0');
      peer.send('800000');
      await peer.tell('061e016c');
      await answered;
      memory.last = APPROVED;
      peer.send(APPROVED);
      refusals.push(await peer.expect());
    });
    await until(() => world.running.view(demoIds.terminal)?.step === 'prompt');
    await askToStop(world, cashier, world.devices.slot(demoIds.terminal)!);
    await paid;
    expect(outcome()).toMatchObject({ result: 'not_paid', abort_requested: true });
    goOn();
    await until(() => outcome().result === 'paid');
    expect([refusals, outcome().late]).toEqual([['846600'], true]);
  });
});
