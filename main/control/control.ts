/** The control interface of a running bridge: its data, its clock and its faults. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseRefusal } from '../store/database.ts';
import { BridgeError } from '../world/errors.ts';
import type { World } from '../world/world.ts';
import type { ControlledClock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Scenario } from './scenarios.ts';

export interface Control {
  readonly clock: ControlledClock;
  readonly faults: Faults;
  /** Demo data anew, then the steps of the scenario; faults and clock are as at the start. */
  reset(scenario: string): Promise<void>;
  /** Names, oldest first. */
  snapshots(): readonly string[];
  take(name: string): void;
  restore(name: string): Promise<void>;
  forget(name: string): void;
}

export interface ControlParts {
  readonly data: string;
  readonly clock: ControlledClock;
  readonly faults: Faults;
  readonly world: World;
  readonly copyTo: (file: string) => void;
  readonly replaceBy: (file: string, check: () => void) => Promise<void>;
  /** Writes a database with the demo data into an empty directory and gives its file. */
  readonly seed: (directory: string) => Promise<string>;
}

export function createControl({ data, clock, faults, world, copyTo, replaceBy, seed }: ControlParts): Control {
  const place = join(data, 'snapshots');
  const fileOf = (name: string) => join(place, `${name}.db`);

  /** A payment under way would end in a database that does not know it. */
  function refuseWhileMoneyMoves() {
    const moving = world.intents.allUnsettled().find(({ state }) => state === 'open');
    if (moving) throw new BridgeError('terminalBusy', `a ${moving.kind} of ${moving.sale} is under way`);
    const [asked] = world.payments.operations.beingAsked;
    if (asked !== undefined) throw new BridgeError('paymentBusy', 'a payment at the acquirer is under way');
  }

  return {
    clock,
    faults,
    async reset(name) {
      const scenario = await scenarioOf(name);
      const directory = mkdtempSync(join(tmpdir(), 'tillbridge-'));
      try {
        await replaceBy(await seed(directory), refuseWhileMoneyMoves);
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
      faults.clear();
      clock.release();
      await scenario.play(world, clock);
      clock.release();
    },
    snapshots: () =>
      existsSync(place)
        ? readdirSync(place)
            .filter(file => file.endsWith('.db'))
            .map(file => file.slice(0, -3))
            .sort()
        : [],
    take(name) {
      if (existsSync(fileOf(name))) throw new BridgeError('duplicate', `there is a snapshot ${name} already`);
      mkdirSync(place, { recursive: true });
      // A copy that a crash leaves unfinished is no snapshot.
      const copy = `${fileOf(name)}.part`;
      rmSync(copy, { force: true });
      copyTo(copy);
      renameSync(copy, fileOf(name));
    },
    async restore(name) {
      if (!existsSync(fileOf(name))) throw new BridgeError('notFound', `there is no snapshot ${name}`);
      await replaceBy(fileOf(name), refuseWhileMoneyMoves).catch(error => {
        throw isForeign(error) ? new BridgeError('badInput', `the snapshot ${name} is not of this version`) : error;
      });
    },
    forget(name) {
      if (!existsSync(fileOf(name))) throw new BridgeError('notFound', `there is no snapshot ${name}`);
      rmSync(fileOf(name));
    },
  };
}

/** Somebody put a file there, or another version of the program did. */
const isForeign = (error: Error & { readonly code?: string }): boolean =>
  error instanceof DatabaseRefusal || /^SQLITE_(NOTADB|CORRUPT|ERROR)/.test(error.code ?? '');

/** Scenarios sell and pay, which no start does. */
async function scenarioOf(name: string): Promise<Scenario> {
  const { scenarios } = await import('./scenarios.ts');
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (scenario) return scenario;
  throw new BridgeError('notFound', `there is no scenario ${name}; there are ${Object.keys(scenarios).join(', ')}`);
}
