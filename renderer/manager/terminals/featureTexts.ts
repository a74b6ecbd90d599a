/** What a terminal can do, in words. */

import type { ManagerTexts } from '../../texts/manager/texts.ts';

/** Features in words; tasks have a list of their own, and what can be used by programs alone is not shown. */
export const featureTexts = (features: readonly string[], { t }: ManagerTexts): readonly string[] =>
  FEATURES.filter(feature => features.includes(feature)).map(feature => t(`feature.${feature}`));

const FEATURES = [
  'pay',
  'tip',
  'tipLater',
  'cashback',
  'reverse',
  'reverseLast',
  'partialReversal',
  'refund',
  'preAuthorisation',
  'lastTransaction',
  'handOver',
  'questions',
  'readCard',
  'keys',
  'digits',
  'endOfDay',
  'print',
] as const;
