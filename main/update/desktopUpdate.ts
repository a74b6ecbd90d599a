/**
 * Updates of the desktop, from inside of the program that is replaced: look and fetch while it works, replace at its end, watch at
 * its next start, and go back by itself. The state is written before each step, and a start brings to an end what was cut off.
 */
import { type Health, offerOf } from './decision.ts';
import { type Feed, offered, refuseOther } from './feed.ts';
import { becomesHealthy } from './health.ts';
import { type Package, UpdateRefusal } from './manifest.ts';
import { firstState, stateIn, type UpdateState, writeState } from './state.ts';

/** Fetches and installs as the kind of package wants it. */
export interface Installer {
  /** Of the kind of package and the processor, as the signed description names it: `AppImage-x64`. */
  readonly kind: string;
  /** Gives the file. Throws. */
  fetch(version: string, wanted: Package): Promise<string>;
  /** Throws where the program is as before; an `UpdateRefusal` says that this version cannot work here. */
  install(file: string): void;
}

/** The file of the program before, where the program is one file that belongs to the user. */
export interface ProgramBefore {
  keep(): void;
  putBack(): void;
  forget(): void;
}

export interface DesktopData {
  /** Reasons why nothing may be replaced now; empty: none. Also while the bridge works. */
  waits(): readonly string[];
  /** Keeps the data as they are, while no bridge works. */
  keep(version: string): void;
  /** Puts back what was kept. `sold`: the newer version has booked something, so its data stay. */
  goBack(version: string): 'done' | 'sold';
}

export interface DesktopParts {
  /** Of the state. */
  readonly folder: string;
  readonly running: string;
  readonly machineId: string;
  readonly feed: Feed;
  readonly installer: Installer;
  /** null: the system owns the program, and a person installs the version before. */
  readonly before: ProgramBefore | null;
  readonly data: DesktopData;
  readonly health: () => Promise<Health | null>;
  readonly say: (line: string) => void;
  /** How long a new version may take to become healthy, and the time between two looks at it, ms. */
  readonly healthyWithin: number;
  readonly healthEvery?: number;
}

/** `again`: another program stands there now, and has to be started. */
export type Next = 'goOn' | 'again';

export interface DesktopUpdates {
  /** The program before can be put back from inside. */
  readonly ownsProgram: boolean;
  /** The version that the next restart installs. */
  ready(): string | null;
  look(): Promise<UpdateState>;
  /** Installs what is ready. The bridge has ended. */
  replace(): Promise<UpdateState>;
  /** Brings to an end what was cut off, before a bridge starts. */
  resume(): Next;
  /** False: the new version has not become healthy, and `goBack` follows. */
  watch(): Promise<boolean>;
  /** True: a new version has not shown yet that it works. */
  isOnTrial(): boolean;
  /** The bridge has ended. */
  goBack(because: string): Next;
}

/** Starts behind which a version that never became healthy goes. */
const MOST_STARTS = 3;

interface Ready {
  readonly version: string;
  readonly file: string;
  readonly wanted: Package;
  readonly wasGood: boolean;
}

interface KeptState {
  now(): UpdateState;
  /** Throws where the disk is full. */
  set(change: Partial<UpdateState>): UpdateState;
  /** Where the disk is full the state stays in memory: the till goes on, and the next look or start decides anew. `then`: once it is kept. */
  note(change: Partial<UpdateState>, then?: () => void): UpdateState;
}

function keptState({ folder, running, say }: DesktopParts): KeptState {
  let state = stateIn(folder) ?? firstState(running);
  const set = (change: Partial<UpdateState>) => {
    state = { ...state, ...change, at: new Date().toISOString() };
    writeState(folder, state);
    return state;
  };
  return {
    now: () => state,
    set,
    note(change, then = () => undefined) {
      try {
        set(change);
        then();
      } catch (error) {
        say(`The state of the updates could not be written: ${firstLine(error)}`);
      }
      return state;
    },
  };
}

export function desktopUpdates(parts: DesktopParts): DesktopUpdates {
  const { running, before, data, say } = parts;
  const kept = keptState(parts);
  const { set, note } = kept;
  let ready: Ready | null = null;
  const isOnTrial = () => /^(watching|switching)$/.test(kept.now().step) && kept.now().version === running;

  function goBack(because: string): Next {
    const { version, from, failed: others } = kept.now();
    const failed = [...new Set([...others, version!])];
    say(`Version ${version} goes: ${because}.`);
    set({ step: 'goingBack', because: [because], failed });
    if (before === null) {
      set({ ending: 'broken', because: [because, `install version ${from}: the data of before come back with it`] });
      return 'goOn';
    }
    if (data.goBack(version!) === 'sold') {
      before.forget();
      set({ step: 'idle', ending: 'stays', from: running });
      return 'goOn';
    }
    before.putBack();
    return 'again';
  }

  /** The version before works again. */
  function arriveBack(): Next {
    const { step, version } = kept.now();
    const outcome = data.goBack(version!);
    before?.forget();
    if (step === 'switching') set({ step: 'idle', ending: 'failed', because: ['it was cut off'] });
    else set({ step: 'idle', ending: outcome === 'sold' ? 'stays' : 'wentBack' });
    return 'goOn';
  }

  return {
    ownsProgram: before !== null,
    ready: () => ready?.version ?? null,
    isOnTrial,
    goBack,
    async look() {
      if (isOnTrial()) return kept.now();
      try {
        const found = await readyOf(parts, kept.now(), ready);
        ready = typeof found === 'string' ? null : found.ready;
        if (typeof found === 'string')
          return kept.now().step === 'idle' ? note({ ending: found, because: [] }) : kept.now();
        return note({ ending: 'ready', version: found.ready.version, because: data.waits() });
      } catch (error) {
        ready = null;
        const because = firstLine(error);
        say(`The look for an update failed: ${because}`);
        return kept.now().step === 'idle' ? note({ ending: 'failed', because: [because] }) : kept.now();
      }
    },
    replace: async () => (ready === null ? kept.now() : replaced(parts, kept, ready)),
    resume() {
      const { step, version, starts = 0, because } = kept.now();
      if (step === 'idle') return 'goOn';
      if (version !== running) return arriveBack();
      if (step === 'goingBack') return before === null ? 'goOn' : goBack(because[0] ?? 'it was cut off');
      if (starts >= MOST_STARTS) return goBack(`it was started ${starts} times and never became healthy`);
      set({ step: 'watching', starts: starts + 1 });
      return 'goOn';
    },
    async watch() {
      if (!isOnTrial()) return true;
      const { healthyWithin: within, healthEvery: every, health } = parts;
      const watch = { health, version: running, wasGood: kept.now().wasGood, within };
      if (!(await becomesHealthy(every === undefined ? watch : { ...watch, every }))) return false;
      say(`Version ${running} works.`);
      note({ step: 'idle', ending: 'updated', from: running, because: [], starts: 0 }, () => before?.forget());
      return true;
    },
  };
}

/** Throws. A word: nothing is to be installed. */
async function readyOf(
  { feed, running, machineId, installer, health }: DesktopParts,
  { failed }: UpdateState,
  ready: Ready | null,
): Promise<'newest' | 'notYet' | 'failedBefore' | { readonly ready: Ready }> {
  const manifest = await offered(feed);
  const { version, packages } = manifest;
  const offer = offerOf({ running, offered: manifest, failed, machine: machineId });
  if (offer !== 'wanted') return offer;
  const wanted = packages[installer.kind];
  if (!wanted) throw new UpdateRefusal(`Version ${version} has no package for ${installer.kind}.`);
  if (ready?.version === version && ready.wanted.sha256 === wanted.sha256) return { ready };
  const file = await installer.fetch(version, wanted);
  await refuseOther(file, wanted);
  return { ready: { version, file, wanted, wasGood: (await health())?.isGood ?? false } };
}

async function replaced(
  { data, before, installer, running, say }: DesktopParts,
  { now, set, note }: KeptState,
  { version, file, wanted, wasGood }: Ready,
): Promise<UpdateState> {
  let isBegun = false;
  try {
    const because = data.waits();
    if (because.length > 0) return note({ ending: 'ready', version, because });
    await refuseOther(file, wanted);
    set({ step: 'switching', ending: 'running', version, from: running, because: [], wasGood, starts: 0 });
    isBegun = true;
    data.keep(version);
    before?.keep();
    // The copies take a while, in which another program could have put a file of its own there.
    await refuseOther(file, wanted);
    installer.install(file);
    return note({ step: 'watching' });
  } catch (error) {
    if (isBegun) before?.putBack();
    say(`Version ${version} was not installed: ${firstLine(error)}`);
    const cannot = error instanceof UpdateRefusal && isBegun ? [...now().failed, version] : now().failed;
    return note({ step: 'idle', ending: 'failed', because: [firstLine(error)], failed: cannot });
  }
}

/** Errors of the updater bring their stack along. */
const firstLine = (error: unknown): string => String((error as Error).message ?? error).split('\n', 1)[0]!;
