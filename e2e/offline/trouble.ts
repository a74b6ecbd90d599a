/** Trouble while the tills sell: lines that lose, repeat and reorder, and programs that are killed or stand still. */
import { type Fault, type FaultyProxy, faults } from './faultyProxy.ts';
import type { Fleet, Member, Till } from './fleet.ts';
import type { Acts, Traces, Upheaval } from './upheavals.ts';

/** A kind of line: how likely each request meets a fault, and which. */
const LINES: readonly { readonly chance: number; readonly of: readonly Fault[] }[] = [
  { chance: 0, of: ['none'] },
  { chance: 0.3, of: faults.filter(fault => fault !== 'none' && fault !== 'blackHole') },
  { chance: 1, of: ['answerLost', 'answerCut'] },
  { chance: 1, of: ['reset'] },
  { chance: 1, of: ['blackHole'] },
  { chance: 0.5, of: ['twice', 'again', 'behind', 'slow'] },
  { chance: 0.5, of: ['error500', 'error409', 'busy'] },
];

/** Milliseconds between two troubles, at most. */
const EVERY = 1200;
/** How long a program that was paused stands still, at most: longer than its lease, so that its token is old. */
const STANDSTILL = 6000;

export interface TroubleOptions {
  readonly random: () => number;
  /** Lines that fail, kills and standstills. */
  readonly lines: boolean;
  readonly kills: boolean;
  /** The wanted upheavals, each of which takes place at least once. */
  readonly wanted: readonly Upheaval[];
  readonly acts: Acts;
  readonly traces: Traces;
}

export interface Trouble {
  /** Kills and standstills so far. */
  readonly count: { kills: number; standstills: number };
  /** Ends all trouble: every line is whole, and every program runs. */
  end(): Promise<void>;
}

export function beginTrouble(fleet: Fleet, options: TroubleOptions): Trouble {
  const { random, lines, kills, wanted, acts, traces } = options;
  const count = { kills: 0, standstills: 0 };
  const members: readonly Member[] = [...fleet.tills, fleet.upstream, fleet.office];
  const possible = wanted.filter(name => acts[name] !== null);
  let ended = false;
  if (lines) for (const line of Object.values(fleet.lines)) spoil(line, random);
  const work = round();

  async function round(): Promise<void> {
    while (!ended) {
      await pause(random() * EVERY);
      const kind = random();
      const member = members[Math.floor(random() * members.length)] as Member;
      if (kind < 0.3) lines && spoil(fleet.lines.upstream, random);
      else if (kind < 0.6) lines && spoil(fleet.lines.office, random);
      else if (kind < 0.75) kills && (await kill(member));
      else if (kind < 0.83) kills && (await standStill(member));
      else await upheave(possible[Math.floor(random() * possible.length)]);
    }
    // Chance may have left one out.
    for (const name of possible) if (traces.count[name] === 0) await upheave(name);
  }

  async function upheave(name: Upheaval | undefined): Promise<void> {
    if (name === undefined) return;
    traces.count[name] += 1;
    await acts[name]?.(fleet.tills[Math.floor(random() * fleet.tills.length)] as Till);
  }

  async function kill(member: Member): Promise<void> {
    count.kills += 1;
    await member.kill();
    await pause(random() * 1000);
    await member.start();
  }

  async function standStill(member: Member): Promise<void> {
    count.standstills += 1;
    member.pause();
    await pause(random() * STANDSTILL);
    member.resume();
  }

  return {
    count,
    async end() {
      ended = true;
      await work;
      for (const line of Object.values(fleet.lines)) line.use(() => 'none');
    },
  };
}

function spoil(line: FaultyProxy, random: () => number): void {
  const { chance, of } = LINES[Math.floor(random() * LINES.length)] as (typeof LINES)[number];
  line.use(() => (random() < chance ? (of[Math.floor(random() * of.length)] as Fault) : 'none'));
}

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));
