/** Articles as master data on disk, with their codes, the words they are found by, and what the till sells of them today. */
import { codeKey, spellingsOf } from '../domain/productCode.ts';
import { columnValues, type QueryDeclaration } from '../query/declaration.ts';
import type { EanPrefix, MasterArticle } from '../wire/articles.ts';
import type { Article } from '../wire/catalogue.ts';
import type { Database } from './database.ts';
import { createRowUpdate } from './rowUpdate.ts';

export const articleQueries = {
  table: 'article_master',
  order: 'number',
  counted: 'state',
  fields: {
    id: { type: 'id', column: 'id' },
    number: { type: 'text', column: 'query_number' },
    'name.de': { type: 'text', column: 'query_name' },
    'name.en': { type: 'text', column: 'query_name_en' },
    group: { type: 'text', column: 'query_group' },
    state: { type: 'text', column: 'query_state' },
    deposit: { type: 'text', column: 'query_deposit' },
    quickKey: { type: 'boolean', column: 'query_quick_key' },
    eans: { type: 'text', link: { table: 'article_code', key: 'article', column: 'code' }, spelling: codeKey },
    search: {
      type: 'text',
      link: { table: 'article_word', key: 'article', owner: 'number', column: 'word' },
      spelling: codeKey,
    },
  },
} as const satisfies QueryDeclaration;

const COLUMNS = Object.values(articleQueries.fields)
  .flatMap(field => ('column' in field ? [field.column] : []))
  .filter(column => column !== 'id');

export interface PlacedMaster {
  readonly article: MasterArticle;
  readonly position: number;
}

/** The offer of an article at the till, and the day from which the till offers something else. */
export interface ArticleOffer {
  /** Null: it is not sold. */
  readonly sold: Article | null;
  /** YYYY-MM-DD */
  readonly nextPrice: string | null;
}

export interface Picture {
  readonly hash: string;
  readonly type: string;
  readonly content: Buffer;
}

/** The state that everything sold was written with. */
export interface ArticleState {
  readonly day: string;
  readonly rates: string;
  readonly groups: string;
}

/** A code, the article that it finds, and another one that has it too. */
export interface CodeClash {
  readonly code: string;
  readonly found: MasterArticle;
  readonly other: MasterArticle;
}

export interface ArticleStore {
  /** Without the purchase price. */
  bytes(merchant: string, id: string): Buffer | undefined;
  /** With the purchase price. */
  wholeBytes(merchant: string, id: string): Buffer | undefined;
  find(merchant: string, id: string): PlacedMaster | null;
  byNumber(merchant: string, number: string): PlacedMaster | null;
  /** In any spelling: the article with this code, else the one whose number it is. */
  byCode(merchant: string, code: string): PlacedMaster | null;
  has(merchant: string, number: string): boolean;
  nextPosition(merchant: string): number;
  /** Something is sold, or was, under this number. */
  wasSold(merchant: string, number: string): boolean;
  /** Codes that two articles have: of older versions, which compared them sign by sign. A code finds the first one. */
  clashes(merchant: string): readonly CodeClash[];
  /** How many others have this deposit article. */
  depositOf(merchant: string, number: string): number;
  inGroup(merchant: string, group: string): number;
  picture(merchant: string, id: string): Picture | null;
  prefixes(merchant: string): readonly EanPrefix[];
  /** Articles with a quick key, in the order of the catalogue. */
  quickKeys(merchant: string): readonly { readonly number: string; readonly place: number | null }[];
  state(merchant: string): ArticleState | null;
  /** Merchants with articles. */
  merchants(): readonly string[];
  /** Articles behind a place, in the order of their rows. */
  after(merchant: string, number: number, limit: number): readonly { number: number; id: string }[];
  /** Articles whose next price begins on this day or before. */
  due(merchant: string, day: string, limit: number): readonly string[];
  /** Sold articles behind a position that have no master record yet: of the demo, or of a database from before master data. */
  withoutMaster(merchant: string, after: number, limit: number): readonly { position: number; document: string }[];
  /** All of a shop, oldest first, a page at a time; `after` is the number of a row. */
  page(merchant: string, after: number, limit: number): readonly { number: number; document: string }[];
  // The rest is for use inside a job.
  insert(merchant: string, placed: PlacedMaster, offer: ArticleOffer): void;
  save(merchant: string, before: MasterArticle, placed: PlacedMaster, offer: ArticleOffer): void;
  remove(merchant: string, article: MasterArticle): void;
  setPicture(id: string, picture: Picture | null): void;
  replacePrefixes(merchant: string, prefixes: readonly EanPrefix[]): void;
  keepState(merchant: string, state: ArticleState): void;
  markSold(merchant: string, numbers: readonly string[]): void;
}

interface Row {
  readonly position: number;
  readonly document: string;
}

/** The document with the purchase price, for those who may know it. */
const WHOLE = "CASE WHEN cost IS NULL THEN document ELSE json_set(document, '$.cost', cost) END";

const placedOf = (row: Row | undefined): PlacedMaster | null =>
  row === undefined ? null : { position: row.position, article: JSON.parse(row.document) };

export function createArticleStore(db: Database): ArticleStore {
  return { ...createReading(db), ...createPages(db), ...createWriting(db), ...createExtras(db) };
}

function createReading(db: Database) {
  const bytes = db
    .prepare<Buffer>('SELECT CAST(document AS BLOB) FROM article_master WHERE id = ? AND merchant = ?')
    .pluck();
  const whole = db
    .prepare<Buffer>(`SELECT CAST(${WHOLE} AS BLOB) FROM article_master WHERE id = ? AND merchant = ?`)
    .pluck();
  const byId = db.prepare<Row>(
    `SELECT position, ${WHOLE} AS document FROM article_master WHERE id = ? AND merchant = ?`,
  );
  const byNumber = db.prepare<Row>(
    `SELECT position, ${WHOLE} AS document FROM article_master WHERE merchant = ? AND article_number = ?`,
  );
  const has = db.prepare('SELECT 1 FROM article_master WHERE merchant = ? AND article_number = ?');
  const byCode =
    db.prepare<Row>(`SELECT m.position, ${WHOLE} AS document FROM article_code c JOIN article_master m ON m.id = c.article
    WHERE c.merchant = ? AND c.code = ?`);
  const byNumberKey = db.prepare<Row>(
    `SELECT position, ${WHOLE} AS document FROM article_master WHERE merchant = ? AND number_key = ? ORDER BY number LIMIT 1`,
  );
  const next = db
    .prepare<number>('SELECT coalesce(max(position) + 1, 0) FROM article_master WHERE merchant = ?')
    .pluck();
  const sold = db.prepare<number>('SELECT 1 FROM article_sold WHERE merchant = ? AND article_number = ?').pluck();
  const deposits = db
    .prepare<number>('SELECT count(*) FROM article_master WHERE merchant = ? AND query_deposit = ?')
    .pluck();
  const grouped = db
    .prepare<number>('SELECT count(*) FROM article_master WHERE merchant = ? AND query_group = ?')
    .pluck();
  const quickKeys = db.prepare<{ number: string; place: number | null }>(
    `SELECT article_number AS number, document ->> '$.place' AS place FROM article_master
      WHERE merchant = ? AND query_quick_key = 1 ORDER BY position`,
  );
  const folded = (text: string) => text.normalize('NFC').toLowerCase();
  return {
    quickKeys: (merchant: string) => quickKeys.all(merchant),
    bytes: (merchant: string, id: string) => bytes.get(id, merchant),
    wholeBytes: (merchant: string, id: string) => whole.get(id, merchant),
    find: (merchant: string, id: string) => placedOf(byId.get(id, merchant)),
    byNumber: (merchant: string, number: string) => placedOf(byNumber.get(merchant, number)),
    byCode(merchant: string, code: string) {
      const key = codeKey(code);
      return placedOf(byCode.get(merchant, key) ?? byNumberKey.get(merchant, key));
    },
    has: (merchant: string, number: string) => has.get(merchant, number) !== undefined,
    nextPosition: (merchant: string) => next.get(merchant) ?? 0,
    wasSold: (merchant: string, number: string) => sold.get(merchant, number) !== undefined,
    depositOf: (merchant: string, number: string) => deposits.get(merchant, folded(number)) ?? 0,
    inGroup: (merchant: string, group: string) => grouped.get(merchant, folded(group)) ?? 0,
  };
}

function createPages(db: Database) {
  const merchants = db.prepare<string>('SELECT merchant FROM catalogue').pluck();
  const after = db.prepare<{ number: number; id: string }>(
    'SELECT number, id FROM article_master WHERE merchant = ? AND number > ? ORDER BY number LIMIT ?',
  );
  const due = db
    .prepare<string>(
      'SELECT id FROM article_master WHERE merchant = ? AND next_price IS NOT NULL AND next_price <= ? LIMIT ?',
    )
    .pluck();
  const lacking = db.prepare<{ position: number; document: string }>(`SELECT position, document FROM article a
    WHERE merchant = ? AND position > ? AND NOT EXISTS
      (SELECT 1 FROM article_master m WHERE m.merchant = a.merchant AND m.article_number = a.article_number)
    ORDER BY position LIMIT ?`);
  const page = db.prepare<{ number: number; document: string }>(
    `SELECT number, ${WHOLE} AS document FROM article_master WHERE merchant = ? AND number > ? ORDER BY number LIMIT ?`,
  );
  return {
    merchants: () => merchants.all(),
    after: (merchant: string, number: number, limit: number) => after.all(merchant, number, limit),
    due: (merchant: string, day: string, limit: number) => due.all(merchant, day, limit),
    withoutMaster: (merchant: string, position: number, limit: number) => lacking.all(merchant, position, limit),
    page: (merchant: string, from: number, limit: number) => page.all(merchant, from, limit),
  };
}

function createWriting(db: Database): Pick<ArticleStore, 'insert' | 'save' | 'remove'> {
  const insert =
    db.prepare(`INSERT INTO article_master (id, merchant, position, document, article_number, number_key, next_price,
      cost, ${COLUMNS.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?, ?${', ?'.repeat(COLUMNS.length)})`);
  const update = createRowUpdate(db, {
    table: 'article_master',
    columns: ['position', 'article_number', 'number_key', 'next_price', 'cost', ...COLUMNS],
    always: ['document = ?'],
    where: 'id = ? AND merchant = ?',
  });
  const remove = db.prepare('DELETE FROM article_master WHERE id = ? AND merchant = ?');
  const links = createLinks(db);
  const sell =
    db.prepare(`INSERT INTO article (merchant, position, article_number, ean, document) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET position = excluded.position, ean = excluded.ean, document = excluded.document
    WHERE position <> excluded.position OR ean <> excluded.ean OR document <> excluded.document`);
  const sellNoMore = db.prepare('DELETE FROM article WHERE merchant = ? AND article_number = ?');
  const leave = db.prepare(`DELETE FROM article_version WHERE merchant = ? AND article_number = ?
    AND version = (SELECT version FROM catalogue c WHERE c.merchant = article_version.merchant)`);
  const valuesOf = (article: MasterArticle) => {
    const values = columnValues(articleQueries, article);
    return COLUMNS.map(column => values[column] ?? null);
  };

  function project(merchant: string, { article, position }: PlacedMaster, sold: Article | null): void {
    if (sold) {
      const key = links.ownKey(merchant, article);
      return void sell.run(merchant, position, sold.articleNumber, key, JSON.stringify(sold));
    }
    sellNoMore.run(merchant, article.number);
    leave.run(merchant, article.number);
  }

  return {
    insert(merchant, placed, { sold, nextPrice }) {
      const { article, position } = placed;
      const { cost = null, ...shown } = article;
      insert.run(
        ...[article.id, merchant, position, JSON.stringify(shown), article.number, codeKey(article.number)],
        ...[nextPrice, cost],
        ...valuesOf(article),
      );
      links.add(merchant, article);
      if (sold) project(merchant, placed, sold);
    },
    save(merchant, before, placed, { sold, nextPrice }) {
      const { article, position } = placed;
      const { cost = null, ...shown } = article;
      const values = [position, article.number, codeKey(article.number), nextPrice, cost, ...valuesOf(article)];
      update(values, [JSON.stringify(shown)], [article.id, merchant]);
      links.change(merchant, before, article);
      if (before.number !== article.number) sellNoMore.run(merchant, before.number);
      project(merchant, placed, sold);
    },
    remove(merchant, article) {
      links.clear(merchant, article.id);
      sellNoMore.run(merchant, article.number);
      leave.run(merchant, article.number);
      remove.run(article.id, merchant);
    },
  };
}

/** Codes and words of an article: rows of their own. */
function createLinks(db: Database) {
  // A code that another article has since an older version stays its own; `article_code_clash` keeps it.
  const addCode = db.prepare('INSERT OR IGNORE INTO article_code (merchant, code, article) VALUES (?, ?, ?)');
  const ownerOf = db.prepare<string>('SELECT article FROM article_code WHERE merchant = ? AND code = ?').pluck();
  const clash = db.prepare('INSERT OR IGNORE INTO article_code_clash (merchant, code, article) VALUES (?, ?, ?)');
  const clearClashes = db.prepare('DELETE FROM article_code_clash WHERE article = ?');
  const inherit = db.prepare(`INSERT OR IGNORE INTO article_code (merchant, code, article)
    SELECT merchant, code, article FROM article_code_clash x WHERE merchant = ?
      AND NOT EXISTS (SELECT 1 FROM article_master n WHERE n.merchant = x.merchant AND n.number_key = x.code)`);
  const clashOfNumber = db.prepare(`INSERT OR IGNORE INTO article_code_clash SELECT m.merchant, m.number_key, m.id
    FROM article_master m WHERE m.id = ? AND (
      EXISTS (SELECT 1 FROM article_code c WHERE c.merchant = m.merchant AND c.code = m.number_key AND c.article <> m.id)
      OR EXISTS (SELECT 1 FROM article_master o
        WHERE o.merchant = m.merchant AND o.number_key = m.number_key AND o.number < m.number))`);
  const settle = db.prepare(`DELETE FROM article_code_clash WHERE merchant = ? AND EXISTS (SELECT 1 FROM article_code c
    WHERE c.merchant = article_code_clash.merchant AND c.code = article_code_clash.code AND c.article = article_code_clash.article)`);
  const rowOf = db.prepare<number>('SELECT number FROM article_master WHERE id = ?').pluck();
  const addWord = db.prepare('INSERT OR IGNORE INTO article_word (word, article) VALUES (?, ?)');
  const clearCodes = db.prepare('DELETE FROM article_code WHERE article = ?');
  const clearWords = db.prepare('DELETE FROM article_word WHERE article = ?');
  const clearPicture = db.prepare('DELETE FROM article_picture WHERE article = ?');
  const addCodes = (merchant: string, article: MasterArticle) => {
    for (const key of keysOf(article)) {
      addCode.run(merchant, key, article.id);
      if (ownerOf.get(merchant, key) !== article.id) clash.run(merchant, key, article.id);
    }
  };
  /** Codes that an article gives up belong to whoever had them, too. */
  const inheritCodes = (merchant: string) => {
    inherit.run(merchant);
    settle.run(merchant);
  };
  const addWords = (article: MasterArticle) => {
    const row = rowOf.get(article.id) ?? 0;
    for (const word of wordsOf(article)) addWord.run(word, row);
  };
  return {
    add(merchant: string, article: MasterArticle) {
      addCodes(merchant, article);
      addWords(article);
    },
    change(merchant: string, before: MasterArticle, article: MasterArticle) {
      if (before.number !== article.number || keysOf(before).join() !== keysOf(article).join()) {
        clearCodes.run(article.id);
        clearClashes.run(article.id);
        addCodes(merchant, article);
        clashOfNumber.run(article.id);
        inheritCodes(merchant);
      }
      if (wordsOf(before).join(' ') === wordsOf(article).join(' ')) return;
      clearWords.run(rowOf.get(article.id) ?? 0);
      addWords(article);
    },
    /** The key of the first code, by which the till finds what it sells; empty where it finds another article. */
    ownKey(merchant: string, { id, eans: [ean = ''] }: MasterArticle): string {
      const key = codeKey(ean);
      return ownerOf.get(merchant, key) === id ? key : '';
    },
    clear(merchant: string, id: string) {
      clearCodes.run(id);
      clearClashes.run(id);
      inheritCodes(merchant);
      clearWords.run(rowOf.get(id) ?? 0);
      clearPicture.run(id);
    },
  };
}

/** The keys of an article's codes, each once. */
const keysOf = ({ eans, packs = [] }: Pick<MasterArticle, 'eans' | 'packs'>): readonly string[] => [
  ...new Set([...eans, ...packs.map(({ code }) => code)].map(codeKey)),
];

function createExtras(db: Database) {
  const picture = db.prepare<Picture>(`SELECT p.hash, p.type, p.content FROM article_picture p
    JOIN article_master m ON m.id = p.article WHERE p.article = ? AND m.merchant = ?`);
  const keepPicture = db.prepare(`INSERT INTO article_picture (article, hash, type, content) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET hash = excluded.hash, type = excluded.type, content = excluded.content`);
  const dropPicture = db.prepare('DELETE FROM article_picture WHERE article = ?');
  const prefixes = db.prepare<string>('SELECT document FROM ean_prefix WHERE merchant = ? ORDER BY prefix').pluck();
  const clearPrefixes = db.prepare('DELETE FROM ean_prefix WHERE merchant = ?');
  const addPrefix = db.prepare('INSERT INTO ean_prefix (merchant, prefix, document) VALUES (?, ?, ?)');
  const state = db.prepare<ArticleState>('SELECT day, rates, groups FROM article_state WHERE merchant = ?');
  const keepState = db.prepare(`INSERT INTO article_state (merchant, day, rates, groups) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET day = excluded.day, rates = excluded.rates, groups = excluded.groups`);
  const clashes = db.prepare<{
    code: string;
    found: string;
    other: string;
  }>(`SELECT x.code, f.document AS found, o.document AS other
    FROM article_code_clash x
    JOIN article_master o ON o.id = x.article
    JOIN article_master f ON f.id = coalesce(
      (SELECT article FROM article_code c WHERE c.merchant = x.merchant AND c.code = x.code),
      (SELECT id FROM article_master n WHERE n.merchant = x.merchant AND n.number_key = x.code ORDER BY n.number LIMIT 1))
    WHERE x.merchant = ? AND f.id <> o.id ORDER BY x.code`);
  const markSold = db.prepare('INSERT OR IGNORE INTO article_sold (merchant, article_number) VALUES (?, ?)');
  return {
    picture: (merchant: string, id: string) => picture.get(id, merchant) ?? null,
    setPicture(id: string, one: Picture | null) {
      if (one) keepPicture.run(id, one.hash, one.type, one.content);
      else dropPicture.run(id);
    },
    clashes: (merchant: string): readonly CodeClash[] =>
      clashes
        .all(merchant)
        .map(({ code, found, other }) => ({ code, found: JSON.parse(found), other: JSON.parse(other) })),
    prefixes: (merchant: string): readonly EanPrefix[] => prefixes.all(merchant).map(text => JSON.parse(text)),
    replacePrefixes(merchant: string, all: readonly EanPrefix[]) {
      clearPrefixes.run(merchant);
      for (const one of all) addPrefix.run(merchant, one.prefix, JSON.stringify(one));
    },
    state: (merchant: string) => state.get(merchant) ?? null,
    keepState: (merchant: string, { day, rates, groups }: ArticleState) =>
      void keepState.run(merchant, day, rates, groups),
    markSold(merchant: string, numbers: readonly string[]) {
      for (const number of numbers) markSold.run(merchant, number);
    },
  };
}

const WORD = /[\p{L}\p{N}]+/gu;
/** More would only be typed by accident. */
const LONGEST = 40;

type Searched = Pick<MasterArticle, 'name' | 'number' | 'eans' | 'packs'>;

/** The words by which an article is found: in small letters, each with and without accents, and each once. */
function wordsOf({ name, number, eans, packs = [] }: Searched): readonly string[] {
  const codes = [...eans, ...packs.map(({ code }) => code)].flatMap(spellingsOf);
  const texts = [...wordsIn(name.de), ...wordsIn(name.en), ...wordsIn(number), number, ...codes];
  return [...new Set(texts.map(folded).flatMap(word => [word, plain(word)]))];
}

const wordsIn = (text: string): readonly string[] => text.match(WORD) ?? [];
const folded = (text: string): string => text.normalize('NFC').toLowerCase().slice(0, LONGEST);
const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss');
