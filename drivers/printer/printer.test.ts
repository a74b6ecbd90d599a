/** A receipt printer over a real TCP line: the virtual printer at the other end. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ptyPair } from '../doubles/ptyPair.ts';
import { type PrinterBehaviour, VirtualPrinter } from '../simulator/printer/virtualPrinter.ts';
import type { SerialDevice } from '../terminal.ts';
import { openSerial } from '../transport/serial.ts';
import { connectTcp } from '../transport/tcp.ts';
import { pageBytes } from './escpos.ts';
import { openPrinter } from './index.ts';
import { linePrinter } from './linePrinter.ts';
import type { PaperSettings, PrinterCondition, PrinterPage } from './printer.ts';
import { listSystemPrinters, type RunCommand, systemPrinter } from './systemPrinter.ts';

const settings: PaperSettings = { columns: 48, model: 'epson', codePage: 'auto', cut: 'partial' };
const plain = (text: string) => ({ text, bold: false, size: 1 as const });
const page: PrinterPage = {
  lines: [plain('Brötchen                                  0,80 € A'.slice(0, 48)), plain('äöüß €')],
};
const limits = { answer: 150, silence: 400, turn: 400, pause: 20, flush: 2000, linger: 50 };

const twin = new VirtualPrinter({ port: 0, lineTime: 30 });
beforeAll(() => twin.open());
afterAll(() => twin.close());

const printer = () => linePrinter({ type: 'tcp', host: '127.0.0.1', port: twin.port }, { limits, connect: 500 });
async function playing(behaviour: PrinterBehaviour) {
  await twin.play(behaviour);
  twin.paper.tear();
  onTestFinished(() => twin.play('ready'));
  return printer();
}

describe('a printer that answers', () => {
  it('is ready, prints umlauts and the euro, and says that it is done', async () => {
    const line = await playing('ready');
    expect(await line.condition()).toEqual({ state: 'ready', paperLow: false, reason: null });
    expect(await line.print(pageBytes(page, settings))).toMatchObject({ ended: 'printed' });
    expect(twin.paper.lines('last').filter(Boolean)).toEqual(page.lines.map(({ text }) => text));
  });

  it.each([
    ['paperOut', 'paperOut'],
    ['coverOpen', 'coverOpen'],
    ['error', 'error'],
    ['off', 'unreachable'],
  ] as const)('takes no job while it plays %s, and not a byte leaves', async (behaviour, state) => {
    const line = await playing(behaviour);
    const before = twin.bytes;
    expect(await line.print(pageBytes(page, settings))).toMatchObject({ ended: 'notSent', condition: { state } });
    expect(twin.paper.lines()).toEqual([]);
    expect(twin.bytes - before).toBeLessThan(20);
  });

  it('says that the roll is nearly at its end, and prints', async () => {
    const line = await playing('paperLow');
    expect(await line.print(pageBytes(page, settings))).toMatchObject({
      ended: 'printed',
      condition: { state: 'ready', paperLow: true },
    });
  });

  it('goes on with new paper where it ran out in the middle', async () => {
    const line = await playing('slow');
    const states: PrinterCondition['state'][] = [];
    const long = { lines: Array.from({ length: 30 }, (_, index) => plain(`Zeile ${index}`)) };
    const printing = line.print(pageBytes(long, settings), ({ state }) => states.push(state));
    await expect.poll(() => twin.paper.lines().length).toBeGreaterThan(2);
    await twin.play('paperOut');
    await expect.poll(() => states).toContain('paperOut');
    await twin.play('ready');
    expect(await printing).toMatchObject({ ended: 'printed' });
    expect(twin.paper.lines('last')).toContain('Zeile 29');
  });
});

describe('a printer nobody can be sure of', () => {
  it('is unknown where it is silent, and a job is sent', async () => {
    const line = await playing('silent');
    expect(await line.condition()).toMatchObject({ state: 'unknown' });
    expect(await line.print(pageBytes(page, settings))).toMatchObject({ ended: 'sent' });
    await expect.poll(() => twin.paper.lines('last').length).toBeGreaterThan(1);
  });

  it('is never believed where it answers garbage', async () => {
    const line = await playing('garbage');
    const { ended, condition } = await line.print(pageBytes(page, settings));
    expect([ended, condition.state]).toEqual(['sent', 'unknown']);
  });

  it('leaves it open what is on paper where the line breaks in the middle', async () => {
    const line = await playing('ready');
    const long = { lines: Array.from({ length: 30 }, (_, index) => plain(`Zeile ${index}`)) };
    await twin.play('cut');
    expect(await line.print(pageBytes(long, settings))).toMatchObject({ ended: 'unclear' });
    expect(twin.paper.lines().join()).not.toContain('Zeile 29');
  });

  it('is given up where it falls silent in the middle', async () => {
    const line = await playing('slow');
    const long = { lines: Array.from({ length: 30 }, (_, index) => plain(`Zeile ${index}`)) };
    const printing = line.print(pageBytes(long, settings));
    await expect.poll(() => twin.paper.lines().length).toBeGreaterThan(2);
    await twin.play('stuck');
    expect(await printing).toMatchObject({ ended: 'unclear' });
  });
});

describe('the drawer', () => {
  it.each(['ready', 'paperOut', 'silent'] as const)(
    'opens at a printer that plays %s, without paper',
    async behaviour => {
      const line = await playing(behaviour);
      const before = twin.drawerOpenings;
      expect(await line.openDrawer(0)).toBe(true);
      await expect.poll(() => twin.drawerOpenings).toBe(before + 1);
      expect(twin.paper.lines()).toEqual([]);
    },
  );

  it('does not open where the printer is off', async () => {
    expect(await (await playing('off')).openDrawer(0)).toBe(false);
  });
});

describe('code pages', () => {
  const dots = async (codePage: PaperSettings['codePage'], text: string) => {
    await playing('ready');
    await printer().print(pageBytes({ lines: [plain(text)] }, { ...settings, codePage }));
    return twin.paper.lines('last').find(Boolean);
  };

  it('draw what no page of the model has', async () => {
    expect(await dots('auto', 'Łódź 5 €')).toBe('Łódź 5 €');
    expect(await dots('auto', 'Ελλάδα')).toBe('[picture]');
    expect(await dots('cp437', '5 €')).toBe('[picture]');
    expect(await dots('bitmap', 'Summe')).toBe('[picture]');
  });
});

it.each(['\x1bp\0\x19\xfa', '\x1dV\0', '\x10\x14\x01\0\x05', '\x1b@', '\n', '\x9b', '\x7f', '\r\n\t'])(
  'a text is no command to the printer: %j',
  async command => {
    for (const codePage of ['auto', 'cp437', 'bitmap'] as const) {
      const bytes = (text: string) => pageBytes({ lines: [plain(text)] }, { ...settings, codePage });
      expect(bytes(`Tea${command}x`)).toEqual(bytes(`Tea${command.replaceAll(/\p{Cc}/gu, ' ')}x`));
    }
  },
);

it('a line is never confused by bytes that nobody asked for', async () => {
  await playing('ready');
  const other = await connectTcp({ host: '127.0.0.1', port: twin.port }, 500);
  other.listen({ bytes: () => undefined, down: () => undefined });
  onTestFinished(() => other.close());
  other.write(Buffer.from([0x1d, 0x28, 0x6b, 0xff, 0xff, 1, 2, 3]));
  expect(await printer().print(pageBytes(page, settings))).toMatchObject({ ended: 'printed' });
});

describe('over a serial port', () => {
  it('prints, answers, and is unreachable where its cable is pulled', async () => {
    const pair = await ptyPair();
    onTestFinished(() => pair.close());
    await playing('ready');
    const side = await openSerial({ path: pair.terminal, stopBits: 1 });
    onTestFinished(() => side.close());
    twin.attach(side);
    const line = openPrinter({ type: 'serial', path: pair.till }, { limits });
    expect(await line.print(pageBytes(page, settings))).toMatchObject({ ended: 'printed' });
    expect(twin.paper.lines('last').filter(Boolean)).toEqual(page.lines.map(({ text }) => text));
    expect(await line.condition()).toMatchObject({ state: 'ready' });
    await pair.unplug();
    expect(await line.condition()).toMatchObject({ state: 'unreachable' });
  });

  it('is found at another port by its USB adapter, and only where that has a number of its own', async () => {
    const pair = await ptyPair();
    onTestFinished(() => pair.close());
    await playing('ready');
    const side = await openSerial({ path: pair.terminal, stopBits: 1 });
    onTestFinished(() => side.close());
    twin.attach(side);
    const adapter = { vendorId: '0403', productId: '6001' };
    const listPorts = async () => [{ path: pair.till, ...adapter, serialNumber: 'A1' }];
    const conditionOf = (device: SerialDevice) =>
      openPrinter({ type: 'serial', path: '/dev/ttyUSB77', device }, { limits, listPorts }).condition();
    expect(await conditionOf({ ...adapter, serialNumber: 'A1' })).toMatchObject({ state: 'ready' });
    const other = await conditionOf({ ...adapter, serialNumber: 'B2' });
    expect(other).toMatchObject({ state: 'unreachable', reason: expect.stringMatching(/no serial port.*B2/) });
    const alike = await conditionOf(adapter);
    expect(alike).toMatchObject({ state: 'unreachable', reason: expect.stringMatching(/ttyUSB77 is not there/) });
  });
});

describe('a queue of the operating system', () => {
  const commands = (answers: Readonly<Record<string, { code: number; text: string }>>) => {
    const calls: { program: string; args: readonly string[]; input: Buffer | null }[] = [];
    const run: RunCommand = async ({ program, args }, input) => {
      calls.push({ program, args, input });
      return answers[program] ?? { code: 127, text: `${program}: not found` };
    };
    return { calls, run };
  };

  it('takes the bytes as they are, and a slip is sent, never printed', async () => {
    const { calls, run } = commands({
      lpstat: { code: 0, text: 'printer Bon is idle.  enabled since Mon' },
      lp: { code: 0, text: '' },
    });
    const job = pageBytes(page, settings);
    const printer = systemPrinter('Bon; rm -rf', { platform: 'linux', run });
    expect(await printer.print(job)).toMatchObject({ ended: 'sent', condition: { state: 'unknown' } });
    expect(calls.at(-1)).toEqual({ program: 'lp', args: ['-d', 'Bon; rm -rf', '-o', 'raw', '-s'], input: job });
  });

  it.each([
    ['that is stopped', { code: 0, text: 'printer Bon disabled since Mon' }, 'offline'],
    ['that is gone', { code: 1, text: 'lpstat: Invalid destination name' }, 'unreachable'],
  ])('%s takes nothing', async (_what, lpstat, state) => {
    const { calls, run } = commands({ lpstat, lp: { code: 0, text: '' } });
    const printer = systemPrinter('Bon', { platform: 'linux', run });
    expect(await printer.print(Buffer.from('x'))).toMatchObject({ ended: 'notSent', condition: { state } });
    expect(calls.map(({ program }) => program)).toEqual(['lpstat']);
  });

  it('is listed, and there is none where the system has no such command', async () => {
    const { run } = commands({ lpstat: { code: 0, text: 'Bon\nBüro\n' } });
    expect(await listSystemPrinters({ platform: 'linux', run })).toEqual(['Bon', 'Büro']);
    expect(await listSystemPrinters({ platform: 'linux', run: commands({}).run })).toEqual([]);
  });
});
