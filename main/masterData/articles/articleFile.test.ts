/** Article files as spreadsheets save them. */
import { describe, expect, it } from 'vitest';
import { maskCards } from '../../../drivers/masking/cardMask.ts';
import { type ArticleLine, readArticleFile } from './articleFile.ts';

const HEAD = 'number;ean;name;name_en;group;price;tax';

async function read(file: string | Uint8Array, chunk = 7): Promise<readonly ArticleLine[]> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  async function* parts() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const lines: ArticleLine[] = [];
  for await (const line of readArticleFile(parts(), 'EUR', { cutText: maskCards })) lines.push(line);
  return lines;
}

const article = (lines: readonly ArticleLine[], index = 0) => {
  const line = lines[index];
  if (!line || !('article' in line)) throw new Error(JSON.stringify(line));
  return line.article;
};
const problem = (lines: readonly ArticleLine[], index = 0) => {
  const line = lines[index];
  if (!line || !('problem' in line)) throw new Error(JSON.stringify(line));
  return { line: line.line, column: line.problem.column, text: line.problem.texts.en };
};

describe('an article file', () => {
  it('gives each line with its number, whatever separates the columns', async () => {
    for (const sign of [';', ',', '\t']) {
      const price = sign === ',' ? '"2,90"' : '2,90';
      const file = `${HEAD}\r\n7;4006381333931;Käse;Cheese;dairy;${price};7 %\r\n\r\n8;;Brot;;;3;19\r\n`.replaceAll(
        ';',
        sign,
      );
      const lines = await read(file);
      expect(lines.map(({ line }) => line)).toEqual([2, 4]);
      expect(article(lines)).toEqual({
        number: '7',
        eans: ['4006381333931'],
        writtenEans: '4006381333931',
        name: { de: 'Käse', en: 'Cheese' },
        group: 'dairy',
        price: 290,
        tax: { rate: 7 },
        options: {},
        more: {},
      });
      expect(article(lines, 1)).toMatchObject({ eans: [], name: { de: 'Brot', en: 'Brot' }, price: 300 });
    }
  });

  it('knows the German names of the columns in any order, and keeps further ones', async () => {
    const lines = await read('Preis;Bezeichnung;MwSt;Artikelnummer;Farbe\n1,50;Tee;standard;T1;grün\n');
    expect(article(lines)).toMatchObject({
      number: 'T1',
      price: 150,
      tax: { key: 'standard' },
      more: { farbe: 'grün' },
    });
  });

  it('survives marks, character sets and the line sep=', async () => {
    const text = `${HEAD}\n1;;Grüße €;;;1;19\n`;
    const windows = Buffer.from(text.replace('€', '\u0080'), 'latin1');
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const file of [text, `\ufeff${text}`, windows, utf16, `sep=;\r\n${text}`])
      for (const chunk of [1, 8, 1000]) expect(article(await read(file, chunk)).name.de).toBe('Grüße €');
  });

  it('reads tax rates with decimals, however they are written', async () => {
    const rates = ['8,1', '8.1 %', '8,10', '2.65%', '19,0', '19'];
    const lines = await read(`${HEAD}\n${rates.map((rate, index) => `${index};;A;;;1;${rate}\n`).join('')}`);
    expect(rates.map((_, index) => article(lines, index).tax)).toEqual(
      [8.1, 8.1, 8.1, 2.65, 19, 19].map(rate => ({ rate })),
    );
  });

  it('survives stray quotes and names over two lines', async () => {
    const lines = await read(`${HEAD}\n1;;Rohr 3/4" lang;;;1;19\n2;;"Zwei\nZeilen";;;1;19\n3;;"Der ""Gute""";;;1;19\n`);
    expect(lines.map(({ line }) => line)).toEqual([2, 3, 5]);
    expect([0, 1, 2].map(index => article(lines, index).name.de)).toEqual([
      'Rohr 3/4" lang',
      'Zwei Zeilen',
      'Der "Gute"',
    ]);
  });

  it('takes a UPC-A as the EAN with 0 in front, and several codes in one cell', async () => {
    const lines = await read(`${HEAD}\n1;036000291452;A;;;1;19\n2;4006381333931 96385074;B;;;1;19\n`);
    expect(article(lines).eans).toEqual(['0036000291452']);
    expect(article(lines, 1).eans).toEqual(['4006381333931', '96385074']);
  });

  it.each([
    [';4,00E+12;A;;;1;19', 'ean', /shortened it.*format the column as text/],
    ['01. Feb;;A;;;1;19', 'number', /is a day and no number/],
    ['1;4006381333932;A;;;1;19', 'ean', /check digit/],
    ['1;40O6381333931;A;;;1;19', 'ean', /a letter stands in it/],
    ['1;;;;;1;19', 'name', /missing/],
    [';;A;;;1;19', 'number', /missing/],
    ['1;;A;;;1.234;19', 'price', /thousands/],
    ['1;;A;;;-1;19', 'price', /negative/],
    ['1;;A;;;1000000000;19', 'price', /too high/],
    ['1;;A;;;x;19', 'price', /not an amount/],
    ['1;;A;;;1;', 'tax', /missing/],
    ['1;;A;;;1;8,123', 'tax', /no tax rate/],
  ])('refuses %s with its place', async (line, column, text) => {
    const found = problem(await read(`${HEAD}\n${line}\n2;;gut;;;1;19\n`));
    expect(found).toMatchObject({ line: 2, column });
    expect(found.text).toMatch(text);
  });

  it('ends with one problem where it cannot be read', async () => {
    expect(problem(await read(''))).toMatchObject({ line: 1, text: 'The file is empty.' });
    expect(problem(await read('a;b\n1;2\n')).text).toContain('number or ean is missing');
    expect(problem(await read('name;name;price;tax;ean\n')).text).toContain('two columns name');
    const open = await read(`${HEAD}\n1;;gut;;;1;19\n2;;"offen;;;1;19\n${'3;;x;;;1;19\n'.repeat(20_000)}`, 65_536);
    expect(problem(open, 1)).toMatchObject({ line: 3, text: 'A quotation mark is not closed.' });
  });
});
