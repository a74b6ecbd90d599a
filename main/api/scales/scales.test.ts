/** Shop scales over HTTP and a real serial line: set up, weighed, refused, kept over a restart, removed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PtyPair, ptyPair } from '../../../drivers/doubles/ptyPair.ts';
import { openVirtualScale, type VirtualScale } from '../../../drivers/simulator/scale/virtualScale.ts';
import { type Client, closeAll, ok, startBridge, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import type { ErrorBody } from '../../wire/errorBody.ts';
import type { ShopScale, ShopScales, Weighed } from '../../wire/scales.ts';
import { demoIds } from '../../world/demoIds.ts';

const PATH = '/bridge/v1/scales';

let line: PtyPair;
let virtual: VirtualScale;
let bridge: TestBridge;
let manager: Client;
let cashier: Client;

const begin = async () => {
  manager = await bridge.staff('manager');
  cashier = await bridge.staff('cashier');
};

beforeAll(async () => {
  line = await ptyPair();
  virtual = await openVirtualScale(line.terminal, 'dialog06');
  bridge = await startBridge();
  await begin();
});
afterAll(async () => {
  await closeAll();
  await virtual.close();
  await line.close();
});

const facts = () => ({ name: 'Theke', till: demoIds.till, path: line.till, protocol: 'dialog06' });
const listed = async () => ok(await cashier.ask<ShopScales>('GET', PATH)).data;
const ready = (id: string) => until(async () => (await listed()).find(one => one.id === id)?.state === 'ready');
const weigh = async (id: string, pricePerKilogram = 1990) =>
  ok(await cashier.ask<Weighed>('POST', `${PATH}/${id}/weigh`, { body: { pricePerKilogram } }));

it('weighs for the cashier, says why it does not, and comes back after a restart', async () => {
  const { id } = ok(await manager.ask<ShopScale>('POST', PATH, { body: facts() }));
  await ready(id);
  virtual.load = { grams: 750 };
  // 0.750 kg at 19.90 are 14.925, and half a cent is rounded up.
  expect(await weigh(id)).toEqual({ kind: 'weight', grams: 750, price: 1493, detail: null });
  virtual.load = { grams: 0 };
  expect(await weigh(id)).toMatchObject({ kind: 'empty', grams: null, price: null });
  virtual.load = { grams: 500, priceFault: 1 };
  expect(await weigh(id)).toMatchObject({ kind: 'differs', grams: null });
  virtual.load = { grams: 500, isMoving: true };
  // Two tills that ask at once are answered one after the other.
  expect((await Promise.all([weigh(id), weigh(id)])).map(({ kind }) => kind)).toEqual(['moving', 'moving']);
  bridge = await bridge.restart();
  await begin();
  await ready(id);
  virtual.load = { grams: 1250 };
  expect(await weigh(id)).toMatchObject({ kind: 'weight', grams: 1250 });
});

it('refuses a second scale at a till or a port, wrong facts, and everybody who does not set up', async () => {
  const [{ id } = { id: '' }] = await listed();
  const scanner = { name: 'Handscanner', till: demoIds.till, path: '/dev/ttyS71' };
  ok(await manager.ask('POST', '/bridge/v1/scanners', { body: scanner }));
  for (const body of [facts(), { ...facts(), path: '/dev/ttyS70' }]) {
    const twice = await manager.ask<ErrorBody>('POST', PATH, { body });
    expect([twice.status, twice.body.code]).toEqual([405, 1293]);
  }
  const atScanner = await manager.ask<ErrorBody>('PUT', `${PATH}/${id}`, { body: { path: '/dev/ttyS71' } });
  expect([atScanner.status, atScanner.body.code]).toEqual([405, 1293]);
  for (const body of [{}, { ...facts(), protocol: 'x' }, { ...facts(), path: 'a b' }, { ...facts(), more: 1 }])
    expect((await manager.ask('POST', PATH, { body })).status, JSON.stringify(body)).toBe(500);
  expect((await cashier.ask('PUT', `${PATH}/${id}`, { body: { name: 'Mein' } })).status).toBe(403);
  expect(
    (await cashier.ask('POST', `${PATH}/SCL_${'9'.repeat(30)}/weigh`, { body: { pricePerKilogram: 1 } })).status,
  ).toBe(404);
});

it('is offline at a port that does not exist, and weighs no more once it is removed', async () => {
  const [{ id } = { id: '' }] = await listed();
  ok(await manager.ask('PUT', `${PATH}/${id}`, { body: { path: '/dev/ttyNone7' } }));
  await until(async () => (await listed())[0]?.state === 'offline');
  expect(await weigh(id)).toMatchObject({ kind: 'offline', grams: null });
  ok(await manager.ask('DELETE', `${PATH}/${id}`));
  expect(await listed()).toEqual([]);
  expect((await cashier.ask('POST', `${PATH}/${id}/weigh`, { body: { pricePerKilogram: 1 } })).status).toBe(404);
});
