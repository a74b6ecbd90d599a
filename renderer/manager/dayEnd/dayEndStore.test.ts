/** The end-of-day of one terminal. */

import { expect, test } from 'vitest';
import type { SmartTransaction } from '../../../main/wire/transactions.ts';
import type { BridgeEvent } from '../../bridge/events.ts';
import { dayEndOf, MemoryTerminals } from '../../doubles/memoryTerminals.ts';
import { DayEndStore } from './dayEndStore.ts';

async function setUp(till = 'SDV_T', device: string | null = null) {
  const bridge = new MemoryTerminals();
  Object.assign(bridge.known[1]!, { tills: [{ id: 'SDV_T', description: 'Till' }] });
  const soon = (run: () => void) => {
    queueMicrotask(run);
    return () => {};
  };
  const store = new DayEndStore(bridge, { device, till }, () => 1000, soon);
  await store.open();
  return { bridge, store, state: store.getState };
}

const dayEndEvent = (id: string, state: string, device = 'SDV_2'): BridgeEvent => ({
  name: 'dayEnd',
  data: { device, id, state },
});

test('opens the terminal of the till, otherwise the first terminal', async () => {
  expect((await setUp()).state()).toMatchObject({ device: 'SDV_2', preview: { device: 'SDV_2' } });
  expect((await setUp('SDV_9')).state().device).toBe('SDV_1');
});

test('opens the terminal that the page was opened for', async () => {
  expect((await setUp('SDV_T', 'SDV_1')).state()).toMatchObject({ device: 'SDV_1', preview: { device: 'SDV_1' } });
});

test('keeps the chosen terminal when it loads again after a failure', async () => {
  const { bridge, store, state } = await setUp();
  bridge.fault = 'away';
  await store.choose('SDV_1');
  expect(state()).toMatchObject({ device: 'SDV_1', preview: null, problem: { kind: 'unreachable' } });
  bridge.fault = 'none';
  await store.open();
  expect(state()).toMatchObject({ device: 'SDV_1', preview: { device: 'SDV_1' }, problem: null });
});

test('runs no end-of-day for a terminal whose preview is not shown', async () => {
  const { bridge, store } = await setUp();
  bridge.fault = 'away';
  await store.choose('SDV_1');
  bridge.fault = 'none';
  await store.run();
  expect(bridge.calls).not.toContain('runDayEnd');
});

test('runs nothing without a terminal', async () => {
  const bridge = new MemoryTerminals();
  bridge.known.splice(0);
  const store = new DayEndStore(bridge, { device: null, till: null }, () => 0);
  await store.open();
  expect(store.getState()).toMatchObject({ terminals: [], device: null, preview: null, problem: null });
});

test('shows the result, and adds it to the list', async () => {
  const { bridge, store, state } = await setUp();
  bridge.next = 'differs';
  const run = store.run();
  expect(state().runningSince).toBe(1000);
  await run;
  expect(state()).toMatchObject({ runningSince: null, shown: { id: 'E1', state: 'differs' } });
  store.back();
  expect(state().shown).toBeNull();
});

test('ignores a second press', async () => {
  const { bridge, store } = await setUp();
  await Promise.all([store.run(), store.run()]);
  expect(bridge.calls.filter(call => call === 'runDayEnd')).toHaveLength(1);
});

test('requests a short slip when it was chosen', async () => {
  const { bridge, store } = await setUp();
  await store.run({ details: false });
  expect(bridge.calls).toContain('runDayEnd short');
});

test('shows the result when the event stream reports the end', async () => {
  const { bridge, store, state } = await setUp();
  bridge.next = 'running';
  await store.run();
  expect(state()).toMatchObject({ shown: null, runningSince: Date.parse('2026-01-01T20:00:00Z') });
  bridge.past[0] = dayEndOf('E1', 'SDV_2', 'agrees');
  await store.onEvent(dayEndEvent('E1', 'agrees'));
  expect(state()).toMatchObject({ runningSince: null, shown: { id: 'E1', state: 'agrees' } });
});

test('does not bring back a result that was left before the event was answered', async () => {
  const { bridge, store, state } = await setUp();
  const { dayEnd } = bridge;
  const late = Promise.withResolvers<void>();
  bridge.dayEnd = async id => {
    await late.promise;
    return dayEnd.call(bridge, id);
  };
  const run = store.run();
  const event = store.onEvent(dayEndEvent('E1', 'agrees'));
  await run;
  store.back();
  late.resolve();
  await event;
  expect(state()).toMatchObject({ runningSince: null, shown: null });
});

test('ignores a list that was requested before the end', async () => {
  const { bridge, store, state } = await setUp();
  const { dayEnds } = bridge;
  const late = Promise.withResolvers<void>();
  bridge.dayEnds = async () => {
    bridge.dayEnds = dayEnds;
    await late.promise;
    return { count: 1, data: [dayEndOf('E1', 'SDV_2', 'running')] };
  };
  const loading = store.onEvent(dayEndEvent('E1', 'running'));
  await store.run();
  late.resolve();
  await loading;
  expect(state()).toMatchObject({ runningSince: null, shown: { id: 'E1', state: 'agrees' } });
});

test('ends the run when the list says so and the event was lost', async () => {
  const { bridge, store, state } = await setUp();
  bridge.past.unshift(dayEndOf('E1', 'SDV_2', 'running'));
  await store.load();
  bridge.past[0] = dayEndOf('E1', 'SDV_2', 'agrees');
  await store.load();
  expect(state().runningSince).toBeNull();
});

test('shows an end-of-day of another till as running, then in the list', async () => {
  const { bridge, store, state } = await setUp();
  bridge.past.unshift(dayEndOf('E1', 'SDV_2', 'running'));
  await store.onEvent(dayEndEvent('E1', 'running'));
  expect(state().runningSince).not.toBeNull();
  await store.run();
  expect(bridge.calls).not.toContain('runDayEnd');
});

test('ignores events of other terminals', async () => {
  const { bridge, store, state } = await setUp();
  const before = bridge.calls.length;
  await store.onEvent(dayEndEvent('E1', 'agrees', 'SDV_1'));
  expect([state().shown, bridge.calls.length]).toEqual([null, before]);
});

test('loads the preview again when a payment ends or the terminal is back', async () => {
  const { bridge, store } = await setUp();
  const previews = () => bridge.calls.filter(call => call === 'preview').length;
  const before = previews();
  await store.onEvent({ name: 'payment', data: { device: 'SDV_2', payment: null } });
  expect(previews()).toBe(before + 1);
});

const sold = (status: 'created' | 'processing'): BridgeEvent => ({
  name: 'transaction',
  data: { object: 'smart.transactions', id: 'STX_1', type: 'changed', document: { status } as SmartTransaction },
});

test('loads the preview again after changes, and shows no older result meanwhile', async () => {
  const { bridge, store, state } = await setUp();
  const previews = () => bridge.calls.filter(call => call === 'preview').length;
  bridge.blockers = [{ kind: 'openSales', stops: false, texts: { de: '', en: '' }, about: ['STX_1'] }];
  const handled = Promise.all([store.onEvent(sold('processing')), store.onEvent(sold('processing'))]);
  expect(state().stale).toBe(true);
  await handled;
  expect([state().stale, state().preview?.blockers.length, previews()]).toEqual([false, 1, 2]);
  bridge.blockers = [];
  await store.onEvent(sold('created'));
  expect([state().preview?.blockers, previews()]).toEqual([[], 3]);
  await store.onEvent(sold('created'));
  expect(previews()).toBe(3);
});

test('does not load again because of its own request to the terminal', async () => {
  const { bridge, store } = await setUp();
  const previews = () => bridge.calls.filter(call => call === 'preview').length;
  const ready = { description: '', state: 'ready', since: 0, reason: null, condition: null } as const;
  await store.onEvent({ name: 'terminal', data: { device: 'SDV_2', ...ready } });
  expect(previews()).toBe(1);
  bridge.blockers = [{ kind: 'terminalUnreachable', stops: true, texts: { de: '', en: '' }, about: [] }];
  await store.load();
  await store.onEvent({ name: 'terminal', data: { device: 'SDV_2', ...ready, state: 'busy' } });
  expect(previews()).toBe(2);
  await store.onEvent({ name: 'terminal', data: { device: 'SDV_2', ...ready } });
  expect(previews()).toBe(3);
});

test('shows the reason of a refusal, and loads the preview again', async () => {
  const { bridge, store, state } = await setUp();
  bridge.fault = 'refused';
  await store.run();
  expect(state()).toMatchObject({ runningSince: null, shown: null, problem: { kind: 'refused' } });
});

test('shows a problem, and no result, while the bridge is away', async () => {
  const { bridge, store, state } = await setUp();
  bridge.fault = 'away';
  await store.choose('SDV_1');
  expect(state()).toMatchObject({ device: 'SDV_1', preview: null, problem: { kind: 'unreachable' } });
});

test('stores the decision of a person about an unknown result', async () => {
  const { bridge, store, state } = await setUp();
  bridge.next = 'unknown';
  await store.run();
  await store.decide(true);
  expect(state().shown?.state).toBe('agrees');
});

test('shows an earlier end-of-day', async () => {
  const { bridge, store, state } = await setUp();
  bridge.past.unshift(dayEndOf('E7', 'SDV_2', 'failed'));
  await store.show('E7');
  expect(state().shown?.id).toBe('E7');
  await store.show('E8');
  expect(state().problem?.kind).toBe('refused');
});

test('stores the schedule, or shows the reason of a refusal', async () => {
  const { bridge, store, state } = await setUp();
  expect(await store.schedule('22:15')).toBe(true);
  // It is shown at once, whatever the terminal is busy with.
  expect(state().preview?.schedule.at).toBe('22:15');
  expect([await store.schedule(null), bridge.at]).toEqual([true, null]);
  bridge.fault = 'refused';
  expect([await store.schedule('23:00'), state().problem?.kind]).toEqual([false, 'refused']);
});
