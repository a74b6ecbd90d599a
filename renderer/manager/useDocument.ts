/** One object of the bridge that a page shows and changes: the answer to a change takes its place. */

import { useApp } from '../app/context.tsx';
import { type Change, useChange } from '../data/useChange.ts';
import { useResource } from '../data/useResource.ts';

export interface BridgeDocument<T> {
  readonly value: T | null;
  /** Entity tag of the version that is shown; a form begins anew with each. */
  readonly version: string | null;
  /** The reason why it was not read, or why the last change was refused. */
  readonly problem: Change['problem'];
  readonly change: Change;
  reload(): void;
  /** True when the change was made. `part`: path of a part of the object, which has no version of its own. */
  save(body: object, part?: string): Promise<boolean>;
}

export function useDocument<T>(path: string): BridgeDocument<T> {
  const { client } = useApp();
  const read = useResource(path, () => client.versioned<T>('GET', path));
  const change = useChange(read.reload);
  const version = read.value?.version ?? null;
  return {
    value: read.value?.value ?? null,
    version,
    problem: read.problem ?? change.problem,
    change,
    reload() {
      change.clear();
      read.reload();
    },
    async save(body, part) {
      const saved = await change.run(() => client.versioned<T>('PUT', part ?? path, body, part ? null : version));
      if (saved) read.show(saved);
      return saved !== null;
    },
  };
}
