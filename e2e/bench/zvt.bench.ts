/** Goals 10 to 12: the codec, a whole payment with and without the journal, a frame over a serial line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ptyPair } from '../../drivers/doubles/ptyPair.ts';
import { recordPayment } from './conversation.ts';
import type { Conversation } from './floors/player.ts';
import { type Benchmark, duel, type Row, type RunOptions, row, type Side } from './frame.ts';
import { runForNumber, startServer } from './processes.ts';
import { amount, sale } from './sale.ts';

const here = import.meta.dirname;
const BARE_SOCKETS = join('floors', 'bareSockets.ts');
const VIRTUAL_TERMINAL = join(here, '..', '..', 'drivers', 'simulator', 'zvt', 'serve.ts');

export const zvt: Benchmark = {
  name: 'zvt',
  run: async options => [...(await codec(options)), ...(await payments(options)), ...(await serial(options))],
};

const works = [
  ['read', 'ZVT: read a status information'],
  ['readWithContainer', 'ZVT: the same with a TLV container'],
  ['build', 'ZVT: build an authorisation'],
] as const;

async function codec({ rounds, duration, say }: RunOptions): Promise<readonly Row[]> {
  say('reading and building messages');
  const rows: Row[] = [];
  for (const [work, quantity] of works) {
    const side = (name: string) => program('codecLoop.ts', work, name, String(duration));
    const figures = await duel(rounds, side('floor'), side('ours'));
    rows.push(row({ goal: '10', quantity, unit: '1/s', against: 'switch by hand' }, figures, { atLeast: 0.3 }));
  }
  return rows;
}

/** Till and terminal are processes of their own on the same core, on both sides. */
async function payments(options: RunOptions): Promise<readonly Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
  const file = join(directory, 'conversation.json');
  writeFileSync(file, JSON.stringify(await recording()));
  const played = await startServer(join(here, BARE_SOCKETS), 'terminal', file);
  try {
    return [await withoutJournal(options, file, played.url), await withJournal(options, file, directory, played.url)];
  } finally {
    await played.stop();
    rmSync(directory, { recursive: true });
  }
}

/** A payment at the virtual terminal, which keeps nothing. */
async function recording(): Promise<Conversation> {
  const virtual = await startServer(VIRTUAL_TERMINAL, '--port', '0', '--delay', '0');
  try {
    return await recordPayment(Number(virtual.url.split(':').at(-1)), amount);
  } finally {
    await virtual.stop();
  }
}

/** On both sides bare sockets play the terminal's part of the recording: all that is measured is the driver. */
async function withoutJournal({ rounds, duration, say }: RunOptions, file: string, port: string): Promise<Row> {
  say('paying over TCP');
  const floor = program(BARE_SOCKETS, 'till', file, port, String(duration));
  const figures = await duel(rounds, floor, program('payLoop.ts', port, String(duration)));
  const about = { goal: '11', unit: 'ms', against: 'bare sockets, same bytes' };
  return row({ ...about, quantity: 'ZVT: payment over TCP' }, figures, { atMost: 1.5 });
}

/** The floor is the conversation and one and a half times the commits, each as dear as that of a bare insert. */
async function withJournal(
  { rounds, duration, say }: RunOptions,
  file: string,
  directory: string,
  port: string,
): Promise<Row> {
  say('paying over TCP with the journal');
  const data = join(directory, 'data');
  const commits = await runForNumber(join(here, 'journalLoop.ts'), 'commits', port, data);
  const conversation = program(BARE_SOCKETS, 'till', file, port, String(duration));
  const inserts = program(
    join('floors', 'insertLoop.ts'),
    join(directory, 'floor.db'),
    JSON.stringify(sale),
    String(duration),
  );
  const floor: Side = {
    measure: async () => (await conversation.measure()) + (1.5 * commits * 1000) / (await inserts.measure()),
  };
  const figures = await duel(rounds, floor, program('journalLoop.ts', 'time', port, data, String(duration)));
  const against = `bare sockets + 1.5 × ${commits} WAL FULL commits`;
  return row({ goal: '11', quantity: 'ZVT: payment with the journal', unit: 'ms', against }, figures, { atMost: 1 });
}

async function serial({ rounds, duration, say }: RunOptions): Promise<readonly Row[]> {
  say('frames over a serial line');
  const ports = await ptyPair();
  try {
    const side = (name: string) => program('serialLoop.ts', name, ports.till, ports.terminal, String(duration));
    const figures = await duel(rounds, side('floor'), side('ours'));
    return [
      row(
        {
          goal: '12',
          quantity: 'ZVT: serial frame there and back',
          unit: 'ms',
          against: 'bare serialport, same bytes',
        },
        figures,
        { atMost: 1.3 },
      ),
    ];
  } finally {
    await ports.close();
  }
}

const program = (file: string, ...options: readonly string[]): Side => ({
  measure: () => runForNumber(join(here, file), ...options),
});
