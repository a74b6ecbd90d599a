/** The comparison as receipt lines, and the terminal's own slips beside it. */
import { expect, it } from 'vitest';
import { comparisonReceipt, slipsIn } from './dayEndReceipt.ts';
import type { Language } from './money.ts';
import { nameValue, separator, textline } from './receipt.ts';
import { withTrainingMark } from './trainingMark.ts';

const nothing = { count: 0, amount: 0, by_card_type: [] };
const comparison = (language: Language) =>
  comparisonReceipt(
    { state: 'unknown', currency: 'EUR', terminal: nothing, journal: { ...nothing, by_till: [] }, differences: [] },
    language,
  );
const slip = [separator('Kassenschnitt'), textline('TA 1'), nameValue('SUMME', '10,00')];
const more = [separator('Kassenschnitt'), textline('TA 2')];

it.each(['de', 'en'] as const)('the slips stay when a comparison (%s) is taken away, wherever it stands', language => {
  expect(slipsIn([...slip, ...comparison(language), ...more])).toEqual([...slip, ...more]);
  expect(slipsIn(comparison(language))).toEqual([]);
  expect(slipsIn([])).toEqual([]);
});

it('a training keeps the marks of its slips', () => {
  const training = { training: true, language: 'de' } as const;
  const kept = withTrainingMark(training, slip);
  expect(slipsIn([...kept, ...withTrainingMark(training, comparison('de'))])).toEqual(kept);
});
