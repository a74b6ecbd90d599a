/** The ids of article groups, made of their names. */
import { expect, it } from 'vitest';
import { groupIdOf, groupNamed } from './groups.ts';

it.each([
  ['Käse', 'kaese'],
  // A letter and its dots apart, as some systems write them.
  ['Ka\u0308se', 'kaese'],
  ['GEMÜSE & Öle', 'gemuese-oele'],
  ['Süßwaren', 'suesswaren'],
  ['SÜẞES', 'suesses'],
  ['Crème brûlée', 'creme-brulee'],
  ['Smørrebrød', 'smoerrebroed'],
  ['Café / To go!', 'cafe-to-go'],
  ['ﬁne № 5', 'fine-no-5'],
  ['日本', 'group'],
  [`${'a'.repeat(49)} b`, 'a'.repeat(49)],
])('%s is %s', (name, id) => {
  expect(groupIdOf(name)).toBe(id);
});

it('finds a group of an earlier version by the name it had', () => {
  const renamed = { id: 'ka-se', parent: null, name: { de: 'Theke', en: 'Counter' } };
  expect(groupNamed(new Map([[renamed.id, renamed]]), 'Käse')).toBe(renamed);
  expect(groupNamed(new Map([[renamed.id, renamed]]), 'Wurst')).toBeUndefined();
});
