/** The shop itself: merchants, articles, and which sale each till has on its screen. */

import { type BusinessCalendar, businessCalendar } from '../domain/businessDay.ts';
import type { Language } from '../domain/money.ts';
import { codeKey } from '../domain/productCode.ts';
import type { Article } from '../wire/catalogue.ts';
import { machineZone } from '../world/clock.ts';
import type { Merchant } from '../world/people.ts';
import type { Database } from './database.ts';

export interface Merchants {
  merchant(id: string): Merchant;
  firstMerchant(): Merchant | null;
  articles(merchant: string): readonly string[];
  article(merchant: string, code: string): string | null;
  articleByNumber(merchant: string, number: string): string | null;
  /** At most `limit` articles from a place of the catalogue on, in its order. */
  articlePage(merchant: string, from: number, limit: number): readonly string[];
  /** Grows with every change of what is sold; 0 where there is no article. */
  catalogueRevision(merchant: string): number;
  staff(merchant: string): readonly { readonly username: string; readonly name: string; readonly role: string }[];
  cardPrefixes(merchant: string): readonly string[];
  saleOnTill(till: string): string | null;
  /** Inside a job. */
  putOnTill(till: string, sale: string | null): void;
  /** The listener is called after each commit that puts a sale on the screen of a till, or takes it off. */
  onTillChanged(listener: (till: string) => void): () => void;
  putArticle(merchant: string, position: number, article: Article): void;
  /** The articles of the shop itself, whatever the upstream service gave, with their places. */
  ownArticles(merchant: string): readonly { readonly position: number; readonly document: string }[];
  /** A new shop, or the changed row of one. */
  putMerchant(merchant: Pick<Merchant, 'id' | 'name' | 'address' | 'currency'>): void;
}

interface MerchantRow {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly currency: string;
  readonly head: string | null;
  readonly foot: string | null;
  readonly language: Language | null;
  readonly timeZone: string | null;
  readonly dayStart: string | null;
  readonly country: string | null;
  readonly rounding: 0 | 1 | null;
}

export function createMerchants(db: Database): Merchants {
  const merchants = new Map<string, Merchant>();
  db.onReplaced(() => merchants.clear());
  const merchantRow = db.prepare<MerchantRow>(`SELECT m.id, m.name, m.address, m.currency,
    f.document -> '$.receiptHead' AS head, f.document -> '$.receiptFoot' AS foot,
    f.document ->> '$.language' AS language, f.document ->> '$.timeZone' AS timeZone, f.document ->> '$.dayStart' AS dayStart,
    f.document ->> '$.country' AS country, f.document ->> '$.cashRounding' AS rounding
    FROM merchant m LEFT JOIN shop_facts f ON f.merchant = m.id WHERE m.id = ?`);
  const putMerchant = db.prepare(`INSERT INTO merchant (id, name, address, currency) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET name = excluded.name, address = excluded.address, currency = excluded.currency`);
  const firstMerchant = db.prepare<string>('SELECT merchant FROM smart_device ORDER BY number LIMIT 1').pluck();
  const staff = db.prepare<{ username: string; name: string; role: string }>(
    `SELECT username, name, role FROM (SELECT username, name, role FROM staff WHERE merchant = ? AND state = 'active'
      ORDER BY role = 'manager' DESC LIMIT 1000) ORDER BY role, name`,
  );
  const prefixes = db.prepare<string>('SELECT DISTINCT prefix FROM card_group WHERE merchant = ?').pluck();
  const onTill = db.prepare<string | null>('SELECT sale FROM till WHERE device = ?').pluck();
  const putOnTill = db.prepare(
    'INSERT INTO till (device, sale) VALUES (?, ?) ON CONFLICT DO UPDATE SET sale = excluded.sale',
  );
  const tillListeners = new Set<(till: string) => void>();
  const articles = createArticles(db);
  const ownArticles = db.prepare<{ position: number; document: string }>(
    'SELECT position, document FROM article WHERE merchant = ? ORDER BY position',
  );
  const putArticle =
    db.prepare(`INSERT INTO article (merchant, position, article_number, ean, document) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET position = excluded.position, ean = excluded.ean, document = excluded.document`);

  function known(id: string) {
    const cached = merchants.get(id);
    if (cached) return cached;
    const row = merchantRow.get(id);
    if (!row) throw new Error(`merchant ${id} is not in the database`);
    const merchant = {
      id,
      name: row.name,
      address: JSON.parse(row.address),
      currency: row.currency,
      country: row.country ?? 'DE',
      cashRounding: row.rounding === null ? null : row.rounding === 1,
      receiptHead: JSON.parse(row.head ?? '[]'),
      receiptFoot: JSON.parse(row.foot ?? '[]'),
      ...{ language: row.language, timeZone: row.timeZone, dayStart: row.dayStart ?? '00:00' },
    };
    merchants.set(id, merchant);
    return merchant;
  }

  return {
    merchant: known,
    putMerchant({ id, name, address, currency }) {
      putMerchant.run(id, name, JSON.stringify(address), currency);
      // The remembered merchant is outdated as soon as this change is committed.
      db.afterCommit(() => void merchants.delete(id));
    },
    firstMerchant() {
      const id = firstMerchant.get();
      return id === undefined ? null : known(id);
    },
    ...articles,
    ownArticles: merchant => ownArticles.all(merchant),
    staff: merchant => staff.all(merchant),
    cardPrefixes: merchant => prefixes.all(merchant),
    saleOnTill: till => onTill.get(till) ?? null,
    putOnTill(till, sale) {
      putOnTill.run(till, sale);
      db.afterCommit(() => {
        for (const listener of tillListeners) listener(till);
      });
    },
    onTillChanged(listener) {
      tillListeners.add(listener);
      return () => void tillListeners.delete(listener);
    },
    putArticle: (merchant, position, row) =>
      void putArticle.run(merchant, position, row.articleNumber, codeKey(row.ean), JSON.stringify(row)),
  };
}

type Articles = Pick<Merchants, 'articles' | 'article' | 'articleByNumber' | 'articlePage' | 'catalogueRevision'>;

/** Articles for sale: those that the upstream service gave, where it gave any, else those of the shop. */
function createArticles(db: Database): Articles {
  const read = (rest: string) =>
    db.prepare<string>(`SELECT document FROM sold_article WHERE merchant = ? ${rest}`).pluck();
  const all = read('ORDER BY position');
  const page = read('ORDER BY position, article_number LIMIT ? OFFSET ?');
  const byEan = read("AND ean = ? AND ean <> ''");
  const byNumber = read('AND article_number = ?');
  const revision = db.prepare<number>('SELECT revision FROM catalogue WHERE merchant = ?').pluck();
  return {
    articles: merchant => all.all(merchant),
    articleByNumber: (merchant, number) => byNumber.get(merchant, number) ?? null,
    article: (merchant, code) => byEan.get(merchant, codeKey(code)) ?? byNumber.get(merchant, code) ?? null,
    articlePage: (merchant, from, limit) => page.all(merchant, limit, from),
    catalogueRevision: merchant => revision.get(merchant) ?? 0,
  };
}

/** Gives zone and currency of a merchant, under which figures are added up; they may be changed meanwhile. */
export const createConditions =
  ({ merchant: shop }: Pick<Merchants, 'merchant'>) =>
  (merchant: string): { readonly zone: string; readonly currency: string } => {
    const { timeZone, currency } = shop(merchant);
    return { zone: timeZone ?? machineZone(), currency };
  };

/** Gives the business days of a merchant: a shop without a zone lives by the clock of its machine; zone and start of the day may be changed meanwhile. */
export type CalendarOf = (merchant: string) => BusinessCalendar;

export function createCalendars({ merchant: shop }: Pick<Merchants, 'merchant'>): CalendarOf {
  const known = new Map<string, BusinessCalendar>();
  return merchant => {
    const { timeZone, dayStart } = shop(merchant);
    const key = `${timeZone} ${dayStart}`;
    const calendar = known.get(key) ?? businessCalendar(timeZone ?? machineZone(), dayStart);
    known.set(key, calendar);
    return calendar;
  };
}
