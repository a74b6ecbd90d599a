/** The calls of the first run. They reject with `Refusal` or `Unreachable`, and are never repeated. */

import type { SetupDone, SetupState, SetupTerminal } from '../../main/wire/setup.ts';
import type { PairInput, SearchAnswer, SearchInput } from '../../main/wire/terminals.ts';
import { Connection } from '../bridge/connection.ts';

export interface SetupClient {
  /** The window gets a cookie, with which it calls from then on. */
  begin(code: string): Promise<void>;
  state(): Promise<SetupState>;
  keep(parts: Readonly<Record<string, unknown>>): Promise<SetupState>;
  discard(): Promise<void>;
  finish(): Promise<SetupDone>;
  search(): Promise<SearchAnswer>;
  startSearch(input: SearchInput): Promise<void>;
  stopSearch(): Promise<void>;
  check(input: PairInput): Promise<SetupTerminal>;
}

const SETUP = '/bridge/v1/setup';
const SEARCH = `${SETUP}/terminals/search`;

export function createSetupClient(language: () => string): SetupClient {
  const connection = new Connection({
    base: '',
    fetch: (input, init) => fetch(input, init),
    language,
    onSession: () => undefined,
  });
  return {
    begin: async code => void (await connection.call('POST', `${SETUP}/begin`, { code })),
    state: () => connection.call('GET', SETUP),
    keep: parts => connection.call('PUT', `${SETUP}/draft`, parts),
    discard: async () => void (await connection.call('DELETE', `${SETUP}/draft`)),
    finish: () => connection.call('POST', `${SETUP}/finish`),
    search: () => connection.call('GET', SEARCH),
    startSearch: async input => void (await connection.call('POST', SEARCH, input)),
    stopSearch: async () => void (await connection.call('DELETE', SEARCH)),
    check: input => connection.call('POST', `${SETUP}/terminals/check`, input),
  };
}
