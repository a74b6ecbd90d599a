/** The person or client of a dialog, with its version and what was changed about it so far. */

import { useCallback, useEffect, useState } from 'react';
import type { AuditEntry } from '../../../main/wire/audit.ts';
import type { Person } from '../../../main/wire/people.ts';
import type { Versioned } from '../../bridge/connection.ts';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import type { AccountsClient, ClientView } from './accountsClient.ts';

export interface Opened<T> extends Versioned<T> {
  readonly history: readonly AuditEntry[];
}

interface Kinds {
  readonly person: Person;
  readonly client: ClientView;
}

/** `id` null: it is about to be made. */
export function useOpened<Kind extends keyof Kinds>(client: AccountsClient, kind: Kind, id: string | null) {
  const [opened, setOpened] = useState<Opened<Kinds[Kind]> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [outdated, setOutdated] = useState(false);
  const load = useCallback(async () => {
    if (id === null) return;
    try {
      const [found, history] = await Promise.all([client[kind](id), client.history(id)]);
      setOpened({ ...(found as Versioned<Kinds[Kind]>), history: history.data });
      setProblem(null);
    } catch (error) {
      setProblem(problemOf(error));
    }
  }, [client, kind, id]);
  useEffect(() => void load(), [load]);
  const reload = () => {
    setOutdated(true);
    void load();
  };
  return { opened, problem, outdated, reload };
}
