/** How an installation is: from its last heartbeat, which may be of any version. */

import type { Static } from 'typebox';
import type { OfficeBridgeList } from '../../../main/wire/office/sales.ts';

type Bridge = Static<typeof OfficeBridgeList>['data'][number];

export type BridgeState = 'ok' | 'silent' | 'revoked';

/** A bridge reports once a minute; after this time, ms, it counts as silent. */
const SILENT_AFTER = 5 * 60_000;

/** `now` in milliseconds since 1970. */
export function bridgeState(
  { state, last_heard: reportedAt }: Pick<Bridge, 'state' | 'last_heard'>,
  now: number,
): BridgeState {
  if (state === 'revoked') return 'revoked';
  // A time ahead of ours is of a clock that was wrong, and says nothing.
  return reportedAt !== null && Math.abs(now - Date.parse(reportedAt)) < SILENT_AFTER ? 'ok' : 'silent';
}

export interface BridgeCondition {
  readonly version: string | null;
  /** Records of all its tills that are not confirmed. */
  readonly waiting: number;
  readonly parked: number;
  readonly terminals: readonly { readonly name: string; readonly state: string }[];
}

interface Heartbeat {
  readonly version?: unknown;
  readonly tills?: readonly { readonly waiting?: unknown; readonly parked?: unknown }[];
  readonly terminals?: readonly { readonly name?: unknown; readonly state?: unknown }[];
}

export function conditionOf({ condition }: Pick<Bridge, 'condition'>): BridgeCondition {
  const { version, tills = [], terminals = [] }: Heartbeat = condition ?? {};
  return {
    version: typeof version === 'string' ? version : null,
    waiting: tills.reduce((sum, { waiting }) => sum + Number(waiting ?? 0), 0),
    parked: tills.reduce((sum, { parked }) => sum + Number(parked ?? 0), 0),
    terminals: terminals.map(({ name, state }) => ({ name: String(name), state: String(state) })),
  };
}

const ORDER: readonly BridgeState[] = ['silent', 'ok', 'revoked'];

/** Sorts bridges that need a person to the front, then by name. */
export function byUrgency(bridges: readonly Bridge[], now: number, language: string): readonly Bridge[] {
  const collator = new Intl.Collator(language, { numeric: true });
  const rank = (bridge: Bridge) => ORDER.indexOf(bridgeState(bridge, now));
  return [...bridges].sort((one, other) => rank(one) - rank(other) || collator.compare(one.name, other.name));
}
