/** Terminals whose totals cannot be read, or that report none: over ZVT and O.P.I., whole days and lines that break. */
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../drivers/doubles/freePort.ts';
import { openTerminal } from '../../../drivers/index.ts';
import { FAST } from '../../../drivers/opi/pair.fixture.ts';
import { startVirtualOpi } from '../../../drivers/simulator/opi/start.ts';
import { startVirtualTerminal } from '../../../drivers/simulator/zvt/start.ts';
import type { PaymentTerminal } from '../../../drivers/terminal.ts';
import { type Client, closeAll, item, ok, sale, startBridge, until } from '../../doubles/bridge.fixture.ts';
import type { DayEnd, DayEndList, DayEndPreview } from '../../wire/dayEnds.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { atTerminal, dayEnds, type Refused } from './dayEnd.fixture.ts';

const virtuals: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(virtuals.splice(0).map(virtual => virtual.close()));
});

/** A counter with a virtual terminal, whatever its protocol. */
interface Counter {
  readonly till: Client;
  behave(name: string): void;
  /** Bookings that the terminal has not closed. */
  held(): number;
}

const TIMERS = { retryFirst: 20, retryMost: 100, t3: 1000, t4: 1500, short: 1500, settle: 200, stop: 300, drain: 50 };

async function bridgeAt(openIt: () => Promise<PaymentTerminal>): Promise<Client> {
  let terminal: PaymentTerminal | undefined;
  const openOnce = async () => {
    terminal = await openIt();
    return terminal;
  };
  const bridge = await startBridge({ parts: { openTerminal: openOnce, outcomeTimeout: 5000 } });
  await until(() => terminal?.state === 'ready');
  return bridge.client();
}

/** `older`: a payment of an earlier till, which the journal of the bridge does not know. */
async function zvtCounter(older?: number) {
  const virtual = await startVirtualTerminal({ delay: 0 });
  virtuals.push(virtual);
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  if (older !== undefined) {
    const elsewhere = await openTerminal({ protocol: 'zvt', connection });
    await elsewhere.pay({ amount: older });
    await elsewhere.close();
  }
  const { memory, faults } = virtual.terminal;
  return {
    till: await bridgeAt(() => openTerminal({ protocol: 'zvt', connection, options: { timers: TIMERS } })),
    behave: (name: string) => void Object.assign(virtual.terminal, { behaviour: name }),
    held: () => memory.bookings.length - memory.now.openFrom,
    cut: (cutAfterSent?: number) => faults.arm(cutAfterSent === undefined ? {} : { cutAfterSent }),
  };
}

/** `afterClosing`: how the terminal behaves once it has closed its day. */
async function opiCounter(afterClosing?: string): Promise<Counter> {
  const devicePort = await freePort();
  const virtual = await startVirtualOpi({ delay: 0, till: { host: '127.0.0.1', port: devicePort } });
  virtuals.push(virtual);
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  const { closeDay } = virtual.terminal.memory;
  virtual.terminal.memory.closeDay = () => {
    closeDay();
    virtual.terminal.behaviour = afterClosing ?? virtual.terminal.behaviour;
  };
  const options = { devicePort, deviceHost: '127.0.0.1', timers: FAST };
  return {
    till: await bridgeAt(() => openTerminal({ protocol: 'opi', connection, options })),
    behave: name => void Object.assign(virtual.terminal, { behaviour: name }),
    held: () => virtual.terminal.memory.bookings.length,
  };
}

async function pay({ till }: Counter, amount: number): Promise<void> {
  const { id } = await till.create(sale([item(amount)]));
  ok(await till.post<SmartTransaction>(`/${id}/start/cashless`));
}
const run = ({ till }: Counter) => till.ask<DayEnd & Refused>('POST', atTerminal);
const preview = async ({ till }: Counter) => ok(await till.ask<DayEndPreview>('GET', atTerminal));
const newest = async ({ till }: Counter) => ok(await till.ask<DayEndList>('GET', `${dayEnds}?count=1`)).data[0];
const decide = ({ till }: Counter, { id }: DayEnd, took_place: boolean) =>
  till.ask<DayEnd>('POST', `${dayEnds}/${id}/verdict`, { body: { took_place } });

/** The verdict, or the call for a person; null where the line broke before the end-of-day was begun. */
async function afterCut(counter: Counter & { cut(after?: number): void }, after: number): Promise<DayEnd | null> {
  const before = (await newest(counter))?.id;
  counter.cut(after);
  await run(counter);
  counter.cut();
  return (await newest(counter))?.id === before ? null : settled(counter);
}

const settled = (counter: Counter) =>
  until(async () => {
    const found = await newest(counter);
    return found && (found.ended !== null || found.needs_person) ? found : null;
  });

const PROTOCOLS: readonly (readonly [string, () => Promise<Counter>, readonly string[]])[] = [
  ['ZVT', zvtCounter, ['totals-foreign', 'totals-missing']],
  ['O.P.I.', opiCounter, ['foreign-row', 'negative-row', 'no-sums']],
];

describe.each(PROTOCOLS)('totals over %s that cannot be read', (_, open, behaviours) => {
  it.each(behaviours)('(%s) are no 0.00 beside the journal, and agree with nothing', async behaviour => {
    const counter = await open();
    await pay(counter, 1900);
    counter.behave(behaviour);
    const before = await preview(counter);
    expect(before.terminal).toBeNull();
    expect(before.blockers).toMatchObject([{ kind: 'totalsUnreadable', stops: false }]);
    const done = ok(await run(counter));
    expect(done).toMatchObject({ state: 'differs', terminal: null, journal: { count: 1, amount: 1900 } });
    expect(done.reason?.en).toContain('could not be read');
    expect(done.noted).toMatchObject([{ kind: 'totalsUnreadable' }]);
    expect((await preview(counter)).journal.count).toBe(0);
  });
});

describe('a line that breaks in the end-of-day of a ZVT terminal', { timeout: 120_000 }, () => {
  // Bytes of the terminal: at the questions before, behind its repeated slip, and in the end-of-day itself.
  const CUTS = [45, 950, 1050, 1100, 1150, 1200, 1250, 1300];

  it.each(['totals-foreign', 'totals-missing', 'totals-refused'])(
    'and that has %s calls a person, with the evidence, and says nothing false',
    async behaviour => {
      const counter = await zvtCounter();
      let called = 0;
      for (const cut of CUTS.filter((_, at) => process.env.LONG || at % 2 === 0)) {
        counter.behave('approve');
        await pay(counter, 1900);
        counter.behave(behaviour);
        const found = await afterCut(counter, cut);
        const isClosed = counter.held() === 0;
        if (found)
          expect([cut, found.state]).toEqual([
            cut,
            isClosed ? expect.not.stringMatching('failed') : expect.stringMatching(/failed|unknown/),
          ]);
        if (found?.state === 'unknown') {
          called += 1;
          expect(found).toMatchObject({ needs_person: true, ended: null });
          expect(found.reason?.de).toContain('Bitte auf seinem Beleg nachsehen');
          expect(found.reason?.de).toContain('Umsätze danach:');
          const decided = ok(await decide(counter, found, isClosed));
          // Sums that came with the end-of-day itself are those that it closed.
          const reported = decided.terminal ? 'agrees' : 'differs';
          expect([decided.state, decided.terminal?.amount ?? 1900]).toEqual([isClosed ? reported : 'failed', 1900]);
          if (behaviour !== 'totals-refused') expect(decided.terminal).toBeNull();
          expect(decided.needs_person).toBe(false);
        }
        if (!isClosed) ok(await run(counter));
      }
      expect(called).toBeGreaterThan(0);
    },
  );

  it('over older bookings alone, which the journal does not know, calls a person', async () => {
    const states: string[] = [];
    for (const cut of [70, 100, 140]) {
      const counter = await zvtCounter(1900);
      counter.behave('totals-refused');
      const found = await afterCut(counter, cut);
      if (counter.held() === 0 && found) states.push(found.state);
    }
    expect([...new Set(states)]).toEqual(['unknown']);
  });
});

describe('a line that breaks in the end-of-day of an O.P.I. terminal', () => {
  it('with totals before and after that can be read is decided by itself', async () => {
    const counter = await opiCounter();
    await pay(counter, 1900);
    counter.behave('lose-line-before-result');
    await run(counter);
    expect(await settled(counter)).toMatchObject({ state: 'agrees', terminal: { amount: 1900 } });
  });

  it.each(['foreign-row', 'negative-row', 'no-sums'])('and that has %s afterwards calls a person', async behaviour => {
    const counter = await opiCounter(behaviour);
    await pay(counter, 1900);
    counter.behave('lose-line-before-result');
    await run(counter);
    const found = await settled(counter);
    expect(found).toMatchObject({ state: 'unknown', needs_person: true });
    expect(found.reason?.en).toContain('before: 19.00 EUR (1). Turnover since: cannot be read.');
    expect(ok(await decide(counter, found, true))).toMatchObject({ state: 'agrees', terminal: { amount: 1900 } });
  });
});

it('a terminal that says ready and is busy at the end-of-day answers that it is busy', async () => {
  const counter = await zvtCounter();
  await pay(counter, 1900);
  counter.behave('end-of-day-busy');
  const refused = await run(counter);
  expect([refused.status, refused.body.code]).toEqual([405, 1016]);
  const wire = await counter.till.post<Refused>('/me/endOfDay');
  expect(wire.body.code).toBe(1016);
  counter.behave('approve');
  expect(ok(await run(counter))).toMatchObject({ state: 'agrees', journal: { amount: 1900 } });
});
