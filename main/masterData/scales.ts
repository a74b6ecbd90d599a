/** Settings of the shop scales: each till has at most one, at a port of its own; changes with their audit entries. */
import type { ScaleRow, ScaleStore } from '../store/scales.ts';
import type { ScannerStore } from '../store/scanners.ts';
import type { NewScale, ScaleInput } from '../wire/scales.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import { audited, type Change, type MasterData } from './masterData.ts';

/** The stores of the changes. */
export interface ScaleData extends Pick<MasterData, 'audit' | 'devices'> {
  readonly scales: ScaleStore;
  readonly scanners: Pick<ScannerStore, 'all'>;
}

/** `own`: the scale that is changed; null for a new one. Throws `notFound`, and `scaleTwice` where the till or the port has one. */
export function checkScale(data: ScaleData, merchant: string, { till, path }: ScaleInput, own: string | null): void {
  if (till !== undefined && data.devices.find(merchant, till)?.type !== 'cashier')
    throw new BridgeError('notFound', `till: there is no till ${till}`);
  const others = data.scales.all(merchant).filter(({ id }) => id !== own);
  const atTill = others.find(other => other.till === till);
  if (atTill) throw new BridgeError('scaleTwice', `till: ${atTill.name} is at this till already`);
  const atPort = [...others, ...data.scanners.all(merchant)].find(other => other.path === path);
  if (atPort) throw new BridgeError('scaleTwice', `path: ${atPort.name} is at ${path} already`);
}

/** `adapter`: JSON of the ids of a USB adapter; `now`: ms since 1970. */
export const newScale = (merchant: string, input: NewScale, adapter: string | null, now: number): ScaleRow => ({
  ...input,
  ...{ id: newId('SCL'), merchant, adapter, createdAt: now },
});

/** Inside a job. `after` makes the changed row of the stored one; null: there is none yet. */
export function saveScale(
  { scales, audit }: Pick<ScaleData, 'scales' | 'audit'>,
  change: Change,
  id: string,
  after: (before: ScaleRow | null) => ScaleRow,
): ScaleRow {
  const before = scales.find(change.merchant, id);
  const changed = after(before);
  scales.put(changed);
  audited({ audit }, change, {
    ...{ kind: 'scale', subject: id, action: before ? 'changed' : 'created' },
    ...{ before: before && scaleSettings(before), after: scaleSettings(changed) },
  });
  return changed;
}

/** Inside a job. */
export function removeScale(
  { scales, audit }: Pick<ScaleData, 'scales' | 'audit'>,
  change: Change,
  held: ScaleRow,
): void {
  scales.remove(held.id);
  const entry = {
    kind: 'scale',
    subject: held.id,
    action: 'removed',
    before: scaleSettings(held),
    after: null,
  } as const;
  audited({ audit }, change, entry);
}

/** Settings in the words of the API, in the order of the audit log. */
export const scaleSettings = ({ name, till, path, protocol }: ScaleRow) => ({ name, till, path, protocol });
