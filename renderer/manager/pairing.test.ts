import { expect, test } from 'vitest';
import { connectionOf, emptyDraft, isPassword, sortedFound, subnetsOf, taskOf, tasksOf } from './pairing.ts';

test('a network address needs a host and a port that exists', () => {
  expect(connectionOf({ ...emptyDraft, host: ' 10.0.0.7 ' })).toEqual({ type: 'tcp', host: '10.0.0.7', port: 20007 });
  for (const port of ['', '0', '65536', '2e3', '-1', '80.5', 'x'])
    expect(connectionOf({ ...emptyDraft, host: 'a', port }), port).toBeNull();
  expect(connectionOf({ ...emptyDraft, host: '  ' })).toBeNull();
});

test('a serial port needs its name and a speed', () => {
  const draft = { ...emptyDraft, type: 'serial' as const, path: '/dev/ttyUSB0' };
  expect(connectionOf(draft)).toEqual({ type: 'serial', path: '/dev/ttyUSB0', baudRate: 9600 });
  expect(connectionOf({ ...draft, path: '' })).toBeNull();
  expect(connectionOf({ ...draft, baudRate: '0' })).toBeNull();
});

test('networks are separated by commas, blanks or lines', () => {
  expect(subnetsOf(' 10.0.0.0/24, 10.0.1.0/24;192.168.1.7\n')).toEqual(['10.0.0.0/24', '10.0.1.0/24', '192.168.1.7']);
  expect(subnetsOf('  ')).toEqual([]);
});

test('free terminals come first, those of somebody else last', () => {
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

test('a password is six digits', () => {
  expect(['000000', '123456'].every(isPassword)).toBe(true);
  expect(['', '12345', '1234567', '12345a'].some(isPassword)).toBe(false);
});

test('only tasks this terminal can do are offered', () => {
  expect(tasksOf(['pay', 'reset', 'diagnosis', 'somethingNew'])).toEqual(['diagnosis', 'reset']);
});

test('a task that needs more than its name waits for it', () => {
  const draft = { from: '', to: '', language: '', lines: '' };
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
});
