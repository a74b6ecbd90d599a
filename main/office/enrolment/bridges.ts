/** Enrolled bridges, their keys and their tills. */

import type { KeyObject } from 'node:crypto';
import { randomUUID } from 'node:crypto';
import { publicKeyFrom } from '../../batch/signature.ts';
import { numberLimits } from '../../wire/office/batches.ts';
import type { Enrolment, EnrolmentInput } from '../../wire/office/enrolment.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { storable } from '../database/values.ts';
import type { Office } from '../office.ts';
import { addAudit } from '../people/audit.ts';
import { takeZone, type ZoneFrom } from '../people/storeClock.ts';
import { countFailure, spendCode } from './codes.ts';

export interface KeyOwner {
  readonly key: string;
  readonly publicKey: KeyObject;
  readonly keyState: 'next' | 'current' | 'ended';
  readonly bridge: string;
  readonly merchant: string;
  readonly store: string;
  readonly timeZone: string;
  readonly zoneFrom: ZoneFrom;
  readonly revoked: boolean;
}

interface KeyRow {
  readonly public_key: string;
  readonly key_state: KeyOwner['keyState'];
  readonly bridge: string;
  readonly merchant: string;
  readonly store: string;
  readonly time_zone: string;
  readonly zone_from: ZoneFrom;
  readonly state: 'enrolled' | 'revoked';
}

/** The owner of a key by its `keyid`; null where nobody has it, or another key took its place. */
export async function ownerOf(sql: Sql, key: string): Promise<KeyOwner | null> {
  const [row] = await sql.query<KeyRow>(
    `SELECT k.public_key, k.state AS key_state, b.id AS bridge, b.merchant, b.store, s.time_zone, s.zone_from, b.state
     FROM bridge_key k JOIN bridge b ON b.id = k.bridge JOIN store s ON s.id = b.store WHERE k.id = $1`,
    [key],
  );
  if (!row || row.key_state === 'ended') return null;
  return {
    key,
    publicKey: publicKeyFrom(row.public_key),
    keyState: row.key_state,
    bridge: row.bridge,
    merchant: row.merchant,
    store: row.store,
    timeZone: row.time_zone,
    zoneFrom: row.zone_from,
    revoked: row.state === 'revoked',
  };
}

/** Enrols a bridge by its code. The same installation in the same store stays the same bridge, with a new key. */
export async function enrol(
  { database, clock }: Pick<Office, 'database' | 'clock'>,
  input: EnrolmentInput,
): Promise<Enrolment> {
  const now = clock.now();
  if (!isEd25519(input.public_key)) {
    await countFailure(database, input.code);
    throw keyRefusal();
  }
  const held = await heldEnrolment(database, input);
  if (held) return { ...held, at: timestamp(now) };
  return database.transaction(async sql => {
    const at = new Date(now).toISOString();
    const storeId = await spendCode(sql, input.code, now);
    await takeTold(sql, storeId, input.time_zone, now);
    const [store] = await sql.query<{ name: string; time_zone: string; merchant: string; merchant_name: string }>(
      'SELECT s.name, s.time_zone, m.id AS merchant, m.name AS merchant_name FROM store s JOIN merchant m ON m.id = s.merchant WHERE s.id = $1',
      [storeId],
    );
    if (!store) throw new BridgeError('officeCode', 'the store of the code is gone');
    const [known] = await sql.query<{ id: string }>(
      'SELECT id FROM bridge WHERE store = $1 AND installation = $2 FOR UPDATE',
      [storeId, input.installation],
    );
    const bridge = known?.id ?? newId('BRG');
    await sql.query(
      `INSERT INTO bridge (id, merchant, store, installation, name, state, enrolled)
       VALUES ($1, $2, $3, $4, $5, 'enrolled', $6)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, state = 'enrolled', enrolled = excluded.enrolled`,
      [bridge, store.merchant, storeId, input.installation, input.name, at],
    );
    await sql.query('INSERT INTO heartbeat (store, bridge) VALUES ($1, $2) ON CONFLICT (store, bridge) DO NOTHING', [
      ...[storeId, bridge],
    ]);
    await sql.query("UPDATE bridge_key SET state = 'ended' WHERE bridge = $1", [bridge]);
    const key = await keepKey(sql, bridge, input.public_key, 'current', at);
    const facts = { of: bridge, store: storeId, name: storable(input.name), key };
    await addAudit(sql, { merchant: store.merchant, person: null, action: 'bridgeEnrolled', facts, at: now });
    return {
      bridge,
      key,
      merchant: { id: store.merchant, name: store.merchant_name },
      store: { id: storeId, name: store.name, time_zone: store.time_zone },
      at: timestamp(now),
    };
  });
}

/** The first till of a store brings its zone, before its first record is counted. */
async function takeTold(sql: Sql, store: string, zone: string | undefined, now: number): Promise<void> {
  const [clock] = await sql.query<{ merchant: string; zone: string; from: ZoneFrom }>(
    'SELECT merchant, time_zone AS zone, zone_from AS from FROM store WHERE id = $1',
    [store],
  );
  if (!clock) return;
  const { merchant, zone: timeZone, from: zoneFrom } = clock;
  await takeZone(sql, { merchant, store, timeZone, zoneFrom }, { zone, before: null }, now);
}

/**
 * The enrolment that this installation has with this very key: its answer was lost, and its code is used up. It tells no secret;
 * whoever asks still has to sign with the private key. Null: there is none.
 */
async function heldEnrolment(
  sql: Sql,
  { installation, public_key: publicKey }: EnrolmentInput,
): Promise<Omit<Enrolment, 'at'> | null> {
  const [row] = await sql.query<
    Record<'bridge' | 'key' | 'merchant' | 'name' | 'store' | 'store_name' | 'zone', string>
  >(
    `SELECT b.id AS bridge, k.id AS key, m.id AS merchant, m.name, s.id AS store, s.name AS store_name, s.time_zone AS zone
     FROM bridge_key k JOIN bridge b ON b.id = k.bridge JOIN store s ON s.id = b.store JOIN merchant m ON m.id = b.merchant
     WHERE k.public_key = $1 AND k.state = 'current' AND b.installation = $2 AND b.state = 'enrolled'`,
    [publicKey, installation],
  );
  return row
    ? {
        bridge: row.bridge,
        key: row.key,
        merchant: { id: row.merchant, name: row.name },
        store: { id: row.store, name: row.store_name, time_zone: row.zone },
      }
    : null;
}

/** Keeps the next key of a bridge; both hold until the first request with the new one. */
export async function addKey(
  { database, clock }: Pick<Office, 'database' | 'clock'>,
  { bridge, merchant, store }: Pick<KeyOwner, 'bridge' | 'merchant' | 'store'>,
  publicKey: string,
): Promise<string> {
  if (!isEd25519(publicKey)) throw keyRefusal();
  const now = clock.now();
  return database.transaction(async sql => {
    // An earlier next key was never used: its answer was lost.
    await sql.query("UPDATE bridge_key SET state = 'ended' WHERE bridge = $1 AND state = 'next'", [bridge]);
    const key = await keepKey(sql, bridge, publicKey, 'next', new Date(now).toISOString());
    const facts = { of: bridge, store, key };
    await addAudit(sql, { merchant, person: null, action: 'bridgeKeyMade', facts, at: now });
    return key;
  });
}

/** The first request with the next key ends the key before it. */
export async function startNextKey({ database }: Pick<Office, 'database'>, { bridge, key }: KeyOwner): Promise<void> {
  await database.transaction(async sql => {
    await sql.query("UPDATE bridge_key SET state = 'ended' WHERE bridge = $1 AND id <> $2", [bridge, key]);
    await sql.query("UPDATE bridge_key SET state = 'current' WHERE id = $1", [key]);
  });
}

/** Ends the right of a bridge to send; what it sent stays. Gives false where there is no such bridge of the merchant. */
export async function revoke(sql: Sql, merchant: string, bridge: string): Promise<boolean> {
  const rows = await sql.query("UPDATE bridge SET state = 'revoked' WHERE id = $1 AND merchant = $2 RETURNING id", [
    bridge,
    merchant,
  ]);
  return rows.length > 0;
}

async function keepKey(sql: Sql, bridge: string, publicKey: string, state: 'next' | 'current', at: string) {
  const id = randomUUID();
  await sql.query('INSERT INTO bridge_key (id, bridge, public_key, state, made) VALUES ($1, $2, $3, $4, $5)', [
    id,
    bridge,
    publicKey,
    state,
    at,
  ]);
  return id;
}

/** The till of a device on its bridge: TIL_…, made when the device is first named. Throws `officeTills` where it has too many. */
export async function tillOf(
  sql: Sql,
  { bridge, merchant, store }: Pick<KeyOwner, 'bridge' | 'merchant' | 'store'>,
  device: string,
  name: string | null = null,
): Promise<string> {
  // The table is on every node, and a till that is known is read on one.
  const [known] = await sql.query<{ id: string; name: string }>(
    'SELECT id, name FROM till WHERE bridge = $1 AND device = $2',
    [bridge, device],
  );
  if (known && (name === null || name === known.name)) return known.id;
  const [till] = await sql.query<{ id: string }>(
    `INSERT INTO till (id, bridge, device, merchant, store, name) SELECT $1, $2, $3, $4, $5, $6
       WHERE (SELECT count(*) FROM till WHERE bridge = $2 AND device <> $3) < ${numberLimits.tills}
     ON CONFLICT (bridge, device) DO UPDATE SET name = coalesce($7, till.name) RETURNING id`,
    [newId('TIL'), bridge, device, merchant, store, name ?? device, name],
  );
  if (!till)
    throw new BridgeError(
      'officeTills',
      `the bridge ${bridge} has ${numberLimits.tills} tills already; nothing was taken`,
    );
  return till.id;
}

const keyRefusal = (): BridgeError =>
  new BridgeError('badInput', 'public_key must be an Ed25519 key, SPKI as base64; nothing was enrolled', { http: 400 });

function isEd25519(publicKey: string): boolean {
  try {
    publicKeyFrom(publicKey);
    return true;
  } catch {
    return false;
  }
}
