/** Receipts of four lands, each worked out on paper before it was sold: coins, decimals, rounding and tax of the land. */
import { afterAll, expect, it } from 'vitest';
import { closeAll, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';

afterAll(closeAll);

async function shopIn(facts: object) {
  const bridge = await startBridge();
  const manager = await bridge.staff('manager');
  const change = async (body: object) => ok(await manager.ask('PUT', '/bridge/v1/shop', { body }));
  await change(facts);
  const sell = async (products: readonly object[], given: number) => {
    const { id } = await manager.create(sale([...products]));
    return ok(await manager.post<SmartTransaction>(`/${id}/start/cash`, { amount_given: given }));
  };
  return { sell, change };
}

/** From the first article to the last tax: the head is that of the shop, and below stand number, date and time. */
function body({ receipt }: SmartTransaction): readonly string[] {
  const rows = receipt.map(line => {
    if (line.type === 'name-value') return `${line.value.name}: ${line.value.value}`;
    return line.type === 'textline' ? line.value.text : '';
  });
  const last = rows.findLastIndex(row => /%: /.test(row));
  const first = receipt.findIndex(({ type }) => type === 'space');
  return rows.slice(first, last + 1).filter(row => row !== '');
}

it('Switzerland: rates with decimals, cheese by weight, 25.01 is 25.00 in coins', async () => {
  const { sell } = await shopIn({ country: 'CH', currency: 'CHF', language: 'de' });
  const cheese = { value: 532, decimals: 3, unit: 'kg', priceOne: 1590 };
  const paid = await sell(
    [
      { desc: 'Gipfeli', quantity: 3, priceOne: 135, tax: 2.6 },
      { desc: 'Bergkäse', tax: 2.6, measure: cheese },
      { desc: 'Fendant', quantity: 1, priceOne: 1250, tax: 8.1 },
    ],
    3000,
  );
  // 1250 × 8.1 / 108.1 = 93.66; 1251 × 2.6 / 102.6 = 31.70
  expect(body(paid)).toEqual([
    'Gipfeli: 4,05 CHF B',
    '  3 x 1,35 CHF',
    'Bergkäse: 8,46 CHF B',
    '  0,532 kg x 15,90 CHF/kg',
    'Fendant: 12,50 CHF A',
    'Summe: 25,01 CHF',
    'Rundung: -0,01 CHF',
    'Bar: 25,00 CHF',
    'Gegeben: 30,00 CHF',
    'Rückgeld: 5,00 CHF',
    'A 8,1 %: netto 11,56 + MwSt. 0,94: 12,50 CHF',
    'B 2,6 %: netto 12,19 + MwSt. 0,32: 12,51 CHF',
  ]);
});

it('Denmark: half of the smallest coin goes up', async () => {
  const { sell } = await shopIn({ country: 'DK', currency: 'DKK', language: 'en' });
  const paid = await sell(
    [
      { desc: 'Rugbrød', quantity: 1, priceOne: 2495, tax: 25 },
      { desc: 'Mælk', quantity: 1, priceOne: 1330, tax: 25 },
    ],
    5000,
  );
  // 3825 × 25 / 125 = 765
  expect(body(paid)).toEqual([
    'Rugbrød: 24.95 DKK A',
    'Mælk: 13.30 DKK A',
    'Total: 38.25 DKK',
    'Rounding: 0.25 DKK',
    'Cash: 38.50 DKK',
    'Given: 50.00 DKK',
    'Change: 11.50 DKK',
    'A 25 %: net 30.60 + VAT 7.65: 38.25 DKK',
  ]);
});

it('Kuwait: three decimals, no tax, and 5 fils where the shop rounds', async () => {
  const { sell, change } = await shopIn({ country: 'KW', currency: 'KWD', language: 'en' });
  const goods = [
    { desc: 'Dates', quantity: 1, priceOne: 1253, tax: 0 },
    { desc: 'Coffee', quantity: 2, priceOne: 875, tax: 0 },
  ];
  const lines = ['Dates: 1.253 KWD A', 'Coffee: 1.750 KWD A', '  2 x 0.875 KWD', 'Total: 3.003 KWD'];
  const tax = 'A 0 %: net 3.003 + VAT 0.000: 3.003 KWD';
  const exact = ['Cash: 3.003 KWD', 'Given: 5.000 KWD', 'Change: 1.997 KWD'];
  expect(body(await sell(goods, 5000))).toEqual([...lines, ...exact, tax]);
  await change({ cashRounding: true });
  const rounded = ['Rounding: 0.002 KWD', 'Cash: 3.005 KWD', 'Given: 5.000 KWD', 'Change: 1.995 KWD'];
  expect(body(await sell(goods, 5000))).toEqual([...lines, ...rounded, tax]);
});

it('Japan: no decimals', async () => {
  const { sell } = await shopIn({ country: 'JP', currency: 'JPY', language: 'en' });
  const paid = await sell(
    [
      { desc: 'おにぎり', quantity: 2, priceOne: 150, tax: 8 },
      { desc: 'ビール', quantity: 1, priceOne: 330, tax: 10 },
    ],
    1000,
  );
  // 330 × 10 / 110 = 30; 300 × 8 / 108 = 22.2
  expect(body(paid)).toEqual([
    'おにぎり: 300 JPY B',
    '  2 x 150 JPY',
    'ビール: 330 JPY A',
    'Total: 630 JPY',
    'Cash: 630 JPY',
    'Given: 1000 JPY',
    'Change: 370 JPY',
    'A 10 %: net 300 + VAT 30: 330 JPY',
    'B 8 %: net 278 + VAT 22: 300 JPY',
  ]);
});

it('Germany: begin and end of the sale, the serial of the till, and that nothing signs', async () => {
  const { sell, change } = await shopIn({ country: 'DE', currency: 'EUR', language: 'de' });
  const goods = [{ desc: 'Brot', quantity: 1, priceOne: 450, tax: 7 }];
  const names = ({ receipt }: SmartTransaction) =>
    receipt.flatMap(line =>
      line.type === 'name-value' ? [line.value.name] : line.type === 'textline' ? [line.value.text] : [],
    );
  const german = await sell(goods, 450);
  expect(names(german)).toEqual(expect.arrayContaining(['Beginn', 'Ende', 'Kasse', 'Ohne Signatur einer TSE']));
  await change({ country: 'AT' });
  const austrian = names(await sell(goods, 450));
  expect(austrian).toContain('Uhrzeit');
  expect(austrian).not.toContain('Ohne Signatur einer TSE');
});
