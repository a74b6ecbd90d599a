/** Shop scales on disk. */
import type { ShopScale } from '../wire/scales.ts';
import type { Database } from './database.ts';
import { createTillDevices, type TillDeviceRow, type TillDeviceStore, tillDeviceColumns } from './tillDevices.ts';

export interface ScaleRow extends TillDeviceRow {
  readonly protocol: ShopScale['protocol'];
}

export type ScaleStore = TillDeviceStore<ScaleRow>;

export const createScales = (db: Database): ScaleStore =>
  createTillDevices<ScaleRow>(db, 'scale', { ...tillDeviceColumns, protocol: 'protocol' });
