/** The page of people and API clients: its lists, and one change at a time. */

import type { Person } from '../../../main/wire/people.ts';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { Store } from '../../stores/store.ts';
import type { AccountsClient, ClientView, PersonState, TillChoice } from './accountsClient.ts';

export interface AccountsState {
  /** Null until they are loaded. */
  readonly people: readonly Person[] | null;
  /** All that fit, including those that are not loaded yet. */
  readonly count: number;
  readonly clients: readonly ClientView[] | null;
  readonly tills: readonly TillChoice[];
  readonly search: string;
  readonly show: PersonState;
  readonly problem: Problem | null;
  /** What was done last, as the page says it. */
  readonly done: string | null;
}

export class AccountsStore extends Store<AccountsState> {
  readonly client: AccountsClient;
  /** Counts loads, so that only the newest answer counts. */
  #load = 0;

  constructor(client: AccountsClient) {
    super({ people: null, count: 0, clients: null, tills: [], search: '', show: 'active', problem: null, done: null });
    this.client = client;
  }

  /** `offset` 0: from the beginning; further pages are added to what is shown. */
  async load(offset = 0): Promise<void> {
    this.#load += 1;
    const load = this.#load;
    const { search, show, people: shown } = this.getState();
    try {
      const [people, clients, tills] = await Promise.all([
        this.client.people(search, show, offset),
        this.client.clients(),
        this.client.tills(),
      ]);
      if (load !== this.#load) return;
      const data = offset === 0 ? people.data : [...(shown ?? []), ...people.data];
      this.setState({ people: data, count: people.count, clients: clients.data, tills, problem: null });
    } catch (error) {
      if (load === this.#load) this.setState({ problem: problemOf(error) });
    }
  }

  find(part: Partial<Pick<AccountsState, 'search' | 'show'>>): void {
    this.setState(part);
    void this.load();
  }

  /** Says it on the page, and shows the lists as they are now. */
  finished(done: string): void {
    this.setState({ done });
    void this.load();
  }
}

/** What the parts of the page are given. */
export interface AccountsProps {
  readonly store: AccountsStore;
  /** False for somebody who only reads. */
  readonly mayChange: boolean;
}
