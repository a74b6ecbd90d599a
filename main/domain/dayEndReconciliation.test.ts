/** Did it take place? Every combination of evidence, and what it must never lead to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DayEndEvidence,
  type DayEndReconciliation,
  evidenceTexts,
  isOverdue,
  mayBeAtWork,
  type OpenDayEnd,
  reconcileDayEnd,
} from './dayEndReconciliation.ts';
import { WAITS } from './denialWait.ts';

const none = { count: 0, amount: 0 };
const some = { count: 3, amount: 4500 };
const moved = { count: 2, amount: 4000 };
const asked = (changes: Partial<OpenDayEnd> = {}): OpenDayEnd => ({
  before: some,
  journal: some,
  later: none,
  isLaterPlain: true,
  isJournalSure: true,
  shared: false,
  ...changes,
});
const evidence = (changes: Partial<DayEndEvidence> = {}): DayEndEvidence => ({
  requiresDayEnd: false,
  now: 'refused',
  last: null,
  mayBeAtWork: false,
  isOverdue: false,
  ...changes,
});

/** One side of a combination: its name in the table, and the facts. */
type Side<Facts> = Readonly<Record<string, Facts>>;

const BEFORE: Side<OpenDayEnd['before']> = { empty: none, some, 'not reported': null, unreadable: 'unreadable' };
const JOURNAL: Side<Pick<OpenDayEnd, 'journal' | 'isJournalSure'>> = {
  empty: { journal: none, isJournalSure: true },
  sure: { journal: some, isJournalSure: true },
  'not sure': { journal: some, isJournalSure: false },
};
const NOW: Side<DayEndEvidence['now']> = {
  emptied: none,
  'as before': some,
  moved,
  unreadable: 'unreadable',
  refused: 'refused',
  away: 'away',
};
const SHARED: Side<boolean> = { alone: false, shared: true };
const LAST: Side<DayEndEvidence['last']> = { none: 'none', 'a receipt': 7, 'nothing known': null };

type Pattern = string | '*';
type Ending = DayEndReconciliation['kind'];

/** The first row that fits is the rule: shared, totals before, journal, totals now. The last receipt decides nothing. */
const RULES: readonly (readonly [Pattern, Pattern, Pattern, Pattern, Ending])[] = [
  ['alone', 'empty', '*', '*', 'didNotTakePlace'],
  ['shared', 'empty', 'empty', '*', 'didNotTakePlace'],
  ['*', '*', '*', 'away', 'askLater'],
  ['shared', '*', '*', '*', 'person'],
  ['*', 'unreadable', '*', '*', 'person'],
  ['*', '*', '*', 'unreadable', 'person'],
  ['*', '*', '*', 'refused', 'person'],
  ['*', 'some', '*', 'emptied', 'tookPlace'],
  ['*', 'some', '*', 'as before', 'didNotTakePlace'],
  ['*', 'some', '*', 'moved', 'person'],
  ['*', 'not reported', 'sure', 'emptied', 'tookPlace'],
  ['*', 'not reported', 'sure', 'as before', 'didNotTakePlace'],
  ['*', 'not reported', 'sure', 'moved', 'person'],
  ['*', 'not reported', 'empty', '*', 'person'],
  ['*', 'not reported', 'not sure', '*', 'person'],
];

describe('an end-of-day with an unknown outcome', () => {
  const names = (side: Side<unknown>) => Object.keys(side);
  const combinations = names(SHARED).flatMap(shared =>
    names(BEFORE).flatMap(before =>
      names(JOURNAL).flatMap(journal =>
        names(NOW).flatMap(now => names(LAST).map(last => [shared, before, journal, now, last] as const)),
      ),
    ),
  );
  const ruleOf = (combination: readonly string[]) =>
    RULES.find(rule => rule.slice(0, 4).every((pattern, side) => pattern === '*' || pattern === combination[side]));

  it('is decided by exactly one rule, and every rule decides something', () => {
    expect(combinations.filter(combination => !ruleOf(combination))).toEqual([]);
    const used = new Set(combinations.map(ruleOf));
    expect(RULES.filter(rule => !used.has(rule))).toEqual([]);
  });

  it.each(combinations)('%s, before %s, journal %s, now %s, last %s', (...combination) => {
    const [shared, before, journal, now, last] = combination;
    const day = asked({ shared: SHARED[shared]!, before: BEFORE[before]!, ...JOURNAL[journal] });
    const answers = evidence({ now: NOW[now]!, last: LAST[last]! });
    const verdict = reconcileDayEnd(day, answers);
    const ending = ruleOf(combination)?.[4];
    expect(verdict.kind).toBe(ending);
    expect(verdict.because.de).not.toBe(verdict.because.en);
    // A terminal that demands its end-of-day has not done it, whatever else is known.
    expect(reconcileDayEnd(day, { ...answers, requiresDayEnd: true }).kind).toBe('didNotTakePlace');
    // A denial waits until the terminal cannot be at work any more; nothing else does.
    const atWork = reconcileDayEnd(day, { ...answers, mayBeAtWork: true });
    expect(atWork.kind).toBe(ending === 'didNotTakePlace' ? 'askLater' : ending);
    // Asking again has a bound.
    const overdue = reconcileDayEnd(day, { ...answers, isOverdue: true });
    expect(overdue).toMatchObject(ending === 'askLater' ? { kind: 'askLater', callsPerson: true } : { kind: ending });
  });

  it.each<[string, OpenDayEnd, DayEndEvidence, Ending]>([
    ['only later bookings', asked({ later: moved }), evidence({ now: moved }), 'tookPlace'],
    ['later ones on top', asked({ later: moved }), evidence({ now: { count: 5, amount: 8500 } }), 'didNotTakePlace'],
    [
      'a journal of refunds',
      asked({ before: null, journal: { count: 1, amount: -500 } }),
      evidence({ now: none }),
      'person',
    ],
    ['a refund later', asked({ isLaterPlain: false }), evidence({ now: none }), 'person'],
    ['a floored sum, emptied', asked({ before: { count: 2, amount: 0 } }), evidence({ now: none }), 'tookPlace'],
    ['a full count, still there', asked({ before: { count: null, amount: 0 } }), evidence({ now: none }), 'person'],
  ])('%s', (_name, day, answers, ending) => {
    expect(reconcileDayEnd(day, answers).kind).toBe(ending);
  });
});

describe('a terminal with a book of its own', () => {
  const bookings = fc.array(
    fc.record({ amount: fc.integer({ min: -900, max: 3000 }).filter(amount => amount !== 0), twice: fc.boolean() }),
    {
      maxLength: 4,
    },
  );
  type Bookings = readonly { readonly amount: number; readonly twice: boolean }[];
  /** The row has no sign; a booking that was changed counts once or twice. */
  const reported = (book: Bookings) => ({
    count: book.reduce((sum, { twice }) => sum + (twice ? 2 : 1), 0),
    amount: Math.max(
      0,
      book.reduce((sum, { amount }) => sum + amount, 0),
    ),
  });
  const journal = (book: Bookings) => ({
    count: book.length,
    amount: book.reduce((sum, { amount }) => sum + amount, 0),
  });
  const telling = fc.constantFrom('sums' as const, 'unreadable' as const, 'none' as const);

  it('is never called closed while it holds the day, nor open when it has closed it', () => {
    const decided = new Set<string>();
    fc.assert(
      fc.property(
        fc.record({
          older: bookings,
          own: bookings,
          since: bookings,
          closes: fc.boolean(),
          tellsBefore: telling,
          tellsNow: telling,
        }),
        fc.constantFrom('none' as const, 7, null),
        ({ older, own, since, closes, tellsBefore, tellsNow }, last) => {
          const held = [...older, ...own];
          const left = closes ? since : [...held, ...since];
          const day = asked({
            before: tellsBefore === 'sums' ? reported(held) : tellsBefore === 'none' ? null : 'unreadable',
            journal: journal(own),
            later: journal(since),
            isLaterPlain: since.every(({ amount, twice }) => amount > 0 && !twice),
          });
          const now = tellsNow === 'sums' ? reported(left) : tellsNow === 'none' ? ('refused' as const) : tellsNow;
          const { kind } = reconcileDayEnd(day, evidence({ now, last }));
          decided.add(kind);
          if (kind === 'tookPlace') expect(closes).toBe(true);
          if (kind === 'didNotTakePlace') expect(closes && held.length > 0).toBe(false);
        },
      ),
      { numRuns: 3000 },
    );
    expect([...decided].sort()).toEqual(['didNotTakePlace', 'person', 'tookPlace']);
  });
});

describe('the wait for another look', () => {
  const sent = { now: 1_000_000, age: 0 };

  it('lasts as long as a terminal may take and close, and longer for a command of a killed process', () => {
    const longest = WAITS.take + WAITS.host;
    const workingFor = (ms: number) => mayBeAtWork({ ...sent, sign: { at: sent.now - ms } }, WAITS);
    expect([workingFor(longest - 1), workingFor(longest)]).toEqual([true, false]);
    const killed = (age: number) => mayBeAtWork({ ...sent, sign: null, age }, WAITS);
    expect([killed(longest), killed(longest + WAITS.orphan), killed(-longest - WAITS.orphan)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('calls a person after five minutes', () => {
    expect([299_999, 300_000].map(ms => isOverdue({ ...sent, sign: { at: sent.now - ms } }))).toEqual([false, true]);
  });
});

it('tells the person what the terminal said before and says now', () => {
  const texts = evidenceTexts(asked(), evidence({ now: 'unreadable', last: 7 }), 'EUR');
  expect(texts.en).toBe(
    'Turnover of the terminal before: 45.00 EUR (3). Turnover since: cannot be read. Its last receipt is 7.',
  );
  expect(texts.de).toMatch(/^Umsätze im Terminal davor: 45,00\sEUR \(3\)\. Umsätze danach: nicht lesbar\./);
  const silent = evidenceTexts(asked({ before: null }), evidence({ now: 'away', last: 'none' }), 'EUR');
  expect(silent.en).toContain('before: not reported. Turnover since: it does not answer. It keeps no last transaction');
});
