/** The services of a terminal through the specification: diagnosis, endOfDay, and canceltrx until the end-of-day. */
import { afterEach, describe, expect, it } from 'vitest';
import { flow } from '../../checkout/flow.ts';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  type Settings,
  sale,
  startBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import { specifies } from '../../doubles/specifies.ts';
import { cashier, testWorld } from '../../doubles/world.fixture.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';
import { endOfDay } from '../dayEnd/index.ts';

afterEach(closeAll);

const services = ['diagnosis', 'endOfDay'] as const;

async function shop(settings: Settings = {}) {
  const bridge = await startBridge(settings);
  return { bridge, terminal: bridge.terminal, till: await bridge.client() };
}

const post = (till: Client, path: string) => till.post<SmartTransaction & Refusal>(path);
const open = (till: Client) => till.create(sale([item(1000)]));
const paid = async (till: Client, method: string) => ok(await post(till, `/${(await open(till)).id}/start/${method}`));

describe('the terminal by itself', () => {
  it.each(services)('%s answers a transaction with receipt', async service => {
    specifies({
      'Smart Transaction: states': 'diagnosis and endOfDay lead to status ok with receipt',
      Endpoints: [
        'POST /Smart/Transactions/{smartDeviceId}/diagnosis answers a transaction with receipt',
        'POST /Smart/Transactions/{smartDeviceId}/endOfDay answers a transaction with receipt',
      ],
    });
    const { till } = await shop();
    const done = ok(await post(till, `/me/${service}`));
    expect(done.status).toBe('ok');
    expect(done.receipt.length).toBeGreaterThan(0);
    expect(await till.read(done.id)).toEqual(done);
  });

  it.each(services)('%s may be asked for by the id of the terminal, of its till, and in any case', async service => {
    const { terminal, till } = await shop();
    for (const device of [demoIds.terminal, demoIds.till])
      expect(ok(await post(till, `/${device}/${service.toUpperCase()}`)).status).toBe('ok');
    expect(terminal.commands).toHaveLength(2);
  });

  it.each(services)('%s refuses the device of another merchant and a missing device', async service => {
    specifies({ Endpoints: 'diagnosis and endOfDay of another merchant’s device are 404' });
    const { bridge, till } = await shop();
    const other = await bridge.client('other');
    expect((await other.post(`/${demoIds.terminal}/${service}`)).status).toBe(404);
    expect((await till.post(`/SDV_${'9'.repeat(30)}/${service}`)).status).toBe(404);
    expect((await post(other, `/me/${service}`)).body.code).toBe(3003);
  });

  it.each(services)('%s goes on when the client goes away; the answer is kept and found', async service => {
    specifies({ Endpoints: 'diagnosis and endOfDay go on without their client' });
    const { terminal, till } = await shop();
    const { arrived, release } = hold(terminal);
    const gone = new AbortController();
    const running = till.ask('POST', `/api/v2/Smart/Transactions/me/${service}`, { signal: gone.signal });
    await arrived;
    gone.abort();
    await expect(running).rejects.toThrow();
    release();
    const found = await until(async () => {
      const list = await till.ask<{ data: SmartTransaction[] }>('GET', '/api/v2/Smart/Transactions?q=status:ok');
      return list.body.data[0];
    });
    expect(found).toMatchObject({ status: 'ok', product: service });
    expect(found.receipt.length).toBeGreaterThan(0);
    expect(terminal.commands).toHaveLength(1);
  });

  it.each(services)('%s requested again while it runs gets the answer of the running service', async service => {
    const { world, db, memory } = await testWorld();
    const { arrived, release } = hold(memory);
    const ask = () => (service === 'diagnosis' ? flow.diagnose : endOfDay)(world, cashier, 'me');
    const first = ask();
    await arrived;
    const second = ask();
    await Promise.resolve();
    release();
    expect((await second).id).toBe((await first).id);
    expect((await ask()).id).not.toBe((await first).id);
    expect(memory.commands).toHaveLength(2);
    await db.close();
  });

  it.each(services)(
    'while %s runs, a payment and the other service are refused, naming what holds the terminal',
    async service => {
      specifies({ Limits: 'blocking operations: cashless start, diagnosis, end-of-day' });
      const { terminal, till } = await shop();
      const { arrived, release } = hold(terminal);
      const running = post(till, `/me/${service}`);
      await arrived;
      const other = services.find(name => name !== service);
      const { id } = await open(till);
      for (const path of [`/${id}/start/cashless`, `/me/${other}`]) {
        const refused = await post(till, path);
        expect([refused.status, refused.body.code]).toEqual([405, 1016]);
        expect(refused.body.error_details).toContain(service);
      }
      expect((await till.read(id)).status).toBe('created');
      release();
      ok(await running);
      expect(ok(await post(till, `/${id}/start/cashless`)).status).toBe('ok');
    },
  );

  it.each(services)('%s is refused while a payment runs, naming the sale', async service => {
    const { terminal, till } = await shop();
    const { id } = await open(till);
    const { arrived, release } = hold(terminal);
    const paying = post(till, `/${id}/start/cashless`);
    await arrived;
    const refused = await post(till, `/me/${service}`);
    expect([refused.status, refused.body.code]).toEqual([405, 1016]);
    expect(refused.body.error_details).toContain(id);
    release();
    ok(await paying);
  });

  it('a diagnosis cut by a crash failed, and nothing is asked for', async () => {
    const { bridge, terminal, till } = await shop();
    const { arrived, release } = hold(terminal);
    const running = post(till, '/me/diagnosis');
    await arrived;
    const again = await bridge.crashCopy();
    const list = await (await again.client()).ask<{ data: { status: string; product: string }[] }>(
      'GET',
      '/api/v2/Smart/Transactions',
    );
    expect(list.body.data).toMatchObject([{ status: 'failed', product: 'diagnosis' }]);
    release();
    ok(await running);
  });

  it('says so when the terminal cannot be reached, leaves nothing pending, and ends no day', async () => {
    const { terminal, till } = await shop();
    const { receipt_number } = await paid(till, 'cash');
    terminal.reachable = false;
    const refused = await post(till, '/me/endOfDay');
    expect([refused.status, refused.body.code]).toEqual([405, 1013]);
    const list = await till.ask<{ count: number }>('GET', '/api/v2/Smart/Transactions?q=status:pending');
    expect(list.body.count).toBe(0);
    expect(ok(await post(till, `/${receipt_number}/canceltrx`)).status).toBe('cancelled');
  });
});

describe('canceltrx', () => {
  it.each(['cash', 'cashless'])('cancels a %s sale by its receipt number; receipts and number stay', async method => {
    specifies({
      'Smart Transaction: states': 'canceltrx of a cash transaction leads to status cancelled',
      Endpoints: 'POST /Smart/Transactions/{smartTransactionId}/canceltrx: the path parameter is the receipt number',
    });
    const { till } = await shop();
    const closed = await paid(till, method);
    const cancelled = ok(await post(till, `/${closed.receipt_number}/cancelTrx`));
    expect(cancelled).toMatchObject({ id: closed.id, status: 'cancelled', receipt_number: closed.receipt_number });
    expect(cancelled.receipt).toEqual(closed.receipt);
    expect((await post(till, `/${closed.receipt_number}/canceltrx`)).status).toBe(405);
  });

  it.each(['cash', 'cashless'])('after the end-of-day report a %s sale is refused with a clear error', async method => {
    specifies({ Endpoints: 'canceltrx only before the end-of-day report' });
    const { terminal, till } = await shop();
    const closed = await paid(till, method);
    ok(await post(till, '/me/endOfDay'));
    const refused = await post(till, `/${closed.receipt_number}/canceltrx`);
    expect([refused.status, refused.body.code]).toEqual([405, 1031]);
    expect(refused.body.error_details).toContain(String(closed.receipt_number));
    expect((await till.read(closed.id)).status).toBe('ok');
    expect(terminal.commands.map(({ name }) => name)).not.toContain('reverse');
    const later = await paid(till, method);
    expect(ok(await post(till, `/${later.receipt_number}/canceltrx`)).status).toBe('cancelled');
  });

  it('after the end-of-day report no card payment is reversed by its slip number either', async () => {
    const { terminal, till } = await shop();
    const closed = await paid(till, 'cashless');
    ok(await post(till, '/me/endOfDay'));
    expect((await post(till, `/${closed.id}/cancel`)).body.code).toBe(1031);
    expect(terminal.commands.map(({ name }) => name)).not.toContain('reverse');
  });

  it('a cash sale can still be cancelled by its id', async () => {
    const { till } = await shop();
    const closed = await paid(till, 'cash');
    ok(await post(till, '/me/endOfDay'));
    expect(ok(await post(till, `/${closed.id}/cancel`)).status).toBe('cancelled');
  });

  it('a diagnosis ends no day', async () => {
    const { till } = await shop();
    const closed = await paid(till, 'cash');
    ok(await post(till, '/me/diagnosis'));
    expect(ok(await post(till, `/${closed.receipt_number}/canceltrx`)).status).toBe('cancelled');
  });

  it.each(['endOfDay', 'diagnosis'])('%s itself is not cancelled: the terminal has done it', async service => {
    const { bridge, till } = await shop();
    const { id } = ok(await post(till, `/me/${service}`));
    for (const client of [till, await bridge.staff('cashier')]) {
      const { status, body } = await post(client, `/${id}/cancel`);
      expect([status, body.code]).toEqual([405, 1188]);
    }
    expect((await till.read(id)).status).toBe('ok');
  });

  it('survives a restart: the day stays closed', async () => {
    const { bridge, till } = await shop();
    const closed = await paid(till, 'cash');
    ok(await post(till, '/me/endOfDay'));
    const again = await (await bridge.restart()).client();
    expect((await post(again, `/${closed.receipt_number}/canceltrx`)).body.code).toBe(1031);
  });

  it('a receipt number that was never given, or is none, does not exist', async () => {
    const { till } = await shop();
    for (const number of ['0', '999999', 'abc', '-1', '1e3', '1.5'])
      expect((await post(till, `/${number}/canceltrx`)).status, number).toBe(404);
  });

  it('another merchant’s receipt number does not exist', async () => {
    const { bridge, till } = await shop();
    const closed = await paid(till, 'cash');
    expect((await (await bridge.client('other')).post(`/${closed.receipt_number}/canceltrx`)).status).toBe(404);
  });
});
