/**
 * The chain of closed sales, one per till: every closing and every later change of a closed sale adds a link whose hash
 * covers the link before, so nobody can change, remove or insert a closed sale in the file without it being found.
 */
import { hash as digest } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { isDamage } from '../files/refusal.ts';
import type { Sale } from '../world/sales.ts';
import type { MarkedLink } from './commitMark.ts';
import type { Database } from './database.ts';
import { wholeSale } from './saleTexts.ts';
import { type Bindable, OPAQUE_PARAMETER } from './statement.ts';

/** The facts of a sale in its link; the order of the members is part of the hash. */
export interface SaleFacts {
  readonly sale: string;
  readonly state: string;
  readonly receipt_number: number | null;
  readonly method: string | null;
  readonly sum: number | null;
  readonly currency: string | null;
  readonly payments: readonly string[];
  /** The stored text, to the byte. */
  readonly document: string;
  /** Time at which the link was made, ms since 1970. */
  readonly at: number;
}

const hashOf = (...parts: readonly string[]): string => digest('sha256', parts.join('\n'), 'base64url');

/** A sale that has a receipt number was closed once, whatever became of it. */
const isLinked = ({ receiptNumber }: Pick<Sale, 'receiptNumber'>): boolean => receiptNumber !== null;

const chainOf = ({ till, merchant }: Pick<Sale, 'till' | 'merchant'>): string => till ?? merchant;

function factsOf(row: LinkedRow, { basket_info, transactions }: Members, at: number): SaleFacts {
  return {
    sale: row.id,
    state: row.state,
    receipt_number: row.receipt_number,
    method: row.method,
    sum: basket_info?.sum ?? null,
    currency: basket_info?.currency ?? null,
    payments: (transactions ?? []).map(({ id }) => String(id)),
    document: hashOf(row.document),
    at,
  };
}

interface Members {
  readonly basket_info?: { readonly sum?: number; readonly currency?: string };
  readonly transactions?: readonly { readonly id?: unknown }[];
}

/** A text that is damaged has no members, and its hash says so. */
function membersOf(document: string): Members {
  try {
    return JSON.parse(document) as Members;
  } catch {
    return {};
  }
}

/** Follows what is written about sales: the link is the last work of the job, with the text that was stored last. */
export function createChain(db: Database, now: () => number): (sale: Sale, document: string) => void {
  const head = db.prepare<{ number: number; hash: string }>(
    `SELECT number, hash FROM sale_link WHERE chain = ${OPAQUE_PARAMETER} ORDER BY number DESC LIMIT 1`,
  );
  const add = db.prepare('INSERT INTO sale_link (chain, number, sale, facts, hash) VALUES (?, ?, ?, ?, ?)');

  function link({ id, state, receiptNumber: receipt_number, method, ...sale }: Sale, document: string) {
    const row = { id, state, receipt_number, method, document };
    const facts = JSON.stringify(factsOf(row, sale.document, now()));
    const chain = chainOf(sale);
    const last = head.get(chain);
    add.run(chain, (last?.number ?? 0) + 1, id, facts, hashOf(last?.hash ?? chain, facts));
    db.linkAdded();
  }

  return (sale, document) => {
    if (isLinked(sale)) db.atEnd(`link ${sale.id}`, () => link(sale, document));
  };
}

interface LinkedRow {
  readonly id: string;
  readonly state: string;
  readonly receipt_number: number | null;
  readonly method: string | null;
  readonly document: string;
}

interface CheckedRow extends Omit<LinkedRow, 'id' | 'state' | 'document'> {
  readonly seq: number;
  readonly chain: string;
  readonly number: number;
  readonly sale: string;
  readonly facts: string;
  readonly hash: string;
  /** 1: nothing was linked later for this sale, so it must be as the link says. */
  readonly newest: number;
  readonly state: string | null;
  readonly document: string | null;
}

/** The reads of the check, a few rows at a time. */
export interface ChainReader {
  readonly links: (after: number, count: number) => readonly CheckedRow[];
  /** The hash of the link before `seq` in its chain. */
  readonly before: (chain: string, number: number) => string | null;
  /** Sales of the time of the chain behind this row. */
  readonly sales: (after: number, count: number) => readonly SaleRow[];
  readonly hashAt: (chain: string, number: number) => string | null;
}

interface SaleRow {
  readonly number: number;
  readonly id: string;
  readonly receipt_number: number | null;
  /** 1: it has a link. */
  readonly linked: number;
}

export type PrepareStatement = <Row>(sql: string) => { all(...params: readonly Bindable[]): Row[] };

export function chainReader({ prepare }: { readonly prepare: PrepareStatement }): ChainReader {
  const links = prepare<CheckedRow>(`SELECT l.seq, l.chain, l.number, l.sale, l.facts, l.hash,
      l.seq = (SELECT max(seq) FROM sale_link WHERE sale = l.sale) AS newest,
      s.state, s.receipt_number, s.method, ${wholeSale('s')} AS document
    FROM sale_link l LEFT JOIN smart_transaction s ON s.id = l.sale
    WHERE l.seq > ? ORDER BY l.seq LIMIT ?`);
  const hash = prepare<{ hash: string }>('SELECT hash FROM sale_link WHERE chain = ? AND number = ?');
  const sales = prepare<SaleRow>(`SELECT number, id, receipt_number,
      EXISTS (SELECT 1 FROM sale_link WHERE sale = s.id) AS linked
    FROM smart_transaction s
    WHERE number > max(?, (SELECT CAST(value AS INTEGER) FROM setting WHERE key = 'chain_begins'))
    ORDER BY number LIMIT ?`);
  const hashAt = (chain: string, number: number) => hash.all(chain, number)[0]?.hash ?? null;
  return {
    links: (after, count) => links.all(after, count),
    sales: (after, count) => sales.all(after, count),
    before: hashAt,
    hashAt,
  };
}

export interface BrokenLink {
  readonly sale: string;
  readonly receipt: number | null;
  /** One sentence. */
  readonly text: string;
}

export interface ChainResult {
  readonly checked: number;
  /** The newest link that was looked at. */
  readonly through: number;
  readonly broken: readonly BrokenLink[];
}

export interface ChainSpan {
  /** Links behind this one only; 0 or left out: all, and what has no link as well. */
  readonly after?: number;
  readonly marked?: MarkedLink | null;
  readonly isStopped?: () => boolean;
}

const SLICE = 100;

/** In slices, so that a till that sells meanwhile does not wait. */
export async function verifyChain(reader: ChainReader, span: ChainSpan = {}): Promise<ChainResult> {
  const { after = 0, marked = null, isStopped = () => false } = span;
  const broken: BrokenLink[] = [];
  const heads = new Map<string, { number: number; hash: string }>();
  let through = after;
  let checked = 0;
  for (;;) {
    const rows = reader.links(through, SLICE);
    for (const row of rows) broken.push(...problemsOf(row, heads, reader, after > 0));
    checked += rows.length;
    through = rows.at(-1)?.seq ?? through;
    if (rows.length < SLICE || isStopped()) break;
    await turn();
  }
  if (after > 0 || isStopped()) return { checked, through, broken };
  // Joined, not pushed as arguments, of which the stack takes some ten thousands.
  return { checked, through, broken: broken.concat(await unlinked(reader, isStopped), cutOff(reader, marked)) };
}

function problemsOf(
  row: CheckedRow,
  heads: Map<string, { number: number; hash: string }>,
  reader: ChainReader,
  isPart: boolean,
): readonly BrokenLink[] {
  const { chain, number, facts, hash, sale } = row;
  const known = heads.get(chain);
  const before = known?.hash ?? (number > 1 && isPart ? reader.before(chain, number - 1) : null) ?? chain;
  const isNext = known ? number === known.number + 1 : isPart || number === 1;
  heads.set(chain, { number, hash });
  const at = (text: string) => [{ sale, receipt: receiptIn(facts), text }];
  if (!isNext) return at(`links before number ${number} of ${chain} are missing (sale ${sale})`);
  if (hashOf(before, facts) !== hash) return at(`the link ${number} of ${chain} was changed (sale ${sale})`);
  if (row.newest !== 1) return [];
  const difference = differenceOf(row);
  return difference ? at(difference) : [];
}

function receiptIn(facts: string): number | null {
  try {
    return (JSON.parse(facts) as SaleFacts).receipt_number;
  } catch {
    return null;
  }
}

/** The difference between a row and its newest link; null where they agree. */
function differenceOf({ sale, facts, state, receipt_number, method, document }: CheckedRow): string | null {
  const said = JSON.parse(facts) as SaleFacts;
  const name = `the closed sale ${sale} (receipt ${said.receipt_number})`;
  if (document === null || state === null) return `${name} was removed`;
  const is = factsOf({ id: sale, state, receipt_number, method, document }, membersOf(document), said.at);
  const changed = (Object.keys(said) as (keyof SaleFacts)[]).filter(
    key => JSON.stringify(said[key]) !== JSON.stringify(is[key]),
  );
  if (changed.length === 0) return null;
  const shown = changed.filter(key => key !== 'document').map(key => `${key} was ${said[key]} and is ${is[key]}`);
  return `${name} was changed: ${shown.length > 0 ? shown.join(', ') : 'its text is not the one that was written'}`;
}

async function unlinked(reader: ChainReader, isStopped: () => boolean): Promise<readonly BrokenLink[]> {
  const broken: BrokenLink[] = [];
  for (let after = 0; ; await turn()) {
    const rows = reader.sales(after, SLICE);
    for (const { id, receipt_number: receipt, linked } of rows)
      if (receipt !== null && linked === 0)
        broken.push({
          sale: id,
          receipt,
          text: `the closed sale ${id} (receipt ${receipt}) was not written by this program`,
        });
    if (rows.length < SLICE || isStopped()) return broken;
    after = rows.at(-1)?.number ?? after;
  }
}

function cutOff(reader: ChainReader, marked: MarkedLink | null): readonly BrokenLink[] {
  if (!marked || reader.hashAt(marked.chain, marked.number) === marked.hash) return [];
  const { sale, receipt, chain, number } = marked;
  const text = `the newest link of the mark is missing: number ${number} of ${chain}, sale ${sale} (receipt ${receipt})`;
  return [{ sale, receipt, text }];
}

/** Looks at what was linked since it looked last; what it found once it keeps. One look at a time. */
export function createChainCheck(db: Database): () => Promise<readonly BrokenLink[]> {
  const reader = chainReader(db);
  let through = 0;
  let found: readonly BrokenLink[] = [];
  let looking: Promise<readonly BrokenLink[]> = Promise.resolve(found);
  db.onReplaced(() => {
    through = 0;
    found = [];
  });

  async function look() {
    try {
      return await lookFurther();
    } catch (error) {
      if (!isDamage(error)) throw error;
      db.risks.raise('damaged', 'the chain of closed sales cannot be read as a whole');
      return found;
    }
  }

  async function lookFurther() {
    const result = await verifyChain(reader, { after: through, marked: db.markedLink });
    through = result.through;
    found = [...found, ...result.broken];
    if (found.length > 0) db.risks.raise('chainBroken', brokenShortly(found));
    return found;
  }

  return () => {
    looking = looking.then(look, look);
    return looking;
  };
}

/** Without amounts: everybody who reaches the bridge can read it. */
export const brokenShortly = (broken: readonly BrokenLink[]): string =>
  `${broken.length} found: ${broken
    .slice(0, 5)
    .map(({ sale, receipt }) => `receipt ${receipt ?? '?'} (${sale})`)
    .join(', ')}`;
