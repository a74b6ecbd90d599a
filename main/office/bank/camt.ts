/** Account statements and notifications in CAMT (ISO 20022: camt.053, 052, 054), every version: the names of their elements are the same. Pure. */
import { XMLParser } from 'fast-xml-parser';
import { BankFileRefusal } from './bankText.ts';
import { readAmount, readDay } from './bankValues.ts';
import type { StatementEntry } from './statement.ts';

export const isCamt = (text: string): boolean => /^\ufeff?\s*<(\?xml|!--|([a-z]\w*:)?Document\b)/i.test(text);

/** Elements that may come several times are always lists. */
const LISTS = new Set(['Stmt', 'Rpt', 'Ntfctn', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Rcrd', 'Strd']);

const OPTIONS = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 40,
  isArray: (name: string) => LISTS.has(name),
} as const;

/** The prefixes of the namespace of the document: what has another one is of somebody else, and keeps it. */
function ownPrefixes(text: string): ReadonlySet<string> {
  const [, prefix = '', attributes = ''] = /<(?:([\w.-]+):)?Document\b([^>]*)/.exec(text) ?? [];
  const declared = [...attributes.matchAll(/\sxmlns(?::([\w.-]+))?\s*=\s*["']([^"']*)/g)].map(
    ([, name = '', namespace]) => [name, namespace] as const,
  );
  const own = new Map(declared).get(prefix);
  return new Set([prefix, ...declared.filter(([, namespace]) => namespace === own).map(([name]) => name)]);
}

/** An element without attributes is its text; every other one is an object. */
type Node = Readonly<Record<string, unknown>>;

/** Throws BankFileRefusal where the file is broken or is something else. */
export function camtEntries(text: string, digits: number): readonly StatementEntry[] {
  // A document type may define entities; no bank writes one.
  if (/<!\s*(DOCTYPE|ENTITY)/i.test(text))
    throw new BankFileRefusal('the file has a document type, as no statement has');
  const root = parsed(text);
  const messages = [root.BkToCstmrStmt, root.BkToCstmrAcctRpt, root.BkToCstmrDbtCdtNtfctn].flatMap(listOf);
  if (messages.length === 0) throw new BankFileRefusal('the file is XML, but no statement in CAMT.053, 052 or 054');
  const statements = messages.flatMap(({ Stmt, Rpt, Ntfctn }) => [Stmt, Rpt, Ntfctn].flatMap(listOf));
  const entries = statements.flatMap(({ Ntry }) => listOf(Ntry));
  return entries.flatMap(entry => entriesOf(entry, digits)).map((entry, index) => ({ ...entry, line: index + 1 }));
}

function parsed(text: string): Node {
  const own = ownPrefixes(text);
  const transformTagName = (name: string) => (own.has(name.split(':')[0] ?? '') ? name.replace(/^.*?:/, '') : name);
  try {
    return nodeOf((new XMLParser({ ...OPTIONS, transformTagName }).parse(text, true) as Node).Document);
  } catch (error) {
    throw new BankFileRefusal(`the file is no whole XML: ${(error as Error).message.slice(0, 150)}`);
  }
}

type EntryFacts = Omit<StatementEntry, 'line'>;

/** One for each payment of a collective entry, where each has an amount of its own; else one for the whole. */
function entriesOf(entry: Node, digits: number): readonly EntryFacts[] {
  if (isAnnounced(entry)) return [{ amount: 0, fee: null, currency: '', day: '', text: '' }];
  const whole = factsOf(entry, entry, digits);
  const details = listOf(entry.NtryDtls).flatMap(({ TxDtls }) => listOf(TxDtls));
  if (details.length < 2) {
    const [only] = details;
    const fee = whole.fee ?? (only ? chargesOf(only, digits) : null);
    return [{ ...whole, fee, text: `${whole.text} ${only ? textOf(only) : ''}`.trim() }];
  }
  const parts = details.filter(detail => ownAmount(detail) !== undefined).map(each => factsOf(each, entry, digits));
  const isComplete =
    parts.length === details.length && parts.reduce((sum, { amount }) => sum + amount, 0) === whole.amount;
  const texts = details.map(textOf);
  return isComplete ? parts : [{ ...whole, text: [whole.text, ...texts].join(' '), details: texts }];
}

/** Only announced, or for information: what comes of it stands in a later file. */
const isAnnounced = ({ Sts }: Node): boolean => ['PDNG', 'INFO', 'FUTR'].includes(wordsOf(nodeOf(Sts).Cd ?? Sts));

/** Up to version 3 a payment of a collective entry has its amount among the details. */
const ownAmount = ({ Amt, AmtDtls }: Node): unknown => Amt ?? nodeOf(nodeOf(AmtDtls).TxAmt).Amt;

/** The standard allows five digits behind the point. */
const amountIn = (written: unknown, digits: number): number | null =>
  readAmount(
    wordsOf(written)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, ''),
    '.',
    digits,
  );

/** `part`: the entry itself or one payment of it; what a payment does not say, the entry says for all. */
function factsOf(part: Node, entry: Node, digits: number): EntryFacts {
  const written = ownAmount(part) ?? entry.Amt;
  const amount = amountIn(written, digits);
  const day = dayOf(entry.BookgDt) ?? dayOf(entry.ValDt);
  if (amount === null || day === null)
    throw new BankFileRefusal('an entry has no amount or no day of booking: the file is no whole statement');
  const side = wordsOf(part.CdtDbtInd ?? entry.CdtDbtInd).toUpperCase();
  if (side !== 'CRDT' && side !== 'DBIT')
    throw new BankFileRefusal('an entry does not say whether it came in or went out: the file is no whole statement');
  return {
    amount: side === 'DBIT' ? -amount || 0 : amount,
    fee: chargesOf(part, digits),
    currency: String(nodeOf(written)['@Ccy'] ?? ''),
    day,
    text: textOf(part),
  };
}

/** Positive for what the bank kept; a fee that it gave back is negative. */
function chargesOf({ Chrgs }: Node, digits: number): number | null {
  const records = listOf(nodeOf(Chrgs).Rcrd ?? Chrgs);
  const amounts = records.flatMap(({ Amt, CdtDbtInd }) => {
    const amount = amountIn(Amt, digits);
    return amount === null ? [] : [wordsOf(CdtDbtInd) === 'CRDT' ? -amount || 0 : amount];
  });
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0);
}

/** Purpose, references and the terminal of a card payment. */
function textOf({ RmtInf, AddtlTxInf, AddtlNtryInf, CardTx, Refs }: Node): string {
  const terminal = wordsOf(nodeOf(nodeOf(nodeOf(CardTx).POI).Id).Id);
  const words = [...wordsIn(RmtInf), ...wordsIn(AddtlTxInf), ...wordsIn(AddtlNtryInf), ...wordsIn(Refs)];
  return [...(terminal ? [`TID ${terminal}`] : []), ...words].join(' ');
}

/** Every text below a node. */
function wordsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  return value && typeof value === 'object' ? Object.values(value).flatMap(wordsIn) : [];
}

const dayOf = (value: unknown): string | null => {
  const { Dt, DtTm } = nodeOf(value);
  return readDay(wordsOf(Dt ?? DtTm).slice(0, 10), 'ymd');
};
const nodeOf = (value: unknown): Node => (value && typeof value === 'object' ? (value as Node) : {});
const listOf = (value: unknown): readonly Node[] => (value === undefined ? [] : [value].flat().map(nodeOf));
const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : String(nodeOf(value)['#text'] ?? ''));
