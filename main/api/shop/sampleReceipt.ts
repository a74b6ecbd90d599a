/** A receipt of a made-up sale with the facts of the shop, so that a manager sees what customers will get. */
import { readBasket } from '../../domain/basket.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { saleReceipt } from '../../domain/saleReceipt.ts';
import { receiptShop } from '../../masterData/shop.ts';
import type { ShopFacts } from '../../wire/shop.ts';
import { localTime, writtenDate } from '../../world/clock.ts';

const SAMPLE = {
  de: ['Kaffee', 'Brot'],
  en: ['Coffee', 'Bread'],
} as const;

export function sampleReceipt(shop: ShopFacts, at: Date): readonly ReceiptLine[] {
  const { language, currency, receiptFoot } = shop;
  const [coffee, bread] = SAMPLE[language];
  const basket = readBasket([
    { desc: coffee, quantity: 2, priceOne: 290, tax: 19 },
    { desc: bread, quantity: 1, priceOne: 450, tax: 7 },
  ]);
  const items = basket.ok ? basket.value : [];
  return saleReceipt(
    {
      shop: receiptShop(shop),
      foot: receiptFoot,
      items,
      currency,
      tenders: [{ method: 'cash', amount: 1030 }],
      given: 2000,
      receiptNumber: 4711,
      date: writtenDate(at, language),
      time: localTime(at),
      cashier: language === 'de' ? 'Kasse' : 'Cashier',
    },
    language,
  );
}
