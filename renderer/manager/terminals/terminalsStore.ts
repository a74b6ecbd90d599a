/** The terminals of the shop as the manager sees them: the list, the search, pairing, and tasks. */

import type { Static } from 'typebox';
import { createStore } from 'zustand/vanilla';
import type {
  PairAnswer,
  PairInput,
  SearchAnswer,
  SearchInput,
  TaskAnswer,
  TaskInput,
  Terminal,
  TerminalInput,
} from '../../../main/wire/terminals.ts';
import type { BridgeEvent } from '../../bridge/client.ts';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import type { ManagerClient, Till } from '../client.ts';
import type { Model } from './connectionDraft.ts';

export interface TerminalsState {
  readonly terminals: readonly Terminal[] | null;
  readonly tills: readonly Till[];
  readonly models: readonly Model[];
  readonly search: Static<typeof SearchAnswer> | null;
  /** What is being asked of a terminal now; nothing else may be asked meanwhile. */
  readonly busy: 'pair' | 'change' | 'remove' | 'task' | null;
  readonly paired: PairAnswer | null;
  readonly done: TaskAnswer | null;
  /** Of the last thing that was asked for. */
  readonly problem: Problem | null;
}

type Client = Pick<
  ManagerClient,
  | 'terminals'
  | 'tills'
  | 'models'
  | 'search'
  | 'startSearch'
  | 'stopSearch'
  | 'pair'
  | 'change'
  | 'remove'
  | 'run'
  | 'trace'
>;
export type TerminalsStore = ReturnType<typeof createTerminals>;

export function createTerminals(client: Client) {
  const store = createStore<TerminalsState>(() => empty);
  const { getState, setState } = store;
  const fail = (error: unknown) => setState({ problem: problemOf(error) });
  /** Counts dialogs: what was asked for in one is not told in the next. */
  let dialog = 0;

  async function load(): Promise<void> {
    const { data } = await client.terminals();
    setState({ terminals: data });
  }

  async function open(): Promise<void> {
    try {
      const { tills, models, search } = client;
      const [, ownTills, known, searching] = await Promise.all([load(), tills(), models(), search()]);
      setState({ tills: ownTills, models: known.data, search: searching, problem: null });
    } catch (error) {
      fail(error);
    }
  }

  /** One thing at a time; true when it went well. */
  async function ask(
    busy: NonNullable<TerminalsState['busy']>,
    work: () => Promise<Partial<TerminalsState>>,
  ): Promise<boolean> {
    if (getState().busy) return false;
    setState({ busy, problem: null, done: null });
    const mine = dialog;
    try {
      const told = await work();
      if (mine === dialog) setState(told);
      return true;
    } catch (error) {
      if (mine === dialog) fail(error);
      return false;
    } finally {
      setState({ busy: null });
      await load().catch(problemOf);
    }
  }

  async function startSearch(input: SearchInput): Promise<void> {
    setState({ problem: null });
    try {
      await client.startSearch(input);
      setState({ search: await client.search() });
    } catch (error) {
      fail(error);
    }
  }

  async function stopSearch(): Promise<void> {
    try {
      await client.stopSearch();
      setState({ search: await client.search() });
    } catch (error) {
      fail(error);
    }
  }

  /** Null when it cannot be read now. */
  async function trace(device: string): Promise<string | null> {
    setState({ problem: null });
    try {
      return await client.trace(device);
    } catch (error) {
      fail(error);
      return null;
    }
  }

  function told(event: BridgeEvent): void {
    if (event.name === 'search') setState(({ search }) => ({ search: search && { ...search, ...event.data } }));
    if (event.name === 'terminal') void load().catch(problemOf);
  }

  return {
    ...store,
    open,
    startSearch,
    stopSearch,
    trace,
    told,
    pair: (input: PairInput) => ask('pair', async () => ({ paired: await client.pair(input) })),
    change: (device: string, input: TerminalInput) => ask('change', () => client.change(device, input).then(nothing)),
    remove: (device: string) => ask('remove', () => client.remove(device).then(nothing)),
    run: (device: string, task: TaskInput) => ask('task', async () => ({ done: await client.run(device, task) })),
    /** A dialog was opened or closed: what the one before said is past. */
    forget(): void {
      dialog += 1;
      setState({ paired: null, done: null, problem: null });
    },
  };
}

const nothing = (): Partial<TerminalsState> => ({});

const empty: TerminalsState = {
  terminals: null,
  tills: [],
  models: [],
  search: null,
  busy: null,
  paired: null,
  done: null,
  problem: null,
};
