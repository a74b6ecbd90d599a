/** Settings of the serial scanners: what is set where a setting is left out, which ports are free, and the changes with their audit entries. */
import type { ScannerRow, ScannerStore } from '../store/scanners.ts';
import { type NewScanner, type ScannerInput, usualBaudRate } from '../wire/scanners.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import { audited, type Change, type MasterData } from './masterData.ts';

/** The stores of the changes. */
export interface ScannerData extends Pick<MasterData, 'audit' | 'devices'> {
  readonly scanners: ScannerStore;
}

/** More scanners than a shop has hands. */
const MOST = 50;
/** Settings of a scanner as its maker delivers it. */
const USUAL = { baudRate: usualBaudRate, prefix: '', suffix: 'line' } as const;

/** `own`: the scanner that is changed; null for a new one. Throws `notFound`, and `scannerTwice` where another scanner has this port. */
export function checkScanner(
  { scanners, devices }: Pick<ScannerData, 'scanners' | 'devices'>,
  merchant: string,
  { till, path }: ScannerInput,
  own: string | null,
): void {
  if (till !== undefined && devices.find(merchant, till)?.type !== 'cashier')
    throw new BridgeError('notFound', `till: there is no till ${till}`);
  const others = scanners.all(merchant).filter(({ id }) => id !== own);
  const holder = others.find(other => other.path === path);
  if (holder) throw new BridgeError('scannerTwice', `path: ${holder.name} is at ${path} already`);
  if (own === null && others.length >= MOST) throw new BridgeError('scannerTwice', `there are ${MOST} scanners`);
}

/** `adapter`: JSON of the ids of a USB adapter; `now`: ms since 1970. */
export function newScanner(merchant: string, input: NewScanner, adapter: string | null, now: number): ScannerRow {
  return { ...USUAL, ...input, id: newId('SCN'), merchant, adapter, createdAt: now };
}

/** Inside a job. `after` makes the changed row of the stored one; null: there is none yet. */
export function saveScanner(
  { scanners, audit }: ScannerData,
  change: Change,
  id: string,
  after: (before: ScannerRow | null) => ScannerRow,
): ScannerRow {
  const before = scanners.find(change.merchant, id);
  const changed = after(before);
  scanners.put(changed);
  audited({ audit }, change, {
    kind: 'scanner',
    subject: id,
    action: before ? 'changed' : 'created',
    before: before && settingsOf(before),
    after: settingsOf(changed),
  });
  return changed;
}

/** Inside a job. */
export function removeScanner({ scanners, audit }: ScannerData, change: Change, held: ScannerRow): void {
  scanners.remove(held.id);
  audited({ audit }, change, {
    kind: 'scanner',
    subject: held.id,
    action: 'removed',
    before: settingsOf(held),
    after: null,
  });
}

/** Settings in the words of the API, in the order of the audit log. */
export const settingsOf = ({ name, till, path, baudRate, prefix, suffix }: ScannerRow) => ({
  name,
  till,
  path,
  baudRate,
  prefix,
  suffix,
});
