/**
 * The same over a real network: the packets of a command are lost, the till gives up or is killed, and the network comes back.
 * The systems at both ends alone decide which bytes arrive then.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { DEFAULT_TIMERS as OPI_TIMERS } from '../../drivers/opi/exchange/requests.ts';
import { DEFAULT_TIMERS as ZVT_TIMERS } from '../../drivers/zvt/exchange/commands.ts';
import { DIRECTORY_FILES } from '../../main/store/directoryFiles.ts';
import { leftToPersons } from './contradictions.ts';
import type { Answer, Caller } from './counter.ts';
import { type Exchange, type ExchangeName, exchanges } from './exchanges.ts';
import { daysLeft, inLanes, isDecided, judge, type LateResult, lastOf, scaled } from './late.ts';
import { openNetwork, until } from './namespaces.ts';
import type { Order, Reports } from './networkEnd.ts';

export interface RealPoint {
  readonly protocol: 'zvt' | 'opi';
  readonly exchange: ExchangeName;
  /** The till is killed while its system holds the command, and starts again at once. */
  readonly kills: boolean;
  /** Until the network is back, ms. */
  readonly outage: number;
  /** The part of the waits of driver and till that is waited; the systems keep their own times. */
  readonly scale: number;
}

export type RealResult = Omit<LateResult, 'point'> & { readonly point: RealPoint };

const TIMERS = { zvt: ZVT_TIMERS, opi: OPI_TIMERS } as const;
const DEVICE_PORT = 20_007;
const AMOUNT = 1000;
/** A system begins with 0.2 s between two attempts, and doubles it up to two minutes. */
const SYSTEM = 60_000;

/** Networks that stand at the same time; each point has one of its own. */
const NETWORKS = 6;

export const realAll = (points: readonly RealPoint[]): AsyncGenerator<RealResult> =>
  inLanes(points, NETWORKS, async function* (share) {
    for (const point of share) yield await loseOnce(point).catch(error => broken(point, error));
  });

const broken = (point: RealPoint, error: unknown): RealResult => ({
  point,
  ending: 'wrong',
  cut: false,
  problems: [String(error)],
  evidence: [],
  took: 0,
});

async function loseOnce(point: RealPoint): Promise<RealResult> {
  const { protocol, outage, scale, kills } = point;
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tillbridge-real-'));
  const network = await openNetwork();
  const terminal = endAt(network.start('terminal', END));
  const channel1 = { host: network.tillAddress, port: DEVICE_PORT };
  let till = endAt(network.start('till', END));
  try {
    const port = await terminal.carryOut({
      do: 'openTerminal',
      protocol,
      host: network.terminalAddress,
      till: channel1,
    });
    const connection = { type: 'tcp', host: network.terminalAddress, port };
    const timers = { ...scaled(TIMERS[protocol], scale), connect: Math.ceil(TIMERS[protocol].connect * scale) };
    const listens = protocol === 'opi' ? { devicePort: DEVICE_PORT } : {};
    const entry = { protocol, connection, options: { timers, ...listens } };
    const data = join(folder, 'till');
    await till.carryOut({ do: 'openTill', data, entry, scale });
    const caller = callerOf(() => till, data);
    const exchange: Exchange = exchanges[point.exchange];
    const amount = AMOUNT + (exchange.cents ?? 0);
    await getKnown(caller);
    const prepared = (await exchange.before?.(caller, amount)) ?? '';
    await terminal.carryOut({ do: 'behave', as: exchange.behaviour });
    await network.lose();
    const sent = caller.rows('SELECT number FROM terminal_journal').length;
    const running = exchange.run(caller, amount, prepared);
    await until(() => network.holdsBytes(), SYSTEM);
    const begun = performance.now();
    if (kills) {
      till.kill();
      till = endAt(network.start('till', END));
      await till.carryOut({ do: 'openTill', data, entry, scale });
    }
    await pause(Math.max(0, outage - (performance.now() - begun)));
    await network.restore();
    if (!kills) await running;
    await until(async () => isDecided(caller) && !(await isAtWork()), 300_000 * scale + 2 * SYSTEM);
    const book = await terminal.carryOut({ do: 'book' });
    const { intents, problems } = judge(caller, book);
    const ending = problems.length > 0 ? 'wrong' : leftToPersons(intents) + daysLeft(caller) > 0 ? 'person' : 'right';
    const evidence = ending === 'right' ? [] : lastOf(caller, book);
    const cut = caller.rows('SELECT number FROM terminal_journal').length > sent;
    return { point, ending, cut, problems, evidence, took: performance.now() - begun };
  } finally {
    till.kill();
    terminal.kill();
    await network.close();
    rmSync(folder, { recursive: true, force: true });
  }

  /** Bytes are still on their way, or the terminal carries out what has arrived. */
  async function isAtWork(): Promise<boolean> {
    return (await network.holdsBytes()) || (await terminal.carryOut({ do: 'book' })).isBusy;
  }
}

/** As any terminal after its first day. */
async function getKnown(caller: Caller): Promise<void> {
  for (const amount of [500, 600]) {
    const id = await exchanges.approved.before(caller, amount);
    const { body } = await exchanges.approved.run(caller, amount, id);
    if (body?.status !== 'ok') throw new Error(`a sale could not be paid: ${JSON.stringify(body)}`);
  }
}

const END = join(import.meta.dirname, 'networkEnd.ts');

interface End {
  carryOut<O extends Order>(order: O): Promise<Reports[O['do']]>;
  kill(): void;
}

/** Orders to a program that was killed are never answered; one that ends by itself has failed. */
function endAt(child: ChildProcess): End {
  const waiting = new Map<number, PromiseWithResolvers<never>>();
  let last = 0;
  child.on('message', ({ id, report }: { id: number; report: never }) => {
    waiting.get(id)?.resolve(report);
    waiting.delete(id);
  });
  child.once('exit', (code, signal) => {
    if (signal === 'SIGKILL') return;
    for (const { reject } of waiting.values()) reject(new Error(`a program of the network ended: ${code ?? signal}`));
  });
  return {
    carryOut(order) {
      const answer = Promise.withResolvers<never>();
      waiting.set(++last, answer);
      child.send({ id: last, order });
      return answer.promise;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** The calls of a till that was killed are never answered. */
function callerOf(till: () => End, data: string): Caller {
  return {
    call: (method, path, body): Promise<Answer> => till().carryOut({ do: 'call', method, path, body }),
    rows<Row>(sql: string, ...values: readonly (string | number)[]) {
      const db = new Sqlite(join(data, DIRECTORY_FILES.database), { readonly: true });
      try {
        return db.prepare(sql).all(...values) as Row[];
      } finally {
        db.close();
      }
    },
  };
}
