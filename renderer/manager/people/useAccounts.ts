/** The lists of the page of people and API clients, and what its parts share. */

import { useMemo, useState } from 'react';
import { useApp } from '../../app/context.tsx';
import { useResource } from '../../data/useResource.ts';
import { useRows } from '../../data/useRows.ts';
import { type AccountsClient, createAccountsClient, type PersonState, type TillChoice } from './accountsClient.ts';

/** The props that every part of the page gets. */
export interface AccountsProps {
  readonly accounts: Accounts;
  /** False for somebody who only reads. */
  readonly mayChange: boolean;
}

export interface Accounts {
  readonly client: AccountsClient;
  readonly tills: readonly TillChoice[];
  /** Says on the page what was done, and shows the lists as they are now. */
  finished(done: string): void;
}

export interface Wanted {
  readonly search: string;
  readonly show: PersonState;
}

export function useAccounts({ search, show }: Wanted) {
  const { client: bridge } = useApp();
  const client = useMemo(() => createAccountsClient(bridge), [bridge]);
  const people = useRows(`${show} ${search}`, offset => client.people(search, show, offset));
  const clients = useResource('clients', client.clients);
  const tills = useResource('tills', client.tills);
  const [done, setDone] = useState<string | null>(null);
  const reload = () => {
    people.reload();
    clients.reload();
    tills.reload();
  };
  const finished = (text: string) => {
    setDone(text);
    reload();
  };
  const accounts: Accounts = { client, tills: tills.value ?? [], finished };
  return { accounts, people, clients, problem: people.problem ?? clients.problem ?? tills.problem, done, reload };
}
