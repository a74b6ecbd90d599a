/** Another till takes the same amount at the same terminal while our line is cut: the bridge decides which till paid. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { demoIds } from '../../main/world/demoIds.ts';
import { type Counter, type CounterSettings, openCounter } from './counter.ts';
import { type OtherTill, otherTill } from './otherTill.ts';

const sales = '/api/v2/Smart/Transactions';
const open: Counter[] = [];
afterEach(async () => {
  for (const counter of open.splice(0)) await counter.close();
});

async function counterWith(settings: CounterSettings): Promise<{ counter: Counter; other: OtherTill }> {
  const counter = await openCounter('tcp', settings);
  open.push(counter);
  return { counter, other: otherTill(() => counter.terminalPort) };
}

async function sale(counter: Counter, amount: number): Promise<string> {
  const product = { articleNumber: '1', ean: '', desc: 'Ware', quantity: 1, priceOne: amount, tax: 19 };
  return (await counter.call('POST', sales, { basket: { products: [product] } })).body.id;
}

/** A terminal that has reported a last transaction once repeats it. */
async function warmUp(counter: Counter): Promise<void> {
  for (const amount of [500, 600]) await pay(counter, await sale(counter, amount));
}

const pay = (counter: Counter, id: string) => counter.call('POST', `${sales}/${id}/start/cashless`);

interface Row {
  readonly state: string;
  readonly person: number;
  readonly reason: string | null;
}
const newest = (counter: Counter): Row | undefined =>
  counter.rows<Row>('SELECT state, person, reason FROM intent ORDER BY number DESC LIMIT 1')[0];

async function decided(counter: Counter): Promise<Row> {
  for (;;) {
    const row = newest(counter);
    if (row && (row.person === 1 || !['open', 'unknown'].includes(row.state))) return row;
    await pause(5);
  }
}

const dayEnd = `/bridge/v1/terminals/${demoIds.terminal}/day-end`;

describe('nobody has said who else pays at the terminal', () => {
  it('our command is lost, and another till pays the same amount: a person decides', async () => {
    const { counter, other } = await counterWith({});
    await warmUp(counter);
    counter.plan({ direction: 'toTerminal', after: 0, before: 0x0601 }, 'nothing');
    const ours = pay(counter, await sale(counter, 1000));
    await counter.cut;
    expect((await other.pay(1000)).kind).toBe('approved');
    await counter.recover();
    await ours;
    expect(await decided(counter)).toMatchObject({ state: 'unknown', person: 1 });
  });

  it('our approval is lost and taken back, and another till pays the same amount: a person decides', async () => {
    const { counter, other } = await counterWith({ twin: { unacknowledged: 'reversed' } });
    await warmUp(counter);
    counter.plan({ direction: 'toTill', after: 0, before: 0x040f, since: 0x0601 }, 'nothing');
    const ours = pay(counter, await sale(counter, 1000));
    await counter.cut;
    expect((await other.pay(1000)).kind).toBe('approved');
    await counter.recover();
    await ours;
    expect(await decided(counter)).toMatchObject({ state: 'unknown', person: 1 });
  });

  it('our end-of-day is lost, and another till closes the day: a person decides', async () => {
    const { counter, other } = await counterWith({});
    await warmUp(counter);
    counter.plan({ direction: 'toTerminal', after: 0, before: 0x0650 }, 'nothing');
    const ours = counter.call('POST', dayEnd, {});
    await counter.cut;
    expect(await other.endOfDay()).toBe('done');
    await counter.recover();
    await ours;
    const day = () =>
      counter.rows<{ state: string; person: number }>('SELECT state, person FROM day_end_result').at(-1);
    while (day()?.state === 'running' || day()?.person !== 1) await pause(5);
    expect(day()).toEqual({ state: 'unknown', person: 1 });
  });

  it('our cancel is lost, and another till takes the payment back: cancelled, for it is given back once', async () => {
    const { counter, other } = await counterWith({});
    await warmUp(counter);
    const id = await sale(counter, 1000);
    const receipt = (await pay(counter, id)).body.status === 'ok' ? 3 : 0;
    counter.plan({ direction: 'toTerminal', after: 0, before: 0x0630 }, 'nothing');
    const ours = counter.call('POST', `${sales}/${id}/cancel`);
    await counter.cut;
    expect((await other.reverse(receipt)).kind).toBe('approved');
    await counter.recover();
    await ours;
    expect(await decided(counter)).toMatchObject({ state: 'approved', person: 0 });
    expect((await counter.call('GET', `${sales}/${id}`)).body.status).toBe('cancelled');
  });

  it('our refund or tip is lost, and another till gives as much: a person decides', async () => {
    for (const [control, input, work] of [
      [0x0631, { do: 'refund', amount: 400 }, (till: OtherTill) => till.refund(400)],
      [0x060c, { do: 'tip', amount: 100, receipt_number: 1 }, (till: OtherTill) => till.addTip(1, 100)],
    ] as const) {
      const { counter, other } = await counterWith({});
      await warmUp(counter);
      counter.plan({ direction: 'toTerminal', after: 0, before: control }, 'nothing');
      const ours = counter.call('POST', `/bridge/v1/terminals/${demoIds.terminal}/operations`, input);
      await counter.cut;
      expect((await work(other)).kind, input.do).toBe('approved');
      await counter.recover();
      await ours;
      expect(await decided(counter), input.do).toMatchObject({ state: 'unknown', person: 1 });
    }
  });

  it('our command is lost, and nobody else has paid: not paid, without anybody’s word', async () => {
    const { counter } = await counterWith({});
    await warmUp(counter);
    counter.plan({ direction: 'toTerminal', after: 0, before: 0x0601 }, 'nothing');
    const ours = pay(counter, await sale(counter, 1000));
    await counter.cut;
    await counter.recover();
    await ours;
    expect(await decided(counter)).toMatchObject({ state: 'declined', person: 0 });
  });
});
