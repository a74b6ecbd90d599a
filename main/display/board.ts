/**
 * Follows the sale that each till shows its customer: the one on its screen, else the newest that a foreign cash register of
 * this till has written. A sale that was left never comes back, whatever becomes of it later.
 */
import type { Language } from '../domain/money.ts';
import type { Hub } from '../services/push/hub.ts';
import type { DisplayStore } from '../store/displays.ts';
import type { Merchants } from '../store/merchants.ts';
import type { Article } from '../wire/catalogue.ts';
import type { DisplayView } from '../wire/displays.ts';
import type { Clock } from '../world/clock.ts';
import { screenClientId } from '../world/demoIds.ts';
import type { RunningPayments } from '../world/running.ts';
import type { Sale } from '../world/sales.ts';
import { displayView, type ReceiptOnPhone, type ShownSale, shownUntil } from './customerView.ts';

export interface BoardParts {
  readonly merchants: Pick<Merchants, 'merchant' | 'saleOnTill' | 'onTillChanged' | 'article' | 'catalogueRevision'>;
  readonly displays: Pick<DisplayStore, 'newestSale' | 'pictureHash'>;
  readonly sales: { sale(merchant: string, id: string): Sale | null };
  readonly links: {
    shown(sale: string): ReceiptOnPhone | null;
    onMade(listener: (merchant: string) => void): () => void;
  };
  readonly running: Pick<RunningPayments, 'ofTill'>;
  readonly hub: Pick<Hub, 'subscribe'>;
  readonly clock: Clock;
  readonly training: boolean;
}

/** The display that looks. */
export interface Viewer {
  readonly merchant: string;
  readonly till: string;
  readonly language: Language;
}

export interface DisplayBoard {
  /** The view that the display shows now. */
  view(viewer: Viewer): DisplayView;
  /** Calls `show` with the view now and after every change of it, until the returned function is called. */
  follow(viewer: Viewer, show: (view: DisplayView) => void): () => void;
}

/** The largest delay of a timer, ms. */
const LONGEST_DELAY = 2_147_483_647;

export function createDisplayBoard(parts: BoardParts): DisplayBoard {
  const { merchants, hub, clock, links } = parts;
  const english = createEnglishNames(merchants);
  const latest = createLatestSales(parts);

  function shownOn({ merchant, till }: Viewer, id = latest.of(merchant, till)): ShownSale | null {
    const sale = id === null ? null : parts.sales.sale(merchant, id);
    return sale && { document: sale.document, link: links.shown(sale.id), onTill: merchants.saleOnTill(till) === id };
  }

  function viewOf(viewer: Viewer, shown: ShownSale | null): DisplayView {
    const { merchant, till, language } = viewer;
    const display = {
      ...{ shop: merchants.merchant(merchant).name, language, training: parts.training },
      picture: parts.displays.pictureHash(merchant),
    };
    const command = parts.running.ofTill(till).find(one => one.transaction === shown?.document.id) ?? null;
    return displayView(display, shown, command, english(merchant), clock.now());
  }

  return {
    // Where nobody follows no event is noted, so a single look reads which sale is the newest.
    view: viewer => viewOf(viewer, shownOn(viewer, latest.read(viewer.merchant, viewer.till))),
    follow(viewer, show) {
      const { merchant, till } = viewer;
      let timer: NodeJS.Timeout | undefined;
      let sent = '';
      const refresh = () => {
        clearTimeout(timer);
        const shown = shownOn(viewer);
        const view = viewOf(viewer, shown);
        const text = JSON.stringify(view);
        if (text !== sent) show(view);
        sent = text;
        const rest =
          shown && view.state !== 'idle' ? nextChange(shown, clock.now()) - clock.now() : Number.POSITIVE_INFINITY;
        if (rest <= LONGEST_DELAY) timer = setTimeout(refresh, Math.max(10, rest + 10)).unref();
      };
      const leave = [
        links.onMade(changed => {
          if (changed === merchant) refresh();
        }),
        merchants.onTillChanged(changed => {
          if (changed === till) refresh();
        }),
        hub.subscribe({
          merchant,
          // A customer answers no question of the terminal to the cashier.
          answers: false,
          send(name, data) {
            if (name === 'transaction') latest.note(merchant, data);
            if (name === 'transaction' || name === 'payment') refresh();
          },
        }),
      ];
      refresh();
      return () => {
        clearTimeout(timer);
        for (const end of leave) end();
      };
    },
  };
}

/** The moment at which the view changes by itself: the link to the receipt goes, then the sale. */
const nextChange = (shown: ShownSale, now: number): number => {
  const until = shown.link?.until ?? 0;
  return until > now ? Math.min(until, shownUntil(shown)) : shownUntil(shown);
};

interface LatestSale {
  readonly id: string;
  /** ms since 1970 */
  readonly created: number;
}

/**
 * The newest sale of a foreign cash register at each till. What our own screen sells is shown while it stands there, and never
 * after: a payment that is settled later is nothing for the next customer.
 */
function createLatestSales({ merchants, displays, sales }: Pick<BoardParts, 'merchants' | 'displays' | 'sales'>) {
  const latest = new Map<string, LatestSale>();

  const keep = (till: string, { id, client, created }: Sale) => {
    if (client !== screenClientId && created >= (latest.get(till)?.created ?? 0)) latest.set(till, { id, created });
  };

  function read(merchant: string, till: string): string | null {
    const own = merchants.saleOnTill(till);
    if (own !== null) return own;
    const newest = displays.newestSale(till);
    const sale = newest === null ? null : sales.sale(merchant, newest);
    if (sale) keep(till, sale);
    return latest.get(till)?.id ?? null;
  }

  return {
    read,
    /** Looks at an event of the stream: `{"object":…,"id":"STX_…",…}`. */
    note(merchant: string, data: string): void {
      const id = /^\{"object":"smart\.transactions","id":"(STX_[A-Z0-9]+)"/.exec(data)?.[1];
      const sale = id === undefined ? null : sales.sale(merchant, id);
      if (sale?.till) keep(sale.till, sale);
    },
    of: (merchant: string, till: string): string | null =>
      merchants.saleOnTill(till) ?? latest.get(till)?.id ?? read(merchant, till),
  };
}

/** English names of what the shop sells, read again when the catalogue changes. */
function createEnglishNames({ article, catalogueRevision }: Pick<Merchants, 'article' | 'catalogueRevision'>) {
  const names = new Map<string, { readonly german: string; readonly english: string } | null>();
  const revisions = new Map<string, number>();
  const read = (merchant: string, number: string) => {
    const text = article(merchant, number);
    const found: Article | null = text === null ? null : JSON.parse(text);
    return found?.descEn ? { german: found.desc, english: found.descEn } : null;
  };
  return (merchant: string) => {
    const revision = catalogueRevision(merchant);
    if (revisions.get(merchant) !== revision) names.clear();
    revisions.set(merchant, revision);
    return (number: string, german: string): string | null => {
      const key = `${merchant} ${number}`;
      if (!names.has(key)) names.set(key, number === '' ? null : read(merchant, number));
      const known = names.get(key);
      return known && known.german === german ? known.english : null;
    };
  };
}
