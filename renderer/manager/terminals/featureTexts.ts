/** Texts for the features of a terminal. */

import type { ManagerTexts } from '../../texts/pages/manager.ts';

/** Texts of the features, without tasks, which have their own list, and without features for programs only. */
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
