/** Rows that contradict what the program itself wrote elsewhere: counters that were set back, and rights that nobody gave. */

import { isDamage } from '../files/refusal.ts';
import { hashOfEntry } from '../store/audit.ts';
import type { Reading } from '../store/unlockedReading.ts';

type Prepare = Pick<Reading, 'prepare'>;

/** One sentence for each contradiction. */
export function contradictionsIn(reading: Prepare): readonly string[] {
  return [setBackCounters, changedRights, changedAudit].flatMap(find => read(() => find(reading)));
}

/** A database of an older version lacks tables, and damaged pages are named already. */
function read(find: () => readonly string[]): readonly string[] {
  try {
    return find();
  } catch (error) {
    if (isDamage(error) || /no such (table|column)/.test(String(error))) return [];
    throw error;
  }
}

const COUNTERS = `SELECT name, value, given FROM (
    SELECT 'receipt ' || merchant AS name, max(receipt_number) AS given FROM smart_transaction GROUP BY merchant
    UNION ALL SELECT 'trans_id', max(query_trans_id) FROM smart_transaction) AS highest
  LEFT JOIN counter USING (name) WHERE given > coalesce(value, 0)`;

const SEQUENCES = `SELECT 'records of ' || t.till AS name, t.sequence AS value, max(r.sequence) AS given
  FROM queue_till t JOIN queue_record r ON r.till = t.till AND r.epoch = t.epoch
  GROUP BY t.till HAVING given > t.sequence`;

function setBackCounters({ prepare }: Prepare): readonly string[] {
  return [COUNTERS, SEQUENCES].flatMap(sql =>
    prepare<{ name: string; value: number | null; given: number }>(sql)
      .all()
      .map(({ name, value, given }) => `the counter "${name}" stands at ${value ?? 0}, and ${given} was given already`),
  );
}

/** The newest entry that says which rights the row has; null: none does. */
const newest = (kind: string, subject: string, member: string) => `(SELECT e.document FROM audit_entry e
  WHERE e.merchant = ${subject}.merchant AND e.query_subject = lower(${subject}.id) AND e.query_kind = '${kind}'
    AND ${member} ORDER BY e.number DESC LIMIT 1)`;

const HAS_ROLE = "json_extract(e.document, '$.after.role') IS NOT NULL";
const HAS_STATE = "e.query_action IN ('created', 'locked', 'unlocked', 'removed', 'returned')";
const HAS_SCOPES = "json_extract(e.document, '$.after.scopes') IS NOT NULL";

const PEOPLE = `SELECT id, name, role, state, created, ${newest('person', 'staff', HAS_ROLE)} AS rights,
  ${newest('person', 'staff', HAS_STATE)} AS ended FROM staff ORDER BY id`;
const CLIENTS = `SELECT id, scope, ${newest('client', 'client', HAS_SCOPES)} AS rights FROM client ORDER BY id`;

interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly state: 'active' | 'locked' | 'left';
  /** Null: before changes of people were written down. */
  readonly created: string | null;
  readonly rights: string | null;
  readonly ended: string | null;
}

const STATES: Readonly<Record<string, PersonRow['state']>> = { locked: 'locked', removed: 'left' };

function changedRights({ prepare }: Prepare): readonly string[] {
  const people = prepare<PersonRow>(PEOPLE).all();
  const clients = prepare<{ id: string; scope: string; rights: string | null }>(CLIENTS).all();
  return [...people.flatMap(contradictedPerson), ...clients.flatMap(contradictedClient)];
}

function contradictedPerson({ id, name, role, state, created, rights, ended }: PersonRow): readonly string[] {
  const who = `the person ${name} (${id})`;
  if (rights === null) return created === null ? [] : [`${who} was not added by this program`];
  const { role: given } = entryIn(rights).after as { readonly role: string };
  const said = STATES[ended === null ? '' : entryIn(ended).action] ?? 'active';
  return [
    ...(given === role ? [] : [`${who} has the role ${role}; the audit log gave her ${given}`]),
    ...(said === state ? [] : [`${who} is ${state}; the audit log says ${said}`]),
  ];
}

function contradictedClient({ id, scope, rights }: { id: string; scope: string; rights: string | null }) {
  if (rights === null) return [];
  const { scopes } = entryIn(rights).after as { readonly scopes: readonly string[] };
  const isSame = [...scopes].sort().join(' ') === scope.split(' ').sort().join(' ');
  return isSame ? [] : [`the client ${id} may ${scope}; the audit log gave it ${scopes.join(' ')}`];
}

const entryIn = (text: string): { readonly action: string; readonly after: unknown } => JSON.parse(text);

/** The chain of the audit log, which the rights are compared with. */
function changedAudit({ prepare }: Prepare): readonly string[] {
  const rows = prepare<{ id: string; document: string; hash: string }>(
    'SELECT id, document, hash FROM audit_entry WHERE merchant = ? ORDER BY number',
  );
  const heads = prepare<{ merchant: string; entries: number; hash: string }>(
    'SELECT m.id AS merchant, coalesce(h.entries, 0) AS entries, coalesce(h.hash, ?) AS hash FROM merchant m LEFT JOIN audit_head h ON h.merchant = m.id',
  );
  return heads.all('').flatMap(({ merchant, entries, hash: end }) => {
    let [count, before] = [0, ''];
    for (const { id, document, hash } of rows.iterate(merchant)) {
      if (hashOfEntry(before, document) !== hash) return [`the entry ${id} of the audit log was changed`];
      [count, before] = [count + 1, hash];
    }
    return count === entries && before === end
      ? []
      : [`entries of the audit log of ${merchant} are missing at its end`];
  });
}
