/** The receipt of a sale in both languages. */
import { describe, expect, it } from 'vitest';
import { type BasketItem, basketTotal, bonusItem, readBasket } from './basket.ts';
import { nameValue, receiptText, separator } from './receipt.ts';
import { cancellationReceipt, returnReceipt, type Sale, saleReceipt } from './saleReceipt.ts';

function basketOf(...products: readonly object[]): readonly BasketItem[] {
  const read = readBasket(products);
  if (!read.ok) throw new Error(read.problem.path);
  return read.value;
}

const goods = basketOf(
  { desc: 'Cappuccino', quantity: 2, priceOne: 340, tax: 19 },
  { desc: 'Bauernbrot 1 kg', priceOne: 450, tax: 7 },
);
const sale: Sale = {
  shop: ['Tillbridge Demo', 'Marktplatz 1', '12345 Musterstadt'],
  items: [...goods, bonusItem(3, 'CMP_1', { desc: 'Kaffeerabatt', desc_en: 'Off coffee' }, 19, 68)],
  currency: 'EUR',
  tenders: [
    { method: 'loyalty', amount: 700 },
    { method: 'cash', amount: 362 },
  ],
  given: 500,
  receiptNumber: 17,
  date: '15.06.2026',
  time: '14:00',
  cashier: 'Kim',
};

describe('the receipt of a sale that several tenders paid', () => {
  const { given: _, ...whole } = sale;
  const split: Sale = {
    ...whole,
    tenders: [
      { method: 'cash', amount: 200, given: 500 },
      { method: 'cashless', amount: 300, detail: 'girocard **** 4281', tip: 50 },
      { method: 'cashless', amount: 362, detail: '**** 1111' },
      { method: 'voucher', amount: 200, detail: 'City 4711' },
    ],
  };
  const lines = (receipt: ReturnType<typeof saleReceipt>) =>
    receipt.flatMap(one => (one.type === 'name-value' ? [`${one.value.name}: ${one.value.value}`] : []));

  it('names each, with its card, voucher, change and tip', () => {
    const printed = lines(saleReceipt(split, 'en'));
    const from = printed.findIndex(one => one.startsWith('Total')) + 1;
    expect(printed.slice(from, from + 7)).toEqual([
      'Cash: 2.00 EUR',
      'Given: 5.00 EUR',
      'Change: 3.00 EUR',
      'girocard **** 4281: 3.50 EUR',
      'tip included: 0.50 EUR',
      'Card payment **** 1111: 3.62 EUR',
      'Voucher City 4711: 2.00 EUR',
    ]);
  });

  it('turns every sign when it is cancelled, and gives no change', () => {
    const printed = lines(cancellationReceipt(split, 'en'));
    expect(printed).toContain('Voucher City 4711: -2.00 EUR');
    expect(printed.some(one => one.startsWith('Change'))).toBe(false);
  });

  it('says what went back of a sale that was given up', () => {
    const printed = lines(returnReceipt(split, 'de'));
    expect(printed).toContain('Bar: 2,00 EUR');
    expect(printed).toContain('girocard **** 4281: 3,50 EUR');
    expect(printed).toContain('Summe: 11,12 EUR');
  });
});

describe('the receipt of a sale', () => {
  it('reads like this in German', () => {
    expect(receiptText(saleReceipt(sale, 'de'))).toBe(`
                Kassenbon

             Tillbridge Demo
               Marktplatz 1
            12345 Musterstadt

Cappuccino                      6,80 EUR A
  2 x 3,40 EUR
Bauernbrot 1 kg                 4,50 EUR B
Kaffeerabatt                   -0,68 EUR A

Summe                            10,62 EUR
Kundenkarte                       7,00 EUR
Bar                               3,62 EUR
Gegeben                           5,00 EUR
Rückgeld                          1,38 EUR

A 19 %: netto 5,14 + MwSt. 0,98   6,12 EUR
B 7 %: netto 4,21 + MwSt. 0,29    4,50 EUR

Bon-Nr.                                 17
Datum                           15.06.2026
Uhrzeit                              14:00
Bedient von                            Kim

      Vielen Dank für Ihren Einkauf`);
  });

  it('reads like this in English, by card and without a cashier’s name', () => {
    const { given: _, cashier: __, receiptNumber: ___, ...rest } = sale;
    const lines = saleReceipt({ ...rest, tenders: [{ method: 'cashless', amount: 1062 }] }, 'en');
    expect(lines[0]).toEqual(separator('Receipt'));
    expect(lines).toContainEqual(nameValue('Total', '10.62 EUR', 'important'));
    expect(lines).toContainEqual(nameValue('Card payment', '10.62 EUR'));
    expect(lines).toContainEqual(nameValue('Off coffee', '-0.68 EUR A'));
    expect(lines).toContainEqual(nameValue('A 19 %: net 5.14 + VAT 0.98', '6.12 EUR'));
    expect(receiptText(lines)).not.toMatch(/Given|Change|Served by|Receipt no|undefined/);
  });

  it.each([
    ['de', /Kundenkarte +7,00 EUR\nKartenzahlung +4,62 EUR\ndarin Trinkgeld +1,00 EUR\n/],
    ['en', /Loyalty card +7\.00 EUR\nCard payment +4\.62 EUR\ntip included +1\.00 EUR\n/],
  ] as const)('names a tip and the amount charged with it, beside the sums of the sale: %s', (language, lines) => {
    const { given: _, ...rest } = sale;
    const tenders = [
      { method: 'loyalty', amount: 700 },
      { method: 'cashless', amount: 362 },
    ];
    const charged = [tenders[0]!, { ...tenders[1]!, tip: 100 }];
    const without = receiptText(saleReceipt({ ...rest, tenders }, language));
    const text = receiptText(saleReceipt({ ...rest, tenders: charged }, language));
    expect(text).toMatch(lines);
    expect(without).not.toMatch(/Trinkgeld|tip/);
    const others = (paper: string) =>
      paper.split('\n').filter(line => !/Kartenzahlung|Card payment|Trinkgeld|tip/.test(line));
    expect(others(text)).toEqual(others(without));
  });

  it('shows no change where the cash was exact or no cash was taken', () => {
    const exact = saleReceipt({ ...sale, given: 362 }, 'de');
    const byCard = saleReceipt({ ...sale, tenders: [{ method: 'cashless', amount: 1062 }] }, 'de');
    expect(receiptText([...exact, ...byCard])).not.toMatch(/Gegeben|Rückgeld/);
  });

  it('names a line without description by its number, and an unknown method by itself', () => {
    const items = basketOf({ articleNumber: '4711', priceOne: 100 }, { ean: '96385074', priceOne: 100 });
    const text = receiptText(saleReceipt({ ...sale, items, tenders: [{ method: 'barter', amount: 200 }] }, 'de'));
    expect(text).toMatch(/4711 .*1,00 EUR A\n96385074 /);
    expect(text).toContain('barter');
  });

  it('prints a sub-transaction as one line, without a letter where its lines have several rates', () => {
    const below = [
      { priceOne: 100, tax: 7 },
      { priceOne: 200, tax: 19 },
    ];
    const items = basketOf({
      desc: 'Teilrechnung',
      item_type: 'sub_transaction',
      quantity: 2,
      tax: 0,
      sub_basket: below,
    });
    const lines = saleReceipt({ ...sale, items, tenders: [{ method: 'cash', amount: basketTotal(items) }] }, 'de');
    expect(lines).toContainEqual(nameValue('Teilrechnung', '3,00 EUR'));
    expect(receiptText(lines)).not.toContain('2 x');
  });
});

describe('the cancellation slip of a sale', () => {
  it('is its receipt with every sign turned, and names the receipt that it cancels', () => {
    expect(receiptText(cancellationReceipt(sale, 'de'))).toBe(`
               Stornobeleg

             Tillbridge Demo
               Marktplatz 1
            12345 Musterstadt

Cappuccino                     -6,80 EUR A
  -2 x 3,40 EUR
Bauernbrot 1 kg                -4,50 EUR B
Kaffeerabatt                    0,68 EUR A

Summe                           -10,62 EUR
Kundenkarte                      -7,00 EUR
Bar                              -3,62 EUR

A 19 %: netto -5,14 + MwSt. -0,98
                                 -6,12 EUR
B 7 %: netto -4,21 + MwSt. -0,29 -4,50 EUR

Storno zu Bon-Nr.                       17
Datum                           15.06.2026
Uhrzeit                              14:00
Bedient von                            Kim`);
  });
});

describe('a tip that the sum contains', () => {
  it('is printed below the sum', () => {
    const lines = saleReceipt({ ...sale, sum: 1162, tipWithin: 100 }, 'en');
    expect(lines).toContainEqual(nameValue('tip included', '1.00 EUR'));
  });
});
