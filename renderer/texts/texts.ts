/** Texts of one language: texts by key, amounts and times in the format of the language, problems as sentences. */

import type { Problem } from '../bridge/problem.ts';
import { de, type TextKey } from './de.ts';
import { editableMoney, formatMoment, formatMoney, formatTime, type Language } from './money.ts';

export type Values = Readonly<Record<string, string | number>>;

export interface TextsOf<Key extends string> {
  readonly language: Language;
  readonly t: (key: Key, values?: Values) => string;
  readonly money: (minor: number) => string;
  /** The amount in the form of an input field. */
  readonly moneyField: (minor: number) => string;
  readonly time: (moment: number) => string;
  /** Day and time. */
  readonly moment: (moment: number) => string;
  readonly problem: (problem: Problem) => string;
}
export type Texts = TextsOf<TextKey>;

/** A text of a screen that is loaded later, in both languages. */
export type TextPair = readonly [german: string, english: string];

/** The texts of both languages by key. */
export interface Translations {
  /** Adds the texts of a screen that is loaded later. */
  add(more: Readonly<Record<string, TextPair>>): void;
  /** German is there from the first moment; English is a file of its own. */
  has(language: Language): boolean;
  /** Loads English. Rejects where the bridge is away; the texts are German until then. */
  load(): Promise<void>;
  /** The text with its values in the places of `{{name}}`; the German text, or the key itself, where nobody knows it. */
  text(language: Language, key: string, values?: Values): string;
}

/**
 * A table of texts and the places of their values are all that the screen needs: no plurals. A library for more than that was a
 * tenth of what a till loads first; so is the second language, which loads when somebody wants it. `english` is given by tests.
 */
export function createTranslations(english: Readonly<Record<string, string>> | null = null): Translations {
  const texts: Record<Language, Map<string, string>> = {
    de: new Map(Object.entries(de)),
    en: new Map(Object.entries(english ?? {})),
  };
  let hasEnglish = english !== null;
  return {
    has: language => language === 'de' || hasEnglish,
    async load() {
      const { en } = await import('./en.ts');
      for (const [key, text] of Object.entries(en)) texts.en.set(key, text);
      hasEnglish = true;
    },
    add(more) {
      for (const [key, [german, english]] of Object.entries(more)) {
        texts.de.set(key, german);
        texts.en.set(key, english);
      }
    },
    text(language, key, values) {
      const text = texts[language].get(key) ?? texts.de.get(key) ?? key;
      return text.includes('{{') ? text.replace(PLACE, (_, name: string) => String(values?.[name] ?? '')) : text;
    },
  };
}

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

export function textsIn(translations: Translations, language: Language, currency: string): Texts {
  const t: Texts['t'] = (key, values) => translations.text(language, key, values);
  return {
    language,
    t,
    money: minor => formatMoney(minor, currency, language),
    moneyField: minor => editableMoney(minor, currency, language),
    time: moment => formatTime(moment, language),
    moment: moment => formatMoment(moment, language),
    problem: problem => problemText(problem, t),
  };
}

function problemText(problem: Problem, t: Texts['t']): string {
  switch (problem.kind) {
    case 'refused':
      return `${problem.text} (${t(containsCode(problem) ? 'problem.reference' : 'problem.code', { code: problem.code, id: problem.supportId })})`;
    case 'status':
      return t('problem.status', { status: problem.status });
    case 'unreachable':
      return t('problem.unreachable');
  }
}

/** Most sentences of the bridge end with their code, which then needs no repetition. */
const containsCode = ({ text, code }: Extract<Problem, { kind: 'refused' }>): boolean => text.includes(String(code));
