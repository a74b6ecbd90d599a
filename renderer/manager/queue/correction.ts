/** What a manager typed to correct a record, as the bridge takes it. */

import type { QueuedRecord, RecordCorrection } from '../../../main/wire/queue.ts';

/** Only what differs from what is sent now; null where nothing does, or where a number cannot be read. */
export function correctionOf(
  { corrections }: Pick<QueuedRecord, 'corrections'>,
  typed: Readonly<Record<string, string>>,
): RecordCorrection | null {
  const changed = corrections.flatMap(({ name, value }) => {
    const text = typed[name]?.trim() ?? '';
    return text === '' || text === value ? [] : [[name, text] as const];
  });
  if (changed.length === 0) return null;
  const { trace, ...texts } = Object.fromEntries(changed);
  if (trace === undefined) return texts;
  return /^\d{1,6}$/.test(trace) ? { ...texts, trace: Number(trace) } : null;
}
