/** The list, the search and the requests of the terminals' page. */

import { expect, test } from 'vitest';
import { MemoryTerminals } from '../../doubles/memoryTerminals.ts';
import { TerminalsStore } from './terminalsStore.ts';

async function setUp() {
  const bridge = new MemoryTerminals();
  const store = new TerminalsStore(bridge);
  await store.open();
  return { bridge, store, state: store.getState };
}

const connection = { type: 'tcp', host: '10.0.0.8', port: 20007 } as const;

test('loads terminals, tills and the places to search', async () => {
  const { state } = await setUp();
  expect(state()).toMatchObject({
    terminals: [{ device: 'SDV_1' }, { device: 'SDV_2' }],
    tills: [{ id: 'SDV_T' }],
    search: { id: null, networks: ['10.0.0.0/24'] },
    problem: null,
  });
});

test('updates the search from the event stream', async () => {
  const { store, state } = await setUp();
  await store.startSearch({ subnets: ['10.0.0.0/24'] });
  expect(state().search?.running).toBe(true);
  store.onEvent({ name: 'search', data: { id: 'S1', running: true, done: 4, of: 10, found: [] } });
  expect(state().search).toMatchObject({ done: 4, networks: ['10.0.0.0/24'] });
  await store.stopSearch();
  expect(state().search?.running).toBe(false);
});

test('lists a paired terminal, and keeps its answer until the dialog closes', async () => {
  const { store, state } = await setUp();
  expect(await store.pair({ connection, description: 'Theke' })).toBe(true);
  expect(state()).toMatchObject({ busy: null, paired: { diagnosis: null } });
  expect(state().terminals?.map(({ description }) => description)).toContain('Theke');
  store.forget();
  expect(state().paired).toBeNull();
});

test('sends one request at a time', async () => {
  const { bridge, store } = await setUp();
  const both = await Promise.all([store.pair({ connection }), store.run('SDV_1', { do: 'diagnosis' })]);
  expect([both, bridge.calls.filter(call => call.startsWith('task'))]).toEqual([[true, false], []]);
});

test('shows the reason of a refusal, and changes nothing', async () => {
  const { bridge, store, state } = await setUp();
  bridge.fault = 'refused';
  expect(await store.pair({ connection })).toBe(false);
  expect(state()).toMatchObject({ busy: null, paired: null, problem: { kind: 'refused', text: 'No.' } });
  expect(await store.remove('SDV_1')).toBe(false);
  expect(state().terminals).toHaveLength(2);
});

test('changes and removes a terminal, and runs a task', async () => {
  const { bridge, store, state } = await setUp();
  expect(await store.change('SDV_1', { description: 'Bar' })).toBe(true);
  expect(await store.remove('SDV_2')).toBe(true);
  expect(state().terminals).toHaveLength(1);
  expect(await store.run('SDV_1', { do: 'diagnosis' })).toBe(true);
  expect([state().done?.do, bridge.calls.includes('task diagnosis')]).toEqual(['diagnosis', true]);
});

test('shows that the bridge is away, and loads again when the page opens', async () => {
  const { bridge, store, state } = await setUp();
  bridge.fault = 'away';
  await store.startSearch({});
  expect(state().problem?.kind).toBe('unreachable');
  bridge.fault = 'none';
  await store.open();
  expect(state().problem).toBeNull();
});

test('answers the trace of a terminal, or shows why it cannot be read', async () => {
  const { bridge, store, state } = await setUp();
  expect(await store.trace('SDV_1')).toContain('06 00');
  bridge.fault = 'away';
  expect(await store.trace('SDV_1')).toBeNull();
  expect(state().problem).not.toBeNull();
});
