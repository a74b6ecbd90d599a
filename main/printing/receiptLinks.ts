/**
 * The receipt as a file: made when the customer agrees, kept behind a link of 256 random bits until it expires. The link stands in
 * one answer, and for two minutes on the customer display of its till, and nowhere else.
 */

import type { Language } from '../domain/money.ts';
import { printMark } from '../domain/printMark.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import type { PrinterStore } from '../store/printers.ts';
import type { ReceiptLinkStore, StoredReceipt } from '../store/receiptLinks.ts';
import { BridgeError } from '../world/errors.ts';
import type { Sale } from '../world/sales.ts';
import { hashToken, newToken } from '../world/secrets.ts';

/** Path of a link; behind it stands the token. */
export const RECEIPT_PATH = '/receipt';
const DAY = 86_400_000;
/** A larger one is no receipt of a shop: about two thousand lines. */
const MOST_LINES = 5000;
/** Links of one sale: a caller who asks again and again would fill the disk. */
const MOST_LINKS = 10;
/** The form of a token; anything else is looked up nowhere. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface LinkParts {
  readonly printers: Pick<PrinterStore, 'delivery' | 'addresses'>;
  readonly links: ReceiptLinkStore;
  readonly write: <Result>(job: () => Result) => Promise<Result>;
  readonly now: () => number;
  readonly language: () => Language;
  readonly shopName: (merchant: string) => string;
  /** Address of the bridge where other machines reach it without a setting; null: they do not. */
  readonly ownAddress: () => string | null;
}

/** A link as the customer display of the till draws it. */
export interface ShownLink {
  readonly url: string;
  /** ms since 1970: until when the link is good. */
  readonly expires: number;
  /** ms since 1970: until when it is drawn. */
  readonly until: number;
}

/** How long a link stands on the customer display: a phone has to be found. */
const SHOWN = 120_000;

export interface ReceiptLinks {
  /** The address that links of this shop have; null: no phone could reach one, or they are switched off. */
  address(merchant: string): string | null;
  reachable(merchant: string): string | null;
  /** Throws `linksOff`, `notFound`, `receiptTooLong`, `tooManyLinks`. */
  make(sale: Sale): Promise<{ readonly url: string; readonly expires: number }>;
  find(token: string): StoredReceipt | null;
  /** The link that was made last for this sale, while it is to be drawn; null after a restart. */
  shown(sale: string): ShownLink | null;
  /** Calls back when a link was made, with the shop, until the returned function is called. */
  onMade(listener: (merchant: string) => void): () => void;
  /** True for the Host of the address that links have. */
  isHost(host: string | undefined): boolean;
}

export function createReceiptLinkService(parts: LinkParts): ReceiptLinks {
  const { printers, links, write, now } = parts;
  // Kept in memory alone: the database has nothing that opens a receipt.
  const drawn = new Map<string, ShownLink>();
  const listeners = new Set<(merchant: string) => void>();
  const draw = ({ id, merchant }: Sale, url: string, expires: number) => {
    for (const [sale, { until }] of drawn) if (until <= now()) drawn.delete(sale);
    drawn.set(id, { url, expires, until: now() + SHOWN });
    for (const listener of listeners) listener(merchant);
  };
  const reachable = (merchant: string) => printers.delivery(merchant).address ?? parts.ownAddress();
  const address = (merchant: string) => (printers.delivery(merchant).isOn ? reachable(merchant) : null);
  return {
    reachable,
    address,
    async make(sale) {
      const base = address(sale.merchant);
      if (base === null) throw new BridgeError('linksOff', 'receipts as a file are switched off, or have no address');
      const lines = sale.document.receipt as readonly ReceiptLine[];
      if (lines.length === 0) throw new BridgeError('notFound', `the sale ${sale.id} has no receipt`);
      if (lines.length > MOST_LINES)
        throw new BridgeError('receiptTooLong', `the receipt has ${lines.length} lines, at most ${MOST_LINES}`);
      const language = parts.language();
      const isVoid = sale.document.status === 'cancelled';
      const title = `${parts.shopName(sale.merchant)} ${sale.receiptNumber ?? ''}`.trim();
      const mark = printMark({ copy: 0, isVoid, mayBeDouble: false }, language);
      const { receiptPdf } = await import('./receiptPdf.ts');
      const pdf = await receiptPdf({ lines, mark, title, at: now() });
      const token = newToken();
      const expires = now() + printers.delivery(sale.merchant).days * DAY;
      await write(() => {
        if (links.count(sale.id, now()) >= MOST_LINKS)
          throw new BridgeError('tooManyLinks', `there are ${MOST_LINKS} links to the receipt of ${sale.id} already`);
        const { id, merchant } = sale;
        links.add({ hash: hashToken(token), merchant, sale: id, created: now(), expires, pdf });
      });
      const url = `${base}${RECEIPT_PATH}/${token}`;
      draw(sale, url, expires);
      return { url, expires };
    },
    shown(sale) {
      const link = drawn.get(sale);
      return link && link.until > now() ? link : null;
    },
    onMade(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isHost: host => host !== undefined && printers.addresses().some(one => new URL(one).host === host.toLowerCase()),
    find: token => (TOKEN.test(token) ? links.find(hashToken(token), now()) : null),
  };
}
