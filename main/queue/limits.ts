/** Limits of what may wait for a target: the screen warns first, and then, where it is configured, nothing more is sold. */
import { formatAmount, type Language } from '../domain/money.ts';
import type { Texts } from '../domain/texts.ts';
import type { QueueSetting } from '../world/targetSettings.ts';

/** The waiting records. Times in ms since 1970, money in minor units. */
export interface Waiting {
  readonly waiting: number;
  readonly oldest: number | null;
  readonly sum: number;
}

export interface ReachedLimit {
  /** True: no new sale is taken. */
  readonly passed: boolean;
  readonly texts: Texts;
}

/** Where only a limit that stops is set, the warning comes at this part of it. */
const WARN_AT = 0.8;
const HOUR = 3_600_000;

const measures = ['Hours', 'Records', 'Money'] as const;
type Measure = (typeof measures)[number];

/** The worst limit that is reached, or null where there is room. */
export function reachedLimit(
  depth: Waiting,
  settings: QueueSetting,
  now: number,
  currency: string,
): ReachedLimit | null {
  const reached = measures.flatMap(measure => {
    const { warn, stop } = limitsOf(measure, settings);
    const value = measured(measure, depth, now);
    if (depth.waiting === 0 || value < Math.min(warn, stop)) return [];
    return [{ passed: value >= stop, texts: textsOf(measure, value, stop, currency) }];
  });
  return reached.find(({ passed }) => passed) ?? reached[0] ?? null;
}

/** Time at which the next limit in hours is reached although nothing else changes, ms since 1970; null where none is ahead. */
export function nextLimitAt({ oldest, waiting }: Waiting, settings: QueueSetting, now: number): number | null {
  if (oldest === null || waiting === 0) return null;
  const { warn, stop } = limitsOf('Hours', settings);
  const ahead = [warn, stop].map(hours => oldest + hours * HOUR).filter(at => Number.isFinite(at) && at > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

/** Does any limit refuse sales? */
export const stopsSales = (settings: QueueSetting): boolean =>
  measures.some(measure => settings[`stop${measure}`] !== null);

function limitsOf(measure: Measure, settings: QueueSetting): { readonly warn: number; readonly stop: number } {
  const stop = settings[`stop${measure}`] ?? Number.POSITIVE_INFINITY;
  return { warn: Math.min(settings[`warn${measure}`] ?? Number.POSITIVE_INFINITY, stop * WARN_AT), stop };
}

function measured(measure: Measure, { waiting, oldest, sum }: Waiting, now: number): number {
  if (measure === 'Records') return waiting;
  return measure === 'Money' ? sum : Math.max(0, now - (oldest ?? now)) / HOUR;
}

function textsOf(measure: Measure, value: number, stop: number, currency: string): Texts {
  const amount = (number: number, language: Language): string => {
    if (measure === 'Money') return formatAmount(number, currency, language);
    const rounded = new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(Math.floor(number));
    return measure === 'Records' ? rounded : `${rounded} ${language === 'de' ? 'Stunden' : 'hours'}`;
  };
  const [de, en] = [amount(value, 'de'), amount(value, 'en')];
  const what = WHAT[measure];
  if (value >= stop)
    return {
      de: `${what.de(de)}. Es wird nichts mehr verkauft, bis die Leitung wieder steht. Es wurde kein Geld bewegt.`,
      en: `${what.en(en)}. Nothing is sold until the line is back. No money was moved.`,
    };
  if (!Number.isFinite(stop)) return { de: `${what.de(de)}.`, en: `${what.en(en)}.` };
  return {
    de: `${what.de(de)}; ab ${amount(stop, 'de')} wird nichts mehr verkauft.`,
    en: `${what.en(en)}; at ${amount(stop, 'en')} nothing more is sold.`,
  };
}

const WHAT: Readonly<Record<Measure, { de(value: string): string; en(value: string): string }>> = {
  Hours: {
    de: value => `Der älteste Datensatz wartet seit ${value}`,
    en: value => `The oldest record has waited for ${value}`,
  },
  Records: { de: value => `${value} Datensätze warten`, en: value => `${value} records are waiting` },
  Money: { de: value => `Verkäufe über ${value} warten`, en: value => `Sales of ${value} are waiting` },
};
