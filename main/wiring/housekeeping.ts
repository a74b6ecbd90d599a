/** The housekeeping that runs once a minute. */

import { resolve } from 'node:path';
import { followPayments } from '../acquirer/payments/background.ts';
import type { Services } from '../api/services.ts';
import { releaseExpired } from '../sale/reservationExpiry.ts';
import { forgetMails } from '../services/mail/transport.ts';
import type { Database } from '../store/database.ts';
import { forgetDocuments } from '../wallet/documents.ts';
import type { Tables } from './tables.ts';

/** Changes kept for streams that resume; a stream that missed more than 500 reads everything anew. */
const EVENTS_KEPT = 10_000;
const HOUR = 3_600_000;
/** The queue of a printer shows what it printed for so long, ms; every print of a receipt is kept for good elsewhere. */
const PRINTS_KEPT = 30 * 24 * HOUR;
/** How long a mail that was sent or given up says where it went, and lies in the folder of mails, ms; that a receipt was handed over as a mail is kept for good with its sale. */
const MAILS_KEPT = 30 * 24 * HOUR;

/** Frees abandoned reservations and forgets old events and expired tokens. */
export function housekeeping(
  db: Database,
  { events, pushes, pushReceivers, pushSecrets, requestKeys, lists, printJobs, receiptLinks, mails }: Tables,
  services: Services,
): () => void {
  const { world, config } = services;
  const outbox = resolve(config.data, config.mail.outbox);
  /** Of the folder of mails, which a program of the shop may fill with any number of files. */
  let lookedAt = Number.NEGATIVE_INFINITY;
  const tidyOutbox = async () => {
    if (world.clock.elapsed() - lookedAt < HOUR) return;
    lookedAt = world.clock.elapsed();
    await forgetMails(outbox, world.clock.now() - MAILS_KEPT);
  };
  const tidy = () => {
    events.prune({ count: EVENTS_KEPT, since: world.clock.now() - 24 * HOUR });
    lists.scrolls.tidy();
    services.tidy();
    services.approvals.tidy();
    requestKeys.prune();
    printJobs.prune(world.clock.now() - PRINTS_KEPT);
    receiptLinks.prune(world.clock.now());
    mails.prune(world.clock.now() - MAILS_KEPT);
    for (const { merchant, url } of pushReceivers.takeEnded()) pushes.giveUp(merchant, url);
    pushSecrets.prune();
    pushes.prune(world.clock.now() - config.push.keptDays * 24 * HOUR);
  };
  return () => {
    const work = [releaseExpired(world), forgetDocuments(world), followPayments(world), db.write(tidy), tidyOutbox()];
    for (const done of work) done.catch(error => world.log('error', 'housekeeping failed', { error: String(error) }));
  };
}
