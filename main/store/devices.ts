/** Devices and routings in the database: records of the API, and the look-ups of the bridge. */

import { fold } from '../query/comparable.ts';
import type { QueryDeclaration } from '../query/declaration.ts';
import type { Device } from '../wire/devices.ts';
import type { Routing } from '../wire/routings.ts';
import type { Records } from '../world/records.ts';
import type { Database } from './database.ts';
import { type ChangeLog, createRecords } from './records.ts';
import { OPAQUE_PARAMETER } from './statement.ts';

/** The store of a till, by the parameters till and merchant: that of its device, else the default store of the merchant. */
export const STORE_OF_TILL = `coalesce((SELECT json_extract(document, '$.store.id') FROM smart_device WHERE id = ?),
  (SELECT id FROM store WHERE merchant = ? ORDER BY is_default DESC, number LIMIT 1))`;

/** Fields that a list of devices finds by index. */
export const deviceQueries = {
  table: 'smart_device',
  order: 'list_order',
  fields: {
    id: { type: 'id', column: 'id' },
    type: { type: 'text', column: 'query_type' },
    vendor_uid: { type: 'text', column: 'query_vendor_uid' },
    tid: { type: 'text', column: 'query_tid' },
    description: { type: 'text', column: 'query_description' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

/** Fields that a list of routings finds by index. */
export const routingQueries = {
  table: 'smart_routing',
  fields: {
    id: { type: 'id', column: 'id' },
    description: { type: 'text', column: 'query_description' },
    created: { type: 'timestamp', column: 'query_created' },
    'assign.id': { type: 'id', link: { table: 'smart_routing_device', key: 'routing', column: 'device' } },
  },
} as const satisfies QueryDeclaration;

export interface DeviceStore {
  readonly devices: Records<Device>;
  readonly routings: Records<Routing>;
  find(merchant: string, id: string): Device | null;
  /** A till by the uuid it signs in with. */
  byUuid(merchant: string, uuid: string): Device | null;
  uuidTaken(merchant: string, uuid: string): boolean;
  firstTill(merchant: string): string | null;
  /** By id or uuid. */
  tillByName(merchant: string, name: string): string | null;
  /** All terminals of this installation, in the order they were made. */
  terminals(): readonly { readonly id: string; readonly merchant: string; readonly description: string }[];
  /** The other devices of all routings this one is in. */
  routedWith(device: string): readonly string[];
  routingsOf(device: string): readonly string[];
  storeName(merchant: string, store: string): string | null;
  pinSet(owner: string): boolean;
  // The rest is for use inside `write`.
  setPin(owner: string, hash: string): void;
  /** Being online is no change of the record and makes no event. */
  showOnline(device: string, online: boolean): void;
  /** Tills are online while they hold a good token. */
  refreshTills(now: number): void;
}

const TILL = "query_type IN ('cashier', 'shopmodule')";

export function createDevices(db: Database, events: ChangeLog): DeviceStore {
  const devices = createRecords<Device>(db, events, { object: 'smart.devices', queries: deviceQueries });
  const storeName = db.prepare<string>('SELECT name FROM store WHERE id = ? AND merchant = ?').pluck();
  const pin = db.prepare<number>('SELECT EXISTS (SELECT 1 FROM device_pin WHERE owner = ?)').pluck();
  const setPin = db.prepare(
    'INSERT INTO device_pin (owner, pin_hash) VALUES (?, ?) ON CONFLICT DO UPDATE SET pin_hash = excluded.pin_hash',
  );
  const terminals = db.prepare<{ id: string; merchant: string; description: string }>(
    `SELECT id, merchant, json_extract(document, '$.description') AS description FROM smart_device
     WHERE query_type = 'zvt' ORDER BY number`,
  );
  return {
    devices,
    routings: createRecords<Routing>(db, events, { object: 'smart.routings', queries: routingQueries }),
    find: (merchant, id) => devices.find(merchant, id)?.document ?? null,
    ...createTills(db),
    ...createRoutingLookups(db),
    ...createPresence(db),
    terminals: () => terminals.all(),
    storeName: (merchant, store) => storeName.get(store, merchant) ?? null,
    pinSet: owner => pin.get(owner) === 1,
    setPin: (owner, hash) => void setPin.run(owner, hash),
  };
}

function createTills(db: Database): Pick<DeviceStore, 'byUuid' | 'uuidTaken' | 'firstTill' | 'tillByName'> {
  const byUuid = db
    .prepare<string>(`SELECT document FROM smart_device WHERE merchant = ? AND query_vendor_uid = ? AND ${TILL}`)
    .pluck();
  const uuidTaken = db
    .prepare<number>('SELECT EXISTS (SELECT 1 FROM smart_device WHERE merchant = ? AND query_vendor_uid = ?)')
    .pluck();
  const first = db
    .prepare<string>(
      "SELECT id FROM smart_device WHERE merchant = ? AND query_type = 'cashier' ORDER BY number LIMIT 1",
    )
    .pluck();
  const byId = db.prepare<string>(`SELECT id FROM smart_device WHERE merchant = ? AND id = ? AND ${TILL}`).pluck();

  /** The index folds letters, so the uuid itself is compared as well. */
  function tillByUuid(merchant: string, uuid: string): Device | null {
    const text = byUuid.get(merchant, fold(uuid));
    const device: Device | null = text === undefined ? null : JSON.parse(text);
    return device?.vendor_uid === uuid ? device : null;
  }

  return {
    byUuid: tillByUuid,
    uuidTaken: (merchant, uuid) => uuidTaken.get(merchant, fold(uuid)) === 1,
    firstTill: merchant => first.get(merchant) ?? null,
    tillByName: (merchant, name) => tillByUuid(merchant, name)?.id ?? byId.get(merchant, name) ?? null,
  };
}

function createRoutingLookups(db: Database): Pick<DeviceStore, 'routedWith' | 'routingsOf'> {
  const routedWith = db
    .prepare<string>(
      `SELECT DISTINCT other.device FROM smart_routing_device mine
       JOIN smart_routing_device other ON other.routing = mine.routing
       WHERE mine.device = ${OPAQUE_PARAMETER} AND other.device <> mine.device`,
    )
    .pluck();
  const routingsOf = db
    .prepare<string>(
      `SELECT r.id FROM smart_routing_device mine JOIN smart_routing r ON r.id = mine.routing
       WHERE mine.device = ? ORDER BY r.number`,
    )
    .pluck();
  return {
    routedWith: device => routedWith.all(device),
    routingsOf: device => routingsOf.all(device),
  };
}

/** The document of a device says whether it is online; it is written only when that changes. */
function createPresence(db: Database): Pick<DeviceStore, 'showOnline' | 'refreshTills'> {
  const show = db.prepare(`UPDATE smart_device SET document = json_set(document, '$.online', json(?))
    WHERE id = ? AND json_extract(document, '$.online') IS NOT (? = 'true')`);
  const tills = db.prepare<{ id: string; online: number }>(
    `SELECT d.id, EXISTS (SELECT 1 FROM token t WHERE t.device = d.id AND t.kind = 'access' AND t.expires_at > ?) AS online
     FROM smart_device d WHERE ${TILL}`,
  );
  const showOnline = (device: string, online: boolean) => void show.run(String(online), device, String(online));
  return {
    showOnline,
    refreshTills(now) {
      for (const { id, online } of tills.all(now)) showOnline(id, online === 1);
    },
  };
}
