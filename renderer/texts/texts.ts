/** Texts of one language: texts by key, amounts and times in the format of the language, problems as sentences. */

import i18next, { type i18n } from 'i18next';
import type { Problem } from '../bridge/problem.ts';
import { de, type TextKey } from './de.ts';
import { en } from './en.ts';
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

/** i18next with both languages; no language is loaded later. */
export function createTranslations(language: Language): i18n {
  const translations = i18next.createInstance();
  void translations.init({
    lng: language,
    fallbackLng: 'en',
    resources: { de: { translation: de }, en: { translation: en } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return translations;
}

export function textsIn(translations: i18n, language: Language, currency: string): Texts {
  const translate = translations.getFixedT(language) as (key: string, values?: object) => string;
  const t: Texts['t'] = (key, values) => translate(key, values);
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
