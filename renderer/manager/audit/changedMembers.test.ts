/** Before and after of an entry, as the table shows them. */

import { expect, test } from 'vitest';
import { changedMembers } from './changedMembers.ts';
import { isMoney, writtenMember, writtenValue } from './memberNames.ts';

/** The last part of a key, in capitals. */
const word = (key: string) => key.split('.').at(-1)!.toUpperCase();

test('names members that differ, however deep', () => {
  const before = {
    name: 'Anna',
    role: 'cashier',
    scopes: ['smart'],
    address: { city: 'Ulm', zip: '1' },
    rates: [{ rate: 7 }],
  };
  const after = {
    name: 'Anna',
    role: 'manager',
    scopes: ['smart', 'manage'],
    address: { city: 'Bonn', zip: '1' },
    rates: [{ rate: 19 }],
  };
  expect(changedMembers({ before, after })).toEqual([
    { name: 'role', before: 'cashier', after: 'manager' },
    { name: 'scopes', before: 'smart', after: 'smart, manage' },
    { name: 'address.city', before: 'Ulm', after: 'Bonn' },
    { name: 'rates[0].rate', before: 7, after: 19 },
  ]);
});

test('shows what was made without what says nothing, and nothing where nothing is named', () => {
  expect(changedMembers({ before: null, after: { name: 'Anna', language: null } })).toEqual([
    { name: 'name', before: undefined, after: 'Anna' },
  ]);
  expect(changedMembers({ before: null, after: null })).toEqual([]);
  expect(changedMembers({ before: { gone: true }, after: null })).toEqual([
    { name: 'gone', before: true, after: undefined },
  ]);
});

test('writes members in words, with their place in a list, and knows which are money', () => {
  expect(writtenMember('prices[1].price', word)).toBe('PRICES 2 › PRICE');
  expect(writtenMember('odd.name', word)).toBe('odd › NAME');
  expect(['prices[1].price', 'cash', 'points', 'tax'].map(isMoney)).toEqual([true, true, false, false]);
});

test('writes states in words, and leaves what somebody entered', () => {
  expect(writtenValue('state', 'notPaid', word)).toBe('NOTPAID');
  expect(writtenValue('state', 'odd', word)).toBe('odd');
  expect(writtenValue('name', 'paid', word)).toBe('paid');
  expect(isMoney('expected')).toBe(true);
});
