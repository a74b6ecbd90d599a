/** Clients, staff and tokens on disk; of every secret only a hash. */
import type { Failures } from '../domain/lockout.ts';
import type { Database } from './database.ts';

export interface ClientRow {
  readonly id: string;
  readonly merchant: string;
  readonly secret_hash: string;
  readonly scope: string;
  readonly rotates: number;
}

export interface StaffRow {
  readonly id: string;
  readonly merchant: string;
  readonly username: string;
  readonly name: string;
  readonly role: 'cashier' | 'manager' | 'integrator' | 'backoffice';
  readonly pin_hash: string;
}

export interface TokenRow {
  readonly hash: string;
  readonly kind: 'access' | 'refresh';
  /** All tokens that descend from one login. */
  readonly family: string;
  readonly client: string;
  readonly staff: string | null;
  readonly device: string | null;
  readonly expires_at: number;
  readonly used_at: number | null;
}

export interface Accounts {
  client(id: string): ClientRow | null;
  staff(username: string): StaffRow | null;
  staffById(id: string): StaffRow | null;
  token(hash: string): TokenRow | null;
  /** Everybody of the merchant, in the order of their names. */
  staffOf(merchant: string): readonly StaffRow[];
  clientsOf(merchant: string): readonly ClientRow[];
  failures(name: string): Failures | null;
  /** When somebody last signed in there, ms since 1970; null for never. */
  placeSeen(name: string): number | null;
  write<T>(job: () => T): Promise<T>;
  // The rest is for use inside `write`.
  addToken(token: TokenRow): void;
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
  forgetExpired(now: number): void;
  setFailures(name: string, failures: Failures, at: number): void;
  forgive(name: string): void;
  /** Misses that were followed by silence: unknown names must not fill the table. */
  forgetFailures(before: number): void;
  /** Leaves the newest `most` misses: whoever tries names and addresses in turn must not fill it either. */
  boundFailures(most: number): void;
  seePlace(name: string, at: number): void;
  forgetPlaces(before: number): void;
}

export function createAccounts(db: Database): Accounts {
  const client = db.prepare<ClientRow>('SELECT * FROM client WHERE id = ?');
  const staff = db.prepare<StaffRow>('SELECT * FROM staff WHERE username = ?');
  const staffById = db.prepare<StaffRow>('SELECT * FROM staff WHERE id = ?');
  const staffOf = db.prepare<StaffRow>(
    'SELECT id, merchant, username, name, role, pin_hash FROM staff WHERE merchant = ? ORDER BY name, id',
  );
  const clientsOf = db.prepare<ClientRow>('SELECT * FROM client WHERE merchant = ? ORDER BY id');
  const putStaff =
    db.prepare(`INSERT INTO staff (id, merchant, username, name, role, pin_hash) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET username = excluded.username, name = excluded.name, role = excluded.role,
      pin_hash = excluded.pin_hash`);
  const putClient = db.prepare(`INSERT INTO client (id, merchant, secret_hash, scope, rotates) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET secret_hash = excluded.secret_hash, scope = excluded.scope, rotates = excluded.rotates`);
  const token = db.prepare<TokenRow>('SELECT * FROM token WHERE hash = ?');
  const failures = db.prepare<Failures>(
    'SELECT count, blocked_until AS blockedUntil FROM login_failure WHERE name = ?',
  );
  const add = db.prepare('INSERT INTO token VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const replacePin = db.prepare('UPDATE staff SET pin_hash = ? WHERE id = ? AND pin_hash = ?');
  const markUsed = db.prepare('UPDATE token SET used_at = ? WHERE hash = ?');
  const endFamily = db.prepare('DELETE FROM token WHERE family = ?');
  const endAccess = db.prepare("DELETE FROM token WHERE family = ? AND kind = 'access'");
  const endDevice = db.prepare('DELETE FROM token WHERE device = ?');
  const endSignIns = db.prepare('DELETE FROM token WHERE device = ? AND staff IS NULL');
  const forget = db.prepare('DELETE FROM token WHERE expires_at < ?');
  const fail = db.prepare(`INSERT INTO login_failure VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
    SET count = excluded.count, blocked_until = excluded.blocked_until, last_at = excluded.last_at`);
  const clear = db.prepare('DELETE FROM login_failure WHERE name = ?');
  const forgetFailures = db.prepare('DELETE FROM login_failure WHERE last_at < ?');
  const boundFailures = db.prepare(`DELETE FROM login_failure WHERE last_at <
    (SELECT last_at FROM login_failure ORDER BY last_at DESC LIMIT 1 OFFSET ?)`);
  const placeSeen = db.prepare<number>('SELECT last_at FROM known_place WHERE name = ?').pluck();
  const seePlace = db.prepare(
    'INSERT INTO known_place VALUES (?, ?) ON CONFLICT DO UPDATE SET last_at = excluded.last_at',
  );
  const forgetPlaces = db.prepare('DELETE FROM known_place WHERE last_at < ?');
  return {
    client: id => client.get(id) ?? null,
    staff: username => staff.get(username) ?? null,
    staffById: id => staffById.get(id) ?? null,
    token: hash => token.get(hash) ?? null,
    failures: name => failures.get(name) ?? null,
    staffOf: merchant => staffOf.all(merchant),
    clientsOf: merchant => clientsOf.all(merchant),
    putStaff: row => void putStaff.run(row.id, row.merchant, row.username, row.name, row.role, row.pin_hash),
    putClient: row => void putClient.run(row.id, row.merchant, row.secret_hash, row.scope, row.rotates),
    write: db.write,
    addToken: row =>
      void add.run(row.hash, row.kind, row.family, row.client, row.staff, row.device, row.expires_at, row.used_at),
    replacePin: (id, before, after) => void replacePin.run(after, id, before),
    markUsed: (hash, at) => void markUsed.run(at, hash),
    endFamily: family => void endFamily.run(family),
    endAccess: family => void endAccess.run(family),
    endDevice: device => void endDevice.run(device),
    endSignIns: device => void endSignIns.run(device),
    forgetExpired: now => void forget.run(now),
    setFailures: (name, { count, blockedUntil }, at) => void fail.run(name, count, blockedUntil, at),
    forgive: name => void clear.run(name),
    placeSeen: name => placeSeen.get(name) ?? null,
    boundFailures: most => void boundFailures.run(most),
    seePlace: (name, at) => void seePlace.run(name, at),
    forgetPlaces: before => void forgetPlaces.run(before),
    forgetFailures: before => void forgetFailures.run(before),
  };
}
