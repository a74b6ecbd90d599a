/** Writes what the service says about its objects, with a case where this shop has changed the same object meanwhile. */

import type { Balances } from '../../domain/loyalty.ts';
import { bookingDocument } from '../../sale/loyaltyBookingDocument.ts';
import { timestamp } from '../../world/clock.ts';
import type { DownBalances, Json } from '../../world/down.ts';
import type { QueueCases } from '../../world/queue.ts';
import type { World } from '../../world/world.ts';
import { type Decision, decide, hashOf } from './decision.ts';
import type { KindParts, KindRow } from './kinds.ts';
import { problemWith, type Unusable } from './unusable.ts';

export interface WritingParts extends KindParts {
  readonly cases: QueueCases;
  readonly balances: DownBalances;
  readonly world: KindParts['world'] & Pick<World, 'devices'>;
}

/**
 * Inside a job: writes the objects of a part of a page, and gives those that cannot be used. `since` (ms since 1970, of this bridge) is when the request began:
 * a card that a delivery has touched since keeps its balance, and is read once more.
 */
export function writeObjects(
  parts: WritingParts,
  row: KindRow,
  objects: readonly Json[],
  since: number,
): readonly Unusable[] {
  const moving = row.kind === 'cards' ? parts.balances.inDelivery(since) : NOBODY;
  const unusable: Unusable[] = [];
  for (const there of objects) {
    const id = typeof there.id === 'string' ? there.id : '';
    const content = id === '' ? null : row.content(parts, there);
    const reason = content === null ? `it lacks ${row.needs}` : problemWith(row.shape, content);
    if (content === null || reason !== null) {
      unusable.push({ id: id || String(there.id ?? ''), reason: reason ?? '' });
      continue;
    }
    const local = writeObject(parts, row, there, content);
    if (row.kind === 'cards') writeBalance(parts, there, local, moving);
  }
  return unusable;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Gives the local id. */
function writeObject(parts: WritingParts, row: KindRow, there: Json, content: Json): string {
  const upstream = String(there.id);
  const known = parts.down.known(row.kind, upstream);
  const local = known?.local ?? localOf(parts, row, upstream, there);
  const here = local === null ? null : row.here(parts, local);
  const base = hashOf(content);
  if (local === null || here === null) {
    const made = row.insert(parts, there, content);
    parts.down.remember(row.kind, upstream, { local: made, base });
    return made;
  }
  const decision = decide(here, content, known?.base ?? null);
  apply(parts, row, { local, here, content, decision });
  if (known?.base !== base) parts.down.remember(row.kind, upstream, { local, base });
  return local;
}

/** The same id, or the same number or name. */
const localOf = (parts: WritingParts, row: KindRow, upstream: string, there: Json): string | null =>
  row.here(parts, upstream) === null ? row.find(parts, there) : upstream;

interface Change {
  readonly local: string;
  readonly here: Json;
  readonly content: Json;
  readonly decision: Decision;
}

function apply(parts: WritingParts, row: KindRow, { local, here, content, decision }: Change): void {
  if (decision === 'take') row.write(parts, local, content);
  if (decision !== 'collide') return;
  parts.cases.open({
    merchant: parts.merchant,
    kind: 'changedOnBothSides',
    object: local,
    amount: null,
    currency: null,
    facts: { part: row.kind, here, there: content },
  });
  // The service counts for the whole chain. A lock that somebody set here stays until a person has decided.
  row.write(parts, local, here.lock_status === 'locked' ? { ...content, lock_status: 'locked' } : content);
}

/** The balance of the service, and on top of it what is booked here and not delivered yet. */
function writeBalance(parts: WritingParts, there: Json, local: string, moving: ReadonlySet<string>): void {
  const { balances, down, world, merchant, cases } = parts;
  const upstream = String(there.id);
  down.readAgain('cards', upstream, moving.has(local));
  const said = moving.has(local) ? null : balancesIn(there);
  if (said === null) return;
  const onTop = balances.undelivered(local);
  const booked = balances.booked(local);
  const wanted = sum(said, onTop);
  const entries = (['cash', 'bonus', 'points'] as const)
    .map(account => ({ account, kind: 'opening' as const, amount: wanted[account] - booked[account] }))
    .filter(({ amount }) => amount !== 0);
  if (entries.length === 0) return;
  const at = world.clock.now();
  const id = world.loyalty.book({ merchantCard: local, sale: null, action: 'adjustment', reverses: null, entries, at });
  const record = world.loyalty.merchantCard(merchant, local);
  if (!record) return;
  const { currency } = world.devices.merchant(merchant);
  const amount = wanted.cash + wanted.bonus - booked.cash - booked.bonus;
  const facts = { action: 'adjustment', amount, transId: null, receipt: [] } as const;
  world.loyalty.describe(bookingDocument(id, record.merchantcard, currency, timestamp(at), facts));
  const missing = -Math.min(wanted.cash + record.limit, wanted.bonus, 0);
  if (missing > 0)
    cases.open({
      ...{ merchant, kind: 'balanceOverdrawn', object: local, amount: missing, currency },
      facts: { part: 'cards', card: record.merchantcard.card.cardnumber, there: said, undelivered: onTop },
    });
}

/** Null where the service says no balance. */
function balancesIn({ cash_balance, bonus_balance, balance, points }: Json): Balances | null {
  const bonus = integer(bonus_balance) ?? 0;
  const all = integer(balance);
  const cash = integer(cash_balance) ?? (all === null ? null : all - bonus);
  return cash === null ? null : { cash, bonus, points: integer(points) ?? 0 };
}

const integer = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);

const sum = (a: Balances, b: Balances | null): Balances =>
  b === null ? a : { cash: a.cash + b.cash, bonus: a.bonus + b.bonus, points: a.points + b.points };

/** Inside a job: the service has these objects no more. */
export function writeVanished(parts: KindParts, row: KindRow, upstream: readonly string[]): void {
  for (const id of upstream) {
    const known = parts.down.known(row.kind, id);
    if (!known) continue;
    row.vanish(parts, known.local);
    parts.down.forget(known.local);
  }
}
