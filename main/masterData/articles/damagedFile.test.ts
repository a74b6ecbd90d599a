/** Files with one damaged byte, and files as programs really save them: no line is lost without a word. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { maskCards } from '../../../drivers/masking/cardMask.ts';
import type { MasterArticle } from '../../wire/articles.ts';
import type { CsvFacts } from '../csvFile.ts';
import { readCardFile } from '../loyalty/cardFile.ts';
import { readArticleFile } from './articleFile.ts';
import { ImportPlan } from './importPlan.ts';

const TODAY = { day: '2026-11-28', rates: { standard: 19, reduced: 7 }, groups: new Map() };
const RULES = {
  digits: { zeros: 'ask', rounded: 'ask' },
  makesGroups: true,
  rareRate: null,
  refuseCode: () => undefined,
} as const;

interface Read {
  readonly articles: ReadonlyMap<number, MasterArticle>;
  readonly faulty: ReadonlyMap<number, string>;
  readonly isRefused: boolean;
  readonly facts: CsvFacts | null;
}

async function* whole(bytes: Uint8Array) {
  yield bytes;
}

/** As an import reads the file into an empty shop. */
async function read(bytes: Uint8Array, currency = 'EUR'): Promise<Read> {
  const plan = new ImportPlan({ byNumber: () => null, byCode: () => null }, TODAY, RULES);
  const articles = new Map<number, MasterArticle>();
  const faulty = new Map<number, string>();
  let [isRefused, facts] = [false, null as CsvFacts | null];
  const opened = (found: CsvFacts) => {
    facts = found;
  };
  for await (const line of readArticleFile(whole(bytes), currency, { cutText: maskCards, opened })) {
    isRefused ||= 'problem' in line && line.ofFile === true;
    const one = plan.take(line);
    if (one.kind === 'faulty') faulty.set(one.problems[0].line, one.problems[0].texts.en);
    else if (one.kind !== 'unchanged') articles.set(line.line, one.article);
  }
  for (const { line, texts } of plan.late()) {
    articles.delete(line);
    faulty.set(line, texts.en);
  }
  return { articles, faulty, isRefused, facts };
}

const HEAD = 'number;ean;name;name_en;group;price;tax;unit;deposit;quick_key;place;state;planned;open_price;age';
const LINES = [
  '1001;4006381333931;Käse;Cheese;dairy;2,90;reduced;kg;;no;;sold;;no;',
  '1002;;"Rohr; 3/4"" lang";Pipe;;1,00;standard;piece;;yes;3;sold;2099-01-01 1,10;no;',
  '1003;96385074 4012345678901;Bier;Beer;drinks;1,20;standard;piece;1004;no;;sold;;no;16',
  '1004;;Pfand;Deposit;;0,25;standard;piece;;no;;sold;;no;',
  '1005;;"Der ""Gute"" Œ";Good;;12,00;19;piece;;no;;sold;;yes;18',
  '1006;;" mit Rand ";Edge;;3,00;standard;piece;;no;;ended;;no;',
  '1007;;";";";";;4,00;standard;piece;;no;;sold;;no;',
];
const text = (end: string, lines = LINES) => [HEAD, ...lines, ''].join(end);

const FILES: Readonly<Record<string, Buffer>> = {
  'UTF-8 with its mark, CRLF, as exported': Buffer.from(`\ufeff${text('\r\n')}`),
  'UTF-8, LF': Buffer.from(text('\n')),
  'Windows-1252': iconv.encode(text('\r\n'), 'win1252'),
  'UTF-16': Buffer.from(`\ufeff${text('\r\n')}`, 'utf16le'),
  'plain letters, CR': Buffer.from(text('\r').replace(/[^\0-\x7f]/g, 'e')),
};

/** Bytes that mean something, and bytes that mean nothing. */
const BYTES = [...Buffer.from('";,\t\r\n x1=\'|'), 0x00, 0x80, 0x8a, 0xc3, 0xff];

describe('a file with one damaged byte', () => {
  it.each(Object.keys(FILES))('loses nothing unsaid: %s', { timeout: 120_000 }, async name => {
    const good = FILES[name] ?? Buffer.alloc(0);
    const before = await read(good);
    expect([...before.articles.keys()]).toEqual(LINES.map((_, index) => index + 2));
    const width = name === 'UTF-16' ? 2 : 1;
    const byte = fc.oneof(fc.constantFrom(...BYTES), fc.integer({ min: 0, max: 255 }));
    const property = fc.asyncProperty(fc.nat(good.length - 1), byte, async (at, value) => {
      const damaged = Buffer.from(good);
      damaged[at] = value;
      const after = await read(damaged);
      if (after.isRefused) return;
      // Lines above the head are left out, and the answer says where the head is.
      const headLine = after.facts?.headLine ?? 1;
      const lines = written(damaged, name)
        .slice(headLine)
        .filter(line => /[^;\s]/.test(line)).length;
      const isEnd = (bytes: Buffer) => [0x0a, 0x0d].includes(bytes[at - (at % width)] ?? 0);
      const hurt = lineAt(good, name, at - (at % width));
      // A line end within quotation marks makes no second record.
      const isInCell = isEnd(damaged) && /"/.test(LINES[hurt - 2] ?? '');
      const all = after.articles.size + after.faulty.size;
      expect(isInCell ? [lines - 1, lines] : [lines], `byte ${at} became ${value}`).toContain(all);
      const now = new Set([...after.articles.values()].map(plain));
      for (const [line, article] of before.articles) {
        // A damaged line end joins two lines, or becomes a part of the second one.
        if (line === hurt || (isEnd(good) && line === hurt + 1)) continue;
        const isNamed = [line - 1, line, line + 1].some(place => after.faulty.has(place));
        const said = isNamed || after.facts?.ignored.length !== 0 || headLine !== 1;
        expect(now.has(plain(article)) || said, `line ${line} after byte ${at} became ${value}`).toBe(true);
      }
    });
    await fc.assert(property, { numRuns: process.env.LONG ? 20_000 : 250 });
  });

  it('of cards has every line as a card or a fault', async () => {
    const good = 'cardnumber;group;cash;bonus;points\n'.concat(
      ...Array.from({ length: 6 }, (_, index) => `928000000000${1000 + index};"Gold; A";${index},00;0,50;${index}\n`),
    );
    const property = fc.asyncProperty(fc.nat(good.length - 1), fc.constantFrom(...BYTES), async (at, value) => {
      const damaged = Buffer.from(good);
      damaged[at] = value;
      let [lines, isRefused] = [0, false];
      for await (const line of readCardFile(whole(damaged), 'EUR', { cutText: maskCards })) {
        lines += 1;
        isRefused ||= 'problems' in line && line.ofFile === true;
      }
      const expected = written(damaged, '').filter(line => /[^;\s]/.test(line)).length - 1;
      // A line end within quotation marks makes no second record.
      const isJoined = (value === 0x0a || value === 0x0d) && lines === expected - 1;
      expect(isRefused || isJoined || lines === expected, `byte ${at} became ${value}`).toBe(true);
    });
    await fc.assert(property, { numRuns: 1000 });
  });
});

const written = (bytes: Buffer, name: string): string[] =>
  (name === 'UTF-16' ? bytes.toString('utf16le') : bytes.toString('latin1')).split(/\r\n|\r|\n/);

/** The line of the file that the byte belongs to, from 1 on. */
const lineAt = (bytes: Buffer, name: string, at: number): number => {
  const before = bytes.subarray(0, at);
  const start = name === 'UTF-16' ? before.toString('utf16le') : before.toString('latin1');
  const isMiddle = start.endsWith('\r') && bytes[at] === 0x0a;
  return start.split(/\r\n|\r|\n/).length - (isMiddle ? 1 : 0);
};

const plain = (article: MasterArticle) => JSON.stringify({ ...article, id: null, created: null, updated: null });

const lost = (name: string) => readFileSync(join(import.meta.dirname, 'files', name));

describe('a file of another program', () => {
  it('with one stray quote has one faulty line', async () => {
    const { articles, faulty } = await read(lost('stray-quote.csv'));
    expect([...faulty.keys()]).toEqual([3]);
    expect(articles.size).toBe(21);
  });

  it('in the character set of an old Mac is read as a guess that is said, and as it is where that is chosen', async () => {
    const bytes = lost('macroman.csv');
    const { facts } = await read(bytes);
    expect(facts?.characterSet).toEqual({ name: 'macintosh', guessed: true });
    const names: string[] = [];
    const reading = { cutText: maskCards, characterSet: 'macintosh' } as const;
    for await (const line of readArticleFile(whole(bytes), 'EUR', reading))
      if ('article' in line) names.push(line.article.name.de);
    expect(names).toEqual(['Käse Ölsardinen Süß', 'Gruyère']);
  });

  it('never puts a control sign into a name (U+0080 to U+009F)', async () => {
    const { faulty } = await read(Buffer.from('number;name;price;tax\n1;K\u0084se;1;19\n2;Brot;1;19\n'));
    expect([...faulty]).toEqual([[2, expect.stringContaining('no text')]]);
    const undefinedByte = await read(
      iconv.encode('number;name;price;tax\n1;K\u00e4se X;1;19\n', 'win1252').map(b => (b === 0x58 ? 0x81 : b)),
    );
    expect(undefinedByte.faulty.size).toBe(1);
  });

  it('leaves columns alone that nobody knows, twice as well, and names them', async () => {
    const { articles, facts } = await read(lost('twice-unknown.csv'));
    expect(articles.size).toBe(1);
    expect(facts?.ignored).toEqual(['bild', 'bild']);
    const shop = await read(Buffer.from('SKU,Name,Description,Regular price,tax\nA1,Shirt,Nice,12.00,19\n'));
    expect([...shop.articles.values()][0]).toMatchObject({ number: 'A1', name: { de: 'Shirt' }, price: 1200 });
    expect(shop.facts?.ignored).toEqual(['description 3']);
  });

  it('is refused with the meant name where a column is misspelt', async () => {
    const { isRefused, faulty } = await read(Buffer.from('number;name;price;tax;deposjt\n1;A;1;19;\n'));
    expect(isRefused).toBe(true);
    expect(faulty.get(1)).toContain('deposit is meant');
  });

  it('has lost its zeros: each line asks, and nothing is guessed', async () => {
    const { faulty, articles } = await read(lost('excel-cut-ean.csv'));
    expect([...faulty]).toEqual([[2, expect.stringContaining('12345678905 may have been 0012345678905')]]);
    // With a zero in front this one has no right check digit: it is a code of the shop itself.
    expect([...articles.values()].map(({ eans }) => eans)).toEqual([['6385074']]);
  });

  it('holds the number of a payment card: the line is faulty, and shows its last four digits', async () => {
    const { faulty } = await read(Buffer.from('number;name;price;tax\n1;Karte 4111 1111 1111 1111;1;19\n'));
    expect(faulty.get(2)).toContain('…1111');
    expect(faulty.get(2)).not.toContain('1111 1111');
  });

  it('keeps three decimals of a currency that has them', async () => {
    const { articles } = await read(
      Buffer.from('number;name;price;tax\n1;A;1,234;19\n2;B;0,500;19\n3;C;1.234,500;19\n'),
      'KWD',
    );
    expect([...articles.values()].map(({ price }) => price)).toEqual([1234, 500, 1_234_500]);
  });
});
