/** The events of sales that are held already: each sale is closed once and cancelled once, whatever numbers its records have. */
import type { Statement } from '../database/officeDatabase.ts';

export interface HeldEvent {
  readonly id: string;
  readonly event: string;
  /** Minor units. */
  readonly sum: number;
  readonly currency: string;
}

/**
 * `counts`; `repeats`: counted before under another number; `changed`: the same sale with another amount; `waits`: a cancellation
 * whose sale is not held.
 */
export type Admission = 'counts' | 'repeats' | 'changed' | 'waits';

/** Events that move figures, each at most once for a sale. */
const ONCE = ['closed', 'cancelled'];

export class HeldEvents {
  readonly #held = new Map<string, HeldEvent[]>();
  /** Sales that another store of the chain holds: the till has moved since. */
  readonly #elsewhere: ReadonlySet<string>;

  constructor(events: Iterable<HeldEvent>, elsewhere: Iterable<string> = []) {
    this.#elsewhere = new Set(elsewhere);
    for (const event of events) this.#add(event);
  }

  admit(event: HeldEvent): Admission {
    const held = this.#held.get(event.id) ?? [];
    const counted = held.filter(({ event: name }) => ONCE.includes(name));
    if (ONCE.includes(event.event)) {
      if (counted.some(({ sum, currency }) => sum !== event.sum || currency !== event.currency)) return 'changed';
      if (counted.some(({ event: name }) => name === event.event)) return 'repeats';
      if (event.event === 'cancelled' && counted.length === 0 && !this.#elsewhere.has(event.id)) return 'waits';
    }
    this.#add(event);
    return 'counts';
  }

  /** Sales of which more than one event is held: the status of the row `closed` follows the last one. */
  followed(): readonly string[] {
    return [...this.#held].filter(([, events]) => events.length > 1).map(([id]) => id);
  }

  #add(event: HeldEvent): void {
    const held = this.#held.get(event.id);
    if (held) held.push(event);
    else this.#held.set(event.id, [event]);
  }
}

/** Statements whose rows `readHeld` takes; events of `exceptDay` are left out where a day is made anew. */
export const heldStatements = (
  store: string,
  ids: readonly string[],
  exceptDay: string | null = null,
): readonly Statement[] => [
  {
    text: 'SELECT id, event, sum, currency FROM sale WHERE store = $1 AND id = ANY($2) AND business_day IS DISTINCT FROM $3::date',
    values: [store, ids, exceptDay],
  },
  {
    text: `SELECT DISTINCT id FROM sale WHERE id = ANY($2) AND event = 'closed' AND store <> $1 AND store = ANY(
       ARRAY(SELECT other.id FROM store AS other JOIN store AS own ON own.merchant = other.merchant WHERE own.id = $1))`,
    values: [store, ids],
  },
];

export const readHeld = ([events = [], elsewhere = []]: readonly (readonly unknown[])[]): HeldEvents =>
  new HeldEvents(
    events as readonly HeldEvent[],
    (elsewhere as readonly { readonly id: string }[]).map(({ id }) => id),
  );

/**
 * The row `closed` shows how the sale stands now. A cancellation is the end; of other events the last one counts, the closing
 * itself among them: an outcome that was unknown before is over. Records come in any order, so this looks at all of them.
 */
export const statusFollowing = (store: string, ids: readonly string[]): readonly Statement[] =>
  ids.length === 0
    ? []
    : [
        {
          text: `UPDATE sale SET status = latest.status
     FROM (SELECT DISTINCT ON (id) id, event, status FROM sale
           WHERE store = $1 AND id = ANY($2)
           ORDER BY id, (event = 'cancelled') DESC, at DESC, epoch DESC, sequence DESC) AS latest
     WHERE sale.store = $1 AND sale.id = ANY($2) AND sale.id = latest.id AND sale.event = 'closed'
       AND latest.event <> 'closed' AND sale.status <> latest.status`,
          values: [store, ids],
        },
      ];
