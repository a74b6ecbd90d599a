/** Days by the rule and by chance: sums, and the receipt that is missing, doubled or altered is named. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARD_ROWS, cardRow, type Entry, entriesOf, type Movement, sumsOf } from './dayEnd.ts';
import { compareDay, gapsOf, type TerminalTotals } from './dayEndComparison.ts';

const movement = (changes: Partial<Movement>): Movement => ({
  kind: 'payment',
  receipt: 1,
  amount: 1000,
  refers: null,
  held: null,
  cardType: 5,
  cardName: 'girocard',
  till: 'SDV_A',
  sale: null,
  at: 0,
  terminal: null,
  ...changes,
});

describe('the entries of a day', () => {
  const sums = (...movements: Partial<Movement>[]) => {
    const { count, amount } = sumsOf(entriesOf(movements.map(movement)));
    return [count, amount];
  };

  it.each<[string, Partial<Movement>[], number, number]>([
    ['nothing', [], 0, 0],
    ['a payment', [{}], 1, 1000],
    ['a refund', [{ kind: 'refund' }], 1, -1000],
    ['a reversed payment', [{}, { kind: 'reversal', receipt: 2, refers: 1 }], 0, 0],
    ['one reversed as a whole', [{}, { kind: 'reversal', receipt: 2, refers: 1, amount: 0 }], 0, 0],
    ['a partly reversed payment', [{}, { kind: 'reversal', receipt: 2, refers: 1, amount: 300 }], 1, 700],
    [
      'a partly reversed refund',
      [{ kind: 'refund' }, { kind: 'reversal', receipt: 2, refers: 1, amount: 300 }],
      1,
      -700,
    ],
    ['a reversed refund', [{ kind: 'refund' }, { kind: 'reversal', receipt: 2, refers: 1 }], 0, 0],
    ['a tip later', [{}, { kind: 'tip', receipt: 2, refers: 1, amount: 150 }], 1, 1150],
    [
      'a payment reversed under the number of its tip',
      [
        {},
        { kind: 'tip', receipt: 2, refers: 1, amount: 150 },
        { kind: 'reversal', receipt: 3, refers: 2, amount: 1150 },
      ],
      0,
      0,
    ],
    ['a held amount', [{ kind: 'preAuthorisation' }], 0, 0],
    ['a booked one', [{ kind: 'preAuthorisation' }, { kind: 'booking', receipt: 2, refers: 1, amount: 800 }], 1, 800],
    ['one booked the day after', [{ kind: 'booking', receipt: 2, refers: 1, amount: 800 }], 1, 800],
    [
      'a released one',
      [{ kind: 'preAuthorisation' }, { kind: 'release', receipt: 2, refers: 1, amount: 1000, held: 1000 }],
      0,
      0,
    ],
    [
      'one released without a sum',
      [{ kind: 'preAuthorisation' }, { kind: 'release', receipt: 2, refers: 1, amount: 0, held: 1000 }],
      0,
      0,
    ],
    [
      'one of which a part is given back',
      [{ kind: 'preAuthorisation' }, { kind: 'release', receipt: 2, refers: 1, amount: 400, held: 1000 }],
      1,
      600,
    ],
    ['a reversal of something older', [{ kind: 'reversal', receipt: 2, refers: 77 }], 1, -1000],
  ])('%s', (_name, movements, count, amount) => {
    expect(sums(...movements)).toEqual([count, amount]);
  });

  it('a booking without a card has the card of its pre-authorisation', () => {
    const [, booking] = entriesOf([
      movement({ kind: 'preAuthorisation', cardType: 10, cardName: 'Visa' }),
      movement({ kind: 'booking', receipt: 2, refers: 1, cardType: null, cardName: null }),
    ]);
    expect(booking?.row).toBe('Visa');
  });

  it('a reversed number that is used again later is another payment', () => {
    const again = [{}, { kind: 'reversal' as const, receipt: 2, refers: 1 }, { amount: 5 }];
    expect(sums(...again)).toEqual([1, 5]);
    expect(sums(...again, { kind: 'reversal', receipt: 3, refers: 1, amount: 5 })).toEqual([0, 0]);
  });
});

describe('card types', () => {
  it.each([
    [5, null, 'girocard'],
    [2, 'ec-card', 'girocard'],
    [46, 'Maestro', 'Mastercard'],
    [13, 'V PAY', 'Visa'],
    [null, 'VISA ELECTRON', 'Visa'],
    [null, 'American Express', 'American Express'],
    [null, 'GIROCARD KONTAKTLOS', 'girocard'],
    [232, 'Discover', 'Diners'],
    [97, 'Alipay', 'other'],
    [999, null, 'other'],
    [null, null, 'other'],
  ] as const)('%s %s is summed up as %s', (type, name, row) => {
    expect(cardRow(type, name)).toBe(row);
  });
});

const types = [5, 6, 46, 10, 13, 8, 12, 14, 97, null] as const;
const payment = fc.record({
  kind: fc.constantFrom('payment' as const, 'payment' as const, 'payment' as const, 'refund' as const),
  amount: fc.integer({ min: 1, max: 500 }),
  cardType: fc.constantFrom(...types),
  till: fc.constantFrom('SDV_A', 'SDV_B', null),
});
/** Payments and refunds, and afterwards some of the payments are reversed. */
const day = fc
  .tuple(fc.array(payment, { minLength: 1, maxLength: 30 }), fc.array(fc.nat(29), { maxLength: 5 }), fc.nat(9990))
  .map(([payments, reversed, first]) => {
    const booked = payments.map((one, index) => movement({ ...one, receipt: numberOf(first, index) }));
    const taken = [...new Set(reversed)].flatMap(index => booked[index] ?? []).filter(({ kind }) => kind === 'payment');
    const back = taken.map((one, index) =>
      movement({ ...one, kind: 'reversal', refers: one.receipt, receipt: numberOf(first, booked.length + index) }),
    );
    return [...booked, ...back];
  });
const numberOf = (first: number, index: number) => ((first + index) % 9999) + 1;

/** Totals that a terminal would report of these entries; it has no sign for a row. */
function terminalOf(entries: readonly Entry[], movements: readonly Movement[]): TerminalTotals {
  const { amount, by_card_type } = sumsOf(entries);
  const numbers = movements.flatMap(({ receipt }) => receipt ?? []);
  return {
    amount: Math.max(0, amount),
    byCardType: by_card_type.map(row => ({ ...row, cardType: row.card_type, amount: Math.max(0, row.amount) })),
    firstReceipt: numbers[0],
    lastReceipt: numbers.at(-1),
  };
}
const knownOf = (movements: readonly Movement[]) => new Set(movements.flatMap(({ receipt }) => receipt ?? []));
const positive = (entries: readonly Entry[]) => entries.filter(({ amount }) => amount > 0);
/** Refunds make a row that cannot be reconstructed exactly; what is altered there is found only in rows without. */
const plainRow = (entries: readonly Entry[], row: string) =>
  entries.every(entry => entry.row !== row || entry.amount >= 0);
const namedIn = (differences: ReturnType<typeof compareDay>['differences'], receipt: number | null) =>
  differences.some(({ receipts }) => receipts.some(({ receipt_number }) => receipt_number === receipt));

describe('a terminal without receipt numbers that counts no reversed payment', () => {
  const payment = movement({ receipt: null });
  const reversal = movement({ kind: 'reversal', receipt: null, amount: 1000 });
  const nothing = { count: 0, amount: 0, byCardType: [] };

  it('agrees where every payment was reversed', () => {
    expect(compareDay(entriesOf([payment, reversal]), nothing, new Set()).agrees).toBe(true);
  });

  it('differs where one was not', () => {
    expect(compareDay(entriesOf([payment, payment, reversal]), nothing, new Set()).agrees).toBe(false);
  });
});

describe('a day by chance', () => {
  it('sums are integers, the tills together are the terminal, and so are the card types', () => {
    fc.assert(
      fc.property(day, movements => {
        const { count, amount, by_till, by_card_type } = sumsOf(entriesOf(movements));
        expect(Number.isInteger(amount)).toBe(true);
        for (const parts of [by_till, by_card_type, by_till.flatMap(till => till.by_card_type)]) {
          expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
          expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(count);
        }
        for (const row of by_card_type) expect(CARD_ROWS).toContain(row.card_type);
      }),
    );
  });

  it('agrees with a terminal that counted the same', () => {
    fc.assert(
      fc.property(day, movements => {
        const entries = entriesOf(movements);
        const compared = compareDay(entries, terminalOf(entries, movements), knownOf(movements));
        expect(compared).toEqual({ agrees: true, differences: [] });
      }),
    );
  });

  it('agrees with a terminal that counts reversals as transactions', () => {
    fc.assert(
      fc.property(day, movements => {
        const entries = entriesOf(movements);
        const totals = terminalOf(entries, movements);
        const byCardType = CARD_ROWS.map(cardType => {
          const own = entries.filter(({ row }) => row === cardType);
          const count = own.reduce((sum, { commands }) => sum + commands, 0);
          const amount = Math.max(
            0,
            own.reduce((sum, entry) => sum + entry.amount, 0),
          );
          return { cardType, count, amount };
        });
        expect(compareDay(entries, { ...totals, byCardType }, knownOf(movements)).agrees).toBe(true);
      }),
    );
  });

  it('names the payment the terminal lost', () => {
    fc.assert(
      fc.property(day, fc.nat(), (movements, pick) => {
        const entries = entriesOf(movements);
        const candidates = positive(entries).filter(({ row }) => plainRow(entries, row));
        const lost = candidates[pick % Math.max(1, candidates.length)];
        fc.pre(lost !== undefined);
        const totals = terminalOf(
          entries.filter(entry => entry !== lost),
          movements,
        );
        const { agrees, differences } = compareDay(entries, totals, knownOf(movements));
        expect(agrees).toBe(false);
        expect(namedIn(differences, lost.receipt)).toBe(true);
        expect(differences.map(({ card_type }) => card_type)).toEqual([lost.row]);
      }),
    );
  });

  it('names the number of the payment only the terminal has', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 500 }), fc.nat(), (movements, amount, pick) => {
        const foreign = movements[pick % movements.length];
        fc.pre(foreign !== undefined && foreign.kind === 'payment');
        fc.pre(movements.every(({ refers }) => refers !== foreign.receipt));
        const ours = movements.filter(one => one !== foreign);
        fc.pre(plainRow(entriesOf(movements), cardRow(foreign.cardType, foreign.cardName)));
        const all = movements.map(one => (one === foreign ? { ...one, amount } : one));
        const totals = terminalOf(entriesOf(all), all);
        const { agrees, differences } = compareDay(entriesOf(ours), totals, knownOf(ours));
        expect(agrees).toBe(false);
        // A payment of the same amount that we reversed would explain it as well.
        const foreignOnes = differences.flatMap(({ receipts }) => receipts).filter(({ kind }) => kind !== 'other');
        expect(foreignOnes).toMatchObject([{ receipt_number: foreign.receipt, kind: 'onlyTerminal' }]);
      }),
    );
  });

  it('names the payment that the terminal has with another amount, once it has reported it', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 500 }), fc.nat(), (movements, more, pick) => {
        const entries = entriesOf(movements);
        const candidates = positive(entries).filter(({ row }) => plainRow(entries, row));
        const altered = candidates[pick % Math.max(1, candidates.length)];
        fc.pre(altered !== undefined && altered.receipt !== null);
        const amount = altered.amount + more;
        const totals = terminalOf(
          entries.map(entry => (entry === altered ? { ...entry, amount } : entry)),
          movements,
        );
        const reported = [{ receipt: altered.receipt, amount, row: altered.row }];
        const { agrees, differences } = compareDay(entries, totals, knownOf(movements), reported);
        expect(agrees).toBe(false);
        expect(differences).toHaveLength(1);
        expect(differences[0]?.receipts).toMatchObject([{ receipt_number: altered.receipt, kind: 'other' }]);
      }),
    );
  });
});

describe('a difference', () => {
  const visa = { cardType: 10, cardName: 'Visa' };
  const totals = (rows: Record<string, [number, number]>, first = 1, last = 9): TerminalTotals => ({
    amount: Object.values(rows).reduce((sum, [, amount]) => sum + amount, 0),
    byCardType: Object.entries(rows).map(([cardType, [count, amount]]) => ({ cardType, count, amount })),
    firstReceipt: first,
    lastReceipt: last,
  });
  const compare = (movements: Partial<Movement>[], terminal: TerminalTotals) => {
    const entries = entriesOf(movements.map(movement));
    return compareDay(entries, terminal, knownOf(movements.map(movement)));
  };

  it('that is the sum of two receipts names both', () => {
    const movements = [{ amount: 100 }, { receipt: 2, amount: 230 }, { receipt: 3, amount: 470 }];
    const { differences } = compare(movements, totals({ girocard: [1, 100] }, 1, 3));
    expect(differences[0]?.receipts.map(({ receipt_number }) => receipt_number)).toEqual([2, 3]);
  });

  it('names a refund the terminal does not count', () => {
    const movements = [{ amount: 1000 }, { kind: 'refund' as const, receipt: 2, amount: 300 }];
    const { differences } = compare(movements, totals({ girocard: [1, 1000] }, 1, 2));
    expect(differences[0]?.receipts).toMatchObject([{ receipt_number: 2, amount: -300, kind: 'onlyJournal' }]);
  });

  it('names a payment that we reversed and the terminal still counts', () => {
    const movements = [{}, { kind: 'reversal' as const, receipt: 2, refers: 1 }, { receipt: 3, amount: 5 }];
    const { differences } = compare(movements, totals({ girocard: [2, 1005] }, 1, 3));
    expect(differences[0]?.receipts).toMatchObject([{ receipt_number: 1, amount: 1000, kind: 'other' }]);
  });

  it('names a payment that was counted twice under one number', () => {
    const { differences } = compare([{ amount: 70 }, { receipt: 2, amount: 30 }], totals({ girocard: [3, 130] }, 1, 2));
    expect(differences[0]?.receipts).toMatchObject([{ receipt_number: 2, amount: 30, kind: 'other' }]);
  });

  it('between card types alone agrees, and names the moved receipts', () => {
    const maestro = { cardType: 46, cardName: 'Maestro', receipt: 2, amount: 250 };
    const movements = [{ amount: 100 }, maestro, { ...maestro, receipt: 3, amount: 50 }];
    const { agrees, differences } = compare(movements, totals({ girocard: [3, 400] }, 1, 3));
    expect(agrees).toBe(true);
    expect(differences.map(({ card_type }) => card_type)).toEqual(['girocard', 'Mastercard']);
    expect(differences[1]?.receipts.map(({ receipt_number }) => receipt_number)).toEqual([2, 3]);
  });

  it('between card types alone agrees where a payment and a refund without a receipt are known by the word of a person', () => {
    const unseen = { receipt: null, cardType: null, cardName: null };
    const movements = [{ ...unseen, kind: 'refund' as const }, unseen];
    expect(compare(movements, totals({ girocard: [2, 0] }, 1, 2)).agrees).toBe(true);
    expect(compare([...movements, { receipt: 3 }], totals({ girocard: [3, 1000] }, 1, 3)).agrees).toBe(true);
    expect(compare(movements, totals({ girocard: [3, 0] }, 1, 3)).agrees).toBe(false);
  });

  it('of a terminal without card types is about the whole day', () => {
    const none = { amount: 1200, byCardType: [] };
    expect(compare([{}, { ...visa, receipt: 2, amount: 200 }], none).agrees).toBe(true);
    const { agrees, differences } = compare([{}, { ...visa, receipt: 2, amount: 300 }], none);
    expect([agrees, differences[0]?.card_type]).toEqual([false, 'total']);
  });

  it('is not seen in a slip that was printed before a part was reversed or a tip added', () => {
    const movements = [
      { amount: 1000 },
      { kind: 'reversal' as const, receipt: 2, refers: 1, amount: 400 },
      { receipt: 3, amount: 70 },
    ];
    const entries = entriesOf(movements.map(movement));
    const reported = [{ receipt: 1, amount: 1000, row: null }];
    const { differences } = compareDay(entries, totals({ girocard: [1, 600] }, 1, 3), new Set([2]), reported);
    expect(differences[0]?.receipts).toMatchObject([{ receipt_number: 3, kind: 'onlyJournal' }]);
  });

  it('names three missing receipts once the terminal was asked for them', () => {
    const movements = [1, 2, 3, 4, 5].map(receipt => movement({ receipt, amount: 900 + 100 * receipt }));
    const terminal = totals({ girocard: [2, 2300] }, 1, 5);
    const absent = [2, 3, 5].map(receipt => ({ receipt, amount: null, row: null, absent: true as const }));
    const reported = [...absent, { receipt: 1, amount: 1000, row: null }];
    const { differences } = compareDay(entriesOf(movements), terminal, knownOf(movements), reported);
    expect(differences[0]?.receipts.map(({ receipt_number, kind }) => [receipt_number, kind])).toEqual([
      [2, 'onlyJournal'],
      [3, 'onlyJournal'],
      [5, 'onlyJournal'],
    ]);
  });

  it('names a missing receipt and a foreign receipt that hide each other', () => {
    const movements = [movement({}), movement({ receipt: 2, amount: 1100 })];
    const reported = [
      { receipt: 3, amount: 700, row: null },
      { receipt: 1, amount: 1000, row: null },
      { receipt: 2, amount: null, row: null, absent: true as const },
    ];
    const terminal = totals({ girocard: [2, 1700] }, 1, 3);
    const { differences } = compareDay(entriesOf(movements), terminal, knownOf(movements), reported);
    expect(differences[0]?.receipts.map(({ receipt_number, kind }) => [receipt_number, kind])).toEqual([
      [2, 'onlyJournal'],
      [3, 'onlyTerminal'],
    ]);
  });

  it('of several that are alike names those the terminal has not just shown', () => {
    const movements = [1, 2, 3, 4].map(receipt => movement({ receipt, amount: 250 }));
    const reported = [1, 2, 3].map(receipt => ({ receipt, amount: 250, row: null }));
    const terminal = totals({ girocard: [3, 750] }, 1, 3);
    const { differences } = compareDay(entriesOf(movements), terminal, knownOf(movements), reported);
    expect(differences[0]?.receipts).toMatchObject([{ receipt_number: 4, kind: 'onlyJournal' }]);
  });

  it('names receipts outside the numbers of the terminal', () => {
    const movements = [7, 8, 9].map(receipt => ({ receipt, amount: 100 * receipt }));
    const { differences } = compare([{ amount: 50 }, ...movements], totals({ girocard: [1, 50] }, 1, 6));
    expect(differences[0]?.receipts.map(({ receipt_number }) => receipt_number)).toEqual([7, 8, 9]);
  });

  it('between a refund and an unknown payment is a difference, although the sums look alike', () => {
    const refund = { kind: 'refund' as const, amount: 5000 };
    expect(compare([refund], totals({ girocard: [1, 5000] }, 1, 1)).agrees).toBe(true);
    expect(compare([refund], totals({ girocard: [1, 5000] }, 1, 2)).agrees).toBe(false);
  });

  it('is none where the terminal cannot count so far', () => {
    const movements = Array.from({ length: 300 }, (_, index) => ({ receipt: index + 1, amount: 100 }));
    expect(compare(movements, totals({ girocard: [255, 30_000] }, 1, 300)).agrees).toBe(true);
    expect(compare(movements, totals({ girocard: [44, 30_000] }, 1, 300)).agrees).toBe(true);
    expect(compare(movements, totals({ girocard: [43, 30_000] }, 1, 300)).agrees).toBe(false);
  });

  it('of an amount alone, with the same count, has no receipt until the terminal reports one', () => {
    const { agrees, differences } = compare([{ amount: 100 }, { receipt: 2 }], totals({ girocard: [2, 1090] }, 1, 2));
    expect([agrees, differences[0]?.receipts]).toEqual([false, []]);
  });

  it('a day of which the terminal has nothing names every receipt as missing or leaves none out of the sums', () => {
    const { agrees, differences } = compare([{ amount: 100 }, { ...visa, receipt: 2 }], totals({}, 0, 0));
    expect(agrees).toBe(false);
    expect(differences.map(({ receipts }) => receipts[0]?.receipt_number)).toEqual([1, 2]);
  });
});

describe('numbers of the terminal that are not ours', () => {
  const entries = entriesOf([movement({ receipt: 9998 }), movement({ receipt: 2 })]);

  it('go on after 9999 with 1', () => {
    const totals = { amount: 0, byCardType: [], firstReceipt: 9998, lastReceipt: 3 };
    expect(gapsOf(entries, totals, new Set([1]))).toEqual([9999, 3]);
  });

  it('are not looked for without a range', () => {
    expect(gapsOf(entries, { amount: 0, byCardType: [] }, new Set())).toEqual([]);
  });
});
