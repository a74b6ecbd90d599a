/** The page of the queue without its components: lists, decisions, and what a manager types to correct a record. */

import { expect, test } from 'vitest';
import type { OfficeLinkView } from '../../../main/wire/officeLink.ts';
import type { QueuedRecord } from '../../../main/wire/queue.ts';
import { Refusal, Unreachable } from '../../bridge/errors.ts';
import type { QueueClient } from './client.ts';
import { correctionOf, QueueStore } from './queueStore.ts';

const record = {
  id: 'SDV_1.1.7',
  target: 'upstream',
  state: 'parked',
  corrections: [
    { name: 'card_type', title: { de: '', en: '' }, value: 'girocard' },
    { name: 'trace', title: { de: '', en: '' }, value: null },
  ],
} as unknown as QueuedRecord;

/** A bridge with one parked record, which goes when it is discarded. */
function bridge(failure: Error | null = null, configured: readonly QueuedRecord['target'][] = ['upstream', 'office']) {
  const calls: string[] = [];
  let parked = [record];
  const note = async (call: string) => {
    calls.push(call);
    if (failure) throw failure;
  };
  const client: QueueClient = {
    records: async (state, _, target) => ({
      count: state === 'waiting' ? (target === 'upstream' ? 10 : 25) : parked.length,
      data: state === 'parked' ? parked : [],
    }),
    cases: async () => ({ count: 0, data: [] }),
    link: async () => ({ state: 'none' }) as OfficeLinkView,
    retry: () => note('retry'),
    correct: (_, correction) => note(`correct ${JSON.stringify(correction)}`),
    discard: async () => {
      await note('discard');
      parked = [];
    },
    choose: (id, version) => note(`choose ${id} ${version}`),
    down: async () => ({ reading: null, parts: [], shop: { merchant: null, contracts: [] } }),
    readDown: () => note('read'),
    closeCase: id => note(`close ${id}`),
    tryNow: () => note('try'),
    enrol: () => client.link(),
    leave: despite => note(`leave ${despite}`).then(() => client.link()),
    changeKey: () => client.link(),
  };
  return { calls, store: new QueueStore(client, () => configured) };
}

test('lists what is parked, and says how much more waits', async () => {
  const { store } = bridge();
  await store.load();
  expect(store.getState()).toMatchObject({ parked: [record], waiting: [], moreWaiting: 25, problem: null });
});

test('names nothing that waits for a target that is not set up', async () => {
  for (const [configured, moreWaiting] of [
    [['upstream'], 10],
    [[], 0],
  ] as const) {
    const { store } = bridge(null, configured);
    await store.load();
    expect(store.getState()).toMatchObject({ parked: [record], waiting: [], moreWaiting });
  }
});

test('a discarded record leaves the list, and the page says so', async () => {
  const { store, calls } = bridge();
  await store.load();
  expect(await store.discard(record)).toBe(true);
  expect(store.getState()).toMatchObject({ parked: [], done: 'discard', busy: false });
  expect(calls).toEqual(['discard']);
});

test('a decision that the bridge refuses leaves everything as it is', async () => {
  const { store } = bridge(new Unreachable('away'));
  await store.load();
  expect(await store.retry(record)).toBe(false);
  expect(store.getState()).toMatchObject({ parked: [record], done: null, problem: { kind: 'unreachable' } });
});

test('an approval that nobody gave is no problem', async () => {
  const error = { error_user: 'Approval needed.', error_details: '', code: 2020, supportId: 'S' };
  const { store } = bridge(new Refusal(403, error as never));
  expect(await store.discard(record)).toBe(false);
  expect(store.getState().problem).toBeNull();
});

test('a correction holds what differs from what is sent now', () => {
  expect(correctionOf(record, {})).toBeNull();
  expect(correctionOf(record, { card_type: ' girocard ' })).toBeNull();
  expect(correctionOf(record, { card_type: 'Visa', trace: '' })).toEqual({ card_type: 'Visa' });
  expect(correctionOf(record, { trace: '0042' })).toEqual({ trace: 42 });
  expect(correctionOf(record, { trace: '42a' })).toBeNull();
});
