/** More than the amount of the command, at the virtual ZVT terminal over TCP: a reported tip, and an amount confirmed at the till. */
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../drivers/index.ts';
import type { Behaviour } from '../../../drivers/simulator/zvt/engine/behaviours.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../../../drivers/simulator/zvt/start.ts';
import type { CommandOptions, PaymentTerminal } from '../../../drivers/terminal.ts';
import { flow } from '../../checkout/flow.ts';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import { receiptText } from '../../domain/receipt.ts';
import {
  type Client,
  closeAll,
  demoDirectory,
  item,
  ok,
  sale,
  startBridge,
  temporaryDirectory,
  until,
} from '../../doubles/bridge.fixture.ts';
import { terminalDouble } from '../../doubles/terminalDouble.ts';
import { terminalMemory } from '../../doubles/terminalMemory.ts';
import { cashier, testWorld } from '../../doubles/world.fixture.ts';
import { copyDirectory } from '../../store/directoryCopy.fixture.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import type { TillView } from '../../wire/till.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';
import { atTerminal } from '../dayEnd/dayEnd.fixture.ts';
import { answerQuestion } from './tillInput.ts';

const virtuals: RunningVirtualTerminal[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(virtuals.splice(0).map(virtual => virtual.close()));
});

/** Short, so that a line that is down is noticed at once. */
const TIMERS = { retryFirst: 20, retryMost: 100, settle: 200, stop: 300, drain: 50 };
/** The result does not arrive, and the terminal keeps what it has approved. */
const LOST: Partial<Behaviour> = { line: { cutAt: 'result' }, unacknowledged: 'kept' };

async function terminalOf(behaviour: string) {
  const virtual = await startVirtualTerminal({ delay: 0, behaviour });
  virtuals.push(virtual);
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  const open = (more: object = {}) =>
    openTerminal({ protocol: 'zvt', connection, options: { timers: TIMERS, tips: true, questions: true, ...more } });
  return { virtual, open };
}

async function counter(behaviour: string, options: object = {}) {
  const { virtual, open } = await terminalOf(behaviour);
  const bridge = await startBridge({ parts: { openTerminal: () => open(options), outcomeTimeout: 5000 } });
  return { virtual, bridge, till: await bridge.client() };
}

const view = async (till: Client) => (await till.ask<TillView>('GET', '/bridge/v1/till')).body.payment;

/** The cashier types `amount` when the terminal asks for it. */
async function pay(till: Client, amount: number, typed?: number) {
  const { id } = await till.create(sale([item(amount)]));
  const paying = till.post<SmartTransaction & Refusal>(`/${id}/start/cashless`);
  if (typed !== undefined) {
    const question = await until(async () => (await view(till))?.question);
    const body = { question: question.id, answer: 'typed', text: String(typed) };
    ok(await till.ask('POST', '/bridge/v1/till/answer', { body }));
  }
  return paying;
}
const receiptOf = ({ receipt }: SmartTransaction) => receiptText(receipt as Parameters<typeof receiptText>[0]);
const kept = ({ terminal }: RunningVirtualTerminal) => terminal.totals().amount;

/** How more than the amount comes to be charged, and what the cashier types for it. */
const ways = [
  ['a tip of the customer', 'tip:100', undefined],
  ['an amount that the till has confirmed', 'asks-amount', 1100],
] as const;

describe.each(ways)('%s', (_way, behaviour, typed) => {
  it('is paid, and the receipt shows the tip; the sums of the sale stay', async () => {
    const { virtual, bridge, till } = await counter(behaviour);
    const paid = ok(await pay(till, 1000, typed));
    expect(paid).toMatchObject({ status: 'ok', basket_info: { sum: 1000, missing_sum: 0 } });
    const text = receiptOf(paid);
    expect(text).toMatch(/Summe +10,00 EUR\nKartenzahlung +11,00 EUR\ndarin Trinkgeld +1,00 EUR\n/);
    expect(text).toMatch(/A 19 %: netto 8,40 \+ MwSt\. 1,60 +10,00 EUR/);
    expect(kept(virtual)).toBe(1100);
    expect(bridge.rows("SELECT facts ->> 'amount' AS amount, person FROM intent")).toEqual([
      { amount: 1100, person: 0 },
    ]);
  });

  it('stands on the slip that is made where the terminal prints its own', async () => {
    const { till } = await counter(behaviour, { configuration: 0x38 });
    const text = receiptOf(ok(await pay(till, 1000, typed)));
    expect(text).toContain('* * Kundenbeleg * *');
    expect(text).toMatch(/Betrag +11,00 EUR/);
  });

  it('is found paid when the line breaks before the result', async () => {
    const { virtual, bridge, till } = await counter(behaviour);
    virtual.terminal.overrides = LOST;
    const paid = ok(await pay(till, 1000, typed));
    expect(paid.status).toBe('ok');
    expect(receiptOf(paid)).toMatch(/darin Trinkgeld +1,00 EUR/);
    expect(virtual.terminal.authorisationsReceived).toBe(1);
    expect(bridge.rows("SELECT data ->> 'kind' AS kind FROM terminal_journal WHERE kind = 'verdict'")).toEqual([
      { kind: 'happened' },
    ]);
  });

  it('explains the payment after it, whose result is lost', async () => {
    const { virtual, till } = await counter('approve');
    // From then on its own word counts for a minute, and it is not asked before each payment.
    ok(await pay(till, 300));
    virtual.terminal.behaviour = behaviour;
    ok(await pay(till, 1000, typed));
    virtual.terminal.behaviour = 'lose-line-before-result';
    expect(ok(await pay(till, 700)).status).toBe('ok');
  });

  it('says nothing about the next payment, which was not stored', async () => {
    const { virtual, till } = await counter(behaviour);
    ok(await pay(till, 1000, typed));
    virtual.terminal.behaviour = 'reverse-unacknowledged';
    expect((await pay(till, 1000)).status).toBe(405);
    expect(kept(virtual)).toBe(1100);
  });

  it('goes back as a whole', async () => {
    const { virtual, bridge, till } = await counter(behaviour);
    const { id } = ok(await pay(till, 1000, typed));
    virtual.terminal.behaviour = 'lose-line-before-result';
    expect(ok(await till.post<SmartTransaction>(`/${id}/cancel`)).status).toBe('cancelled');
    expect(kept(virtual)).toBe(0);
    expect(bridge.rows('SELECT kind, amount, state FROM intent ORDER BY number')).toEqual([
      { kind: 'payment', amount: 1000, state: 'approved' },
      { kind: 'reversal', amount: 1100, state: 'approved' },
    ]);
  });

  it('is in the end-of-day, by till and by card type', async () => {
    const { virtual, till } = await counter(behaviour);
    ok(await pay(till, 1000, typed));
    const cancelled = ok(await pay(till, 500, typed === undefined ? undefined : 600));
    ok(await till.post(`/${cancelled.id}/cancel`));
    virtual.terminal.behaviour = 'approve';
    ok(await pay(till, 250));
    const done = ok(await till.ask<DayEnd>('POST', atTerminal));
    expect(done).toMatchObject({
      state: 'agrees',
      differences: [],
      terminal: { count: 2, amount: 1350 },
      journal: {
        by_till: [{ till: demoIds.till, count: 2, amount: 1350 }],
        by_card_type: [{ card_type: 'girocard', count: 2, amount: 1350 }],
      },
    });
  });
});

describe('without a reported tip', () => {
  it.each([
    ['less than asked for', 900, {}],
    ['less than asked for, and the line breaks', 900, LOST],
    ['more than asked for', 1100, {}],
    ['more than asked for, and the line breaks', 1100, LOST],
  ] as const)('%s: a person decides', async (_what, amount, fault) => {
    const { virtual, till } = await counter('approve');
    virtual.terminal.overrides = { less: 1000 - amount, ...fault };
    expect(ok(await pay(till, 1000)).status).toBe('pending');
    await until(async () => (await view(till))?.step === 'person');
    expect((await view(till))?.evidence).toMatchObject({
      because: { en: expect.stringContaining('another amount') },
      last: { amount },
    });
    expect(kept(virtual)).toBe(amount);
  });

  it('more than was confirmed, found after a break: a person decides', async () => {
    const { virtual, till } = await counter('asks-amount');
    virtual.terminal.overrides = { ...LOST, less: -50 };
    expect(ok(await pay(till, 1000, 1100)).status).toBe('pending');
    await until(async () => (await view(till))?.step === 'person');
    expect(kept(virtual)).toBe(1150);
  });

  it('a terminal that may not ask for a tip gets none', async () => {
    const { virtual, till } = await counter('tip:100', { tips: false });
    expect(receiptOf(ok(await pay(till, 1000)))).not.toContain('Trinkgeld');
    expect(kept(virtual)).toBe(1000);
  });
});

describe('a confirmed amount', () => {
  it('that cannot be written is not sent: the terminal goes on with the amount of the command', async () => {
    const { virtual, bridge, till } = await counter('asks-amount');
    bridge.alter(`CREATE TRIGGER broken BEFORE INSERT ON terminal_journal
      WHEN new.data ->> 'confirmed' IS NOT NULL BEGIN SELECT RAISE(ABORT, 'full'); END`);
    expect(ok(await pay(till, 1000, 1100)).status).toBe('ok');
    expect(kept(virtual)).toBe(1000);
    expect(bridge.log.join()).toContain('a confirmed amount could not be kept');
    const answers = bridge.rows(
      "SELECT data ->> 'answer' AS answer FROM terminal_journal WHERE data ->> 'event' = 'question'",
    );
    expect(answers).toEqual([{ answer: 'none' }]);
  });

  it('that equals the amount of the command needs no commit of its own', async () => {
    const { bridge, till } = await counter('asks-amount');
    ok(await pay(till, 1000, 1000));
    expect(bridge.rows("SELECT 1 FROM terminal_journal WHERE data ->> 'confirmed' IS NOT NULL")).toEqual([]);
  });

  it.each([
    ['with the same amount', { answer: 'typed', text: '1001' }, 'ok'],
    ['with the amount of the payment', { answer: 'typed', text: '1000' }, 'pending'],
    ['with no', { answer: 'no' }, 'pending'],
  ] as const)('whose question is asked again and answered %s: that is what counts', async (_how, again, status) => {
    const memory = terminalMemory();
    memory.question = { kind: 'input', wants: 'amount', text: 'Betrag?', initial: '1000', timeout: 60_000 };
    // Charges 10,01.
    memory.endings.push('approveOther');
    const twin = terminalDouble(memory);
    const terminal = Object.assign(twin, { pay: askingTwice(twin.pay) });
    const { world, db } = await testWorld({ terminal, memory });
    const slot = world.devices.slot(demoIds.terminal)!;
    const { id } = await flow.create(world, cashier, sale([item(1000)]));
    const paying = flow.start(world, cashier, id, 'cashless', {});
    const first = await until(() => world.running.view(slot.device)?.question);
    answerQuestion(world, cashier, slot, { question: first.id, answer: 'typed', text: '1001' });
    const second = await until(() => world.running.view(slot.device)?.question);
    answerQuestion(world, cashier, slot, { question: second.id, ...again });
    expect((await paying).status).toBe(status);
    expect(world.intents.unsettled(slot.device)?.needsPerson ?? false).toBe(status === 'pending');
    world.recovery.stop();
    await db.close();
  });

  it('is on disk before the terminal hears it', async () => {
    const { open } = await terminalOf('asks-amount');
    const terminal = await open();
    const confirmed: unknown[] = [];
    // Looked at in the moment in which the answer goes to the driver.
    const watched = {
      ...terminal,
      features: terminal.features,
      pay: (payment: { amount: number }, call: CommandOptions = {}) =>
        terminal.pay(payment, {
          ...call,
          async onQuestion(question, signal) {
            const answer = await call.onQuestion!(question, signal);
            confirmed.push(
              ...db.prepare("SELECT data ->> 'confirmed' FROM terminal_journal WHERE kind = 'wire'").pluck().all(),
            );
            return answer;
          },
        }),
    };
    const { world, db } = await testWorld({ terminal: watched });
    await paid(world);
    expect(confirmed).toContain(1100);
    await terminal.close();
    await db.close();
  });
});

/** A terminal that does not believe the first answer. */
const askingTwice =
  (pay: PaymentTerminal['pay']): PaymentTerminal['pay'] =>
  (payment, call = {}) =>
    pay(payment, {
      ...call,
      async onQuestion(question, signal) {
        await call.onQuestion!(question, signal);
        return call.onQuestion!(question, signal);
      },
    });

type World = Awaited<ReturnType<typeof testWorld>>['world'];

/** A sale of 10,00 at this terminal; where it asks, 11,00 is typed. */
async function paid(world: World): Promise<void> {
  const { id } = await flow.create(world, cashier, sale([item(1000)]));
  let ended = false;
  const paying = flow.start(world, cashier, id, 'cashless', {}).finally(() => {
    ended = true;
  });
  const slot = world.devices.slot(demoIds.terminal)!;
  const question = () => world.running.view(slot.device)?.question;
  await until(() => ended || question());
  const asked = question();
  if (asked) answerQuestion(world, cashier, slot, { question: asked.id, answer: 'typed', text: '1100' });
  await paying;
}

describe.each(ways)('%s, and the bridge ends at any commit', (_way, behaviour, typed) => {
  it('the next start finds it paid, with the tip', async () => {
    const { virtual, open } = await terminalOf(behaviour);
    const copies: string[] = [];
    const directory = await demoDirectory();
    const terminal = await open();
    const first = await testWorld({
      terminal,
      write: inner => async job => {
        const value = await inner(job);
        const copy = temporaryDirectory();
        copyDirectory(directory, copy);
        copies.push(copy);
        return value;
      },
      data: directory,
    });
    await paid(first.world);
    await terminal.close();
    await first.db.close();
    const endings: Awaited<ReturnType<typeof afterCrash>>[] = [];
    for (const copy of copies) endings.push(await afterCrash(copy, open));
    // Before the intent nothing had left; before a confirmed amount was on disk the terminal had not received it.
    const known = endings.filter(ending => ending !== null);
    expect(known.length).toBeGreaterThan(2);
    const [before, since] = [
      known.filter(({ confirmed }) => confirmed !== typed),
      known.filter(({ confirmed }) => confirmed === typed),
    ];
    expect(before.length > 0).toBe(typed !== undefined);
    for (const { ending } of before) expect(ending).toMatchObject({ state: 'unknown', person: 1 });
    for (const { ending } of since)
      expect(ending).toEqual({ state: 'approved', person: 0, amount: 1100, sale: 'closed' });
    expect(virtual.terminal.authorisationsReceived).toBe(1);
  });
});

async function afterCrash(copy: string, open: () => ReturnType<typeof openTerminal>) {
  const terminal = await open();
  const { world, db } = await testWorld({ data: copy, terminal });
  const confirmed = db
    .prepare<number>("SELECT data ->> 'confirmed' FROM terminal_journal WHERE data ->> 'confirmed' IS NOT NULL")
    .pluck()
    .get();
  await world.recovery.begin();
  await until(() => world.intents.allUnsettled().every(({ needsPerson: person }) => person));
  const intent = db
    .prepare<{ state: string; person: number; amount: number; sale: string }>(
      "SELECT state, person, facts ->> 'amount' AS amount, sale FROM intent",
    )
    .get();
  const state = intent && world.ledger.sale(demoIds.merchant, intent.sale)?.state;
  world.recovery.stop();
  await terminal.close();
  await db.close();
  return intent ? { confirmed, ending: { ...intent, sale: state } } : null;
}
