/** Articles as master data by the API. */
import { describe, expect, it } from 'vitest';
import { completeEan13, hasLuhnCheckDigit, isEan } from '../../domain/checkDigits.ts';
import type { ArticleGroupView, MasterArticle } from '../../wire/articles.ts';
import type { AuditEntry } from '../../wire/audit.ts';
import type { Article } from '../../wire/catalogue.ts';
import type { ErrorBody } from '../../wire/errorBody.ts';
import { articleShop, create, freshNumber, ok, path } from './articles.fixture.ts';

const shop = articleShop();
const read = async (id: string) => ok(await shop.manager.ask<MasterArticle>('GET', `${path}/${id}`));
const put = (id: string, body: object, headers: Record<string, string> = {}) =>
  shop.manager.ask<MasterArticle & ErrorBody>('PUT', `${path}/${id}`, { body, headers });
const sold = (code: string) => shop.manager.ask<Article & ErrorBody>('GET', `${path}/${code}`);
const list = async (query: string) =>
  ok(await shop.manager.ask<{ count: number; data: MasterArticle[] }>('GET', `${path}?${query}`));

describe('an article', () => {
  it('is created, read, changed and removed, each with its audit entry', async () => {
    const made = await create(shop, {
      name: { de: 'Käsebrot', en: 'Cheese roll' },
      eans: ['4006381333931', '96385074'],
    });
    expect(made).toMatchObject({ price: 290, taxRate: 19, prices: [{ price: 290, validFrom: null }], state: 'sold' });
    expect(ok(await sold('96385074'))).toMatchObject({ articleNumber: made.number, price: 290, tax: 19 });
    ok(await put(made.id, { name: { de: 'Käsebrötchen' }, eans: ['96385074'] }));
    expect(await read(made.id)).toMatchObject({ name: { de: 'Käsebrötchen', en: 'Cheese roll' }, eans: ['96385074'] });
    expect((await sold('4006381333931')).status).toBe(404);
    ok(await shop.manager.ask('DELETE', `${path}/${made.id}`));
    expect((await shop.manager.ask('GET', `${path}/${made.id}`)).status).toBe(404);
    const { data } = ok(
      await shop.manager.ask<{ data: AuditEntry[] }>(
        'GET',
        `/bridge/v1/audit?q=subject:"${made.number}"&sort=created:asc`,
      ),
    );
    expect(data.map(({ action }) => action).sort()).toEqual(['changed', 'created', 'removed']);
  });

  it('is found as typed, by name without accents, by number and by code', async () => {
    const made = await create(shop, {
      name: { de: 'Zwiebelkuchen Süßmost', en: 'Onion tart' },
      eans: ['2000000000008'],
    });
    for (const typed of ['zwieb', 'sussm', 'süß', 'onio', made.number.toLowerCase(), '200000000'])
      expect(
        (await list(`q=search:${encodeURIComponent(typed)}*`)).data.map(({ id }) => id),
        typed,
      ).toContain(made.id);
    expect((await list('q=search:zwieb* AND search:tart*&sort=name.de:asc')).count).toBe(1);
    expect((await list('q=search:kuchen*')).data.map(({ id }) => id)).not.toContain(made.id);
  });

  it('is refused with one sentence and its member', async () => {
    const other = await create(shop, { eans: ['4012345678901'] });
    const cases: readonly [object, string, RegExp][] = [
      [{ eans: ['4012345678901'] }, 'eans[0]', new RegExp(`hat schon der Artikel ${other.number}`)],
      [{ eans: ['4012345678902'] }, 'eans[0]', /Prüfziffer/],
      [{ eans: ['4,00E+12'] }, 'eans[0]', /gekürzt/],
      [{ eans: ['12', '12'] }, 'eans[1]', /zweimal/],
      [{ price: 100_000_000_000 }, 'price', /zu hoch/],
      [{ price: -1 }, 'price', /negativ/],
      [{ group: 'nowhere' }, 'group', /gibt es nicht/],
      [{ tax: 'nothing' }, 'tax', /gilt heute nicht/],
      [{ tax: undefined, taxRate: 8 }, 'tax', /kein Steuersatz/],
      [{ deposit: 'nothing' }, 'deposit', /gibt es nicht/],
      [{ number: other.number }, 'number', /hat schon/],
      [{ number: ' ' }, 'number', /fehlt/],
      [{ name: { de: '' } }, 'name.de', /fehlt/],
      [{ place: 0 }, 'place', /1 bis 999/],
      [{ prices: [{ price: 1, validFrom: '2026-02-30' }] }, 'prices[0].validFrom', /kein Tag/],
    ];
    for (const [input, member, sentence] of cases) {
      const body = { number: freshNumber(), name: 'Falsch', price: 1, tax: 'standard', ...input };
      const answer = await shop.manager.ask<ErrorBody>('POST', path, { body });
      expect(answer.status, JSON.stringify(input)).toBe(500);
      expect(answer.body).toMatchObject({ code: 5070, fault: 'client', faults: [{ path: member }] });
      expect(answer.body.error_user).toMatch(sentence);
    }
    const english = await shop.manager.ask<ErrorBody>('POST', path, {
      body: { number: freshNumber(), name: 'Wrong', price: -1, tax: 'standard' },
      headers: { 'accept-language': 'en' },
    });
    expect(english.body.error_user).toBe('The price is negative. (5070)');
  });

  it('shows its purchase price to those who may change it, and to nobody else', async () => {
    const made = await create(shop, { cost: 1417 });
    expect(made.cost).toBe(1417);
    expect((await read(made.id)).cost).toBe(1417);
    const cashier = await shop.bridge.staff('cashier');
    const seen = [
      `${path}/${made.id}`,
      `${path}/${made.number}`,
      `${path}?q=number:"${made.number}"&fields=number,cost`,
      `${path}?q=cost:1417&count=1`,
      `${path}/export`,
    ];
    for (const one of seen) expect((await cashier.ask('GET', one)).text, one).not.toMatch(/1417|14,17|"cost"/);
    expect((await shop.manager.ask('GET', `${path}/export`)).text).toContain(';14,17');
    const etag = (await shop.manager.ask('GET', `${path}/${made.id}`)).headers.get('etag') ?? '';
    ok(await put(made.id, { cost: 1500 }, { 'if-match': etag }));
    expect((await put(made.id, { cost: 1600 }, { 'if-match': etag })).status).toBe(412);
    expect((await put(made.id, { cost: -1 })).status).not.toBe(200);
    expect(ok(await put(made.id, { price: 300 })).cost).toBe(1500);
    expect(ok(await put(made.id, { cost: null }))).not.toHaveProperty('cost');
  });

  it('is not changed by somebody who read an older version', async () => {
    const made = await create(shop);
    const answer = await shop.manager.ask('GET', `${path}/${made.id}`);
    const etag = answer.headers.get('etag') ?? '';
    ok(await put(made.id, { price: 300 }, { 'if-match': etag }));
    const late = await put(made.id, { price: 310 }, { 'if-match': etag });
    expect(late.status).toBe(412);
    expect((await read(made.id)).price).toBe(300);
  });

  it('is taken as it was read, and members that cannot be changed are ignored', async () => {
    const made = await create(shop, { eans: ['2000000000015'] });
    expect(ok(await put(made.id, made))).toEqual(made);
  });

  it('ends: the till refuses it in a clear sentence, and it may come back', async () => {
    const made = await create(shop, { eans: ['2000000000022'], quickKey: true });
    ok(await put(made.id, { state: 'ended' }));
    expect((await sold('2000000000022')).body).toMatchObject({
      code: 5071,
      error_user: expect.stringMatching(/nicht mehr verkauft/),
    });
    expect((await list('q=state:ended')).data.map(({ id }) => id)).toContain(made.id);
    ok(await put(made.id, { state: 'sold' }));
    expect(ok(await sold('2000000000022'))).toMatchObject({ quickKey: true });
  });

  it('has one deposit, which has none itself and does not end before it', async () => {
    const deposit = await create(shop, { price: 25 });
    const drink = await create(shop, { deposit: deposit.number });
    expect(ok(await sold(drink.number))).toMatchObject({ deposit: deposit.number });
    const refused = async (id: string, input: object) => (await put(id, input)).body.error_user;
    expect(await refused(deposit.id, { state: 'ended' })).toMatch(/Pfand von 1 anderen/);
    expect(await refused(deposit.id, { deposit: drink.number })).toMatch(/kein Pfand/);
    const third = await create(shop);
    expect(await refused(third.id, { deposit: drink.number })).toMatch(/auf Pfand gibt es kein Pfand/);
    expect(await refused(third.id, { deposit: third.number })).toMatch(/nicht sein eigenes Pfand/);
    expect((await shop.manager.ask<ErrorBody>('DELETE', `${path}/${deposit.id}`)).body.error_user).toMatch(
      /Pfand von 1/,
    );
  });

  it('stays once it was sold', async () => {
    const made = await create(shop);
    const sale = await shop.manager.create({
      basket: { products: [{ articleNumber: made.number, desc: 'Testartikel', quantity: 1, priceOne: 290, tax: 19 }] },
    });
    ok(await shop.manager.post(`/${sale.id}/start/cash`, { amount_given: 290 }));
    const answer = await shop.manager.ask<ErrorBody>('DELETE', `${path}/${made.id}`);
    expect(answer.body.error_user).toMatch(/schon verkauft/);
    expect((await put(made.id, { number: freshNumber() })).body.error_user).toMatch(/Artikelnummer bleibt/);
  });

  it('is changed by managers and by clients with the right, and by nobody else', async () => {
    const cashier = await shop.bridge.staff('cashier');
    const made = await create(shop);
    ok(await cashier.ask('GET', path));
    for (const [method, place] of [
      ['POST', path],
      ['PUT', `${path}/${made.id}`],
      ['DELETE', `${path}/${made.id}`],
      ['POST', `${path}/import`],
    ] as const)
      expect((await cashier.ask(method, place, method === 'DELETE' ? {} : { body: {} })).status, place).toBe(403);
    const other = await shop.bridge.client('other');
    expect((await other.ask('GET', `${path}/${made.id}`)).status).toBe(404);
  });
});

it('a mistyped EAN that looks like a payment card is said to have a wrong check digit', async () => {
  // As the check digit of payment cards, and not of an EAN, would have it.
  const digits = Array.from({ length: 10 }, (_, digit) => `400638133393${digit}`);
  const typed = digits.find(code => hasLuhnCheckDigit(code) && !isEan(code)) ?? '';
  const refused = await shop.manager.ask<{ error_details: string }>('POST', path, {
    body: { number: freshNumber(), name: 'x', price: 1, tax: 'standard', eans: [typed] },
  });
  expect([refused.status, refused.text]).toEqual([500, expect.stringContaining('An EAN has a wrong check digit')]);
  expect(refused.text).not.toContain(typed);
});

describe('prices', () => {
  it('hold from their day on: what the till sells changes at midnight, and the history stays', async () => {
    const { clock } = shop.bridge;
    const made = await create(shop, { eans: ['2000000000039'] });
    const day = (ahead: number) => new Intl.DateTimeFormat('en-CA').format(clock.now() + ahead * 86_400_000);
    ok(await put(made.id, { prices: [...made.prices, { price: 350, validFrom: day(1) }] }));
    expect(ok(await sold('2000000000039')).price).toBe(290);
    clock.pass(86_400_000);
    shop.manager = await shop.bridge.staff('manager');
    await expect.poll(async () => ok(await sold('2000000000039')).price, { timeout: 5000 }).toBe(350);
    expect(await read(made.id)).toMatchObject({
      price: 350,
      prices: [
        { price: 290, validFrom: null },
        { price: 350, validFrom: day(0) },
      ],
    });
    const past = await put(made.id, { prices: [{ price: 1, validFrom: day(-3) }] });
    expect(past.body.error_user).toMatch(/Vergangenheit/);
    expect(ok(await put(made.id, { price: 360 })).prices.at(-1)).toEqual({ price: 360, validFrom: day(0) });
  });

  it('follow a new tax rate of their key', async () => {
    const made = await create(shop, { tax: 'reduced' });
    shop.bridge.alter("UPDATE tax_rate SET rate = 8 WHERE key = 'reduced'");
    // Another process wrote it: the next commit of this one shows it.
    await create(shop);
    await expect.poll(async () => ok(await sold(made.number)).tax, { timeout: 5000 }).toBe(8);
    expect((await read(made.id)).taxRate).toBe(8);
    shop.bridge.alter("UPDATE tax_rate SET rate = 7 WHERE key = 'reduced'");
  });
});

describe('article groups', () => {
  it('are made, renamed and removed; their articles show the new name', async () => {
    const groups = '/bridge/v1/article-groups';
    const group = ok(
      await shop.manager.ask<ArticleGroupView>('POST', groups, { body: { name: { de: 'Gebäck', en: 'Pastry' } } }),
    );
    expect(group.id).toBe('gebaeck');
    const made = await create(shop, { group: group.id });
    ok(
      await shop.manager.ask('PUT', `${groups}/${group.id}`, {
        body: { name: { de: 'Backwaren', en: 'Baked goods' } },
      }),
    );
    await expect.poll(async () => ok(await sold(made.number)).group[0]?.desc, { timeout: 5000 }).toBe('Backwaren');
    const inside = await shop.manager.ask<ErrorBody>('DELETE', `${groups}/${group.id}`);
    expect(inside.body.error_user).toMatch(/noch 1 Artikel/);
    const circle = await shop.manager.ask<ErrorBody>('PUT', `${groups}/${group.id}`, { body: { parent: group.id } });
    expect(circle.body.error_user).toMatch(/in sich selbst/);
    ok(await put(made.id, { group: null }));
    ok(await shop.manager.ask('DELETE', `${groups}/${group.id}`));
  });
});

describe('codes that carry a value', () => {
  it('are read by the table of prefixes: weight times price, or the price itself', async () => {
    const rows = [
      { prefix: '28', kind: 'weight', itemDigits: 5, valueDigits: 5, decimals: 3, innerCheck: 'none' },
      { prefix: '21', kind: 'price', itemDigits: 4, valueDigits: 5, decimals: 2, innerCheck: 'ignored' },
    ];
    ok(await shop.manager.ask('PUT', '/bridge/v1/ean-prefixes', { body: { data: rows } }));
    const apples = await create(shop, {
      number: '4711',
      name: { de: 'Äpfel', en: 'Apples' },
      price: 299,
      measure: 'kg',
      tax: 'reduced',
    });
    const ham = await create(shop, { name: 'Schinken', eans: ['210815'], price: 0 });
    expect(ok(await sold(completeEan13('280471100456')))).toMatchObject({
      articleNumber: apples.number,
      price: 136,
      desc: expect.stringMatching(/^Äpfel 0,456 kg × .*2,99.*\/kg$/),
      carried: { grams: 456, pricePerKilogram: 299, desc: 'Äpfel', descEn: 'Apples' },
    });
    expect(ok(await sold(completeEan13('210815001234')))).toMatchObject({ articleNumber: ham.number, price: 1234 });
    expect((await sold(`280471100456${(Number(completeEan13('280471100456').at(-1)) + 1) % 10}`)).status).toBe(404);
    const wrong = await shop.manager.ask<ErrorBody>('PUT', '/bridge/v1/ean-prefixes', {
      body: { data: [{ ...rows[0], valueDigits: 4 }] },
    });
    expect(wrong.body.error_user).toMatch(/nicht 12 Ziffern/);
  });
});

describe('a picture', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const send = (id: string, body: Buffer, type = 'image/png') =>
    fetch(`${shop.bridge.url}${path}/${id}/picture`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${shop.manager.token}`, 'content-type': type },
      body: new Uint8Array(body),
    });

  it('is known by its bytes, and kept by the screen until it changes', async () => {
    const made = await create(shop);
    const answer = await send(made.id, PNG);
    expect(answer.status).toBe(200);
    const { picture } = (await answer.json()) as MasterArticle;
    const { picture: address = '' } = ok(await sold(made.number));
    expect(address).toContain(`?v=${picture}`);
    const served = await fetch(`${shop.bridge.url}${address}`, {
      headers: { authorization: `Bearer ${shop.manager.token}` },
    });
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.headers.get('cache-control')).toContain('immutable');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(PNG);
    expect((await send(made.id, Buffer.from('<svg onload="x"/>'))).status).toBe(500);
    expect((await send(made.id, Buffer.concat([PNG, Buffer.alloc(1_100_000)]))).status).toBeGreaterThanOrEqual(400);
    ok(await shop.manager.ask('DELETE', `${path}/${made.id}/picture`));
    expect((await read(made.id)).picture).toBeNull();
  });
});
