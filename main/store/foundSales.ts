/**
 * Sales as people look for them: the newest first, by everything that a typed text may mean, of one day or of all. Each term is
 * a search by an index of its own, newest first, so that the number of sales in the shop makes no difference.
 */
import { isCodeOf, numberInCode } from '../domain/receiptCode.ts';
import type { SaleSearchTerm } from '../domain/saleSearchTerms.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { Database } from './database.ts';
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

export interface SalesWanted {
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
}

/** Sales that lists show: no basket that was never paid or that was given up. */
const SHOWN = "(s.receipt_number IS NOT NULL OR s.state IN ('paying', 'unclear', 'reversing', 'reversalUnclear'))";
/** Parameters: merchant, below, lowest, first and last day, count. The plus signs leave the choice of the index to the term. */
const tail = (merchant: string) => `${merchant} = ? AND s.number < ? AND s.number >= ? AND ${SHOWN}
  AND +s.business_day BETWEEN ? AND ? ORDER BY s.number DESC LIMIT ?`;

const where = (condition: string) =>
  `SELECT s.number FROM smart_transaction s WHERE ${condition} AND ${tail('s.merchant')}`;

/** Numbers of sales, newest first, by kind of term; the first parameter is the value of the term. */
const searches = {
  receiptNumber: where('s.receipt_number = ?'),
  amount: where('s.query_sum = ?'),
  cardEnd: `SELECT s.number FROM intent i CROSS JOIN smart_transaction s ON s.id = i.sale
    WHERE i.sale IS NOT NULL AND i.facts ->> 'lastFour' = ? AND ${tail('+s.merchant')}`,
  loyaltyCard: `SELECT s.number FROM smart_transaction_ident d CROSS JOIN smart_transaction s ON s.id = d.sale
    WHERE d.value = ? AND ${tail('+s.merchant')}`,
  reference: where('s.query_transaction_ref = lower(?)'),
  receiptCode: where('s.receipt_number = ?'),
  cashier: where('s.staff = ?'),
} as const satisfies Record<SaleSearchTerm['kind'], string>;

/** Above every day. */
const LAST_DAY = '9999-12-31';

/** Without a term the rows are read from the newest one down. */
const ALL = `SELECT s.number FROM smart_transaction s WHERE ${tail('+s.merchant')}`;

const ROW = `SELECT s.number, s.id, s.receipt_number AS receiptNumber, s.state, s.method, s.till, s.staff, s.document,
  (SELECT max(c.copy) FROM receipt_copy c WHERE c.sale = s.id AND c.slip = 'customer') AS copies,
  (SELECT i.facts ->> 'lastFour' FROM intent i WHERE i.sale = s.id AND i.state = 'approved' AND i.kind = 'payment'
    ORDER BY i.number DESC LIMIT 1) AS cardEnd
  FROM smart_transaction s WHERE s.number = ?`;

export function createFoundSales(db: Database): FoundSales {
  const prepared = (kind: SaleSearchTerm['kind']) => db.prepare<number>(searches[kind]).pluck();
  const byTerm = {
    receiptNumber: prepared('receiptNumber'),
    amount: prepared('amount'),
    cardEnd: prepared('cardEnd'),
    loyaltyCard: prepared('loyaltyCard'),
    reference: prepared('reference'),
    receiptCode: prepared('receiptCode'),
    cashier: prepared('cashier'),
  };
  const all = db.prepare<number>(ALL).pluck();
  const row = db.prepare<StoredRow>(ROW);
  const byId = db.prepare<number>('SELECT number FROM smart_transaction WHERE id = ? AND merchant = ?').pluck();
  const identity = db.prepare<{ id: string; receiptNumber: number | null }>(
    'SELECT id, receipt_number AS receiptNumber FROM smart_transaction WHERE number = ?',
  );
  const nameOf = db.prepare<string>('SELECT name FROM staff WHERE id = ?').pluck();
  const named = db
    .prepare<string>('SELECT id FROM staff WHERE merchant = ? AND instr(lower(name), lower(?)) > 0 LIMIT 20')
    .pluck();
  const ofSpan = db.prepare<{ lowest: number | null; highest: number | null }>(`SELECT min(number) AS lowest,
    max(number) AS highest FROM smart_transaction WHERE merchant = ? AND business_day BETWEEN ? AND ?`);

  function numbers(merchant: string, { terms, span, below, count }: SalesWanted): readonly number[] {
    const within = span && ofSpan.get(merchant, span.from, span.to);
    if (within && within.highest === null) return [];
    const highest = Math.min(below, (within?.highest ?? below) + 1);
    const lowest = within?.lowest ?? 0;
    const rest = [merchant, highest, lowest, span?.from ?? '', span?.to ?? LAST_DAY, count] as const;
    if (terms.length === 0) return all.all(...rest);
    const by = (kind: SaleSearchTerm['kind'], value: string | number) => byTerm[kind].all(value, ...rest);
    const found = terms.flatMap(({ kind, value }) => {
      if (kind === 'cashier') return named.all(merchant, value).flatMap(staff => by(kind, staff));
      if (kind === 'receiptCode') return by(kind, numberInCode(value) ?? -1).filter(number => isOfCode(number, value));
      if (kind !== 'reference') return by(kind, value);
      // A code that names the sale itself, also in small letters.
      const number = byId.get(value.toUpperCase(), merchant) ?? -1;
      return [...by(kind, value), ...(number < highest && number >= lowest ? [number] : [])];
    });
    return [...new Set(found)].toSorted((a, b) => b - a).slice(0, count);
  }

  function isOfCode(number: number, code: string): boolean {
    const found = identity.get(number);
    return found !== undefined && isCodeOf(code, found.receiptNumber, found.id);
  }

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
    nameOf: staff => (staff === null ? null : (nameOf.get(staff) ?? null)),
  };
}
