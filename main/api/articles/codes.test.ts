/** Codes of goods by the API: one article for each code in any spelling, and what a symbol says of the packet in hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completeEan13 } from '../../domain/checkDigits.ts';
import type { ArticleImport, CodeClashes } from '../../wire/articles.ts';
import type { Article } from '../../wire/catalogue.ts';
import type { ErrorBody } from '../../wire/errorBody.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { articleShop, create, freshNumber, ok, path } from './articles.fixture.ts';

const shop = articleShop();
const GS = '\u001d';
const find = (code: string) => shop.manager.ask<Article & ErrorBody>('GET', `${path}/${encodeURIComponent(code)}`);
const refused = async (input: object) => {
  const body = { number: freshNumber(), name: 'Falsch', price: 1, tax: 'standard', ...input };
  const answer = await shop.manager.ask<ErrorBody>('POST', path, { body });
  expect(answer.status, answer.text).toBe(500);
  return answer.body.error_user;
};

const SPELLED: Readonly<Record<string, readonly string[]>> = {
  '0036000291452': [
    '036000291452',
    '00036000291452',
    ']E0036000291452',
    `]C10100036000291452${GS}21A`,
    '(01)00036000291452',
  ],
  '0012345000065': ['01234565', '012345000065', '0 12345 00006 5'],
  '9783161484100': ['978-3-16-148410-0', '3-16-148410-X', '316148410X', ']E3978316148410012345'],
  '24006381333935': ['24006381333935', ']d20124006381333935', 'https://id.gs1.org/01/24006381333935?17=301231'],
  'Größe-7/b': ['grösse-7/B', 'GRÖSSE-7/B', ']C0größe-7/b'],
  '0094-0094': ['0094-0094', ']Q10094-0094'],
  りんご: ['りんご'],
};

describe('a code', () => {
  it.each(Object.entries(SPELLED))(
    '%s finds its article in any spelling, and no other article can have it',
    async (shown, spelled) => {
      const [first = ''] = spelled;
      const made = await create(shop, { eans: [first] });
      expect(made.eans).toEqual([first.startsWith('gr') ? first : shown]);
      for (const spelling of [shown, ...spelled]) {
        expect(ok(await find(spelling)), spelling).toMatchObject({ articleNumber: made.number });
        expect(await refused({ eans: [spelling] }), spelling).toContain(`hat schon der Artikel ${made.number}`);
      }
      expect(await refused({ number: spelled[0] })).toContain('hat schon');
      ok(await shop.manager.ask('DELETE', `${path}/${made.id}`));
    },
  );

  it('stays out of the way of cards, vouchers and receipts, and has digits that add up', async () => {
    expect(await refused({ eans: ['9276-KAFFEE'] })).toMatch(/beginnt wie die Karten/);
    expect(await refused({ eans: ['b12c3456'] })).toMatch(/Kassenbons/);
    expect(await refused({ eans: ['14006381333939'] })).toMatch(/Prüfziffer/);
    expect(await refused({ eans: ['40O6381333931'] })).toMatch(/Buchstabe/);
    expect(await refused({ eans: ['4006381333931,00'] })).toMatch(/Betrag/);
    expect(await refused({ eans: ['a'.repeat(81)] })).toMatch(/länger als 80/);
    expect(await refused({ eans: ['A|B'] })).toMatch(/Zeichen/);
    const voucher = { code: 'SOMMER26', name: 'Sommer', effect: { type: 'amount', amount: 100 } };
    ok(await shop.manager.ask('POST', '/bridge/v1/loyalty/vouchers', { body: voucher }));
    expect(await refused({ eans: ['SOMMER26'] })).toMatch(/Gutschein/);
    const made = await create(shop, { eans: ['Herbst26'] });
    const second = await shop.manager.ask<ErrorBody>('POST', '/bridge/v1/loyalty/vouchers', {
      body: { ...voucher, code: 'HERBST26' },
    });
    expect(second.text).toContain(`hat der Artikel ${made.number}`);
  });

  it('never shows the number of a payment card', async () => {
    const card = '4111111111111111';
    const gtin = '0104006381333931';
    const inCodes = [`]C1${gtin}21${card}`, `${gtin}17301231${`10${card}`}`, `]d2${gtin}10AB${GS}21${card}`];
    const inLinks = [`https://id.gs1.org/01/04006381333931/21/${card}`, `https://shop.example/?card=${card}`];
    for (const spelling of [card, `]C0${card}`, `]Q1${card}`, ...inCodes, ...inLinks]) {
      const answer = await find(spelling);
      expect(answer.status).not.toBe(200);
      expect(answer.text).not.toContain(card);
      expect(await refused({ eans: [spelling] })).not.toContain(card);
    }
  });
});

describe('a code of a pack', () => {
  it('sells the pieces of the pack, and belongs to one article', async () => {
    const packs = [
      { code: '14006381333979', pieces: 6 },
      { code: 'Kiste 7', pieces: 20 },
    ];
    packs[0] = { code: `1${completeEan13('400638133397').slice(0, 12)}`, pieces: 6 };
    const base = packs[0].code;
    const digits = [...base].map(Number);
    const sum = digits.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
    packs[0] = { code: `${base}${(10 - (sum % 10)) % 10}`, pieces: 6 };
    const made = await create(shop, { eans: [completeEan13('400638133397')], packs });
    expect(made.packs).toEqual(packs);
    expect(ok(await find(`]C101${packs[0].code}`))).toMatchObject({
      articleNumber: made.number,
      pieces: 6,
      price: 290,
    });
    expect(ok(await find('KISTE 7'))).toMatchObject({ pieces: 20 });
    expect(ok(await find(completeEan13('400638133397'))).pieces).toBeUndefined();
    expect(await refused({ packs: [{ code: 'kiste 7', pieces: 2 }] })).toContain(
      `hat schon der Artikel ${made.number}`,
    );
    const read = ok(await shop.manager.ask<object>('PUT', `${path}/${made.id}`, { body: { packs: null } }));
    expect(read).not.toHaveProperty('packs');
    expect((await find('KISTE 7')).status).toBe(404);
  });
});

describe('a symbol with a weight, a price or a day', () => {
  it('sells the packet in hand, by its weight or its price', async () => {
    const ham = await create(shop, { name: 'Schinken', eans: ['94012345678904'], measure: 'kg', price: 1990 });
    const code = `]C10194012345678904310300075017301231`;
    const piece = ok(await find(code));
    // 0.750 kg at 19.90 are 14.925, and half a cent is rounded up.
    expect(piece).toMatchObject({
      price: 1493,
      expires: '2030-12-31',
      carried: { grams: 750, pricePerKilogram: 1990 },
    });
    const priced = ok(await find(`]d20194012345678904392200499${GS}15300131`));
    expect(priced).toMatchObject({ price: 499, expires: '2030-01-31', carried: { grams: null } });
    // The same amount in the currency of the shop, and in another one, which is no price here.
    expect(ok(await find(`]d201940123456789043932978000499`))).toMatchObject({ price: 499 });
    expect(ok(await find(`]d201940123456789043932756000499`))).toMatchObject({ price: 1990 });
    expect(priced).not.toHaveProperty('expired');
    expect(ok(await find(`]d2019401234567890417200101`))).toMatchObject({ expires: '2020-01-01', expired: true });
    expect(ok(await find(`]d20194012345678904${'10AB-7'}${GS}21998`))).toMatchObject({
      ...{ note: 'LOT AB-7, SN 998', serialNumber: '998' },
    });
    // The code that a line carries is read again when its price is checked.
    expect(ok(await find(piece.carried?.ean ?? ''))).toEqual(piece);
    expect(ham.measure).toBe('kg');
  });

  it('sells a piece at its own price, whatever it weighs', async () => {
    const tea = await create(shop, { eans: [completeEan13('400638133381')] });
    const found = ok(await find(`(01)0${tea.eans[0]}(3103)000100(10)A(17)200131`));
    expect(found).toMatchObject({ price: 290 });
    expect(found).not.toHaveProperty('carried');
  });
});

it('a basket of another program names its articles in any spelling', async () => {
  const made = await create(shop, { eans: ['036000291469'], tax: 'reduced' });
  const client = await shop.bridge.client();
  const product = { ean: '036000291469', desc: 'Tücher', quantity: 1, priceOne: 199 };
  const body = { basket: { products: [product, { ...product, ean: '00036000291469' }] } };
  const sale = ok(await client.ask<SmartTransaction>('POST', '/api/v2/Smart/Transactions', { body }));
  // The wire keeps what the caller wrote; the rate is that of the article.
  expect(sale.basket.products.map(({ ean, tax }) => [ean, tax])).toEqual([
    ['036000291469', 7],
    ['00036000291469', 7],
  ]);
  ok(await shop.manager.ask('PUT', `${path}/${made.id}`, { body: { state: 'ended' } }));
});

describe('files that were tried', () => {
  const csv = (name: string) => readFileSync(join(import.meta.dirname, `../../masterData/articles/files/${name}.csv`));
  const read = async (name: string, query: string) => {
    const answer = await shop.manager.ask<ArticleImport>('POST', `${path}/import?dry_run=1&${query}`, {
      body: csv(name).toString('latin1'),
      headers: { 'content-type': 'text/csv; charset=iso-8859-1' },
    });
    const { created, changed, faulty, zeros = 0, problems } = ok(answer);
    return { good: created + changed, faulty, zeros, says: problems.map(({ texts }) => texts.en).join('\n') };
  };

  it.each([
    ['upc-a', '', { good: 1, faulty: 0, zeros: 0 }, /^$/],
    ['excel-cut-ean', '', { good: 1, faulty: 1, zeros: 1 }, /12345678905 may have been 0012345678905/],
    ['excel-cut-ean', 'zeros=restore', { good: 2, faulty: 0, zeros: 1 }, /^$/],
    ['loyverse-min', 'tax=standard', { good: 1, faulty: 0, zeros: 0 }, /^$/],
    ['woo-min', 'tax=standard', { good: 1, faulty: 0, zeros: 0 }, /^$/],
    ['twice-unknown', '', { good: 1, faulty: 0, zeros: 0 }, /^$/],
    ['macroman', 'character_set=macintosh', { good: 2, faulty: 0, zeros: 0 }, /^$/],
    ['stray-quote', '', { good: 21, faulty: 1, zeros: 0 }, /quotation mark/],
  ])('%s (%s) comes in, or is refused with its reason', async (name, query, counts, says) => {
    const found = await read(name, query);
    expect(found, found.says).toMatchObject(counts);
    expect(found.says).toMatch(says);
  });

  it('export-saved-by-excel names every code that is cut or stands twice', async () => {
    const { faulty, zeros, says } = await read('export-saved-by-excel', 'zeros=ask');
    expect(says).toContain('12345678905 may have been 0012345678905');
    expect(says).toContain('36000291452 may have been 0036000291452');
    expect(zeros).toBe(4);
    const restored = await read('export-saved-by-excel', 'zeros=restore');
    expect(restored.says).toContain('The EAN 4006381333931 stands in line 5 already.');
    expect(restored.says).toContain('The EAN 0012345678905 stands in line 6 already.');
    expect([faulty > 4, restored.zeros]).toEqual([true, 4]);
  });
});

it('names two articles that share a code since an older version', async () => {
  const one = await create(shop, { eans: ['Doppelt-1'] });
  const other = await create(shop);
  shop.bridge.alter(
    `INSERT INTO article_code_clash SELECT merchant, 'doppelt-1', '${other.id}' FROM article_master WHERE id = '${other.id}'`,
  );
  const { data } = ok(await shop.manager.ask<CodeClashes>('GET', '/bridge/v1/code-clashes'));
  expect(data).toEqual([
    {
      code: 'doppelt-1',
      found: { id: one.id, number: one.number, name: one.name },
      other: { id: other.id, number: other.number, name: other.name },
    },
  ]);
  // A new price of either is taken; the code is not offered a third time.
  ok(await shop.manager.ask('PUT', `${path}/${one.id}`, { body: { price: 295 } }));
  expect(await refused({ eans: ['doppelt-1'] })).toContain(`hat schon der Artikel ${one.number}`);
  ok(await shop.manager.ask('PUT', `${path}/${other.id}`, { body: { eans: ['Doppelt-2'] } }));
  expect(ok(await shop.manager.ask<CodeClashes>('GET', '/bridge/v1/code-clashes')).count).toBe(0);
});
