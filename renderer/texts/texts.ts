/** The words of one language: texts by key, amounts and times in its way, problems in plain sentences. */

import i18next, { type i18n } from 'i18next';
import type { Problem } from '../bridge/problem.ts';
import { de, type TextKey } from './de.ts';
import { en } from './en.ts';
import { editableMoney, formatMoment, formatMoney, formatTime, type Language } from './money.ts';

export type Values = Readonly<Record<string, string | number>>;

export interface WordsOf<Key extends string> {
  readonly language: Language;
  readonly t: (key: Key, values?: Values) => string;
  readonly money: (minor: number) => string;
  /** The amount as it stands in an input field. */
  readonly moneyField: (minor: number) => string;
  readonly time: (moment: number) => string;
  /** Day and time. */
  readonly moment: (moment: number) => string;
  readonly problem: (problem: Problem) => string;
}
export type Words = WordsOf<TextKey>;

/** i18next with both languages in it; nothing is loaded later. */
export function createTexts(language: Language): i18n {
  const texts = i18next.createInstance();
  void texts.init({
    lng: language,
    fallbackLng: 'en',
    resources: { de: { translation: de }, en: { translation: en } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return texts;
}

export function wordsOf(texts: i18n, language: Language, currency: string): Words {
  const translate = texts.getFixedT(language) as (key: string, values?: object) => string;
  const t: Words['t'] = (key, values) => translate(key, values);
  return {
    language,
    t,
    money: minor => formatMoney(minor, currency, language),
    moneyField: minor => editableMoney(minor, currency, language),
    time: moment => formatTime(moment, language),
    moment: moment => formatMoment(moment, language),
    problem: problem => textOf(problem, t),
  };
}

function textOf(problem: Problem, t: Words['t']): string {
  switch (problem.kind) {
    case 'refused':
      return `${problem.text} (${t(namesCode(problem) ? 'problem.reference' : 'problem.code', { code: problem.code, id: problem.supportId })})`;
    case 'status':
      return t('problem.status', { status: problem.status });
    case 'unreachable':
      return t('problem.unreachable');
  }
}

/** Most of the bridge's sentences end with their code; it need not stand there twice. */
const namesCode = ({ text, code }: Extract<Problem, { kind: 'refused' }>): boolean => text.includes(String(code));
