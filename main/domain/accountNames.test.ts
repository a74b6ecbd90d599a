/** Names and PINs of people, with what attackers and tired people write. */
import { describe, expect, it } from 'vitest';
import { clientIdFault, foldedName, reasonFault, shownNameFault, usernameFault } from './accountNames.ts';
import { pinFault } from './pinRules.ts';

describe('a user name', () => {
  it.each(['anna', 'Anna.Schmidt@laden.example', 'müller', 'JOSÉ', 'zażółć', 'kasse-1', 'a+b_c'])('%s is taken', name =>
    expect(usernameFault(name)).toBeNull(),
  );
  it.each([
    ['Cyrillic letters', 'аnna'],
    ['a letter without its dot', 'annı'],
    ['full-width letters', 'ａnna'],
    ['a decomposed umlaut', 'mu\u0308ller'],
    ['a long s', 'ſepp'],
    ['an unseen character', 'an\u200bna'],
    ['a turned direction', '\u202eanna'],
    ['a space', 'anna b'],
    ['nothing', ''],
    ['too much', 'a'.repeat(101)],
    ['a line break', 'anna\n'],
  ])('with %s is refused', (_what, name) => expect(usernameFault(name)).not.toBeNull());

  it('is the same in capitals and small letters', () => {
    expect(foldedName('MÜLLER')).toBe(foldedName('mu\u0308ller'));
  });
});

describe('a name that others read', () => {
  it.each(['Anna Schmidt', "Siobhán O'Neil", 'Анна', 'Ελένη', '山田太郎', 'Anna Петрова'])('%s is taken', name =>
    expect(shownNameFault(name)).toBeNull(),
  );
  it.each(['Аnna', ' Anna', '', '   ', 'An\u200bna', 'Anna\u202e', 'x'.repeat(101), 'An\nna', '\ud800'])(
    '%j is refused',
    name => expect(shownNameFault(name)).not.toBeNull(),
  );
});

describe('a PIN', () => {
  it.each(['4711', '2718', '83920147', '90210', '100200'])('%s is taken', pin => expect(pinFault(pin)).toBeNull());
  it.each([
    ['0000', /repeats/],
    ['1212', /repeats/],
    ['472472', /repeats/],
    ['1234', /sequence/],
    ['9876', /sequence/],
    ['8901', /sequence/],
    ['1357', /sequence/],
    ['2580', /sequence/],
    ['471', /4 to 8/],
    ['471147114', /4 to 8/],
    ['47a1', /4 to 8/],
    ['٤٧١١', /4 to 8/],
    ['47 11', /4 to 8/],
    ['', /4 to 8/],
  ])('%s is refused', (pin, why) => expect(pinFault(pin)?.en).toMatch(why));

  it('is as long as the shop says', () => {
    expect(pinFault('4711', { shortest: 6, longest: 6 })?.en).toBe('A PIN has 6 digits.');
    expect(pinFault('471108', { shortest: 6, longest: 6 })).toBeNull();
  });
});

it('an id of a client and a reason are short and plain', () => {
  expect(['cash-register-1', 'A1.b_2'].map(clientIdFault)).toEqual([null, null]);
  for (const id of ['ab', '-abc', 'käse', 'a b c', 'a'.repeat(61), 'abc\n']) expect(clientIdFault(id)).not.toBeNull();
  expect(reasonFault('Schlüssel verloren')).toBeNull();
  for (const reason of ['', '  ', 'x'.repeat(501), 'a\u0000b']) expect(reasonFault(reason)).not.toBeNull();
});
