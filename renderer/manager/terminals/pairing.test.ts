/** Inputs of the terminals' page. */

import { expect, test } from 'vitest';
import { emptyTask, isPassword, repeatsOf, sortedFound, subnetsOf, taskOf, tasksOf } from './pairing.ts';

test('splits networks at commas, blanks and line breaks', () => {
  expect(subnetsOf(' 10.0.0.0/24, 10.0.1.0/24;192.168.1.7\n')).toEqual(['10.0.0.0/24', '10.0.1.0/24', '192.168.1.7']);
  expect(subnetsOf('  ')).toEqual([]);
});

test('sorts free terminals first, and terminals in use by others last', () => {
  const found = (['held', 'known', 'free'] as const).map(state => ({
    endpoint: state,
    connection: { type: 'tcp' as const, host: 'a', port: 1 },
    protocol: 'zvt',
    state,
    terminalId: null,
    software: null,
    holder: null,
    device: null,
  }));
  expect(sortedFound(found).map(({ state }) => state)).toEqual(['free', 'known', 'held']);
});

test('accepts six digits as a password', () => {
  expect(['000000', '123456'].every(isPassword)).toBe(true);
  expect(['', '12345', '1234567', '12345a'].some(isPassword)).toBe(false);
});

test('offers only tasks that the terminal supports', () => {
  expect(tasksOf(['pay', 'reset', 'diagnosis', 'somethingNew'])).toEqual(['diagnosis', 'reset']);
});

test('needs the values of a task before it is sent', () => {
  const draft = emptyTask;
  expect(taskOf('diagnosis', draft)).toEqual({ do: 'diagnosis' });
  expect(taskOf('reprint', draft)).toBeNull();
  expect(taskOf('reprint', { ...draft, from: '12' })).toEqual({ do: 'reprint', from: 12 });
  expect(taskOf('reprint', { ...draft, from: '12', to: '15' })).toEqual({ do: 'reprint', from: 12, to: 15 });
  expect(taskOf('selectLanguage', { ...draft, language: 'deu' })).toBeNull();
  expect(taskOf('selectLanguage', { ...draft, language: 'de' })).toEqual({ do: 'selectLanguage', language: 'de' });
  expect(taskOf('display', { ...draft, lines: '\n ' })).toBeNull();
  expect(taskOf('display', { ...draft, lines: 'Hallo\n\nWelt' })).toEqual({
    do: 'display',
    lines: ['Hallo', 'Welt'],
    seconds: 15,
  });
  expect(taskOf('repeatReceipt', draft)).toEqual({ do: 'repeatReceipt' });
  expect(taskOf('repeatReceipt', { ...draft, which: 'merchant' })).toEqual({ do: 'repeatReceipt', which: 'merchant' });
  expect(taskOf('print', draft)).toBeNull();
  expect(taskOf('print', { ...draft, lines: 'Hallo\n\nWelt\n' })).toEqual({
    do: 'print',
    lines: ['Hallo', '', 'Welt'],
  });
  expect(taskOf('ask', { ...draft, lines: 'x'.repeat(41) })).toBeNull();
  expect(taskOf('ask', { ...draft, lines: 'PLZ?' })).toEqual({ do: 'ask', lines: ['PLZ?'] });
  expect(taskOf('ask', { ...draft, lines: 'PLZ?', digits: true })).toMatchObject({ digits: { least: 1, most: 10 } });
});

test('offers a question where the terminal has keys, and the end-of-day slip where it can be repeated', () => {
  expect(tasksOf(['keys', 'repeatReceipt'])).toEqual(['repeatReceipt', 'ask']);
  expect(repeatsOf(['repeatReceipt'])).toEqual(['last', 'customer', 'merchant']);
  expect(repeatsOf(['repeatReceipt', 'repeatDayEnd'])).toContain('endOfDay');
});
