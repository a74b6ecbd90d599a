/** The terminals of the shop: their list, the search, pairing, and tasks. */

import type { Static } from 'typebox';
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
import type { BridgeEvent } from '../../bridge/events.ts';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { attempt } from '../../data/attempt.ts';
import { Store } from '../../stores/store.ts';
import type { ManagerClient, Till } from '../client.ts';
import type { Model } from './connectionDraft.ts';

export interface TerminalsState {
  readonly terminals: readonly Terminal[] | null;
  readonly tills: readonly Till[];
  readonly models: readonly Model[];
  readonly search: Static<typeof SearchAnswer> | null;
  /** The request to a terminal that is running; no other request may start meanwhile. */
  readonly busy: 'pair' | 'change' | 'remove' | 'task' | null;
  readonly paired: PairAnswer | null;
  readonly done: TaskAnswer | null;
  /** Problem of the last request. */
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

export class TerminalsStore extends Store<TerminalsState> {
  readonly #client: Client;
  /** Counts dialogs, so that the answer to one dialog is not shown in the next. */
  #dialog = 0;

  constructor(client: Client) {
    super(empty);
    this.#client = client;
  }

  async open(): Promise<void> {
    const client = this.#client;
    await this.#try(async () => {
      const [, tills, models, search] = await Promise.all([
        this.#load(),
        client.tills(),
        client.models(),
        client.search(),
      ]);
      this.setState({ tills, models: models.data, search, problem: null });
    });
  }

  async startSearch(input: SearchInput): Promise<void> {
    this.setState({ problem: null });
    await this.#try(async () => {
      await this.#client.startSearch(input);
      this.setState({ search: await this.#client.search() });
    });
  }

  async stopSearch(): Promise<void> {
    await this.#try(async () => {
      await this.#client.stopSearch();
      this.setState({ search: await this.#client.search() });
    });
  }

  /** The trace of the terminal as text; null when it cannot be read now. */
  async trace(device: string): Promise<string | null> {
    this.setState({ problem: null });
    return this.#try(() => this.#client.trace(device));
  }

  pair(input: PairInput): Promise<boolean> {
    return this.#ask('pair', async () => ({ paired: await this.#client.pair(input) }));
  }

  change(device: string, input: TerminalInput): Promise<boolean> {
    return this.#ask('change', () => this.#client.change(device, input).then(nothing));
  }

  remove(device: string): Promise<boolean> {
    return this.#ask('remove', () => this.#client.remove(device).then(nothing));
  }

  run(device: string, task: TaskInput): Promise<boolean> {
    return this.#ask('task', async () => ({ done: await this.#client.run(device, task) }));
  }

  onEvent(event: BridgeEvent): void {
    if (event.name === 'search') this.setState(({ search }) => ({ search: search && { ...search, ...event.data } }));
    if (event.name === 'terminal') void this.#load().catch(problemOf);
  }

  /** A dialog was opened or closed: removes the answers of the dialog before. */
  forget(): void {
    this.#dialog += 1;
    this.setState({ paired: null, done: null, problem: null });
  }

  async #load(): Promise<void> {
    const { data } = await this.#client.terminals();
    this.setState({ terminals: data });
  }

  /** Null, with the problem in the state, when the work fails. */
  async #try<T>(work: () => Promise<T>): Promise<T | null> {
    const { answer, problem } = await attempt(work);
    if (problem) this.setState({ problem });
    return answer;
  }

  /** Sends one request at a time; true when it succeeded. */
  async #ask(
    busy: NonNullable<TerminalsState['busy']>,
    work: () => Promise<Partial<TerminalsState>>,
  ): Promise<boolean> {
    if (this.getState().busy) return false;
    this.setState({ busy, problem: null, done: null });
    const dialog = this.#dialog;
    const { answer, problem } = await attempt(work).finally(() => this.setState({ busy: null }));
    if (dialog === this.#dialog) this.setState(answer ?? { problem });
    await this.#load().catch(problemOf);
    return problem === null;
  }
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
