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
import { tlv } from '../../../drivers/zvt/codec/tlv.ts';
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
  return { world, script, paid, outcome, id };
}

/** Settled: the terminal was asked, or a person was called. */
const settled = ({ world, outcome }: Awaited<ReturnType<typeof shop>>) =>
  until(() => outcome().result !== 'unknown' || world.intents.unsettled(demoIds.terminal)?.needsPerson);

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

describe('a reversal is no payment', () => {
  const elsewhere = receipt('0042', { originalTrace: '000041' });
  it.each([
    ['the approval names another transaction as its original', [elsewhere, DONE], elsewhere, 'unknown'],
    ['the approval has zeros for an original', [receipt('0042', { originalTrace: '000000' }), DONE], APPROVED, 'paid'],
    ['reported before what it takes back', [REVERSED, APPROVED, DONE], REVERSED, 'not_paid'],
  ])('%s', async (_, messages, last, result) => {
    const memory = { last: BEFORE };
    const made = await shop(memory, async peer => {
      memory.last = last;
      for (const message of messages) await peer.tell(message);
    });
    await made.paid;
    await settled(made);
    expect(made.outcome().result).toBe(result);
    expect(made.world.intents.ofSale(made.id)).toHaveLength(1);
  });
});

describe('after a cut the terminal repeats a transaction under the next number', () => {
  const today = new Date();
  const dated = (number: string, days: number, more: Fields = {}) => {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days);
    const digits = [day.getMonth() + 1, day.getDate()].map(part => String(part).padStart(2, '0')).join('');
    return receipt(number, { date: digits, time: '000000', ...more });
  };
  it.each([
    ['that is older than the one before it', [], dated('0042', 30), 'unknown'],
    ['of the same day', [], dated('0042', 0), 'paid'],
    ['that it had reported with another date', [dated('0042', 0)], dated('0042', 30), 'unknown'],
    [
      'that it had reported with another trace number',
      [APPROVED],
      receipt('0042', { traceNumber: '000077' }),
      'unknown',
    ],
    ['that it had reported a second earlier', [APPROVED], receipt('0042', { time: '120001' }), 'paid'],
  ])('%s', async (_, messages, last, result) => {
    const memory = { last: dated('0041', 0) };
    const made = await shop(memory, async peer => {
      for (const message of messages) await peer.tell(message);
      memory.last = last;
      peer.cut();
    });
    await made.paid;
    await settled(made);
    expect(made.outcome().result).toBe(result);
  });
});

describe('an approval after the end', () => {
  const tipped = receipt('0042', { amount: 1200, tlv: [tlv(0x1f36, '000000000200')] });
  it('of a stopped payment with the tip of the customer: the terminal is asked', async () => {
    for (const keeps of [true, false]) {
      const memory = { last: BEFORE };
      const { world, paid, outcome, id } = await shop(memory, async peer => {
        await peer.tell('061e016c');
        if (keeps) memory.last = tipped;
        peer.send(tipped);
        expect(await peer.expect()).toBe('846600');
      });
      await paid;
      await until(() => world.intents.journal.ofIntent(world.intents.ofSale(id)[0]!.id, 'evidence').length > 0);
      await until(() => outcome().result === (keeps ? 'paid' : 'not_paid'));
    }
  });

  it.each([
    ['that the terminal keeps: a case beside the payment', receipt('0043'), receipt('0043'), ['open']],
    ['that it takes back: nothing', receipt('0043'), APPROVED, []],
    ['that is the same once more: nothing', APPROVED, APPROVED, []],
    ['that takes the payment back is no second payment', REVERSED, REVERSED, []],
  ])('of a paid payment, %s', async (_, message, last, surplus) => {
    const memory = { last: BEFORE };
    const { world, paid, outcome, id } = await shop(memory, async peer => {
      await peer.tell(APPROVED);
      await peer.tell(DONE);
      memory.last = last;
      peer.send(message);
    });
    await paid;
    const { unsolicited } = world.intents;
    const cases = () => world.intents.ofSale(id).filter(one => one.surplus);
    await until(() => (surplus.length > 0 ? cases().length > 0 : unsolicited.waiting(demoIds.terminal).length === 0));
    expect(cases().map(({ decision }) => decision)).toEqual(surplus);
    expect(outcome()).toMatchObject({ result: 'paid', final: surplus.length === 0 });
  });
});
