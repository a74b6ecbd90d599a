/** The memory of the updates of a machine: one file that is there as a whole or not at all, readable to the bridge, which shows it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../store/directory.ts';
import type { UpdateEnding } from '../wire/update.ts';
import type { Step } from './decision.ts';

export interface UpdateState {
  readonly step: Step;
  readonly ending: UpdateEnding;
  /** The version of the last offer; null: none was seen. */
  readonly version: string | null;
  /** The version that works. */
  readonly from: string;
  /** The version before was the one of the package. */
  readonly fromPackage: boolean;
  /** Before the update `/healthz` was good. */
  readonly wasGood: boolean;
  /** Reasons to wait, or what went wrong. */
  readonly because: readonly string[];
  readonly failed: readonly string[];
  /** Starts of a new version of the desktop that has not become healthy yet. */
  readonly starts?: number;
  /** ISO 8601. */
  readonly at: string;
}

const FILE = 'state.json';

/** null: nobody has looked for an update yet. */
export function stateIn(folder: string): UpdateState | null {
  try {
    return JSON.parse(readFileSync(join(folder, FILE), 'utf8'));
  } catch {
    return null;
  }
}

export const firstState = (from: string): UpdateState => ({
  ...{ step: 'idle', ending: 'newest', version: null, from, fromPackage: true, wasGood: true },
  ...{ because: [], failed: [], at: new Date(0).toISOString() },
});

export function writeState(folder: string, state: UpdateState): void {
  writeDurably(join(folder, FILE), `${JSON.stringify(state)}\n`, 0o644);
}
