/**
 * Sales as people look for them: the newest first, by everything that a typed text may mean, of one day or of all, and of
 * one person, way of paying or amount. Each term, and each filter without a term, is a search by an index of its own, newest first, so
 * that the number of sales in the shop makes no difference.
 */
import { isCodeOf, numberInCode } from '../domain/receiptCode.ts';
import type { SaleSearchTerm } from '../domain/saleSearchTerms.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { Database } from './database.ts';
import { unsettledSales } from './openSales.ts';
import { wholeSale } from './saleTexts.ts';
import type { Bindable, Statement } from './statement.ts';
import { readStored } from './storedJson.ts';

export interface FoundSaleRow {
  /** In the order of creation; a page goes on below it. */
  readonly number: number;
  readonly id: string;
  readonly receiptNumber: number | null;
  readonly state: string;
  readonly method: string | null;
  readonly till: string | null;
  readonly staff: string | null;
  /** Prints of its customer receipt after the first. */
  readonly copies: number;
  readonly cardEnd: string | null;
  readonly document: SmartTransaction;
}

interface StoredRow extends Omit<FoundSaleRow, 'document' | 'copies'> {
  readonly copies: number | null;
  readonly document: string;
}

/** All of these hold for a sale that is found. */
interface SaleFilter {
  /** USR_… of the person at the till. */
  readonly cashier?: string | undefined;
  /** Any of these pays at least a part of the sale; empty: whatever paid it. */
  readonly methods?: readonly string[] | undefined;
  /** Bounds of the sum in minor units, both included. */
  readonly lowest?: number | undefined;
  readonly highest?: number | undefined;
}

export interface SalesWanted extends SaleFilter {
  /** Any of these; all sales where there is none. */
  readonly terms: readonly SaleSearchTerm[];
  /** The first and the last business day (YYYY-MM-DD); null for every day. */
  readonly span: { readonly from: string; readonly to: string } | null;
  /** Only sales below this number. */
  readonly below: number;
  readonly count: number;
}

export interface FoundSales {
  find(merchant: string, wanted: SalesWanted): readonly FoundSaleRow[];
  /** In any state, also a basket. */
  one(merchant: string, id: string): FoundSaleRow | null;
  /** Name of a person (USR_…); null where she is not known. */
  nameOf(staff: string | null): string | null;
  /** Everybody who has sold at a till of the merchant, by name. */
  cashiers(merchant: string): readonly { readonly id: string; readonly name: string }[];
}

/** Sales that lists show: no basket that was never paid or that was given up. */
const SHOWN = `(s.receipt_number IS NOT NULL OR ${unsettledSales('s.state')})`;
/**
 * Numbers of sales, newest first. Parameters behind those of the condition: merchant, below, lowest number, first and last day, person,
 * lowest and highest sum, methods as JSON twice, count. The plus signs leave the choice of the index to the condition.
 */
const search = (from: string, condition: string, merchant = '+s.merchant', number = 's.number') =>
  `SELECT ${number} FROM ${from} WHERE ${condition} AND ${merchant} = ? AND ${number} < ? AND ${number} >= ? AND ${SHOWN}
    AND +s.business_day BETWEEN ? AND ? AND ifnull(?, +s.staff) IS +s.staff AND ifnull(+s.query_sum, 0) BETWEEN ? AND ?
    AND (? = '[]' OR EXISTS (SELECT 1 FROM sale_tender p
      WHERE p.number = s.number AND p.method IN (SELECT value FROM json_each(?))))
    ORDER BY ${number} DESC LIMIT ?`;

const where = (condition: string) => search('smart_transaction s', condition, 's.merchant');

/** By kind of term; the first parameter is its value. */
const byTerm = {
  receiptNumber: where('s.receipt_number = ?'),
  amount: where('s.query_sum = ?'),
  cardEnd: search(
    'intent i CROSS JOIN smart_transaction s ON s.id = i.sale',
    "i.sale IS NOT NULL AND i.facts ->> 'lastFour' = ?",
  ),
  loyaltyCard: search('smart_transaction_ident d CROSS JOIN smart_transaction s ON s.id = d.sale', 'd.value = ?'),
  reference: where('s.query_transaction_ref = lower(?)'),
  receiptCode: where('s.receipt_number = ?'),
  cashier: where('s.staff = ?'),
} as const satisfies Record<SaleSearchTerm['kind'], string>;

/** Statements of the list, so that their plans can be looked at. */
export const saleSearches = {
  ...byTerm,
  number: where('s.number = ?'),
  /** From the newest one down. */
  all: search('smart_transaction s', 'true'),
  method: search(
    'sale_tender m CROSS JOIN smart_transaction s ON s.number = m.number',
    'm.method = ?',
    'm.merchant',
    'm.number',
  ),
  /** First parameters: merchant, lowest and highest sum. */
  sums: search(
    `(SELECT r.number AS found FROM smart_transaction r WHERE r.merchant = ? AND r.query_sum BETWEEN ? AND ?)
      CROSS JOIN smart_transaction s ON s.number = found`,
    'true',
  ),
  /** How many sums lie in the bounds, as far as `FEW`. Parameters as those of `sums`, and the limit. */
  sumCount: `SELECT count(*) FROM (SELECT 1 FROM smart_transaction r
    WHERE r.merchant = ? AND r.query_sum BETWEEN ? AND ? LIMIT ?)`,
} as const;

type SearchName = keyof typeof saleSearches;
const SEARCHES = Object.keys(saleSearches) as readonly SearchName[];

/** So many sums are put in order in no time; where more fit, a page is soon full on the way from the newest one down. */
const FEW = 1000;
const MOST = Number.MAX_SAFE_INTEGER;
/** Above every day. */
const LAST_DAY = '9999-12-31';

/** The numbers of the sales of a span of days: one look-up for each day in it, and not one for each sale. */
const NUMBERS_OF_SPAN = `WITH RECURSIVE days (day) AS (
    SELECT min(business_day) FROM smart_transaction WHERE merchant = ? AND business_day >= ?
    UNION ALL SELECT (SELECT min(s.business_day) FROM smart_transaction s WHERE s.merchant = ? AND s.business_day > day)
      FROM days WHERE day < ?)
  SELECT min((SELECT min(number) FROM smart_transaction s WHERE s.merchant = ? AND s.business_day = day)) AS lowest,
    max((SELECT max(number) FROM smart_transaction s WHERE s.merchant = ? AND s.business_day = day)) AS highest
  FROM days WHERE day <= ?`;

const ROW = `SELECT s.number, s.id, s.receipt_number AS receiptNumber, s.state, s.method, s.till, s.staff, ${wholeSale('s')} AS document,
  (SELECT max(c.copy) FROM receipt_copy c WHERE c.sale = s.id AND c.slip = 'customer') AS copies,
  (SELECT i.facts ->> 'lastFour' FROM intent i WHERE i.sale = s.id AND i.state = 'approved' AND i.kind = 'payment'
    ORDER BY i.number DESC LIMIT 1) AS cardEnd
  FROM smart_transaction s WHERE s.number = ?`;

export function createFoundSales(db: Database): FoundSales {
  const row = db.prepare<StoredRow>(ROW);
  const byId = db.prepare<number>('SELECT number FROM smart_transaction WHERE id = ? AND merchant = ?').pluck();
  const nameOf = db.prepare<string>('SELECT name FROM staff WHERE id = ?').pluck();
  const cashiers = db.prepare<{ id: string; name: string }>(`SELECT id, name FROM staff WHERE merchant = ?
    AND EXISTS (SELECT 1 FROM smart_transaction s WHERE s.merchant = staff.merchant AND s.staff = staff.id)
    ORDER BY name LIMIT 500`);
  const numbers = createNumbers(db);

  function read(number: number): FoundSaleRow | null {
    const found = row.get(number);
    if (!found) return null;
    return { ...found, copies: found.copies ?? 0, document: readStored<SmartTransaction>(found.document, found.id) };
  }

  return {
    find: (merchant, wanted) => numbers(merchant, wanted).flatMap(number => read(number) ?? []),
    one(merchant, id) {
      const number = byId.get(id, merchant);
      return number === undefined ? null : read(number);
    },
    cashiers: merchant => cashiers.all(merchant),
    nameOf: staff => (staff === null ? null : (nameOf.get(staff) ?? null)),
  };
}

/** The numbers of the sales that are wanted, newest first. */
function createNumbers(db: Database): (merchant: string, wanted: SalesWanted) => readonly number[] {
  const searches = Object.fromEntries(
    SEARCHES.map(name => [name, db.prepare<number>(saleSearches[name]).pluck()]),
  ) as Record<SearchName, Statement<number>>;
  const byId = db.prepare<number>('SELECT number FROM smart_transaction WHERE id = ? AND merchant = ?').pluck();
  const identity = db.prepare<{ id: string; receiptNumber: number | null }>(
    'SELECT id, receipt_number AS receiptNumber FROM smart_transaction WHERE number = ?',
  );
  const named = db
    .prepare<string>('SELECT id FROM staff WHERE merchant = ? AND instr(lower(name), lower(?)) > 0 LIMIT 20')
    .pluck();
  const ofSpan = db.prepare<{ lowest: number | null; highest: number | null }>(NUMBERS_OF_SPAN);

  /** Without a term: by the filter that leads to the fewest sales. */
  function filtered(
    merchant: string,
    { cashier, methods = [], lowest: least, highest: most }: SaleFilter,
    rest: readonly Bindable[],
  ): readonly number[] {
    const sums = [merchant, least ?? -MOST, most ?? MOST];
    const isNarrow = (least !== undefined || most !== undefined) && (searches.sumCount.get(...sums, FEW) ?? FEW) < FEW;
    if (isNarrow) return searches.sums.all(...sums, ...rest);
    if (cashier !== undefined) return searches.cashier.all(cashier, ...rest);
    if (methods.length > 0) return methods.flatMap(method => searches.method.all(method, ...rest));
    return searches.all.all(...rest);
  }

  function numbers(merchant: string, wanted: SalesWanted): readonly number[] {
    const { terms, span, below, count, cashier = null, methods = [], lowest: least, highest: most } = wanted;
    const within = span && ofSpan.get(merchant, span.from, merchant, span.to, merchant, merchant, span.to);
    if (within && within.highest === null) return [];
    const highest = Math.min(below, (within?.highest ?? below) + 1);
    const lowest = within?.lowest ?? 0;
    const days = [span?.from ?? '', span?.to ?? LAST_DAY] as const;
    const ways = JSON.stringify(methods);
    const rest = [
      merchant,
      highest,
      lowest,
      ...days,
      cashier,
      least ?? -MOST,
      most ?? MOST,
      ways,
      ways,
      count,
    ] as const;
    const by = (kind: SaleSearchTerm['kind'], value: string | number) => searches[kind].all(value, ...rest);
    const found = terms.flatMap(({ kind, value }) => {
      if (kind === 'cashier') return named.all(merchant, value).flatMap(staff => by(kind, staff));
      if (kind === 'receiptCode') return by(kind, numberInCode(value) ?? -1).filter(number => isOfCode(number, value));
      if (kind !== 'reference') return by(kind, value);
      // A code that names the sale itself, also in small letters.
      const number = byId.get(value.toUpperCase(), merchant) ?? -1;
      return [...by(kind, value), ...searches.number.all(number, ...rest)];
    });
    const all = terms.length === 0 ? filtered(merchant, wanted, rest) : found;
    return [...new Set(all)].toSorted((a, b) => b - a).slice(0, count);
  }

  function isOfCode(number: number, code: string): boolean {
    const found = identity.get(number);
    return found !== undefined && isCodeOf(code, found.receiptNumber, found.id);
  }

  return numbers;
}
