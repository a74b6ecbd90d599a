/** The screen of the back office without its pages: session, addresses, and the query of the list of sales. */

import { expect, test } from 'vitest';
import { salesChoiceIn, salesQueryOf, salesRequest } from '../../main/wire/office/salesQuery.ts';
import { MemoryOffice } from '../doubles/memoryOffice.ts';
import { choiceIn } from '../report/choice.ts';
import { spanIn } from '../report/days.ts';
import { createOfficeClient, type OfficeClient } from './client.ts';
import { createPresence } from './presence.ts';
import { salesAddress } from './reportSource.ts';
import { createOfficeSession } from './session.ts';
import { bridgeState, conditionOf } from './tills/bridgeState.ts';

const open = () => {
  const office = new MemoryOffice();
  const reached: boolean[] = [];
  const session = createOfficeSession(() => client);
  const client: OfficeClient = createOfficeClient({
    fetch: office.fetch,
    language: () => 'de',
    onSignedOut: session.ended,
    onReached: isThere => reached.push(isThere),
  });
  return { office, session, client, reached };
};

test('asks for a sign-in, refuses a wrong password, and continues with the right one', async () => {
  const { session } = open();
  await session.start();
  expect(session.getState().state).toBe('signedOut');
  await session.signIn('chain@demo.example', 'wrong');
  expect(session.getState()).toMatchObject({ state: 'signedOut', problem: { status: 401 }, busy: false });
  await session.signIn('chain@demo.example', 'demo-office-1');
  expect(session.getState()).toMatchObject({ state: 'signedIn', me: { name: 'Zentrale' }, problem: null });
});

test('a session that has ended leads to the sign-in', async () => {
  const { office, session, client } = open();
  await session.signIn('chain@demo.example', 'demo-office-1');
  office.signedIn = false;
  await expect(client.reports(new AbortController().signal)).rejects.toThrow();
  expect(session.getState()).toMatchObject({ state: 'signedOut', me: null });
});

test('a row of a report leads to its sales, with the filters of the report', () => {
  const choice = choiceIn(new URLSearchParams('from=2026-11-01&to=2026-11-07&by=hour&store=STO_1'), '2026-11-23');
  expect(salesAddress('turnover', choice, { key: '08', label: '' })).toBe(
    '/sales?from=2026-11-01&to=2026-11-07&store=STO_1&events=all&hour=08',
  );
  expect(salesAddress('turnover', { ...choice, by: 'day' }, { key: '2026-11-03', label: '' })).toBe(
    '/sales?from=2026-11-03&to=2026-11-03&store=STO_1&events=all',
  );
  expect(salesAddress('loyalty', { ...choice, by: 'campaign' }, { key: '', label: '' })).toBe(
    '/sales?from=2026-11-01&to=2026-11-07&store=STO_1&card=*&events=all&campaign=',
  );
  const bank = { key: 'x', label: '', day: '2026-11-03', terminal_id: '61000009' };
  expect(salesAddress('reconciliation', { ...choice, by: 'bank' }, bank)).toBe(
    '/sales?from=2026-11-03&to=2026-11-03&store=STO_1&events=all&terminal=61000009',
  );
  expect(salesAddress('health', { ...choice, by: 'till' }, { key: 'TIL_1', label: '' })).toBe(
    '/sales?store=STO_1&events=all&till=TIL_1',
  );
  const anna = { ...choice, by: 'cashier' };
  expect(salesAddress('corrections', anna, { key: 'Anna', label: '', cancellations: 2 })).toBe(
    '/sales?from=2026-11-01&to=2026-11-07&store=STO_1&events=cancelled&cashier=Anna',
  );
  expect(salesAddress('corrections', anna, { key: 'Anna', label: '', cancellations: 0 })).toContain('events=all');
  // Rows lead to what they are ordered by.
  for (const [column, events] of [
    ['discount', 'discounts'],
    ['discount.change', 'discounts'],
    ['returned', 'returns'],
    ['lowered', 'prices'],
    ['raised.change', 'prices'],
    ['voids', 'voids'],
    ['abandoned', 'all'],
    ['cancelled', 'cancelled'],
    ['turnover', 'all'],
    ['label', 'cancelled'],
  ] as const)
    expect(
      salesAddress(
        'corrections',
        { ...anna, sort: { column, descending: true } },
        { key: 'Anna', label: '', cancellations: 2 },
      ),
    ).toContain(`events=${events}&`);
  // A cell of two keys leads to the sales of both, the sum of a column to those of the column.
  const crossed = choiceIn(
    new URLSearchParams('from=2026-11-01&to=2026-11-07&by=cashier&across=day&figure=sales'),
    '2026-11-23',
  );
  const texts = { de: '', en: '' };
  const column = { name: 'day:2026-11-03', title: texts, unit: 'count', added: true, key: '2026-11-03' } as const;
  const months = { ...crossed, from: '2026-10-20', to: '2026-11-07', by: 'month' };
  expect(salesAddress('turnover', months, { key: '2026-10', label: '' })).toBe(
    '/sales?from=2026-10-20&to=2026-10-31&events=all',
  );
  expect(salesAddress('turnover', months, { key: '2026-11', label: '' }, column)).toBe(
    '/sales?from=2026-11-03&to=2026-11-03&events=all',
  );
  expect(salesAddress('turnover', crossed, { key: 'Anna', label: '' }, column)).toBe(
    '/sales?from=2026-11-03&to=2026-11-03&events=all&cashier=Anna',
  );
  expect(salesAddress('turnover', crossed, null, column)).toBe('/sales?from=2026-11-03&to=2026-11-03&events=all');
  expect(salesAddress('turnover', crossed, null, { ...column, key: null })).toBe(
    '/sales?from=2026-11-01&to=2026-11-07&events=all',
  );
  const store = { ...column, key: 'STO_1' };
  const cancelled = { ...anna, across: 'store', figure: null, filters: {} };
  expect(salesAddress('corrections', cancelled, { key: 'Anna', label: '' }, store)).toBe(
    '/sales?from=2026-11-01&to=2026-11-07&events=cancelled&cashier=Anna&store=STO_1',
  );
  expect(
    salesAddress('corrections', { ...cancelled, figure: 'returned' }, { key: 'Anna', label: '' }, store),
  ).toContain('events=returns');
  expect(salesAddress('turnover', { ...choice, by: 'method' }, { key: 'noTurnover', label: '' })).toBeNull();
  expect(salesAddress('turnover', { ...choice, by: 'sale' }, { key: 'STX_1', label: '' })).toBe('/sales/STX_1');
});

const choiceOf = (address: string) => {
  const query = new URLSearchParams(address);
  return salesChoiceIn(query, spanIn(query, '2026-11-23'));
};

test('the list of sales asks in the list language', () => {
  const q = (address: string) => salesRequest(choiceOf(address), 'EUR').q;
  const days = 'business_day:[2026-11-01 TO 2026-11-02]';
  const span = 'from=2026-11-01&to=2026-11-02';
  expect(q(span)).toBe(days);
  expect(q(`${span}&store=STO_1&group=caf%C3%A9%20%22x%22`)).toBe(`${days} AND store:STO_1 AND group:"café \\"x\\""`);
  expect(q(`${span}&cashier=`)).toBe(`${days} AND NOT cashier:*`);
  expect(q(`${span}&card=*`)).toBe(`${days} AND card:*`);
  expect(q(`${span}&search=1017`)).toBe(`${days} AND (receipt_number:1017 OR trace:1017)`);
  expect(q(`${span}&search=18,42`)).toBe(`${days} AND sum:1842`);
  expect(q(`${span}&least=50&most=99,90`)).toBe(`${days} AND sum:[5000 TO 9990]`);
  expect([q(`${span}&least=50`), q(`${span}&most=x`)]).toEqual([`${days} AND sum:[5000 TO *]`, days]);
  expect(q(`${span}&events=cancelled&least=5`)).toBe(`${days} AND event:cancelled AND sum:[500 TO *]`);
  expect(q(`${span}&events=returns`)).toBe(`${days} AND returned:[1 TO *]`);
  expect(q(`${span}&events=returns&least=10`)).toBe(`${days} AND returned:[1000 TO *]`);
  expect(q(`${span}&events=discounts&cashier=Anna&least=10`)).toBe(`${days} AND given_by:Anna AND given:[1000 TO *]`);
  expect(q(`${span}&events=voids&cashier=Anna`)).toBe(`${days} AND voided_by:Anna AND voided:[1 TO *]`);
  expect(q(`${span}&events=prices&cashier=`)).toBe(`${days} AND repriced_by_nobody:[1 TO *] AND repriced:[1 TO *]`);
  expect(q(`${span}&events=discounts&cashier=`)).toBe(`${days} AND given_by_nobody:[1 TO *] AND given:[1 TO *]`);
  expect(q(`${span}&search=stx_ab`)).toBe('id:STX_AB');
  expect(q(`${span}&search=order%2017`)).toBe('transactionRef:"order 17"');
});

test('the address of the list says page, search and events', () => {
  const address = 'from=2026-11-01&to=2026-11-02&store=STO_1&search=17&events=all&offset=50';
  expect(`${new URLSearchParams(salesQueryOf(choiceOf(address)))}`).toBe(address);
});

test('an installation that was not heard of for five minutes is silent', () => {
  const now = Date.parse('2026-11-23T12:10:00Z');
  expect(bridgeState({ state: 'enrolled', last_heard: '2026-11-23T12:06:00Z' }, now)).toBe('ok');
  expect(bridgeState({ state: 'enrolled', last_heard: '2026-11-23T12:04:00Z' }, now)).toBe('silent');
  expect(bridgeState({ state: 'enrolled', last_heard: null }, now)).toBe('silent');
  expect(bridgeState({ state: 'revoked', last_heard: '2026-11-23T12:09:00Z' }, now)).toBe('revoked');
  expect(conditionOf({ condition: { tills: [{ waiting: 2, parked: 1 }, { waiting: 3 }] } })).toMatchObject({
    version: null,
    waiting: 5,
    parked: 1,
  });
});

test('every call says whether the back office is there, and a page that was left says nothing', async () => {
  const { office, client, reached } = open();
  await client.ways();
  await expect(client.me()).rejects.toThrow();
  expect(reached).toEqual([true, true]);
  const left = new AbortController();
  const offline = createOfficeClient({
    fetch: () => Promise.reject(new TypeError('no route')),
    language: () => 'de',
    onSignedOut: () => office.calls.push('signed out'),
    onReached: isThere => reached.push(isThere),
  });
  await expect(offline.ways()).rejects.toThrow();
  left.abort();
  await expect(offline.reports(left.signal)).rejects.toThrow();
  expect(reached).toEqual([true, true, false]);
});

test('knows since when the back office is away, and counts its returns', () => {
  const presence = createPresence(() => Promise.resolve());
  presence.note(true);
  expect(presence.getState()).toEqual({ awaySince: null, returns: 0 });
  presence.note(false);
  const { awaySince } = presence.getState();
  expect(awaySince).toBeGreaterThan(0);
  presence.note(false);
  expect(presence.getState().awaySince).toBe(awaySince);
  presence.note(true);
  expect(presence.getState()).toEqual({ awaySince: null, returns: 1 });
});
