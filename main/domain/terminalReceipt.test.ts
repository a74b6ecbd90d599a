import { describe, expect, it } from 'vitest';
import { nameValue, receiptText, separator, space, textline } from './receipt.ts';
import { cardReceipt, slipLines, type TerminalLine, terminalReceipt } from './terminalReceipt.ts';

const left = (text: string, form: Partial<TerminalLine> = {}): TerminalLine => ({
  text,
  align: 'left',
  wide: false,
  tall: false,
  ...form,
});

describe('a terminal’s slips', () => {
  const customer = { copy: 'customer', lines: [left('Kundenbeleg')] } as const;
  const merchant = { copy: 'merchant', lines: [left('Haendlerbeleg')] } as const;
  const admin = { copy: 'admin', lines: [left('Summen')] } as const;

  it('are separated by copy, each behind its caption', () => {
    expect(terminalReceipt([merchant, customer, customer], 'payment', 'de')).toEqual({
      receipt: [
        separator('Kartenzahlung'),
        textline('Kundenbeleg'),
        separator('Kartenzahlung'),
        textline('Kundenbeleg'),
      ],
      merchant: [separator('Kartenzahlung'), textline('Haendlerbeleg')],
    });
  });

  it.each([
    ['diagnosis', 'de', 'Diagnose'],
    ['endOfDay', 'de', 'Kassenschnitt'],
    ['endOfDay', 'en', 'End of day'],
    ['reversal', 'en', 'Card payment reversed'],
  ] as const)('of %s in %s are headed %s', (purpose, language, caption) => {
    expect(terminalReceipt([admin], purpose, language)).toEqual({
      receipt: [separator(caption), textline('Summen')],
      merchant: [],
    });
  });
});

describe('a terminal’s line', () => {
  it.each([
    ['of blanks', left('  '), space],
    ['centred', left(' K-U-N-D-E ', { align: 'center' }), textline('K-U-N-D-E', 'align-center')],
    ['to the right', left(' 12,50', { align: 'right' }), textline('12,50', 'align-right')],
    ['in large letters', left('Zahlung erfolgt', { wide: true }), textline('Zahlung erfolgt', 'important')],
    ['tall and centred', left('OK', { align: 'center', tall: true }), textline('OK', 'important', 'align-center')],
    ['in two columns', left('Betrag EUR        12,50'), nameValue('Betrag EUR', '12,50')],
    ['in two large columns', left('Betrag   12,50', { tall: true }), nameValue('Betrag', '12,50', 'important')],
    ['in two columns with a colon', left('Beleg#  : 4001'), nameValue('Beleg#', '4001')],
    ['in two centred columns', left('A   B', { align: 'center' }), textline('A   B', 'align-center')],
    ['in three columns', left('0000013    0004      000001'), textline('0000013    0004      000001')],
    ['with single blanks', left('Karte: MASTERCARD Debit'), textline('Karte: MASTERCARD Debit')],
  ])('%s', (_, line, expected) => expect(slipLines([line])).toEqual([expected]));

  it('that is padded with blanks is centred or moved to the right', () => {
    const slip = [
      '---------------------------',
      '         QUITTUNG',
      '         EUR: 1,00',
      '                    1,00EUR',
      '    eingerückt',
      ' Code:367655',
    ];
    expect(slipLines(slip.map(text => left(text)))).toEqual([
      textline('---------------------------'),
      textline('QUITTUNG', 'align-center'),
      textline('EUR: 1,00', 'align-center'),
      textline('1,00EUR', 'align-right'),
      textline('    eingerückt'),
      textline(' Code:367655'),
    ]);
  });
});

describe('a card slip made from facts', () => {
  const payment = {
    amount: 796,
    currency: 'EUR',
    date: '2026-06-15',
    time: '14:00:00',
    terminalId: '60001234',
    receiptNumber: 42,
    traceNumber: 1001,
    authorisationCode: '367655',
    cardName: 'girocard',
    lastFour: '0018',
  } as const;

  it('has the amount, the card and the terminal', () => {
    expect(receiptText(cardReceipt(payment, 'payment', 'de').receipt, 32)).toBe(`
         Kartenzahlung

      * * Kundenbeleg * *

Datum                 2026-06-15
Uhrzeit                 14:00:00
Beleg-Nr.                     42
Trace-Nr.                   1001
Terminal-ID             60001234
Genehmigungs-Nr.          367655
Karte         girocard **** 0018

Betrag                  7,96 EUR

        Karte akzeptiert`);
  });

  it('leaves out unknown members', () => {
    const { receipt } = cardReceipt({ amount: 796, currency: 'EUR' }, 'refund', 'en');
    expect(receipt).toEqual([
      separator('Refund to card'),
      textline('* * Customer copy * *', 'align-center'),
      space,
      space,
      nameValue('Amount', '7.96 EUR', 'important'),
      space,
      textline('Card accepted', 'important', 'align-center'),
    ]);
  });

  it('is signed on the merchant’s copy only, and only when the terminal wants it', () => {
    const signed = cardReceipt({ ...payment, signed: true }, 'payment', 'de');
    expect(receiptText(signed.merchant)).toMatch(/Händlerbeleg.*Unterschrift __+$/s);
    expect(receiptText(signed.receipt)).not.toContain('Unterschrift');
    expect(receiptText(cardReceipt({ ...payment, signed: false }, 'payment', 'de').merchant)).not.toContain(
      'Unterschrift',
    );
  });
});
