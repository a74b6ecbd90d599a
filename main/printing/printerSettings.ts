/** Changes of printers and of what tills print. Everything is for use inside a job, with its entry in the audit log. */

import type { PrinterConnection } from '../../drivers/index.ts';
import type { PrinterRow, PrinterStore, ReceiptDeliveryRow, TillPrintingRow } from '../store/printers.ts';
import type { PrintJobStore } from '../store/printJobs.ts';
import type { PrinterChanges } from '../wire/printers.ts';
import type { AuditActor, AuditLog } from '../world/audit.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';

export interface SettingParts {
  readonly printers: PrinterStore;
  readonly jobs: Pick<PrintJobStore, 'open' | 'decide'>;
  readonly audit: AuditLog;
  readonly now: () => number;
}

export interface SettingChange {
  readonly merchant: string;
  readonly actor: AuditActor;
}

/** Defaults of a printer. */
const USUAL = {
  columns: 42,
  model: 'epson',
  codePage: 'auto',
  cut: 'partial',
  code: 'qr',
  drawer: 0,
  logo: true,
} as const;

const usualTill = (merchant: string, till: string): TillPrintingRow => ({
  ...{ till, merchant, printer: null, receipts: 'ask', merchantCopies: true, drawerCash: true, drawerCard: false },
});

/** The settings of a till, also of one nobody has set up. */
export const printingOfTill = (
  { printers }: Pick<SettingParts, 'printers'>,
  merchant: string,
  till: string,
): TillPrintingRow => {
  const row = printers.till(till);
  return row?.merchant === merchant ? row : usualTill(merchant, till);
};

/** Throws `notFound`, also for a printer of another merchant. */
export function printerOf({ printers }: Pick<SettingParts, 'printers'>, merchant: string, id: string): PrinterRow {
  const found = printers.find(id);
  if (found?.merchant !== merchant) throw new BridgeError('notFound', `there is no printer ${id}`);
  return found;
}

const shown = ({ id: _, merchant: __, created: ___, ...facts }: PrinterRow) => facts;

function checkName({ printers }: SettingParts, merchant: string, name: string, own: string | null): void {
  if (printers.all(merchant).some(one => one.name === name && one.id !== own))
    throw new BridgeError('alreadyAssigned', `name: there is a printer ${name} already`);
}

function merged(row: PrinterRow, changes: PrinterChanges): PrinterRow {
  const { code_page: codePage, connection, ...rest } = changes;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...row,
    ...given,
    ...(codePage === undefined ? {} : { codePage }),
    ...(connection === undefined ? {} : { connection: connection as PrinterConnection }),
  };
}

type NewPrinter = PrinterChanges & Required<Pick<PrinterChanges, 'name' | 'connection'>>;

export function addPrinter(parts: SettingParts, { merchant, actor }: SettingChange, input: NewPrinter): PrinterRow {
  checkName(parts, merchant, input.name, null);
  const { name, connection } = input;
  const fresh = { ...USUAL, id: newId('PRN'), merchant, name, connection: connection as PrinterConnection };
  const row = merged({ ...fresh, created: parts.now() }, input);
  parts.printers.save(row);
  parts.audit.append(merchant, actor, {
    ...{ kind: 'printer', subject: row.id, action: 'created', before: null },
    after: shown(row),
  });
  return row;
}

export function changePrinter(
  parts: SettingParts,
  { merchant, actor }: SettingChange,
  id: string,
  input: PrinterChanges,
) {
  const before = printerOf(parts, merchant, id);
  const after = merged(before, input);
  checkName(parts, merchant, after.name, id);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  parts.printers.save(after);
  parts.audit.append(merchant, actor, {
    ...{ kind: 'printer', subject: id, action: 'changed' },
    ...{ before: shown(before), after: shown(after) },
  });
}

/** Throws `printerBusy` while slips wait for it. */
export function removePrinter(parts: SettingParts, { merchant, actor }: SettingChange, id: string): void {
  const before = printerOf(parts, merchant, id);
  const { waiting, held } = parts.jobs.open(id);
  if (waiting + held > 0) throw new BridgeError('printerBusy', `${waiting + held} slips wait for ${before.name}`);
  parts.printers.remove(id);
  parts.audit.append(merchant, actor, {
    ...{ kind: 'printer', subject: id, action: 'removed', after: null },
    before: shown(before),
  });
}

export type TillChanges = Partial<Omit<TillPrintingRow, 'till' | 'merchant'>>;

export function changeTillPrinting(
  parts: SettingParts,
  { merchant, actor }: SettingChange,
  till: string,
  changes: TillChanges,
): void {
  if (changes.printer) printerOf(parts, merchant, changes.printer);
  const before = printingOfTill(parts, merchant, till);
  const after = { ...before, ...changes };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  parts.printers.saveTill(after);
  parts.audit.append(merchant, actor, { kind: 'till', subject: till, action: 'changed', before, after });
}

export function changeDelivery(
  parts: SettingParts,
  { merchant, actor }: SettingChange,
  changes: Partial<ReceiptDeliveryRow>,
): void {
  const before = parts.printers.delivery(merchant);
  const after = { ...before, ...changes };
  parts.printers.saveDelivery(merchant, after);
  parts.audit.append(merchant, actor, { kind: 'shop', subject: 'receipt-links', action: 'changed', before, after });
}
