/**
 * One look at the channel, with everything that follows: wait, or stop, keep, switch, watch, and go back by itself. The state is written
 * before each step, and a run that was cut off is brought to an end by the next one.
 */
import { join } from 'node:path';
import { type Health, offerOf, resumeOf } from './decision.ts';
import { type Feed, fetchPackage, offered } from './feed.ts';
import { becomesHealthy } from './health.ts';
import { type Manifest, UpdateRefusal } from './manifest.ts';
import { firstState, stateIn, type UpdateState, writeState } from './state.ts';
import type { Versions } from './versions.ts';

/** The machine around the updates. */
export interface Machine {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Reasons why nothing may be replaced now; empty: none. Also while the bridge is stopped. */
  waits(): Promise<readonly string[]>;
  /** Keeps the data as they are, while the bridge is stopped. */
  keep(): Promise<void>;
  /** Puts back what was kept. `sold`: the newer version has booked something, so its data stay. */
  goBack(): Promise<'done' | 'sold'>;
  health(): Promise<Health | null>;
}

export interface UpdateParts {
  /** Of the versions and the state. */
  readonly folder: string;
  readonly architecture: string;
  /** Random and constant. */
  readonly machineId: string;
  readonly feed: Feed;
  readonly versions: Versions;
  readonly machine: Machine;
  readonly say: (line: string) => void;
  /** How long a new version may take to become healthy, ms. */
  readonly healthyWithin: number;
}

/** Gives the state afterwards. Throws where a step cannot be taken; the next run goes on behind it. */
export async function runUpdate(parts: UpdateParts): Promise<UpdateState> {
  const { folder, versions, say } = parts;
  let state = stateIn(folder) ?? firstState(versions.running());
  const set = (change: Partial<UpdateState>) => {
    state = { ...state, ...change, at: new Date().toISOString() };
    writeState(folder, state);
    return state;
  };
  const resume = resumeOf(state.step);
  if (resume !== 'nothing') {
    say(`The update to ${state.version} was cut off (${state.step}): it is brought to an end.`);
    return resume === 'watch' ? watch(parts, state, set) : wayBack(parts, state, set, ['it was cut off'], false);
  }
  try {
    const manifest = await offered(parts.feed);
    const { version } = manifest;
    const offer = offerOf({
      running: versions.running(),
      offered: manifest,
      failed: state.failed,
      machine: parts.machineId,
    });
    if (offer !== 'wanted') return set({ ending: offer, version, because: [] });
    const file = await packageOf(parts, manifest);
    const because = await parts.machine.waits();
    if (because.length > 0) return set({ ending: 'waits', version, because });
    return await replaced(parts, set, file, version);
  } catch (error) {
    if (state.step !== 'idle') return wayBack(parts, state, set, [String(error)], true);
    if (!(error instanceof UpdateRefusal)) say(String(error));
    return set({ ending: 'failed', because: [(error as Error).message] });
  }
}

type Setting = (change: Partial<UpdateState>) => UpdateState;

async function packageOf(
  { folder, architecture, feed }: UpdateParts,
  { version, packages }: Manifest,
): Promise<string> {
  const wanted = packages[architecture];
  if (!wanted) throw new UpdateRefusal(`Version ${version} has no package for ${architecture}.`);
  const file = join(folder, `${version}.deb`);
  await fetchPackage(feed, wanted, file);
  return file;
}

async function replaced(parts: UpdateParts, set: Setting, file: string, version: string): Promise<UpdateState> {
  const { versions, machine, say } = parts;
  versions.unpack(file, version);
  const wasGood = (await machine.health())?.isGood ?? false;
  set({
    ...{ step: 'switching', ending: 'running', version, because: [], wasGood },
    ...{ from: versions.running(), fromPackage: versions.isOfPackage() },
  });
  say(`The bridge is stopped for version ${version}.`);
  await machine.stop();
  // A payment may have begun between the question and the stop.
  const because = await machine.waits();
  if (because.length > 0) {
    await machine.start();
    return set({ step: 'idle', ending: 'waits', because });
  }
  await machine.keep();
  versions.choose(version);
  const state = set({ step: 'watching' });
  await machine.start();
  return watch(parts, state, set);
}

/** The new version has a minute to become healthy and to stay so for a moment. */
async function watch(parts: UpdateParts, state: UpdateState, set: Setting): Promise<UpdateState> {
  const { versions, machine, say, healthyWithin } = parts;
  const { version, from, wasGood } = state;
  // After a restart of the machine it may not have been started.
  await machine.start();
  if (await becomesHealthy({ health: machine.health, version: version!, wasGood, within: healthyWithin })) {
    say(`Version ${version} works.`);
    versions.prune([version!, from]);
    return set({ step: 'idle', ending: 'updated', from: version!, because: [] });
  }
  return wayBack(parts, state, set, [`version ${version} was not healthy within ${healthyWithin / 1000} s`], true);
}

/** `isFailed`: the version is not tried again. */
async function wayBack(
  { versions, machine, say }: UpdateParts,
  { version, from, fromPackage, failed }: UpdateState,
  set: Setting,
  because: readonly string[],
  isFailed: boolean,
): Promise<UpdateState> {
  set({ step: 'goingBack', because });
  say(`Back to version ${from}: ${because.join('; ')}.`);
  const tried = isFailed && version !== null ? [...new Set([...failed, version])] : failed;
  await machine.stop();
  // The program first: cut off in between, the older one refuses data that are too new for it, and nothing changes them.
  versions.choose(fromPackage ? null : from);
  if ((await machine.goBack()) === 'sold') {
    say(`Version ${version} has sold already, so its data and the program stay.`);
    versions.choose(version);
    await machine.start();
    return set({ step: 'idle', ending: 'stays', from: version!, failed: tried });
  }
  await machine.start();
  return set({ step: 'idle', ending: 'wentBack', failed: tried });
}
