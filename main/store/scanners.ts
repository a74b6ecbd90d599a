/** Serial barcode scanners on disk. */
import type { Scanner } from '../wire/scanners.ts';
import type { Database } from './database.ts';
import { createTillDevices, type TillDeviceRow, type TillDeviceStore, tillDeviceColumns } from './tillDevices.ts';

export interface ScannerRow extends TillDeviceRow {
  readonly baudRate: Scanner['baudRate'];
  readonly prefix: string;
  readonly suffix: Scanner['suffix'];
}

export type ScannerStore = TillDeviceStore<ScannerRow>;

export const createScanners = (db: Database): ScannerStore =>
  createTillDevices<ScannerRow>(db, 'scanner', {
    ...tillDeviceColumns,
    baudRate: 'baud_rate',
    prefix: 'prefix',
    suffix: 'suffix',
  });
