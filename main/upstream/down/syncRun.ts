/** One round: everything that the service offers and that is due, one part after the other. */
import type { Down, DownPart } from '../../world/down.ts';
import { LeaseLost } from '../../world/queue.ts';
import { UpstreamError } from '../failures.ts';
import { readCampaigns, readCatalogue } from './catalogue.ts';
import { followChanges, readPage, saveSequence } from './changes.ts';
import { type KindRow, kindRows } from './kinds.ts';
import { isAbsent } from './lists.ts';
import { compareAll, readAgain, readChanged } from './objects.ts';
import { readContracts, readMerchant } from './shopFacts.ts';
import type { SyncParts, SyncSettings } from './syncParts.ts';

/** Throws `UpstreamError` where the service cannot be used now; what was stored before stays. */
export async function runSync(parts: SyncParts, settings: SyncSettings): Promise<void> {
  const first = await readPage(parts, null);
  if (first !== null) await readTillbridge(parts, first, settings);
  else for (const row of kindRows) await part(parts, row.kind, () => readKind(parts, row, settings));
  for (const row of kindRows) await part(parts, row.kind, () => readAgain(parts, row));
  for (const [name, read] of SHOP)
    if (isDue(parts.down, name, settings.wholeEvery, parts.now())) await part(parts, name, () => read(parts));
  if (first === null) return;
  await part(parts, 'catalogue', () => readCatalogue(parts));
  await part(parts, 'campaigns', () => readCampaigns(parts));
}

const SHOP = [
  ['merchant', readMerchant],
  ['contracts', readContracts],
] as const;

type FirstPage = NonNullable<Awaited<ReturnType<typeof readPage>>>;

async function readTillbridge(parts: SyncParts, first: FirstPage, settings: SyncSettings): Promise<void> {
  const { down, write, guard, now } = parts;
  const isFollowed = await followChanges(parts, first);
  for (const row of kindRows)
    if (!isFollowed || isDue(down, row.kind, settings.compareEvery, now()))
      await part(parts, row.kind, () => compareAll(parts, row));
  if (isFollowed || kindRows.some(({ kind }) => down.state(kind).comparedAt === null && !down.state(kind).problem))
    return;
  // A change that came while everything was compared comes with the next round.
  await write(() => {
    guard();
    saveSequence(parts, first.log, first.last);
  });
}

async function readKind(parts: SyncParts, row: KindRow, settings: SyncSettings): Promise<void> {
  const { down, now } = parts;
  const isFollowed = await readChanged(parts, row);
  const every = isFollowed ? settings.compareEvery : settings.wholeEvery;
  if (isDue(down, row.kind, every, now())) await compareAll(parts, row);
}

/** A time in the future was written before the clock was set back. */
function isDue(down: Down, name: DownPart, every: number, now: number): boolean {
  const { comparedAt } = down.state(name);
  return comparedAt === null || comparedAt > now || now - comparedAt >= every;
}

/** A list that the service does not offer, or refuses, keeps nothing else from being read. */
async function part(parts: SyncParts, name: DownPart, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    const failed = error instanceof UpstreamError ? error : null;
    const problem = failed?.reason ?? defect(error);
    await parts.write(() => {
      parts.guard();
      parts.down.save(name, { problem });
    });
    if (failed === null || (failed.kind !== 'answered' && !isAbsent(failed))) throw error;
  }
}

const defect = (error: unknown) => ({
  code: 'program',
  texts: {
    de: `Fehler im Programm: ${String(error)}. Einzelheiten stehen im Protokoll.`,
    en: `Error in the program: ${String(error)}. The log has the details.`,
  },
});
