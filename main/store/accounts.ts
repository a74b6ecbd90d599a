/** Clients, staff and tokens on disk; of every secret only a hash. */

import type { Failures } from '../domain/lockout.ts';
import type { Language } from '../domain/money.ts';
import { fold } from '../query/comparable.ts';
import type { QueryDeclaration } from '../query/declaration.ts';
import type { Role } from '../wire/roles.ts';
import { type ColumnTable, flag, same, tableOf } from './columns.ts';
import type { Database } from './database.ts';

export interface ClientRow {
  readonly id: string;
  readonly merchant: string;
  readonly secretHash: string;
  readonly scope: string;
  /** Each refresh token is good once. */
  readonly rotates: boolean;
  readonly name: string | null;
  /** SDV_… of the till it stands for; null: the first one of the merchant. */
  readonly till: string | null;
  /** ISO 8601; null: before this was kept. */
  readonly created: string | null;
  readonly rotatedAt: string | null;
  /** Hash of the secret before, good until `old_until`, ISO 8601. */
  readonly oldHash: string | null;
  readonly oldUntil: string | null;
  readonly revokedAt: string | null;
  readonly revokeReason: string | null;
  /** YYYY-MM-DD (UTC) of the newest token. */
  readonly lastUsed: string | null;
}

export interface StaffRow {
  readonly id: string;
  readonly merchant: string;
  readonly username: string;
  readonly name: string;
  readonly role: Role;
  /** Empty: no PIN matches it. */
  readonly pinHash: string;
  readonly language: Language | null;
  /** The next sign-in asks for another PIN. */
  readonly pinChange: boolean;
  /** ISO 8601; null: before this was kept. */
  readonly created: string | null;
  readonly lockedAt: string | null;
  readonly lockReason: string | null;
  /** ISO 8601; sales and the audit log go on naming the person. */
  readonly leftAt: string | null;
}

/** True for somebody who may sign in, once she has a PIN. */
export const isActive = ({ lockedAt, leftAt }: Pick<StaffRow, 'lockedAt' | 'leftAt'>): boolean =>
  lockedAt === null && leftAt === null;

export interface TokenRow {
  readonly hash: string;
  readonly kind: 'access' | 'refresh';
  /** All tokens that descend from one login. */
  readonly family: string;
  readonly client: string;
  readonly staff: string | null;
  readonly device: string | null;
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

/** One sign-in of a person: all tokens of a family. Times in ms since 1970. */
export interface SignInRow {
  readonly family: string;
  readonly merchant: string;
  readonly staff: string;
  /** SDV_… of the till. */
  readonly device: string | null;
  readonly client: string;
  readonly begunAt: number;
  /** Time of its newest token. */
  readonly renewedAt: number;
  /** Empty: this machine, or not known. */
  readonly address: string;
  readonly browser: string;
}

export interface Accounts {
  client(id: string): ClientRow | null;
  /** By user name, in capitals or not; never somebody who has left. */
  staff(username: string): StaffRow | null;
  staffById(id: string): StaffRow | null;
  token(hash: string): TokenRow | null;
  /** Everybody of the merchant who has not left, in the order of their names. */
  staffOf(merchant: string): readonly StaffRow[];
  clientsOf(merchant: string): readonly ClientRow[];
  /** The person as the API answers her, for this merchant alone. */
  personBytes(merchant: string, id: string): Buffer | undefined;
  clientBytes(merchant: string, id: string): Buffer | undefined;
  /** Sign-ins of people that have not ended, the newest first; `staff` null: of everybody. */
  signInsOf(merchant: string, staff: string | null, now: number): readonly SignInRow[];
  /** True while a login has tokens. */
  hasFamily(family: string): boolean;
  /** Grows with every change of who may do what: nothing that was looked up before counts any more. */
  revision(): number;
  /** Called after each commit of such a change. */
  onChanged(listener: () => void): void;
  failures(name: string): Failures | null;
  /** Time of the last sign-in at this place, ms since 1970; null for never. */
  placeSeen(name: string): number | null;
  write<T>(job: () => T): Promise<T>;
  // The rest is for use inside `write`.
  addToken(token: TokenRow): void;
  addSignIn(row: SignInRow): void;
  renewSignIn(family: string, at: number): void;
  /** A new person, or the changed row of one. */
  putStaff(person: StaffRow): void;
  putClient(client: ClientRow): void;
  /** Unless somebody changed it meanwhile. */
  replacePin(staff: string, before: string, after: string): void;
  markUsed(hash: string, at: number): void;
  endFamily(family: string): void;
  /** Access tokens of one login; its refresh token stays good. */
  endAccess(family: string): void;
  /** Every token that stands for this device. */
  endDevice(device: string): void;
  /** Tokens the device got by signing in itself, not those of persons at it. */
  endSignIns(device: string): void;
  /** Every token of this person, at every till. */
  endPerson(staff: string): void;
  /** Ends the tokens of the person's other logins. */
  endOthers(staff: string, family: string): void;
  /** Every token that was given to this client, those of persons and tills who signed in with it, too. */
  endClient(client: string): void;
  noteUse(client: string, day: string): void;
  forgetExpired(now: number): void;
  /** Tokens of this kind that end after `latest`, ms: a clock that was far ahead gave them out. */
  forgetAhead(kind: TokenRow['kind'], latest: number): void;
  setFailures(name: string, failures: Failures, at: number): void;
  forgive(name: string): void;
  /** Misses that were followed by silence: unknown names must not fill the table. */
  forgetFailures(before: number): void;
  /** Leaves the `most` counters with the most misses: whoever tries names and addresses in turn fills no table, and ends no pause. */
  boundFailures(most: number): void;
  seePlace(name: string, at: number): void;
  forgetPlaces(before: number): void;
  /** Misses and places that a clock noted which ran ahead count as of now, so that they are forgotten in time. */
  mendTimes(now: number): void;
}

export const peopleQueries = {
  table: 'staff',
  fields: {
    id: { type: 'id', column: 'id' },
    name: { type: 'text', column: 'query_name' },
    username: { type: 'text', column: 'query_username' },
    role: { type: 'text', column: 'query_role' },
    state: { type: 'text', column: 'state' },
  },
} as const satisfies QueryDeclaration;

export const clientQueries = {
  table: 'api_client',
  order: 'number',
  fields: {
    id: { type: 'text', column: 'query_id' },
    name: { type: 'text', column: 'query_name' },
    state: { type: 'text', column: 'state' },
  },
} as const satisfies QueryDeclaration;

const staffTable: ColumnTable<StaffRow> = {
  ...same('id', 'merchant', 'username', 'name', 'role', 'language', 'created'),
  pinHash: 'pin_hash',
  pinChange: flag('pin_change'),
  lockedAt: 'locked_at',
  lockReason: 'lock_reason',
  leftAt: 'left_at',
};
const clientTable: ColumnTable<ClientRow> = {
  ...same('id', 'merchant', 'scope', 'name', 'till', 'created'),
  secretHash: 'secret_hash',
  rotates: flag('rotates'),
  rotatedAt: 'rotated_at',
  oldHash: 'old_hash',
  oldUntil: 'old_until',
  revokedAt: 'revoked_at',
  revokeReason: 'revoke_reason',
  lastUsed: 'last_used',
};

export function createAccounts(db: Database): Accounts {
  const { note, view } = createChanges(db);
  return {
    ...createPeople(db, note),
    ...createClients(db, note),
    ...createTokens(db, note),
    ...createGuessed(db),
    ...view,
    write: db.write,
  };
}

const bytesOf = (db: Pick<Database, 'prepare'>, table: string) =>
  db.prepare<Buffer>(`SELECT CAST(document AS BLOB) FROM ${table} WHERE id = ? AND merchant = ?`).pluck();

/** Folded words for lists, beside the row. */
type Folded<Column extends string> = Readonly<Record<Column, string>>;

type Part<Member extends keyof Accounts> = Pick<Accounts, Member>;

function createPeople(
  db: Database,
  note: () => void,
): Part<'staff' | 'staffById' | 'staffOf' | 'personBytes' | 'putStaff' | 'replacePin'> {
  const staff = tableOf<StaffRow>(db, 'staff', staffTable);
  const named = staff.one('username = ? AND left_at IS NULL');
  const folded = staff.one('query_username = ? AND left_at IS NULL');
  const bytes = bytesOf(db, 'staff');
  const put = tableOf<StaffRow & Folded<'query_name' | 'query_username'>>(db, 'staff', {
    ...staffTable,
    ...same('query_name', 'query_username'),
  }).put('id');
  const replacePin = db.prepare('UPDATE staff SET pin_hash = ? WHERE id = ? AND pin_hash = ?');
  return {
    staff: username => named(username) ?? folded(fold(username)),
    staffById: staff.one('id = ?'),
    staffOf: staff.all('merchant = ? AND left_at IS NULL ORDER BY name, id'),
    personBytes: (merchant, id) => bytes.get(id, merchant),
    putStaff(row) {
      put({ ...row, query_name: fold(row.name), query_username: fold(row.username) });
      note();
    },
    replacePin: (id, before, after) => void replacePin.run(after, id, before),
  };
}

function createClients(
  db: Database,
  note: () => void,
): Part<'client' | 'clientsOf' | 'clientBytes' | 'putClient' | 'noteUse'> {
  const clients = tableOf<ClientRow>(db, 'client', clientTable);
  const bytes = bytesOf(db, 'api_client');
  const put = tableOf<ClientRow & Folded<'query_name'>>(db, 'client', { ...clientTable, ...same('query_name') }).put(
    'id',
  );
  const noteUse = db.prepare('UPDATE client SET last_used = ? WHERE id = ?');
  return {
    client: clients.one('id = ?'),
    clientsOf: clients.all('merchant = ? ORDER BY id'),
    clientBytes: (merchant, id) => bytes.get(id, merchant),
    putClient(row) {
      put({ ...row, query_name: fold(row.name ?? row.id) });
      note();
    },
    noteUse(id, day) {
      // Somebody who only reads may sign in, and leaves nothing behind.
      if (!db.readOnly) noteUse.run(day, id);
    },
  };
}

type Tokens =
  | 'token'
  | 'hasFamily'
  | 'addToken'
  | 'addSignIn'
  | 'renewSignIn'
  | 'signInsOf'
  | 'markUsed'
  | 'forgetExpired'
  | 'forgetAhead'
  | `end${'Family' | 'Access' | 'Device' | 'SignIns' | 'Person' | 'Others' | 'Client'}`;

function createTokens(db: Database, note: () => void): Part<Tokens> {
  const tokens = tableOf<TokenRow>(db, 'token', {
    ...same('hash', 'kind', 'family', 'client', 'staff', 'device'),
    expiresAt: 'expires_at',
    usedAt: 'used_at',
  });
  const hasFamily = db.prepare<number>('SELECT EXISTS (SELECT 1 FROM token WHERE family = ?)').pluck();
  const markUsed = db.prepare('UPDATE token SET used_at = ? WHERE hash = ?');
  const forget = db.prepare('DELETE FROM token WHERE expires_at < ?');
  const forgetAhead = db.prepare('DELETE FROM token WHERE kind = ? AND expires_at > ?');
  const signIns = tableOf<SignInRow>(db, 'sign_in', {
    ...same('family', 'merchant', 'staff', 'device', 'client', 'address', 'browser'),
    begunAt: 'begun_at',
    renewedAt: 'renewed_at',
  });
  const HAS_TOKENS = 'EXISTS (SELECT 1 FROM token WHERE token.family = sign_in.family AND expires_at > ?)';
  const ORDER = 'ORDER BY begun_at DESC, family LIMIT 1000';
  const ofMerchant = signIns.all(`merchant = ? AND ${HAS_TOKENS} ${ORDER}`);
  const ofPerson = signIns.all(`merchant = ? AND staff = ? AND ${HAS_TOKENS} ${ORDER}`);
  const renewSignIn = db.prepare('UPDATE sign_in SET renewed_at = ? WHERE family = ?');
  const forgetSignIns = db.prepare('DELETE FROM sign_in WHERE family NOT IN (SELECT family FROM token)');
  const endAccess = db.prepare("DELETE FROM token WHERE family = ? AND kind = 'access'");
  const ending = (condition: string) => {
    const end = db.prepare(`DELETE FROM token WHERE ${condition}`);
    return (...values: string[]) => {
      end.run(...values);
      note();
    };
  };
  return {
    token: tokens.one('hash = ?'),
    hasFamily: family => hasFamily.get(family) === 1,
    addToken: tokens.insert(),
    addSignIn: signIns.insert(),
    renewSignIn: (family, at) => void renewSignIn.run(at, family),
    signInsOf: (merchant, staff, now) => (staff === null ? ofMerchant(merchant, now) : ofPerson(merchant, staff, now)),
    markUsed: (hash, at) => void markUsed.run(at, hash),
    forgetExpired(now) {
      if (forget.run(now).changes > 0) forgetSignIns.run();
    },
    forgetAhead: (kind, latest) => void forgetAhead.run(kind, latest),
    endAccess: family => void endAccess.run(family),
    endFamily: ending('family = ?'),
    endDevice: ending('device = ?'),
    endSignIns: ending('device = ? AND staff IS NULL'),
    endPerson: ending('staff = ?'),
    endOthers: ending('staff = ? AND family <> ?'),
    endClient: ending('client = ?'),
  };
}

type Guessed =
  | 'failures'
  | 'setFailures'
  | 'forgive'
  | 'forgetFailures'
  | 'boundFailures'
  | 'placeSeen'
  | 'seePlace'
  | 'forgetPlaces'
  | 'mendTimes';

/** Wrong guesses, and the places where somebody has been. */
function createGuessed(db: Database): Part<Guessed> {
  const failures = db.prepare<Failures>(
    'SELECT count, blocked_until AS blockedUntil FROM login_failure WHERE name = ?',
  );
  const fail = db.prepare(`INSERT INTO login_failure (name, count, blocked_until, last_at)
    VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
    SET count = excluded.count, blocked_until = excluded.blocked_until, last_at = excluded.last_at`);
  const clear = db.prepare('DELETE FROM login_failure WHERE name = ?');
  const forgetFailures = db.prepare('DELETE FROM login_failure WHERE last_at < ?');
  const boundFailures = db.prepare(`DELETE FROM login_failure WHERE name IN
    (SELECT name FROM login_failure ORDER BY count DESC, last_at DESC LIMIT -1 OFFSET ?)`);
  const placeSeen = db.prepare<number>('SELECT last_at FROM known_place WHERE name = ?').pluck();
  const seePlace = db.prepare(
    'INSERT INTO known_place (name, last_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET last_at = excluded.last_at',
  );
  const forgetPlaces = db.prepare('DELETE FROM known_place WHERE last_at < ?');
  const mends = ['login_failure', 'known_place'].map(table =>
    db.prepare(`UPDATE ${table} SET last_at = ? WHERE last_at > ?`),
  );
  return {
    failures: name => failures.get(name) ?? null,
    setFailures: (name, { count, blockedUntil }, at) => void fail.run(name, count, blockedUntil, at),
    forgive: name => void clear.run(name),
    forgetFailures: before => void forgetFailures.run(before),
    boundFailures: most => void boundFailures.run(most),
    placeSeen: name => placeSeen.get(name) ?? null,
    seePlace: (name, at) => void seePlace.run(name, at),
    forgetPlaces: before => void forgetPlaces.run(before),
    mendTimes(now) {
      for (const mend of mends) mend.run(now, now);
    },
  };
}

/** Counts the commits that changed who may do what. */
function createChanges(db: Pick<Database, 'afterCommit'>) {
  const listeners = new Set<() => void>();
  let revision = 0;
  const committed = () => {
    revision += 1;
    for (const listener of listeners) listener();
  };
  return {
    note: () => db.afterCommit(committed),
    view: {
      revision: () => revision,
      onChanged: (listener: () => void) => void listeners.add(listener),
    },
  };
}
