/** Operations by hand at one terminal. */

import { expect, test, vi } from 'vitest';
import { MemoryTerminals } from '../../doubles/memoryTerminals.ts';
import { OperationsStore } from './operationsStore.ts';

function setUp(features: readonly string[] = ['refund', 'preAuthorisation']) {
  const bridge = new MemoryTerminals();
  for (const terminal of bridge.known) Object.assign(terminal, { features });
  return { bridge, store: new OperationsStore(bridge) };
}

const refund = { do: 'refund', amount: 500 } as const;

test('loads the list and the amounts on hold', async () => {
  const { bridge, store } = setUp();
  bridge.held = [{ receipt_number: 3, amount: 5000, at: null, operation: null, expires: null }];
  await store.open('SDV_2');
  expect(store.getState()).toMatchObject({
    device: 'SDV_2',
    list: [],
    preAuthorisations: bridge.held,
    preAuthorisationsProblem: null,
  });
});

test('opens the terminal of the till, and keeps the chosen terminal until the page is left', async () => {
  const { bridge, store } = setUp();
  Object.assign(bridge.known[1]!, { tills: [{ id: 'SDV_T', description: 'Till' }] });
  const opened = async () => {
    await store.open(store.getState().device, 'SDV_T');
    return store.getState().device;
  };
  expect(await opened()).toBe('SDV_2');
  await store.open('SDV_1');
  expect(await opened()).toBe('SDV_1');
  store.forget();
  expect(await opened()).toBe('SDV_2');
});

test('does not ask a terminal that cannot hold amounts', async () => {
  const { bridge, store } = setUp(['refund']);
  await store.open(null);
  await store.askPreAuthorisations();
  expect(bridge.calls).not.toContain('preAuthorisations');
});

test('sends an operation once, shows its result, and loads the amounts on hold again', async () => {
  const { bridge, store } = setUp();
  await store.open('SDV_1');
  await Promise.all([store.run('SDV_1', refund), store.run('SDV_1', refund)]);
  expect(bridge.calls.filter(call => call === 'operate refund')).toHaveLength(1);
  expect(bridge.calls.at(-1)).toBe('preAuthorisations');
  expect(store.getState()).toMatchObject({ shown: 'O1', running: null, list: [{ id: 'O1', amount: 500 }] });
});

test('shows the reason of a refusal, and the stored operation', async () => {
  const { bridge, store } = setUp();
  await store.open('SDV_1');
  bridge.fault = 'refused';
  await store.run('SDV_1', refund);
  expect(store.getState()).toMatchObject({ refusal: { kind: 'refused' }, shown: null, running: null });
  store.show(null);
  expect(store.getState().refusal).toBeNull();
});

test('sends nothing after a lost answer until the list is loaded', async () => {
  const { bridge, store } = setUp();
  await store.open('SDV_1');
  bridge.fault = 'away';
  await store.run('SDV_1', refund);
  store.show(null);
  expect(store.getState()).toMatchObject({ refusal: { kind: 'unreachable' }, list: null });
  await store.run('SDV_1', refund);
  bridge.fault = 'none';
  await store.open('SDV_1');
  expect(store.getState()).toMatchObject({ refusal: null, problem: null, list: [] });
  expect(bridge.calls).not.toContain('operate refund');
});

test('begins with an empty list at another terminal', async () => {
  const { store } = setUp();
  await store.open('SDV_1');
  await store.run('SDV_1', refund);
  await store.open('SDV_2');
  expect(store.getState()).toMatchObject({ device: 'SDV_2', list: [], shown: null });
});

test('ignores the amounts on hold of the terminal before', async () => {
  const { bridge, store } = setUp();
  const answered = Promise.withResolvers<void>();
  const { preAuthorisations } = bridge;
  bridge.preAuthorisations = async device => {
    if (device !== 'SDV_1') return preAuthorisations(device);
    await answered.promise;
    return { data: [{ receipt_number: 17, amount: 5000, at: null, operation: null, expires: null }] };
  };
  const first = store.open('SDV_1');
  await vi.waitUntil(() => store.getState().askingPreAuthorisations);
  await store.open('SDV_2');
  answered.resolve();
  await first;
  expect(store.getState()).toMatchObject({ device: 'SDV_2', preAuthorisations: [], askingPreAuthorisations: false });
});

test('never sends the form of one terminal to another', async () => {
  const { bridge, store } = setUp();
  await store.open('SDV_1');
  await store.open('SDV_2');
  await store.run('SDV_1', refund);
  expect(bridge.calls).not.toContain('operate refund');
});

test('loads the list again when an outcome becomes known', async () => {
  const { bridge, store } = setUp();
  await store.open('SDV_1');
  const before = bridge.calls.length;
  store.onEvent({ name: 'payment', data: { device: 'SDV_2', payment: null } });
  expect(bridge.calls.length).toBe(before);
  store.onEvent({ name: 'payment', data: { device: 'SDV_1', payment: null } });
  await Promise.resolve();
  await Promise.resolve();
  expect(bridge.calls.at(-1)).toBe('operations');
});
