/** Uploaded documents: kept for a day, and permanently once a record takes them. */

import { mediaTypeOf } from '../domain/mediaType.ts';
import type { Upload } from '../wire/documents.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import type { Principal } from '../world/people.ts';
import type { DocumentContent } from '../world/wallet.ts';
import type { World } from '../world/world.ts';

/** Lifetime of a document that no record takes, ms. */
const UNCLAIMED = 24 * 3_600_000;

type Sender = Pick<Principal, 'merchant' | 'client' | 'staff'>;

/** Inside a job: stores a document. Throws `documentsFull`. */
export function keepDocument(
  world: Pick<World, 'clock' | 'settings' | 'wallet'>,
  principal: Sender,
  content: Buffer,
  name: string | null,
): Upload {
  refuseBeyondQuota(world, principal, content);
  const now = world.clock.now();
  const document: Upload = {
    object: 'document.uploads',
    id: newId('DUP'),
    created: timestamp(now),
    name,
    type: mediaTypeOf(content),
    size: content.length,
  };
  world.wallet.documents.insert(principal.merchant, senderOf(principal), document, content, now + UNCLAIMED);
  return document;
}

const senderOf = ({ staff, client }: Sender): string => staff?.id ?? client;

/** Nobody alone fills what the merchant may keep: of what nothing has taken, each has a share. */
function refuseBeyondQuota(
  { wallet: { documents }, settings }: Pick<World, 'settings' | 'wallet'>,
  principal: Sender,
  content: Buffer,
): void {
  const { count, bytes } = documents.kept(principal.merchant);
  const { most, megabytes, megabytesEach } = settings.documents;
  const own = documents.freeBytesOf(principal.merchant, senderOf(principal));
  if (count >= most || bytes + content.length > megabytes * MEGABYTE)
    throw new BridgeError(
      'documentsFull',
      `a merchant may keep ${most} documents of ${megabytes} MB together; there are ${count} of ${Math.ceil(bytes / MEGABYTE)} MB. What nothing takes goes after a day`,
    );
  if (own + content.length > megabytesEach * MEGABYTE)
    throw new BridgeError(
      'documentsFull',
      `one person or client may send ${megabytesEach} MB that nothing has taken; there are ${Math.ceil(own / MEGABYTE)} MB. What nothing takes goes after a day`,
    );
}

const MEGABYTE = 1_000_000;

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
