/** How long it takes until an ending is known where a message is swallowed or the line is slow, and what is said meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Waiting } from '../../main/wire/events.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import { type Counter, type CounterSettings, openCounter } from './counter.ts';

const sales = '/api/v2/Smart/Transactions';
/** The times of a real line, a twentieth of them. */
const SCALE = 20;
const scaled = (ms: number) => ms / SCALE;
const TIMERS = {
  t3: scaled(5000),
  t4: scaled(180_000),
  short: scaled(30_000),
  read: scaled(20_000),
  stop: scaled(30_000),
};

const open: Counter[] = [];
afterEach(async () => {
  for (const counter of open.splice(0)) await counter.close();
});

async function counterWith(settings: CounterSettings = {}): Promise<Counter> {
  const counter = await openCounter('tcp', { shared: 'no', timers: TIMERS, ...settings });
  open.push(counter);
  for (const amount of [500, 600]) await pay(counter, await sale(counter, amount));
  return counter;
}

async function sale(counter: Counter, amount: number): Promise<string> {
  const product = { articleNumber: '1', ean: '', desc: 'Ware', quantity: 1, priceOne: amount, tax: 19 };
  return (await counter.call('POST', sales, { basket: { products: [product] } })).body.id;
}

const pay = (counter: Counter, id: string) => counter.call('POST', `${sales}/${id}/start/cashless`);

interface Row {
  readonly state: string;
  readonly person: number;
}

/** Until the payment of this amount is decided; answers what was waited for on the way, and how long it took, ms. */
async function decided(counter: Counter, amount: number) {
  const begun = performance.now();
  const waited = new Map<Waiting['for'], Waiting>();
  for (;;) {
    const { body } = await counter.call('GET', '/bridge/v1/till');
    const waiting = body?.payment?.waiting as Waiting | null | undefined;
    if (waiting) waited.set(waiting.for, waiting);
    const [row] = counter.rows<Row>('SELECT state, person FROM intent WHERE amount = ?', amount);
    const isOpen = !row || (row.person === 0 && ['open', 'unknown'].includes(row.state));
    if (!isOpen) return { row, waited, took: performance.now() - begun };
    await pause(5);
  }
}

describe('an answer that never arrives', () => {
  it('to the question for the totals: the terminal is asked again, and its work is not aborted', {
    timeout: 60_000,
  }, async () => {
    const counter = await counterWith();
    counter.plan({ direction: 'toTill', after: 0, before: 0x040f, since: 0x0601 }, 'nothing');
    const paying = pay(counter, await sale(counter, 1000));
    await counter.cut;
    let asked = 0;
    let isOver = false;
    counter.line.filter((direction, control) => {
      if (direction === 'toTerminal' && control === 0x0610) asked += 1;
      if (direction === 'toTerminal' && control === 0x0600) isOver = asked > 0;
      return asked !== 1 || isOver || direction === 'toTerminal' || control === 0x8000;
    });
    await counter.recover();
    const { row, waited, took } = await decided(counter, 1000);
    await paying;
    expect(row).toEqual({ state: 'approved', person: 0 });
    expect(asked).toBe(2);
    expect(took).toBeLessThan(TIMERS.short + TIMERS.stop);
    expect(counter.terminal.memory.now.received.abort ?? 0).toBe(0);
    expect(waited.get('totals')?.texts).toEqual({
      de: expect.stringMatching(/^Warten, bis das Terminal seine Umsätze nennt, spätestens in \d+ s$/),
      en: expect.stringMatching(/^Waiting for the terminal to tell its totals, at most \d+ s$/),
    });
  });

  it('our acknowledgement of an approval: it is said that the terminal has approved and is waited for', {
    timeout: 60_000,
  }, async () => {
    const counter = await counterWith({ twin: { timers: { goods: scaled(30_000) } } });
    let approvals = 0;
    let swallowed = 0;
    counter.line.filter((direction, control) => {
      if (direction === 'toTill' && control === 0x040f) approvals += 1;
      if (approvals !== 1 || direction === 'toTill' || swallowed > 0) return true;
      swallowed += 1;
      return false;
    });
    const paying = pay(counter, await sale(counter, 1000));
    const { row, waited } = await decided(counter, 1000);
    expect((await paying).status).toBe(200);
    expect([swallowed, approvals]).toEqual([1, 2]);
    expect(row).toEqual({ state: 'approved', person: 0 });
    expect(waited.get('completion')).toMatchObject({ at_most: TIMERS.t4 / 1000 });
  });
});

describe('a terminal that is away', () => {
  it('is said to be away, as long as it is', { timeout: 60_000 }, async () => {
    const counter = await counterWith();
    counter.plan({ direction: 'toTill', after: 0, before: 0x040f, since: 0x0601 }, 'nothing');
    const paying = pay(counter, await sale(counter, 1000));
    await counter.cut;
    await paying;
    for (;;) {
      const { body } = await counter.call('GET', '/bridge/v1/till');
      if (body.payment?.waiting?.for === 'line') break;
      await pause(5);
    }
    expect((await counter.call('GET', `/bridge/v1/terminals/${demoIds.terminal}`)).body.state).not.toBe('ready');
    await counter.recover();
    expect((await decided(counter, 1000)).row).toEqual({ state: 'approved', person: 0 });
  });
});

describe('a line on which every byte takes long', () => {
  it('is waited for as long as bytes come, and the ending is found out', { timeout: 120_000 }, async () => {
    const counter = await counterWith({ twin: { timers: { t3: scaled(5000) } } });
    counter.line.pace(scaled(300));
    const paying = pay(counter, await sale(counter, 1000));
    const { row } = await decided(counter, 1000);
    await paying;
    expect(row).toEqual({ state: 'approved', person: 0 });
  });
});
