/** Introductions, and the settings that follow of them. */
import { describe, expect, it } from 'vitest';
import { introduceGeneric, settingsAfterIntroduction } from './introduction.ts';
import type { Feature, PaymentTerminal, TerminalSettings } from './terminal.ts';
import { withSerialDevice } from './transport/usbAdapter.ts';

const serial = (more: object = {}): TerminalSettings => ({
  protocol: 'zvt',
  connection: { type: 'serial', path: '/dev/ttyUSB0', ...more },
});
const PORTS = [
  { path: '/dev/ttyS0' },
  { path: '/dev/ttyUSB0', vendorId: '0403', productId: '6001', serialNumber: 'A1' },
  { path: '/dev/ttyUSB1', vendorId: '067b' },
];
const listPorts = async () => PORTS;

describe('a serial port', () => {
  it('of an adapter is kept with the ids of the adapter', async () => {
    expect((await withSerialDevice(serial(), listPorts)).connection).toEqual({
      type: 'serial',
      path: '/dev/ttyUSB0',
      device: { vendorId: '0403', productId: '6001', serialNumber: 'A1' },
    });
    expect((await withSerialDevice(serial({ path: '/dev/ttyUSB1' }), listPorts)).connection).toMatchObject({
      device: { vendorId: '067b' },
    });
  });

  it('that is soldered in, unknown or named already stays as it is', async () => {
    for (const settings of [
      serial({ path: '/dev/ttyS0' }),
      serial({ path: '/dev/ttyS9' }),
      serial({ device: { vendorId: '0403' } }),
      { protocol: 'zvt', connection: { type: 'tcp', host: 'x', port: 1 } } as const,
    ])
      expect(await withSerialDevice(settings, listPorts)).toEqual(settings);
  });
});

describe('an introduction', () => {
  const given = { ...serial(), options: { charset: 'cp437', features: [] } };

  it('adds model and features, and keeps options that were set by hand', () => {
    const introduction = { profile: 'hobex', features: ['pay'] as Feature[], status: { kind: 'ready' } as const };
    expect(settingsAfterIntroduction(given, introduction)).toEqual({
      ...given,
      profile: 'hobex',
      options: { charset: 'cp437', features: ['pay'] },
    });
    const { profile: _, ...nameless } = introduction;
    expect(settingsAfterIntroduction(given, nameless)).toEqual(given);
  });

  it('at a protocol without models registers, reads the state, runs a diagnosis, and closes the terminal', async () => {
    const done = { kind: 'done', receipts: [], facts: {} } as const;
    const asked: string[] = [];
    const terminal = {
      features: new Set(['pay', 'diagnosis']),
      register: async () => ({ ok: true, terminalId: '60000001' }),
      status: async () => ({ kind: 'ready' }),
      perform: async ({ do: task }: { do: string }) => {
        asked.push(task);
        return done;
      },
      close: async () => void asked.push('close'),
    } as unknown as PaymentTerminal;
    expect(await introduceGeneric(terminal)).toEqual({
      terminalId: '60000001',
      features: ['pay', 'diagnosis'],
      status: { kind: 'ready' },
      diagnosis: done,
    });
    expect(asked).toEqual(['diagnosis', 'close']);
    const reason = { code: 'unreachable', text: 'no line' } as const;
    const away = { ...terminal, register: async () => ({ ok: false, reason }) } as unknown as PaymentTerminal;
    expect(await introduceGeneric(away)).toEqual({ features: [], status: { kind: 'unreachable', reason } });
    expect(asked).toEqual(['diagnosis', 'close', 'close']);
    expect(await introduceGeneric(terminal, { diagnosis: false })).not.toHaveProperty('diagnosis');
    expect(asked.slice(3)).toEqual(['close']);
  });
});
