/** Texts for the driver options of a terminal. */

import type { ManagerTexts } from '../../texts/pages/manager.ts';

/** One text for each option; an option without a text has its name in the configuration file. */
export const optionTexts = (options: Readonly<Record<string, unknown>>, texts: ManagerTexts): readonly string[] =>
  Object.entries(options).map(([name, value]) => `${nameOf(name, texts)}: ${textOf(value, texts)}`);

const nameOf = (name: string, { t }: ManagerTexts): string => (isNamed(name) ? t(`option.${name}`) : name);

function textOf(value: unknown, texts: ManagerTexts): string {
  const { t } = texts;
  if (typeof value === 'boolean') return t(value ? 'optionValue.yes' : 'optionValue.no');
  if (value === null) return t('optionValue.none');
  if (Array.isArray(value)) return value.map(one => textOf(one, texts)).join(' ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name} ${textOf(part, texts)}`)
      .join(' ');
  return isNamedValue(value) ? t(`optionValue.${value}`) : String(value);
}

type Name = (typeof NAMES)[number];
const isNamed = (name: string): name is Name => NAMES.includes(name as Name);

type OptionText = (typeof VALUES)[number];
const isNamedValue = (value: unknown): value is OptionText => VALUES.includes(value as OptionText);

const VALUES = ['blocks', 'lines', 'auto', 'de', 'en'] as const;

/** Options of all drivers that have a text. */
export const NAMES = [
  'configuration',
  'serviceByte',
  'containers',
  'printing',
  'questions',
  'charset',
  'requestCharset',
  'receiptParameter',
  'printerWidth',
  'largestApdu',
  'merchantDisplay',
  'customerDisplay',
  'emvConfiguration',
  'sequenceIds',
  'transactionIds',
  'sendCurrency',
  'paymentType',
  'tips',
  'readCardKind',
  'loyaltyPrefixes',
  'goodsTimeout',
  'goodsRepeats',
  'diagnosisKind',
  'statusWithTlv',
  'repeatsBare',
  'textMac',
  'features',
  'language',
  'timers',
  'devicePort',
  'deviceHost',
  'deviceFrom',
  'workstation',
  'sender',
  'popId',
  'keepOpen',
  'login',
] as const;
