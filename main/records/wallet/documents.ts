/** Uploaded documents: kept for a day, and permanently once a record takes them. */

import { mediaTypeOf } from '../../domain/mediaType.ts';
import type { Upload } from '../../wire/documents.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import type { DocumentContent } from '../../world/wallet.ts';
import type { World } from '../../world/world.ts';

/** Lifetime of a document that no record takes, ms. */
const UNCLAIMED = 24 * 3_600_000;

/** Inside a job: stores a document. Throws `documentsFull`. */
export function keepDocument(
  world: Pick<World, 'clock' | 'settings' | 'wallet'>,
  merchant: string,
  content: Buffer,
  name: string | null,
): Upload {
  refuseBeyondQuota(world, merchant, content);
  const now = world.clock.now();
  const document: Upload = {
    object: 'document.uploads',
    id: newId('DUP'),
    created: timestamp(now),
    name,
    type: mediaTypeOf(content),
    size: content.length,
  };
  world.wallet.documents.insert(merchant, document, content, now + UNCLAIMED);
  return document;
}

function refuseBeyondQuota(
  { wallet, settings }: Pick<World, 'settings' | 'wallet'>,
  merchant: string,
  content: Buffer,
): void {
  const { count, bytes } = wallet.documents.kept(merchant);
  const { most, megabytes } = settings.documents;
  if (count < most && bytes + content.length <= megabytes * 1_000_000) return;
  throw new BridgeError(
    'documentsFull',
    `a merchant may keep ${most} documents of ${megabytes} MB together; there are ${count} of ${Math.ceil(bytes / 1_000_000)} MB. What nothing takes goes after a day`,
  );
}

/** The document of this merchant. Throws `notFound`, also for an expired document. */
export function documentOf(world: Pick<World, 'clock' | 'wallet'>, merchant: string, id: string): DocumentContent {
  const found = world.wallet.documents.find(merchant, id);
  if (!found || (found.expires !== null && found.expires <= world.clock.now()))
    throw new BridgeError('notFound', `there is no document.uploads ${id}`);
  return found;
}

/** A document that no record has taken. Throws `documentTaken` too. */
export function freeDocument(world: Pick<World, 'clock' | 'wallet'>, merchant: string, id: string): DocumentContent {
  const found = documentOf(world, merchant, id);
  if (found.assigned !== null)
    throw new BridgeError('documentTaken', `the document ${id} belongs to ${found.assigned} already`);
  return found;
}

/** Deletes expired documents and returns their number. */
export const forgetDocuments = (world: Pick<World, 'clock' | 'ledger' | 'wallet'>): Promise<number> =>
  world.ledger.write(() => world.wallet.documents.forgetExpired(world.clock.now()));
