/** The slip of the loyalty card in both languages. */

import { describe, expect, it } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { loyaltyReceipt } from './loyaltyReceipt.ts';
import type { Language } from './money.ts';
import { nameValue, receiptText, separator, space, textline } from './receipt.ts';

describe('the slip of a loyalty card', () => {
  it('says what was sold and what is left', () => {
    const slip = {
      cardnumber: '9276004000000018',
      transId: 4711,
      currency: 'EUR',
      revenue: 796,
      balances: { cash: 4204, bonus: 0, points: 127 },
    };
    expect(loyaltyReceipt(slip, 'de')).toEqual([
      separator('Kundenkarte'),
      nameValue('Kartennummer', '9276004000000018'),
      nameValue('TA-Code', '4711'),
      space,
      textline('Erfasster Umsatz'),
      textline('7,96 EUR', 'important'),
      space,
      textline('Aktuelles Guthaben'),
      textline('42,04 EUR', 'important'),
      space,
      nameValue('Punktestand', '127'),
    ]);
  });

  it('names what was taken off, taken back, earned and spent', () => {
    specifies({ 'Loyalty resources': 'the slip of the card names what was discharged, cancelled, earned and spent' });
    const slip = {
      cardnumber: '9276004000000026',
      currency: 'EUR',
      discharged: 1200,
      cancelled: 450,
      bonusEarned: 250,
      pointsUsed: 30,
      balances: { cash: 0, bonus: 0, points: 90 },
    };
    const amounts = (language: Language) =>
      loyaltyReceipt(slip, language).flatMap(line =>
        line.type === 'name-value' ? [[line.value.name, line.value.value]] : [],
      );
    expect(amounts('de').slice(1)).toEqual([
      ['Entladen', '12,00 EUR'],
      ['Storniert', '4,50 EUR'],
      ['Bonus gutgeschrieben', '2,50 EUR'],
      ['Punkte eingelöst', '30'],
      ['Punktestand', '90'],
    ]);
    expect(amounts('en').slice(1, 5)).toEqual([
      ['Discharged', '12.00 EUR'],
      ['Cancelled', '4.50 EUR'],
      ['Bonus credited', '2.50 EUR'],
      ['Points used', '30'],
    ]);
  });

  it('names every movement on the card', () => {
    specifies({ 'Loyalty resources': 'the slip of the card names every movement' });
    const slip = {
      cardnumber: '9276004000000026',
      transId: 9,
      currency: 'EUR',
      revenue: 762,
      charged: 2000,
      bonusUsed: 300,
      cashUsed: 700,
      pointsEarned: 7,
      balances: { cash: 2000, bonus: 50, points: 7 },
    };
    expect(receiptText(loyaltyReceipt(slip, 'en'), 32)).toBe(`
          Loyalty card

Card number     9276004000000026
TA code                        9

Recorded revenue
7.62 EUR
Charged                20.00 EUR
Bonus used              3.00 EUR
Paid from balance       7.00 EUR

Current balance
20.50 EUR
of which bonus          0.50 EUR

Points earned                  7
Points                         7`);
  });
});
