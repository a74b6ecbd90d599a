/** What goes wrong while the tills sell: lines that lose, repeat and reorder, and programs that are killed or stand still. */
import { type Fault, type FaultyProxy, faults } from './faultyProxy.ts';
import type { Fleet, Member } from './fleet.ts';

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

export interface Trouble {
  /** Kills and standstills so far. */
  readonly count: { kills: number; standstills: number };
  /** Ends all trouble: every line is whole, and every program runs. */
  end(): Promise<void>;
}

export function beginTrouble(fleet: Fleet, random: () => number): Trouble {
  const count = { kills: 0, standstills: 0 };
  const members: readonly Member[] = [...fleet.tills, fleet.upstream, fleet.office];
  let ended = false;
  for (const line of Object.values(fleet.lines)) spoil(line, random);
  const work = round();

  async function round(): Promise<void> {
    while (!ended) {
      await pause(random() * EVERY);
      const kind = random();
      const member = members[Math.floor(random() * members.length)] as Member;
      if (kind < 0.35) spoil(fleet.lines.upstream, random);
      else if (kind < 0.7) spoil(fleet.lines.office, random);
      else if (kind < 0.9) await kill(member);
      else await standStill(member);
    }
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
