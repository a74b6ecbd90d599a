/** Groups, customers, campaigns, vouchers and batches of the programme over HTTP, with the attacks on them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../../doubles/bridge.fixture.ts';
import { workbook } from '../../masterData/workbook.fixture.ts';
import type {
  Batch,
  BatchPreview,
  CampaignAnswer,
  CardGroupSettings,
  Preview,
  Voucher,
} from '../../wire/loyaltyManagement.ts';
import { demoIds } from '../../world/demoIds.ts';

const PATH = '/bridge/v1/loyalty';
let bridge: TestBridge;
let client: Client;
let other: Client;

beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
  other = await bridge.client('other');
});
afterAll(closeAll);

interface Refusal {
  readonly code: number;
  readonly faults?: readonly { readonly path: string }[];
}
const post = <T = Refusal>(path: string, body: unknown = {}, by: Client = client) =>
  by.ask<T & Refusal>('POST', `${PATH}/${path}`, { body });
const put = <T = Refusal>(path: string, body: unknown) => client.ask<T & Refusal>('PUT', `${PATH}/${path}`, { body });
const get = async <T>(path: string) => ok(await client.ask<T>('GET', `${PATH}/${path}`));
const firstFault = ({ body }: { readonly body: Refusal }) => body.faults?.[0]?.path;
const lastAudit = (subject: string) =>
  JSON.parse(
    bridge.rows<{ document: string }>(
      'SELECT document FROM audit_entry WHERE query_subject = lower(?) ORDER BY number DESC LIMIT 1',
      subject,
    )[0]?.document ?? 'null',
  );

describe('a card group', () => {
  it('is made and changed with all its settings, and listed', async () => {
    const made = ok(
      await post<CardGroupSettings>('card-groups', {
        name: { de: 'Stammkunden', en: 'Regulars' },
        passcode: 2,
        balanceLimit: 20_000,
        balanceExpiry: { cash: null, bonus: 12, points: 24, until: 'day' },
      }),
    );
    expect(made).toMatchObject({ prefix: '9280', length: 16, overdraft: 0, cardMonths: null });
    const changed = ok(await put<CardGroupSettings>(`card-groups/${made.id}`, { cardMonths: 24, balanceExpiry: null }));
    expect(changed).toMatchObject({ cardMonths: 24, balanceExpiry: null, balanceLimit: 20_000 });
    const { count, data } = await get<{ count: number; data: CardGroupSettings[] }>('card-groups');
    expect(count).toBe(2);
    expect(data[0]).toEqual(changed);
    expect(lastAudit(made.id)).toMatchObject({ kind: 'cardGroup', action: 'changed', after: { cardMonths: 24 } });
  });

  it('is refused with a prefix of payment cards, a name twice, and another range once it has cards', async () => {
    const name = { de: 'Neu', en: 'New' };
    expect(firstFault(await post('card-groups', { name, prefix: '4111' }))).toBe('prefix');
    expect(firstFault(await post('card-groups', { name: { de: 'Demo-Kundenkarte', en: 'x' } }))).toBe('name.de');
    expect(firstFault(await post('card-groups', { name, prefix: '92801234', length: 10 }))).toBe('length');
    expect(firstFault(await put(`card-groups/${demoIds.baseGroup}`, { prefix: '9299' }))).toBe('prefix');
    expect((await put(`card-groups/${demoIds.otherGroup}`, { overdraft: 1 })).status).toBe(404);
  });
});

describe('a customer', () => {
  it('is forgotten on request, also by the audit log, and the card stays', async () => {
    const contact = { forename: 'Erika', surname: 'Geheimnis', email: 'erika@secret.example' };
    const { id } = ok(await post<{ id: string }>('customers', { contact }));
    const card = ok(await post<{ id: string }>('cards', { cardgroup: demoIds.baseGroup, customer: id }));
    ok(await put(`customers/${id}`, { contact: { ...contact, phone: '+49 30 1234' } }));
    ok(await post(`customers/${id}/anonymise`));
    expect(JSON.stringify(await get(`cards/${card.id}`))).not.toContain('Geheimnis');
    const entries = bridge.rows<{ document: string }>(
      'SELECT document FROM audit_entry WHERE query_subject = lower(?)',
      id,
    );
    expect(entries).toHaveLength(3);
    expect(JSON.stringify(entries)).not.toMatch(/Geheimnis|secret\.example|1234/);
    ok(await client.ask('DELETE', `${PATH}/customers/${id}`));
    expect(await get(`cards/${card.id}`)).toMatchObject({ customer: null });
    expect((await client.ask('GET', `${PATH}/customers/${id}`)).status).toBe(404);
  });
});

describe('a campaign', () => {
  const tea = {
    id: 'tea20',
    name: '20 % auf Tee',
    condition: { articleGroups: ['tea'] },
    effect: { type: 'percent', percent: 20 },
  };
  const articleOf = (group: string): string =>
    bridge.rows<{ number: string }>(
      `SELECT article_number AS number FROM article WHERE merchant = ?
        AND EXISTS (SELECT 1 FROM json_each(document, '$.group') g WHERE g.value ->> 'id' = ?) LIMIT 1`,
      demoIds.merchant,
      group,
    )[0]?.number ?? '';

  it('is made, replaced, put in order and ended, never deleted', async () => {
    const made = ok(await post<CampaignAnswer>('campaigns', tea));
    expect(made).toMatchObject({ position: 2, warnings: [{ warning: 'noEnd' }] });
    const { id: _, ...rest } = tea;
    const english = ok(await put<CampaignAnswer>('campaigns/tea20', { ...rest, nameEn: 'Tea week' }));
    expect(english).toMatchObject({ name: tea.name, nameEn: 'Tea week' });
    const products = [{ code: articleOf('tea') }];
    const { lines } = ok(await post<Preview>('campaigns/preview', { products }));
    expect(lines).toContainEqual(expect.objectContaining({ name: tea.name, nameEn: 'Tea week' }));
    expect(ok(await put<CampaignAnswer>('campaigns/tea20', { ...rest, nameEn: null }))).not.toHaveProperty('nameEn');
    const moved = ok(await put<CampaignAnswer>('campaigns/tea20', { ...rest, name: 'Teewoche', position: 1 }));
    expect(moved).toMatchObject({ name: 'Teewoche', position: 1 });
    const ended = ok(await post<CampaignAnswer>('campaigns/tea20/end'));
    expect(Date.parse(String((ended.condition as { validTo?: string }).validTo))).toBeLessThanOrEqual(
      bridge.clock.now(),
    );
    expect((await client.ask('DELETE', `${PATH}/campaigns/tea20`)).status).toBe(404);
    expect(lastAudit('tea20')).toMatchObject({ kind: 'campaign', action: 'changed' });
    const preview = ok(await post<Preview>('campaigns/preview', { products: [{ code: articleOf('tea') }] }));
    expect(preview.campaigns.find(({ id }) => id === 'tea20')).toMatchObject({ applies: false, why: 'ended' });
  });

  it('of another merchant is neither seen nor overwritten', async () => {
    ok(await post('campaigns', { ...tea, id: 'same' }));
    ok(await post('campaigns', { ...tea, id: 'same', name: 'Andere', condition: {} }, other));
    expect(await get('campaigns/same')).toMatchObject({ name: tea.name });
    const q = await client.ask<{ count: number }>('GET', `${PATH}/campaigns?q=name:Andere`);
    expect(ok(q).count).toBe(0);
    expect((await other.ask('GET', `${PATH}/campaigns/coffee10`)).status).toBe(404);
  });

  it('that gives more than everything is refused, and several that give everything are announced and end at 0', async () => {
    expect((await post('campaigns', { ...tea, id: 'x', effect: { type: 'percent', percent: 101 } })).status).toBe(500);
    const all = {
      ...tea,
      id: 'all90',
      condition: { articleGroups: ['coffee'] },
      effect: { type: 'percent', percent: 95 },
    };
    const made = ok(await post<CampaignAnswer>('campaigns', all));
    expect(made.warnings.map(({ warning }) => warning)).toContain('everythingFree');
    const products = [{ code: articleOf('coffee'), quantity: 3 }];
    const preview = ok(await post<Preview>('campaigns/preview', { products, cardnumber: cards.empty }));
    expect(preview.missing).toBe(0);
    expect(preview.discount).toBe(preview.sum);
    ok(await post('campaigns/all90/end'));
  });

  it('is refused with places that do not exist, an end before its beginning, and an id that is taken', async () => {
    const attempt = (more: object) => post('campaigns', { ...tea, id: 'wrong', ...more });
    const condition = (one: object) => attempt({ condition: one });
    expect(firstFault(await condition({ cardGroups: [demoIds.otherGroup] }))).toBe('condition.cardGroups');
    expect(firstFault(await condition({ articleGroups: ['nothing'] }))).toBe('condition.articleGroups');
    const [validFrom, validTo] = ['2030-01-02T00:00:00Z', '2030-01-01T00:00:00Z'];
    expect(firstFault(await condition({ validFrom, validTo }))).toBe('condition.validTo');
    expect(firstFault(await attempt({ id: 'coffee10' }))).toBe('id');
    expect(firstFault(await attempt({ id: 'balance' }))).toBe('id');
  });

  it('is tried on a basket before it is stored, and nothing is written', async () => {
    const products = [{ code: articleOf('coffee'), quantity: 2, price: 500 }];
    const written = () => bridge.rows('SELECT count(*) AS held FROM reservation');
    const before = [written(), bridge.rows('SELECT count(*) AS n FROM change')];
    const draft = { ...tea, id: 'draft', condition: { articleGroups: ['coffee'] }, overlap: 'best' };
    const preview = ok(await post<Preview>('campaigns/preview', { products, cardnumber: cards.some, campaign: draft }));
    // The stored 10 % adds up with the draft's 20 %; then the card pays with bonus 300 and cash 700.
    expect(preview).toMatchObject({ sum: 1000, discount: 300, bonusUsed: 300, cashUsed: 400, missing: 0 });
    expect(preview.campaigns).toContainEqual({ id: 'draft', name: tea.name, applies: true, why: null });
    expect([written(), bridge.rows('SELECT count(*) AS n FROM change')]).toEqual(before);
    expect(firstFault(await post('campaigns/preview', { products: [{ code: 'nothing' }] }))).toBe('products[0].code');
    expect(firstFault(await post('campaigns/preview', { products, cardnumber: cards.locked }))).toBe('cardnumber');
  });
});

describe('a voucher', () => {
  const five = { name: '5 Euro', effect: { type: 'amount', amount: 500 } };

  it('is made, changed, locked, used once, and changed no more', async () => {
    const made = ok(await post<Voucher>('vouchers', five));
    expect(made).toMatchObject({ state: 'open', code: expect.stringMatching(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/) });
    expect(ok(await put(`vouchers/${made.id}`, { nameEn: 'Five' }))).toMatchObject({ nameEn: 'Five' });
    ok(await put(`vouchers/${made.id}`, { effect: { type: 'amount', amount: 300 } }));
    expect(await get(`vouchers/${made.id}`)).toMatchObject({ nameEn: 'Five' });
    expect(ok(await put(`vouchers/${made.id}`, { nameEn: null }))).toMatchObject({ nameEn: null });
    ok(await post(`vouchers/${made.id}/lock`, { reason: 'gestohlen' }));
    const basket = { ...sale([item(1000)]), idents: [{ type: 'voucher', value: made.code }] };
    const { id } = await client.create(basket);
    expect((await client.post<Refusal>(`/${id}/preTransaction`)).body.code).toBe(5084);
    ok(await post(`vouchers/${made.id}/unlock`, { reason: 'wieder da' }));
    expect(ok(await client.post<{ missing_sum: number }>(`/${id}/preTransaction`)).missing_sum).toBe(700);
    expect((await put(`vouchers/${made.id}`, { name: 'anders' })).body.code).toBe(5088);
    expect((await post(`vouchers/${made.id}/lock`, { reason: 'zu spät' })).body.code).toBe(5088);
    ok(await client.post(`/${id}/start/cash`));
    expect(await get(`vouchers/${made.id}`)).toMatchObject({ state: 'redeemed', sale: id });
    const { count } = await get<{ count: number }>(`vouchers?q=${encodeURIComponent(`code:${made.code}`)}`);
    expect(count).toBe(1);
  });

  it('used twice at the same moment takes its value off one basket', async () => {
    const { code } = ok(await post<Voucher>('vouchers', { ...five, code: 'TWICE-1' }));
    const baskets = await Promise.all(
      [1, 2].map(() => client.create({ ...sale([item(1000)]), idents: [{ type: 'voucher', value: code }] })),
    );
    const answers = await Promise.all(baskets.map(({ id }) => client.post<Refusal>(`/${id}/preTransaction`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 405]);
    expect(firstFault(await post('vouchers', { ...five, code: 'TWICE-1' }))).toBe('code');
  });

  it('is made many times beside the sales', async () => {
    const batch = ok(await post<Batch>('vouchers/many', { ...five, count: 60, prefix: 'XMAS-' }));
    const done = await ended(batch.id);
    expect(done).toMatchObject({ state: 'done', done: 60, total: 60, first: expect.stringMatching(/^XMAS-/) });
    const { count } = await get<{ count: number }>('vouchers?q=code:XMAS-*');
    expect(count).toBe(60);
  });
});

async function ended(id: string): Promise<Batch> {
  for (;;) {
    const batch = await get<Batch>(`batches/${id}`);
    if (batch.state !== 'running') return batch;
  }
}

describe('many cards', () => {
  it('are made as a range with consecutive numbers and check digits', async () => {
    const range = { cardgroup: demoIds.baseGroup, prefix: '92767', first: 100, count: 70, stock: 'stored' };
    const done = await ended(ok(await post<Batch>('batches/range', range)).id);
    expect(done).toMatchObject({ state: 'done', done: 70, first: '9276700000001001' });
    const { count } = await get<{ count: number }>('cards?q=card.cardnumber:927670000000*');
    expect(count).toBe(70);
    expect(firstFault(await post('batches/range', { ...range, first: 169 }))).toBe('first');
    expect((await post('batches/range', { ...range, prefix: '927678901234', count: 1000 })).body.code).toBe(5086);
    expect(firstFault(await post('batches/range', { ...range, prefix: '9277' }))).toBe('prefix');
  });

  const file = (text: string | Uint8Array, query = '') =>
    client.ask<BatchPreview & Refusal>('POST', `${PATH}/batches/file?${query}`, {
      body: text,
      headers: { 'content-type': 'text/csv' },
    });

  it('come from a file: every fault by its line, the good ones when asked for, and the same file twice changes nothing', async () => {
    const text = `cardnumber;group;cash;bonus;points
9276500000000019;Demo-Kundenkarte;12,50;0;10
9276500000000002;Unbekannt;1;;
9276500000000019;Demo-Kundenkarte;1;;
9,27E+15;;1;;
9276500000000003;;-1;x;y
${cards.rich};;99,00;;
9276500000000005;Demo-Kundenkarte;0;2,00;
`;
    const preview = ok(await file(text));
    expect(preview).toMatchObject({ state: 'preview', total: 2, unchanged: 1, faulty: 4 });
    expect(preview.opening).toEqual({ cash: 1250, bonus: 200, points: 10 });
    expect(preview.faults.map(({ line, column }) => [line, column])).toEqual([
      [3, 'group'],
      [4, 'cardnumber'],
      [5, 'cardnumber'],
      [6, 'cash'],
      [6, 'bonus'],
      [6, 'points'],
    ]);
    expect((await post(`batches/${preview.id}/apply`)).body.code).toBe(5089);
    ok(await post(`batches/${preview.id}/apply`, { skipFaulty: true }));
    expect(await ended(preview.id)).toMatchObject({ state: 'done', done: 2 });
    expect((await post(`batches/${preview.id}/apply`)).body.code).toBe(5085);
    const { data } = await get<{ data: { cash_balance: number; points: number }[] }>(
      'cards?q=card.cardnumber:9276500000000019',
    );
    expect(data[0]).toMatchObject({ cash_balance: 1250, points: 10 });
    const [record] = bridge.rows<{ facts: string }>(
      "SELECT facts FROM queue_record WHERE facts ->> 'action' = 'opening'",
    );
    expect(JSON.parse(record?.facts ?? '')).toMatchObject({
      bookings: [{ account: 'cash', amount: 1250 }, { account: 'points' }],
    });
    const again = ok(await file(text));
    expect(again).toMatchObject({ total: 0, unchanged: 3, faulty: 4 });
    ok(await post(`batches/${again.id}/stop`));
    expect((await get<Batch>(`batches/${again.id}`)).state).toBe('discarded');
  });

  it('ask about numbers that a spreadsheet rounded or cut, and load none of them without an answer', async () => {
    const text = (numbers: readonly string[]) =>
      `cardnumber;group;cash\n${numbers.map(number => `${number};Demo-Kundenkarte;5`).join('\n')}\n`;
    const rounded = text([
      '9276510000000010',
      '9276510000000028',
      '4,01234E+18',
      '92765100000000500',
      '92765100000000500',
    ]);
    const asked = ok(await file(rounded));
    expect(asked).toMatchObject({ total: 1, rounded: 3, zeros: 0, faulty: 4, opening: { cash: 500 } });
    // Two cards that became one number would add up their balances: no answer loads them.
    expect(ok(await file(rounded, 'rounded=keep'))).toMatchObject({ total: 2, rounded: 3, faulty: 3 });
    const cut = text(['0276510001', '0276510002', '276510003', '6510004', '1276510005']);
    expect(ok(await file(cut))).toMatchObject({ total: 3, zeros: 2, faulty: 2 });
    expect(ok(await file(cut, 'zeros=keep'))).toMatchObject({ total: 5, faulty: 0 });
    const restored = ok(await file(cut, 'zeros=restore'));
    ok(await post(`batches/${restored.id}/apply`));
    expect(await ended(restored.id)).toMatchObject({ done: 5, first: '0276510001', last: '1276510005' });
    for (const number of ['0276510003', '0006510004'])
      expect((await get<{ count: number }>(`cards?q=card.cardnumber:${number}`)).count).toBe(1);
    // The shop has those cards now: what a spreadsheet left of them is known again.
    expect(ok(await file(text(['276510003'])))).toMatchObject({ zeros: 1, faulty: 1 });
    expect(ok(await file(text(['276510003']), 'zeros=restore'))).toMatchObject({ unchanged: 1, faulty: 0 });
    const sheet = workbook([
      ['Kartennummer', 'Guthaben'],
      [9276510000000028, 5],
      [Number('9276510000000028123'), 5],
      ['9276510000000036', 5],
    ]);
    expect(ok(await file(sheet, 'group=Demo-Kundenkarte'))).toMatchObject({ total: 1, rounded: 2, faulty: 2 });
    // Digits that a spreadsheet has made up are shown as zeros.
    expect(JSON.stringify(ok(await file(sheet)).faults)).toContain('9276510000000020000 may be rounded');
    // Gift cards of another system that look like payment cards: what to set is said with their own digits.
    const [masked] = ok(await file(text(['7783320123456782']))).faults;
    expect(masked?.texts.en).toContain(`TILLBRIDGE_LOYALTY_PREFIXES='["778332"]'`);
  });

  it('of gift cards keep their rest, state and last day, whatever letters their codes have, and come back unchanged', async () => {
    const group = ok(
      await post<{ id: string }>('card-groups', {
        name: { de: 'Geschenk', en: 'Gift' },
        prefix: '9281',
        voucher: true,
      }),
    );
    const gifts = `Gift card no.;Remaining balance;Status;Expiry
GC-7Q2K-88AB;15,50;active;2039-03-31
GC-7Q2K-88AC;7,00;lost;
9281320000001234;0,00;pending;
GC-7Q2K-88AD;3,00;expired;2020-01-31
`;
    expect(ok(await file(gifts, 'list=vouchers'))).toMatchObject({ balances: true });
    const read = ok(await file(gifts));
    expect(read).toMatchObject({ total: 4, faulty: 0, opening: { cash: 2550 } });
    ok(await post(`batches/${read.id}/apply`));
    await ended(read.id);
    const seen = (code: string) => client.ask('GET', `/bridge/v1/counter/vouchers/${code}`);
    expect((await seen('gc7q-2k88-ab')).body).toMatchObject({
      ...{ kind: 'voucher', code: 'GC7Q2K88AB', balance: 1550, ends: '2039-03-31', refusal: null },
    });
    expect((await seen('GC7Q2K88AC')).body).toMatchObject({ refusal: 'locked' });
    expect((await get<{ count: number }>('cards?q=card.cardnumber:gc7q2k*')).count).toBe(3);
    const list = (await client.ask('GET', `${PATH}/cards/export`)).text;
    for (const line of [
      "'GC7Q2K88AB;Geschenk;15,50;0,00;0;active;2039-03-31",
      "'GC7Q2K88AC;Geschenk;7,00;0,00;0;lost;",
    ])
      expect(list).toContain(line);
    expect(list).toContain("'GC7Q2K88AD;Geschenk;3,00;0,00;0;expired;2020-01-31");
    expect(list).toContain("'9281320000001234;Geschenk;0,00;0,00;0;stored;");
    const again = ok(await file(list));
    expect(again, JSON.stringify(again.faults)).toMatchObject({ total: 0, faulty: 0 });
    expect(group.id).toMatch(/^CRG_/);
    const coupons =
      'code;value;kind;valid_to;state\nWEG-2031;5,00;amount;2031-12-31;locked\nDA-2031;5 %;percent;;open\n';
    const made = ok(await file(coupons, 'list=vouchers'));
    ok(await post(`batches/${made.id}/apply`));
    await ended(made.id);
    expect((await seen('WEG-2031')).body).toMatchObject({ kind: 'coupon', refusal: 'locked' });
    const back = (await client.ask('GET', `${PATH}/vouchers/export`)).text;
    expect(back).toContain("'WEG-2031;5,00;amount;Gutschein;Voucher;2031-12-31;locked");
    expect(ok(await file(back, 'list=vouchers'))).toMatchObject({ total: 0, faulty: 0 });
  });

  it('are refused from what is no list of cards', async () => {
    expect(ok(await file('a;b\n1;2\n'))).toMatchObject({ total: 0, faulty: 1, faults: [{ line: 1, column: null }] });
    expect((await post('batches/file', {})).status).toBe(500);
    expect(
      (await other.ask('GET', `${PATH}/batches/${(await get<{ data: Batch[] }>('batches')).data[0]?.id}`)).status,
    ).toBe(404);
  });
});
