/** Orders of the rest of the bridge: which printer, which slip, which mark, and whether the drawer opens. */

import type { PrinterStore, TillPrintingRow } from '../store/printers.ts';
import type { PrintJobStore } from '../store/printJobs.ts';
import type { ReceiptCopies } from '../store/receiptCopies.ts';
import type { PrintedSlip } from '../wire/foundSales.ts';
import { tillOfCancellation } from '../world/cancellation.ts';
import type { Printing } from '../world/printing.ts';
import type { Sale } from '../world/sales.ts';
import { slipLines } from './printedPage.ts';
import type { PrintQueue } from './printQueue.ts';

export interface PrintingParts {
  readonly queue: Pick<PrintQueue, 'openDrawer' | 'wake'>;
  readonly printers: Pick<PrinterStore, 'find' | 'till'>;
  readonly jobs: Pick<PrintJobStore, 'add' | 'afterCommit'>;
  readonly copies: ReceiptCopies;
  readonly now: () => number;
}

type Order = Pick<Parameters<PrintJobStore['add']>[0], 'sale' | 'slip' | 'copy' | 'lines' | 'kind'>;

export function createPrinting({ queue, printers, jobs, copies, now }: PrintingParts): Printing {
  /** Printing settings of the till; null where it has no printer. */
  function settingsOf(merchant: string, till: string | null): (TillPrintingRow & { readonly printer: string }) | null {
    const row = till === null ? null : printers.till(till);
    return row && row.merchant === merchant && row.printer !== null ? { ...row, printer: row.printer } : null;
  }

  function add(merchant: string, till: string | null, order: Order) {
    const settings = settingsOf(merchant, till);
    if (!settings) return null;
    const { printer } = settings;
    const job = jobs.add({ merchant, printer, till, ...order, created: now() });
    jobs.afterCommit(() => queue.wake(printer));
    return { job, printer };
  }

  /** A slip that the till prints by itself is its first print, and everything later a copy. */
  function automatic(sale: Sale, slip: PrintedSlip, till = sale.till): void {
    if (slipLines(sale.document, slip).length === 0) return;
    const { id, merchant, staff, client } = sale;
    const copy = copies.add({ sale: id, slip, at: now(), staff, client, till });
    add(merchant, till, { sale: id, slip, copy, lines: null, kind: 'slip' });
  }

  const printing: Printing = {
    slip: ({ merchant, till, sale, slip, copy }) =>
      add(merchant, till, { sale, slip, copy, lines: null, kind: 'slip' }),
    lines: ({ merchant, till, lines, sale = null, copy = 0 }) =>
      add(merchant, till, { sale, slip: null, copy, lines, kind: 'lines' }),
    async openDrawer({ merchant, till }) {
      const printer = printers.find(settingsOf(merchant, till)?.printer ?? '');
      return printer && printer.drawer !== null ? queue.openDrawer(printer.id, printer.drawer) : 'noDrawer';
    },
    saleClosed(sale) {
      const settings = settingsOf(sale.merchant, sale.till);
      if (!settings) return;
      const reason = drawerReason(sale, settings);
      const { merchant, till } = sale;
      if (reason) jobs.afterCommit(() => void printing.openDrawer({ merchant, till, reason }));
      if (settings.receipts !== 'always') return;
      automatic(sale, 'customer');
      if (settings.merchantCopies || sale.document.receipt_merchant_print === true) automatic(sale, 'merchant');
    },
    saleReversed(sale) {
      const till = tillOfCancellation(sale);
      const settings = settingsOf(sale.merchant, till);
      if (!settings) return;
      const { merchant, document } = sale;
      const givesCash = settings.drawerCash && givesCashBack(document);
      if (givesCash) jobs.afterCommit(() => void printing.openDrawer({ merchant, till, reason: 'cash' }));
      if (settings.receipts === 'always') automatic(sale, 'reversal', till);
    },
  };
  return printing;
}

/** Cash that leaves the drawer with a cancellation, also in the place of a card. */
const givesCashBack = ({ tenders = [], parts = [] }: Sale['document']): boolean =>
  tenders.some(({ method, amount }) => method === 'cash' && amount > 0) ||
  parts.some(({ returned_as: as }) => as === 'cash');

/** Opens for money that goes in or out; a sale that was cancelled has no tender that was just taken. */
function drawerReason(
  { document }: Sale,
  { drawerCash, drawerCard }: Pick<TillPrintingRow, 'drawerCash' | 'drawerCard'>,
): 'cash' | 'card' | null {
  const methods = (document.tenders ?? []).filter(({ amount }) => amount !== 0).map(({ method }) => method);
  if (drawerCash && methods.includes('cash')) return 'cash';
  return drawerCard && methods.some(method => method.startsWith('cashless')) ? 'card' : null;
}
