/** The first run on this screen: the step, the draft as the bridge keeps it, and what is wrong with it. */

import { createStore } from 'zustand/vanilla';
import type { SetupState as Kept } from '../../main/wire/setup.ts';
import { type Problem, problemOf } from '../bridge/problem.ts';
import { type Fault, faultsIn } from '../shop/faults.ts';
import type { SetupClient } from './setupClient.ts';
import { type Draft, firstOpenStep, STEPS, type StepName, stepOf } from './steps.ts';

export interface SetupScreen {
  /** `code`: this window has not begun yet, or another one took over. */
  readonly phase: 'opening' | 'code' | 'steps' | 'finishing' | 'restarting';
  readonly step: StepName;
  readonly kept: Kept | null;
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** Faults of the last step that was sent. */
  readonly faults: readonly Fault[];
}

export interface SetupStoreParts {
  readonly client: SetupClient;
  /** Opens the till once there is a shop. */
  readonly open: () => Promise<void>;
  readonly wait: (ms: number) => Promise<void>;
}

export type SetupStore = ReturnType<typeof createSetupStore>;

const RETRY = 500;

export function createSetupStore({ client, open, wait }: SetupStoreParts) {
  const store = createStore<SetupScreen>(() => ({
    ...{ phase: 'opening', step: 'shop', kept: null, busy: false, problem: null, faults: [] },
  }));
  const { getState: get, setState: set } = store;

  /** Runs one call at a time; null when it failed. */
  async function run<T>(call: () => Promise<T>): Promise<T | null> {
    if (get().busy) return null;
    set({ busy: true, problem: null });
    try {
      return await call();
    } catch (error) {
      await failed(problemOf(error));
      return null;
    } finally {
      set({ busy: false });
    }
  }

  async function failed(problem: Problem): Promise<void> {
    // Somebody was faster: the till is there.
    if (problem.kind === 'refused' && problem.code === DONE) return open();
    if (problem.kind === 'refused' && problem.code === TOKEN) return set({ phase: 'code', problem });
    const faults = faultsIn(problem);
    set(faults.length > 0 ? { faults } : { problem });
  }

  const draftOf = (kept: Kept): Draft => kept.draft as Draft;

  return {
    ...store,
    draft: (): Draft => (get().kept ? draftOf(get().kept!) : {}),
    /** With the code of the address, where the window brought one. */
    async begin(code: string | null): Promise<void> {
      const kept = await run(async () => {
        if (code !== null) await client.begin(code);
        return client.state();
      });
      if (kept) set({ kept, phase: 'steps', step: firstOpenStep(draftOf(kept)), faults: [] });
      else if (code === null && get().problem?.kind !== 'unreachable') set({ phase: 'code', problem: null });
      else set({ phase: 'code' });
    },
    /** True when the bridge keeps these parts and finds nothing wrong with their step. */
    async keep(parts: Readonly<Record<string, unknown>>): Promise<boolean> {
      set({ faults: [] });
      const kept = await run(() => client.keep(parts));
      if (!kept) return false;
      const own = kept.faults.filter(({ path }) => stepOf(path) === get().step);
      set({ kept, faults: own });
      return own.length === 0;
    },
    go: (step: StepName) => set({ step, faults: [], problem: null }),
    next() {
      const step = STEPS[STEPS.indexOf(get().step) + 1];
      if (step) set({ step, faults: [], problem: null });
    },
    async discard(): Promise<void> {
      await run(() => client.discard());
      const kept = await run(() => client.state());
      if (kept) set({ kept, step: 'shop', faults: [] });
    },
    async finish(): Promise<void> {
      set({ phase: 'finishing' });
      const done = await run(() => client.finish());
      if (!done) {
        if (get().phase === 'finishing') set({ phase: 'steps' });
        return;
      }
      if (done.restarts) {
        set({ phase: 'restarting' });
        await wait(RETRY);
      }
      await open();
    },
  };
}

/** Codes of the rows `setupDone` and `setupToken` in the bridge's error table. */
const DONE = 5051;
const TOKEN = 5054;
