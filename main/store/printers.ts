/** Receipt printers, what each till prints, and the logo. */
import type { Bitmap, CodePage, PrinterConnection, PrinterModel } from '../../drivers/index.ts';
import { flag, json, same, tableOf } from './columns.ts';
import type { Database } from './database.ts';

export interface PrinterRow {
  /** PRN_… */
  readonly id: string;
  readonly merchant: string;
  readonly name: string;
  readonly connection: PrinterConnection;
  readonly columns: number;
  readonly model: PrinterModel;
  readonly codePage: CodePage;
  readonly cut: 'partial' | 'full' | 'none';
  /** How the receipt number is printed for a scanner. */
  readonly code: 'qr' | 'barcode' | 'none';
  /** Pin of the drawer; null: no drawer at this printer. */
  readonly drawer: 0 | 1 | null;
  readonly logo: boolean;
  /** ms since 1970 */
  readonly created: number;
}

export interface TillPrintingRow {
  /** SDV_… */
  readonly till: string;
  readonly merchant: string;
  readonly printer: string | null;
  readonly receipts: 'always' | 'ask';
  readonly merchantCopies: boolean;
  readonly drawerCash: boolean;
  readonly drawerCard: boolean;
}

export interface ReceiptDeliveryRow {
  readonly isOn: boolean;
  readonly days: number;
  readonly address: string | null;
}

export interface PrinterStore {
  all(merchant?: string): readonly PrinterRow[];
  find(id: string): PrinterRow | null;
  tills(merchant: string): readonly TillPrintingRow[];
  till(till: string): TillPrintingRow | null;
  logo(merchant: string): Bitmap | null;
  delivery(merchant: string): ReceiptDeliveryRow;
  /** The addresses of links that are switched on. */
  addresses(): readonly string[];
  // The rest is for use inside `write`.
  save(printer: PrinterRow): void;
  remove(id: string): void;
  saveTill(row: TillPrintingRow): void;
  saveLogo(merchant: string, logo: Bitmap | null): void;
  saveDelivery(merchant: string, row: ReceiptDeliveryRow): void;
}

/** Where nobody has set anything: no receipt leaves as a file. */
const NO_DELIVERY: ReceiptDeliveryRow = { isOn: false, days: 7, address: null };

export function createPrinters(db: Pick<Database, 'prepare'>): PrinterStore {
  const { prepare } = db;
  const printers = tableOf<PrinterRow>(db, 'printer', {
    ...same('id', 'merchant', 'name', 'columns', 'model', 'cut', 'code', 'drawer', 'created'),
    connection: json('connection'),
    codePage: 'code_page',
    logo: flag('logo'),
  });
  const tills = tableOf<TillPrintingRow>(db, 'till_printing', {
    ...same('till', 'merchant', 'printer', 'receipts'),
    merchantCopies: flag('merchant_copies'),
    drawerCash: flag('drawer_cash'),
    drawerCard: flag('drawer_card'),
  });
  const everywhere = printers.all('TRUE ORDER BY created, id');
  const logo = prepare<{ width: number; height: number; bits: Buffer }>(
    'SELECT width, height, bits FROM printer_logo WHERE merchant = ?',
  );
  const delivery = prepare<{ is_on: number; days: number; address: string | null }>(
    'SELECT is_on, days, address FROM receipt_delivery WHERE merchant = ?',
  );
  const addresses = prepare<string>(
    'SELECT address FROM receipt_delivery WHERE is_on = 1 AND address IS NOT NULL',
  ).pluck();
  const leave = prepare('UPDATE till_printing SET printer = NULL WHERE printer = ?');
  const remove = prepare('DELETE FROM printer WHERE id = ?');
  const saveLogo = prepare('INSERT OR REPLACE INTO printer_logo (merchant, width, height, bits) VALUES (?, ?, ?, ?)');
  const removeLogo = prepare('DELETE FROM printer_logo WHERE merchant = ?');
  const saveDelivery = prepare(`INSERT OR REPLACE INTO receipt_delivery (merchant, is_on, days, address)
    VALUES (?, ?, ?, ?)`);

  return {
    all: merchant => everywhere().filter(one => merchant === undefined || one.merchant === merchant),
    find: printers.one('id = ?'),
    tills: tills.all('merchant = ?'),
    till: tills.one('till = ?'),
    logo: merchant => logo.get(merchant) ?? null,
    delivery(merchant) {
      const row = delivery.get(merchant);
      return row ? { isOn: row.is_on === 1, days: row.days, address: row.address } : NO_DELIVERY;
    },
    addresses: () => addresses.all(),
    save: printers.put('id'),
    remove(id) {
      leave.run(id);
      remove.run(id);
    },
    saveTill: tills.put('till'),
    saveLogo(merchant, picture) {
      if (picture) saveLogo.run(merchant, picture.width, picture.height, Buffer.from(picture.bits));
      else removeLogo.run(merchant);
    },
    saveDelivery: (merchant, { isOn, days, address }) => void saveDelivery.run(merchant, isOn ? 1 : 0, days, address),
  };
}
