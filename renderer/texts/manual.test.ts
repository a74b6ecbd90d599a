/**
 * The manual names things as the screen does: each bold word is a text of the screen in the language of the page, and the pages of both
 * languages name the same texts in the same order.
 */
import { describe, expect, it } from 'vitest';
import { MANUAL } from '../../main/wire/manual.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import type { TextPair } from './texts.ts';

const files = import.meta.glob<string>('../../assets/manual/*/*.md', { eager: true, query: '?raw', import: 'default' });
const pictures = Object.keys(import.meta.glob('../../assets/manual/pictures/*.webp', { query: '?url' }));
const screens = import.meta.glob<string>('../{screens,parts,setup}/**/*.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
});

const tables = import.meta.glob<Readonly<Record<string, unknown>>>('./pages/*.ts', { eager: true });
const pairs: readonly TextPair[] = [
  ...(Object.keys(de) as (keyof typeof de)[]).map((key): TextPair => [de[key], en[key]]),
  ...Object.entries(tables)
    .filter(([file]) => !file.endsWith('/office.ts'))
    .flatMap(([, page]) => Object.values(page).filter(value => typeof value === 'object'))
    .flatMap(table => Object.values(table as Readonly<Record<string, TextPair>>)),
];

/** The text with anything in its places; null where nothing but places would be left. */
function patternOf(text: string): RegExp | null {
  const fixed = text.split(/\{\{\s*\w+\s*\}\}/);
  if (fixed.join('').trim().length < 2) return null;
  return new RegExp(`^${fixed.map(part => part.replaceAll(/[.*+?^${'$'}{}()|[\]\\]/g, String.raw`\$&`)).join('.+')}$`);
}

const LANGUAGES = ['de', 'en'] as const;
const patterns = pairs.map(pair => pair.map(patternOf));
/** Numbers of the pairs whose text in this language is this word. */
const textsOf = (word: string, language: number): readonly number[] =>
  patterns.flatMap((pair, at) => (pair[language]?.test(word) ? [at] : []));

const ids: readonly string[] = Object.values(MANUAL).flat();
const fileOf = (language: string, id: string) => `../../assets/manual/${language}/${id}.md`;
const pictureNames = new Set(pictures.map(path => path.split('/').at(-1) ?? ''));
const bold = (source: string) => [...source.matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => word);

describe.each(ids)('the page %s', id => {
  const sources = LANGUAGES.map(language => files[fileOf(language, id)] ?? '');

  it('says the words of the screen, the same in both languages', () => {
    const [german, english] = sources.map(bold);
    const unknown = [german!, english!].flatMap((words, language) =>
      words.filter(word => textsOf(word, language).length === 0),
    );
    expect(unknown, 'no text of renderer/texts').toEqual([]);
    const apart = german!.flatMap((word, at) => {
      const other = new Set(textsOf(english![at] ?? '', 1));
      return textsOf(word, 0).some(text => other.has(text)) ? [] : [`${word} | ${english![at]}`];
    });
    expect(apart, 'the German and the English word are not one text').toEqual([]);
    expect(english).toHaveLength(german!.length);
  });

  it('leads to pages that exist, and shows pictures that exist in its language, with a text in their place', () => {
    for (const [at, source] of sources.entries()) {
      const links = [...source.matchAll(/(?<!!)\[[^\]]+\]\(([^)]+)\)/g)].map(([, link = '']) => link);
      expect(links.filter(link => !ids.includes(link.replace(/\.md$/, '')))).toEqual([]);
      const shown = [...source.matchAll(/!\[([^\]]*)\]\(\.\.\/pictures\/([^)]+)\)/g)];
      expect(shown.filter(([, text = '']) => text.length < 10)).toEqual([]);
      const names = shown.map(([, , name = '']) => name);
      expect(names.filter(name => !name.endsWith(`-${LANGUAGES[at]}.webp`))).toEqual([]);
      expect(names.filter(name => !pictureNames.has(name))).toEqual([]);
    }
  });

  it('is short: a title, and at most 40 lines', () => {
    for (const source of sources) {
      expect(source).toMatch(/^# \S/);
      expect(source.trim().split('\n').length).toBeLessThanOrEqual(40);
    }
  });
});

it('has no file that no page names', () => {
  const all = Object.values(files).join('');
  expect([...pictureNames].filter(name => !all.includes(`(../pictures/${name})`))).toEqual([]);
  const named = LANGUAGES.flatMap(language => ids.map(id => fileOf(language, id)));
  expect(Object.keys(files).sort()).toEqual(named.sort());
});

/** A page has its row in `manualPlaces.ts`, which the compiler holds; dialogs of a page have the row of their page. */
it('every dialog of the till outside of a page names its own page of the manual', () => {
  const dialogs = Object.entries(screens).flatMap(([file, text]) =>
    [...text.matchAll(/<Sheet\b(.*?)[^=]>\n/gs)].map(([, tag = '']) => ({ file, tag })),
  );
  expect(dialogs.length).toBeGreaterThan(15);
  expect(dialogs.filter(({ tag }) => !/\b(manual=|isManual)/.test(tag)).map(({ file }) => file)).toEqual([]);
});
