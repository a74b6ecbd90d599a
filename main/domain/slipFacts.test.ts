/** Receipt number and amount, read from slips as terminals print them. */
import { describe, expect, it } from 'vitest';
import { listedReceipts, slipFacts } from './slipFacts.ts';

describe('a slip', () => {
  it.each<[string, string[], number, number]>([
    ['in German', ['  * * Händlerbeleg * *', 'Beleg-Nr.     0042', 'Betrag EUR     12,34'], 42, 1234],
    ['with thousands', ['Bon-Nummer: 7', 'Betrag:    1.234,50 EUR'], 7, 123_450],
    ['in English', ['Receipt no. 9999', 'Amount EUR 0.05'], 9999, 5],
    ['with more text', ['Trace-Nr. 000123', 'BELEG-NR 0003', 'Terminal-ID 60001234', 'BETRAG  EUR  100,00'], 3, 10_000],
  ])('%s', (_name, lines, receipt, amount) => {
    expect(slipFacts(lines)).toEqual({ receipt, amount });
  });

  it.each([[[]], [['Beleg-Nr. 12']], [['Betrag EUR 1,00']], [['Beleg-Nr. 123456', 'Betrag EUR 1,00']]])(
    'gives null where one fact is missing: %j',
    lines => {
      expect(slipFacts(lines)).toBeNull();
    },
  );
});

describe('the slip of an end-of-day', () => {
  it('lists payments by their number, and leaves out all other lines', () => {
    const lines = [
      '* * Kassenschnitt * *',
      'Terminal-ID    60001234',
      'Datum 21.11.2026 10:31:44',
      'Belege         0001 - 0004',
      '0001 Kartenzahlung EUR 12,00',
      '0002  girocard   1.234,56 EUR',
      '0003 Storno EUR 12,00',
      '0004 Gutschrift EUR 1,00',
      '2 x girocard   EUR 1.246,56',
    ];
    expect(listedReceipts(lines)).toEqual([
      { receipt: 1, amount: 1200 },
      { receipt: 2, amount: 123_456 },
    ]);
  });
});
