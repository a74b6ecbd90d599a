/** Joins printers, their queue, and receipts as a file. */

import { openPrinter } from '../../drivers/index.ts';
import { printerStatus } from '../api/printers/views.ts';
import type { PrintingServices } from '../api/services.ts';
import { purposeOf } from '../domain/purpose.ts';
import { isLoopback } from '../http/listen.ts';
import { createPrinting } from '../printing/printing.ts';
import { PrintQueue } from '../printing/printQueue.ts';
import { createReceiptLinkService } from '../printing/receiptLinks.ts';
import type { Hub } from '../services/push/hub.ts';
import type { Clock } from '../world/clock.ts';
import type { Config } from '../world/config.ts';
import type { Printing } from '../world/printing.ts';
import type { World } from '../world/world.ts';
import type { Tables } from './tables.ts';

export interface PrintingFoundation {
  readonly config: Config;
  readonly tables: Tables;
  readonly hub: Pick<Hub, 'publish'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: World['log'];
  /** Base address of the bridge. */
  address(): string;
}

export interface OpenPrinting {
  readonly printing: Printing;
  readonly services: PrintingServices;
}

export function openPrinting({ config, tables, hub, clock, log, address }: PrintingFoundation): OpenPrinting {
  const { printers, printJobs: jobs, receiptLinks, receiptCopies, merchants, sales, audit } = tables;
  const { now } = clock;
  const language = () => config.language ?? merchants.firstMerchant()?.language ?? 'de';
  const queue = new PrintQueue({
    ...{ printers, jobs, now, language, log },
    write: sales.write,
    open: connection => openPrinter(connection),
    sale: (merchant, id) => sales.sale(merchant, id),
    changed: (row, status) => hub.publish(row.merchant, 'printer', printerStatus(printers, row, status)),
  });
  // In a demo the browser of this machine is the phone of the customer.
  const ownAddress = () => (purposeOf(config) === 'live' && isLoopback(config.host) ? null : nameable(address()));
  const links = createReceiptLinkService({
    ...{ printers, links: receiptLinks, now, language, ownAddress },
    write: sales.write,
    shopName: merchant => merchants.merchant(merchant).name,
  });
  const announce = (merchant: string) => {
    for (const row of printers.all(merchant))
      hub.publish(merchant, 'printer', printerStatus(printers, row, queue.status(row.id)));
  };
  return {
    printing: createPrinting({ queue, printers, jobs, copies: receiptCopies, now }),
    services: { printers, jobs, queue, links, audit, now, announce },
  };
}

/** An address that a phone can call; one that means every network of this machine is no such address. */
const nameable = (address: string): string | null => (/\/\/(0\.0\.0\.0|\[::\])[:/]/.test(address) ? null : address);
