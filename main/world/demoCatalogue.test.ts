/** The demo catalogue: codes, prices and groups that README and stories rely on. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBasket } from '../domain/basket.ts';
import { isEan } from '../domain/checkDigits.ts';
import { applyCard } from '../domain/loyalty.ts';
import { catalogue, readmeArticles } from './demoCatalogue.ts';

const scanned = catalogue.filter(({ ean }) => ean !== '');
const quickKeys = catalogue.filter(({ ean }) => ean === '');
/** Articles that a shop would sell; the rehearsal articles exist for their amounts. */
const sold = catalogue.filter(article => !article.group.some(group => group.id === 'rehearsal'));
const inGroup = (id: string) => catalogue.filter(article => article.group.some(group => group.id === id));
const distinct = (values: readonly string[]) => new Set(values).size === values.length;

describe('the demo catalogue', () => {
  it('has at least 200 articles, each with a valid code', () => {
    expect(scanned.length).toBeGreaterThanOrEqual(200);
    expect(scanned.every(({ ean }) => ean.length === 13 && isEan(ean))).toBe(true);
    expect(distinct(scanned.map(({ ean }) => ean))).toBe(true);
  });

  it('has a dozen articles without a code for the quick keys', () => {
    expect(quickKeys.length).toBeGreaterThanOrEqual(12);
    expect(quickKeys.every(({ quickKey }) => quickKey)).toBe(true);
  });

  it('has tiles of coffee first, which keep their codes', () => {
    const [first] = catalogue.filter(({ quickKey }) => quickKey);
    expect(first?.group[0]?.id).toBe('coffee');
    const tiles = inGroup('coffee').filter(({ quickKey }) => quickKey);
    expect(tiles.map(({ desc }) => desc.de)).toContain('Cappuccino');
    expect(tiles.length).toBeGreaterThanOrEqual(6);
    expect(tiles.every(({ ean }) => isEan(ean))).toBe(true);
  });

  it('names and numbers every article once', () => {
    expect(distinct(catalogue.map(({ articleNumber }) => articleNumber))).toBe(true);
    expect(distinct(catalogue.map(({ desc }) => desc.de))).toBe(true);
    expect(distinct(catalogue.map(({ desc }) => desc.en))).toBe(true);
    expect(catalogue.every(({ desc }) => desc.de.length > 0 && desc.en.length > 0)).toBe(true);
  });

  it('has both tax rates, and a main group with a group within it everywhere', () => {
    expect(new Set(catalogue.map(({ tax }) => tax))).toEqual(new Set([7, 19]));
    expect(catalogue.every(({ group }) => group.map(({ level }) => level).join() === '1,2')).toBe(true);
    expect(new Set(inGroup('coffee').map(({ tax }) => tax))).toEqual(new Set([7, 19]));
  });

  it.each(['coffee', 'bakery', 'dairy', 'drinks', 'fruit', 'sweets', 'pantry', 'household', 'stationery'])(
    'has a dozen articles in group %s',
    id => expect(inGroup(id).length).toBeGreaterThanOrEqual(12),
  );

  it.each([
    [readmeArticles.coffee, 'Cappuccino', 340, 19, 'coffee'],
    [readmeArticles.bread, 'Bauernbrot 1 kg', 450, 7, 'bakery'],
    [readmeArticles.milk, 'Vollmilch 1 l', 140, 7, 'dairy'],
  ] as const)('%s is %s, as the README says', (ean, name, price, tax, group) => {
    const found = catalogue.find(article => article.ean === ean);
    expect(found).toMatchObject({ desc: { de: name }, price, tax, group: [{ id: group }, {}] });
  });

  it('never leads to an amount that makes the virtual terminal react', () => {
    const tenPercent = {
      id: 'CMP_COFFEE',
      name: 'Kaffeerabatt',
      condition: { articleGroups: ['coffee'] },
      effect: { type: 'percent', percent: 10 },
    } as const;
    const terms = { campaigns: [tenPercent], now: 0, language: 'de' } as const;
    const line = fc.record({ article: fc.constantFrom(...sold), quantity: fc.integer({ min: 1, max: 5 }) });
    const balances = fc.constantFrom([5000, 0], [700, 300], [0, 0]);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), balances, (lines, [cash = 0, bonus = 0]) => {
        const read = readBasket(
          lines.map(({ article: { price, tax, group }, quantity }) => ({
            priceOne: price,
            tax,
            quantity,
            group: group.map(({ id }) => ({ id })),
          })),
        );
        if (!read.ok) throw new Error(read.problem.path);
        const { sum, missingSum } = applyCard(read.value, { cardGroupId: 'CRG', cash, bonus }, terms);
        const plain = applyCard(read.value, { cardGroupId: 'CRG', cash, bonus }, { ...terms, campaigns: [] });
        const signs = [sum, missingSum, plain.sum, plain.missingSum].filter(amount =>
          [5, 7, 9, 13].includes(amount % 100),
        );
        expect(signs).toEqual([]);
      }),
    );
  });
});
