/** Base class of stores that have many methods. React components read such a store with `useStore`. */

import { createStore, type StoreApi } from 'zustand/vanilla';

export abstract class Store<State> {
  readonly getState: StoreApi<State>['getState'];
  readonly getInitialState: StoreApi<State>['getInitialState'];
  readonly subscribe: StoreApi<State>['subscribe'];
  protected readonly setState: StoreApi<State>['setState'];

  constructor(initial: State) {
    const { getState, getInitialState, subscribe, setState } = createStore<State>(() => initial);
    this.getState = getState;
    this.getInitialState = getInitialState;
    this.subscribe = subscribe;
    this.setState = setState;
  }
}
