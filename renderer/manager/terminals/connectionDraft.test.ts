/** The typed connection of a terminal. */

import { expect, test } from 'vitest';
import type { Terminal } from '../../../main/wire/terminals.ts';
import { MemoryTerminals } from '../../doubles/memoryTerminals.ts';
import {
  connectionChanges,
  connectionOf,
  draftOf,
  emptyDraft,
  newProtocolDraft,
  optionsOf,
  protocolDraftOf,
  withProtocol,
} from './connectionDraft.ts';

const terminal = (more: Partial<Terminal> = {}): Terminal => ({ ...new MemoryTerminals().known[0]!, ...more });
const opi = (devicePort?: number) =>
  terminal({ protocol: 'opi', options: devicePort === undefined ? {} : { devicePort } });

test('needs a host and a valid port for a network address', () => {
  expect(connectionOf({ ...emptyDraft, host: ' 10.0.0.7 ' })).toEqual({ type: 'tcp', host: '10.0.0.7', port: 20007 });
  for (const port of ['', '0', '65536', '2e3', '-1', '80.5', 'x'])
    expect(connectionOf({ ...emptyDraft, host: 'a', port }), port).toBeNull();
  expect(connectionOf({ ...emptyDraft, host: '  ' })).toBeNull();
});

test('needs a name and a speed for a serial port', () => {
  const draft = { ...emptyDraft, type: 'serial' as const, path: '/dev/ttyUSB0' };
  expect(connectionOf(draft)).toEqual({ type: 'serial', path: '/dev/ttyUSB0', baudRate: 9600 });
  expect(connectionOf({ ...draft, stopBits: '1' })).toMatchObject({ stopBits: 1 });
  expect(connectionOf({ ...draft, path: '' })).toBeNull();
  expect(connectionOf({ ...draft, baudRate: '0' })).toBeNull();
});

test('needs the allowed address and the port of the till for a terminal that connects', () => {
  const draft = { ...emptyDraft, type: 'tcpListen' as const, from: ' 10.0.0.7 ' };
  expect(connectionOf(draft)).toEqual({ type: 'tcpListen', port: 20007, from: '10.0.0.7' });
  expect(connectionOf({ ...draft, from: ' ' })).toBeNull();
  expect(connectionOf({ ...draft, port: '0' })).toBeNull();
});

test('returns an unchanged connection from its form', () => {
  for (const connection of [
    { type: 'tcp', host: 'a', port: 5577 },
    { type: 'tcpListen', port: 5000, from: '10.0.0.0/28' },
    { type: 'serial', path: '/dev/ttyS0', baudRate: 115_200, stopBits: 1 },
  ] as const)
    expect(connectionOf(draftOf(connection))).toEqual(connection);
});

test('changes the default port with the protocol, and uses the network', () => {
  const serial = { ...emptyDraft, type: 'serial' as const };
  expect(withProtocol(serial, 'zvt', 'opi')).toMatchObject({ type: 'tcp', port: '20002' });
  expect(withProtocol({ ...emptyDraft, port: '20002' }, 'opi', 'zvt').port).toBe('20007');
  expect(withProtocol({ ...emptyDraft, port: '5577' }, 'zvt', 'opi').port).toBe('5577');
});

test('gives every terminal that connects its own port of the till', () => {
  expect(newProtocolDraft([terminal()]).devicePort).toBe('20007');
  expect(newProtocolDraft([opi(), opi(20_008)]).devicePort).toBe('20009');
  const calls = terminal({ connection: { type: 'tcpListen', port: 20_007, from: 'a' } });
  expect(newProtocolDraft([calls]).devicePort).toBe('20008');
});

test('keeps other options, and refuses an invalid port', () => {
  const more = { ...newProtocolDraft([]), charset: 'cp437' };
  expect(optionsOf(more, { printerWidth: 32, charset: 'utf8' })).toEqual({ printerWidth: 32, charset: 'cp437' });
  expect(optionsOf({ ...more, charset: '' }, { charset: 'utf8' })).toEqual({});
  expect(optionsOf({ ...more, protocol: 'opi', charset: '' })).toEqual({ devicePort: 20_007 });
  expect(optionsOf({ ...more, protocol: 'opi', devicePort: 'x' })).toBeNull();
});

test('sends only changed members', () => {
  const before = terminal({ profile: 'old', options: { charset: 'cp437', printerWidth: 32 } });
  const [at, more] = [draftOf(before.connection), protocolDraftOf(before)];
  expect(connectionChanges(before, at, more)).toEqual({});
  expect(connectionChanges(before, { ...at, host: '10.0.0.9' }, more)).toEqual({
    connection: { type: 'tcp', host: '10.0.0.9', port: 20_007 },
  });
  expect(connectionChanges(before, { ...at, host: '' }, more)).toBeNull();
  expect(connectionChanges(before, at, { ...more, profile: '', charset: '' })).toEqual({
    profile: null,
    options: { printerWidth: 32 },
  });
  expect(connectionChanges(opi(), at, { ...protocolDraftOf(opi()), devicePort: '20008' })).toEqual({
    options: { devicePort: 20_008 },
  });
});
