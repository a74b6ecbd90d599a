/** The fields of a registration (06 00), and the agreements and requests in its completion. */
import type { Feature } from '../terminal.ts';
import { VIRTUAL_MARK } from '../virtualTerminal.ts';
import { type Charset, charsetOfTag14 } from './codec/charsets.ts';
import type { Fields } from './codec/fields.ts';
import { findDeep, findTag, type Tlv, tagsIn, tlv, tlvValue } from './codec/tlv.ts';
import { SEQUENCE_ID_OFFER } from './exchange/sequenceIds.ts';
import type { ZvtSettings } from './settings.ts';

/** The fields; terminals that cannot read containers get none. */
export function registration(settings: ZvtSettings, withTlv: boolean): Fields {
  const { password, configuration, serviceByte } = settings;
  const plain: Fields = { password, configuration, registrationCurrency: settings.currencyNumber };
  // An empty container still tells the terminal that it may send containers itself.
  return withTlv ? { ...plain, serviceByte, tlv: optionsIn(settings) } : plain;
}

function optionsIn(settings: ZvtSettings): Tlv[] {
  const { merchantDisplay, customerDisplay, printerWidth, largestApdu, requestCharset } = settings;
  return [
    ...given(merchantDisplay, size => tlv(0x10, size)),
    ...given(customerDisplay, size => tlv(0x11, size)),
    ...given(printerWidth, width => tlv(0x12, String(width).padStart(2, '0'))),
    ...given(largestApdu, size => tlv(0x1a, size)),
    ...permitted(settings),
    ...given(requestCharset, set => tlv(0x27, [tlv(0x14, set)])),
    ...given(settings.emvConfiguration, bits => tlv(0x40, bits.toUpperCase())),
    ...given(settings.receiptParameter, bits => tlv(0x1f04, bits.toUpperCase())),
    ...(settings.sequenceIds ? [SEQUENCE_ID_OFFER] : []),
  ];
}

/** The commands a terminal may send beyond those every till takes (tag 26). */
function permitted({ printing, questions }: ZvtSettings): Tlv[] {
  const list = [...(printing === 'blocks' ? ['06D3'] : []), ...(questions ? QUESTIONS : [])];
  return list.length === 0
    ? []
    : [
        tlv(
          0x26,
          list.map(command => tlv(0x0a, command)),
        ),
      ];
}

/** Signature, input, menu. */
const QUESTIONS = ['06D0', '040D', '040E'];

/**
 * The features that a terminal does not have, by the completion of a registration that listed the questions: the list of
 * commands (26) names no question, the list of tags (1F71) lacks the tag that a request needs. Without lists: none.
 */
export function featuresMissingFrom({ tlv: container }: Fields): readonly Feature[] {
  const commands = findTag(container, 0x26)?.children?.map(object => tlvValue(object));
  const list = findDeep(container, 0x1f71);
  const known = list && tagsIn(list);
  return [
    ...(commands && !QUESTIONS.some(command => commands.includes(command)) ? (['questions'] as const) : []),
    ...(known ? REQUESTED_BY.filter(([, tag]) => !known.has(tag)).map(([feature]) => feature) : []),
  ];
}

/** Requests the list of tags (1F71), and names the tags that requests of the till need. */
export const TAGS_WANTED: Tlv = tlv(0x1f71, '1F361F25');

const REQUESTED_BY: readonly (readonly [Feature, tag: number])[] = [
  ['tip', 0x1f36],
  ['cashback', 0x1f25],
];

function given<T>(value: T | undefined, write: (value: T) => Tlv): Tlv[] {
  return value === undefined ? [] : [write(value)];
}

/** The terminal confirms a character set by echoing it; without an echo the default stays. */
export function confirmedCharset(fields: Fields): Charset | undefined {
  const echo = findTag(findTag(fields.tlv, 0x27)?.children, 0x14) ?? findDeep(fields.tlv, 0x14);
  return charsetOfTag14(tlvValue(echo) as number | undefined);
}

/** True when the completion says that the terminal is a virtual one. */
export const saysVirtual = ({ tlv: container }: Fields): boolean =>
  tlvValue(findDeep(container, DEVICE_NAME)) === VIRTUAL_MARK;

/** The tag of the device's name. */
const DEVICE_NAME = 0x1f40;

/** The tasks that a terminal may request of the till, by the command that does them. */
export type RequestedTask = 'initialisation' | 'diagnosis' | 'endOfDay';

/** The task that the status byte of the completion (BMP 19) requests. */
export function taskInStatusByte({ paymentType: bits = 0 }: Fields): RequestedTask | undefined {
  if (bits & 0x01) return 'initialisation';
  return bits & 0x02 ? 'diagnosis' : undefined;
}

/** The task that a status information or a completion requests in its container (tag 1F13). */
export function taskInContainer(fields: Fields | undefined): RequestedTask | undefined {
  return REQUESTS[tlvValue(findDeep(fields?.tlv, 0x1f13)) as number];
}

const REQUESTS: Readonly<Record<number, RequestedTask>> = {
  0: 'diagnosis', // extended
  1: 'endOfDay',
  2: 'diagnosis', // configuration
  4: 'diagnosis', // EMV configuration
};
