/** The shop itself: merchants, devices, articles, and which sale each till has on its screen. */
import type { Article } from '../api/catalogue/contract.ts';
import type { Device } from '../api/devices/contract.ts';
import { timestamp } from '../clock.ts';
import type { Merchant } from '../ports.ts';
import type { Database } from './database.ts';

interface DeviceRow {
  readonly id: string;
  readonly merchant: string;
  readonly store: string | null;
  readonly store_name: string | null;
  readonly type: Device['type'];
  readonly vendor: string | null;
  readonly vendor_uid: string | null;
  readonly description: string;
  readonly tid: string | null;
  readonly terminal: string | null;
  readonly created: number;
  readonly updated: number;
}

export interface Shop {
  merchant(id: string): Merchant;
  firstMerchant(): Merchant | null;
  hasContract(merchant: string): boolean;
  devices(merchant: string, online: (id: string) => boolean): readonly Device[];
  device(merchant: string, id: string): DeviceRow | null;
  /** All terminals of this installation, in the order of the list. */
  terminals(): readonly { readonly id: string; readonly merchant: string; readonly description: string }[];
  firstTill(merchant: string): string | null;
  tillByName(merchant: string, name: string): string | null;
  articles(merchant: string): readonly string[];
  article(merchant: string, code: string): string | null;
  staff(merchant: string): readonly { readonly username: string; readonly name: string; readonly role: string }[];
  cardPrefixes(merchant: string): readonly string[];
  saleOnTill(till: string): string | null;
  /** Inside a job. */
  putOnTill(till: string, sale: string | null): void;
  putArticle(merchant: string, position: number, article: Article): void;
}

export function createShop(db: Database): Shop {
  const merchants = new Map<string, Merchant & { readonly hasContract: boolean }>();
  const merchantRow = db.prepare<{ id: string; name: string; address: string; currency: string; has_contract: number }>(
    'SELECT * FROM merchant WHERE id = ?',
  );
  const firstMerchant = db.prepare<string>('SELECT merchant FROM device ORDER BY position LIMIT 1').pluck();
  const SELECT = 'SELECT d.*, s.name AS store_name FROM device d LEFT JOIN store s ON s.id = d.store';
  const devices = db.prepare<DeviceRow>(`${SELECT} WHERE d.merchant = ? ORDER BY d.position`);
  const device = db.prepare<DeviceRow>(`${SELECT} WHERE d.id = ? AND d.merchant = ?`);
  const terminals = db.prepare<{ id: string; merchant: string; description: string }>(
    "SELECT id, merchant, description FROM device WHERE type = 'zvt' ORDER BY position",
  );
  const firstTill = db
    .prepare<string>("SELECT id FROM device WHERE merchant = ? AND type = 'cashier' ORDER BY position LIMIT 1")
    .pluck();
  const tillByName = db
    .prepare<string>("SELECT id FROM device WHERE merchant = ? AND type = 'cashier' AND (id = ? OR vendor_uid = ?)")
    .pluck();
  const articles = db.prepare<string>('SELECT document FROM article WHERE merchant = ? ORDER BY position').pluck();
  const article = db
    .prepare<string>("SELECT document FROM article WHERE merchant = ? AND ean = ? AND ean <> ''")
    .pluck();
  const byNumber = db.prepare<string>('SELECT document FROM article WHERE merchant = ? AND article_number = ?').pluck();
  const staff = db.prepare<{ username: string; name: string; role: string }>(
    'SELECT username, name, role FROM staff WHERE merchant = ? ORDER BY role, name',
  );
  const prefixes = db.prepare<string>('SELECT DISTINCT prefix FROM card_group WHERE merchant = ?').pluck();
  const onTill = db.prepare<string | null>('SELECT sale FROM till WHERE device = ?').pluck();
  const putOnTill = db.prepare(
    'INSERT INTO till (device, sale) VALUES (?, ?) ON CONFLICT DO UPDATE SET sale = excluded.sale',
  );
  const putArticle =
    db.prepare(`INSERT INTO article (merchant, position, article_number, ean, document) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET position = excluded.position, ean = excluded.ean, document = excluded.document`);

  function known(id: string) {
    const cached = merchants.get(id);
    if (cached) return cached;
    const row = merchantRow.get(id);
    if (!row) throw new Error(`merchant ${id} is not in the database`);
    const merchant = {
      id,
      name: row.name,
      address: JSON.parse(row.address),
      currency: row.currency,
      hasContract: row.has_contract === 1,
    };
    merchants.set(id, merchant);
    return merchant;
  }

  return {
    merchant: known,
    firstMerchant() {
      const id = firstMerchant.get();
      return id === undefined ? null : known(id);
    },
    hasContract: merchant => known(merchant).hasContract,
    devices: (merchant, online) => devices.all(merchant).map(row => deviceOf(row, online(row.id))),
    device: (merchant, id) => device.get(id, merchant) ?? null,
    terminals: () => terminals.all(),
    firstTill: merchant => firstTill.get(merchant) ?? null,
    tillByName: (merchant, name) => tillByName.get(merchant, name, name) ?? null,
    articles: merchant => articles.all(merchant),
    article: (merchant, code) => article.get(merchant, code) ?? byNumber.get(merchant, code) ?? null,
    staff: merchant => staff.all(merchant),
    cardPrefixes: merchant => prefixes.all(merchant),
    saleOnTill: till => onTill.get(till) ?? null,
    putOnTill: (till, sale) => void putOnTill.run(till, sale),
    putArticle: (merchant, position, row) =>
      void putArticle.run(merchant, position, row.articleNumber, row.ean, JSON.stringify(row)),
  };
}

export const deviceOf = (row: DeviceRow, online: boolean): Device => ({
  object: 'smart.devices',
  id: row.id,
  merchant: { object: 'general.merchants', id: row.merchant },
  store:
    row.store && row.store_name !== null ? { object: 'general.stores', id: row.store, name: row.store_name } : null,
  type: row.type,
  vendor: row.vendor,
  vendor_uid: row.vendor_uid,
  description: row.description,
  tid: row.tid,
  online,
  status: 'active',
  created: timestamp(row.created),
  updated: timestamp(row.updated),
});
