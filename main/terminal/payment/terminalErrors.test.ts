/** Every reason of a terminal: its error, and its texts. */
import { expect, it } from 'vitest';
import type { Condition, Reason } from '../../../drivers/terminal.ts';
import { errors } from '../../world/errors.ts';
import { cannotRepeat, commandError, inquiryError, reasonTexts, reasonView } from './terminalErrors.ts';

const codes = {
  unreachable: [1013, 1013],
  lineLost: [1013, 1013],
  silent: [1013, 1013],
  garbled: [1267, 1267],
  contradicted: [1267, 1267],
  notWritten: [1268, 1268],
  closed: [1013, 1013],
  refused: [1005, 1018],
  declined: [1005, 1018],
  cardError: [1005, 1018],
  aborted: [1006, 1018],
  busy: [1016, 1016],
  endOfDayRequired: [1090, 1090],
  unsupported: [1075, 1075],
  notHandedOver: [1091, 1091],
  signatureRefused: [1260, 1260],
  held: [1070, 1070],
  portTaken: [1078, 1078],
  virtual: [1079, 1079],
} as const satisfies Record<Reason['code'], readonly [command: number, question: number]>;

const each = Object.entries(codes) as [Reason['code'], readonly [number, number]][];

it.each(each)('%s: %j for a command and for a question', (code, expected) => {
  const reason = { code, text: 'why' };
  const numbers = [commandError(reason), inquiryError(reason)].map(({ key }) => errors[key].code);
  expect(numbers).toEqual(expected);
});

it.each(each)('%s: in both languages, without the text of the driver', code => {
  const reason = { code, text: 'words of the driver' };
  const words = Object.values(reasonTexts(reason));
  if (code !== 'declined') expect(words).not.toContain(reason.text);
  if (code !== 'declined') expect(new Set(words).size).toBe(2);
});

it.each(['refused', 'declined', 'cardError', 'aborted', 'busy', 'endOfDayRequired'] as const)(
  '%s with a code of the terminal: in its own words',
  code => {
    const { de, en } = reasonTexts({ code, resultCode: 5, text: 'Karte gesperrt' });
    expect([de, en.endsWith(' (Karte gesperrt)'), /^[a-z -]+ \(/.test(en)]).toEqual(['Karte gesperrt', true, true]);
  },
);

it('the texts of a table are in both languages, the terminal’s own text stays as it is', () => {
  const texts = { de: 'Karte ungültig', en: 'invalid card' };
  expect(reasonTexts({ code: 'cardError', resultCode: 6, text: 'invalid card', texts })).toEqual(texts);
  expect(reasonTexts({ code: 'aborted', text: 'timed out', texts })).toEqual(texts);
  expect(reasonTexts({ code: 'unsupported', resultCode: 0x83, text: 'not possible', texts }).de).toContain(
    'kann das nicht',
  );
});

it('a terminal that says no more than the code, in German, is translated', () => {
  const said = (text: string) => reasonTexts({ code: 'declined', resultCode: 5, text });
  expect(said('Abgelehnt')).toEqual({ de: 'abgelehnt', en: 'declined' });
  expect(said('Karte gesperrt')).toEqual({ de: 'Karte gesperrt', en: 'declined (Karte gesperrt)' });
});

it('a result code does not turn the driver’s text into the terminal’s text', () => {
  const reason = { code: 'notHandedOver', resultCode: 5, text: 'the goods were not handed over' } as const;
  expect(reasonTexts(reason).de).toBe('die Ware wurde nicht ausgegeben');
});

const locked = (cure: Condition['cure'], resultCode?: number, blocks = true): Condition => ({
  blocks,
  cure,
  ...(resultCode === undefined ? {} : { resultCode }),
  texts: { de: 'gesperrt', en: 'locked' },
});

it.each<readonly [string, Reason, Condition, number, string]>([
  ['for a diagnosis', { code: 'refused', resultCode: 194, text: 'x' }, locked('diagnosis', 194), 1110, 'diagnosis'],
  [
    'by a code that also means a wrong PIN',
    { code: 'declined', resultCode: 81, text: 'PIN wrong' },
    locked('initialisation', 81),
    1111,
    'initialisation',
  ],
  [
    'by an end-of-day',
    { code: 'endOfDayRequired', resultCode: 240, text: 'x' },
    locked('endOfDay', 240),
    1090,
    'endOfDay',
  ],
  ['by an update', { code: 'busy', resultCode: 156, text: 'x' }, locked('wait'), 1112, 'wait'],
  ['by an update, and is away', { code: 'unreachable', text: 'x' }, locked('wait'), 1112, 'wait'],
  ['and has no number for it', { code: 'refused', text: 'x' }, locked('person'), 1113, 'person'],
])('a terminal that is locked %s refuses for itself, in its own words', (_, reason, condition, code, advice) => {
  expect(errors[commandError(reason, condition).key].code).toBe(code);
  expect(reasonView(reason, condition)).toMatchObject({ texts: condition.texts, advice });
});

it.each<readonly [string, Reason, Condition | null]>([
  ['the card', { code: 'declined', resultCode: 5, text: 'x' }, locked('diagnosis', 194)],
  [
    'the card, while a cure is only asked for',
    { code: 'declined', resultCode: 194, text: 'x' },
    locked('diagnosis', 194, false),
  ],
  ['the customer', { code: 'declined', text: 'x' }, locked('person')],
  ['the card, at a terminal that is well', { code: 'cardError', resultCode: 100, text: 'x' }, null],
])('it was %s', (_, reason, condition) => {
  expect(errors[commandError(reason, condition).key].code).toBe(1005);
  expect(reasonView(reason, condition).texts).not.toEqual(locked('person').texts);
});

it.each([
  ['pin', 'declined', 55],
  ['pin', 'declined', 81],
  ['otherCard', 'declined', 56],
  ['again', 'cardError', 100],
  ['again', 'declined', 163],
  ['otherCard', 'cardError', 54],
  ['otherCard', 'declined', 51],
  ['otherTender', 'declined', 195],
  ['retain', 'declined', 41],
  ['again', 'aborted', 108],
  ['wait', 'busy', 156],
  ['person', 'refused', 204],
  ['person', 'unreachable', undefined],
] as const)('advice is %s for %s %s', (advice, code, resultCode) => {
  const reason = { code, ...(resultCode === undefined ? {} : { resultCode }), text: 'x' };
  expect(reasonView(reason, null).advice).toBe(advice);
});

it.each(each)('%s: would a terminal that cannot repeat its last transaction answer the same again?', code => {
  const reason = { code, text: 'why' };
  expect(cannotRepeat(reason, null)).toBe(['unsupported', 'declined', 'refused'].includes(code));
});

it('a terminal that is not ready itself may say it once it is', () => {
  const away: Condition = { cure: 'initialisation', blocks: true, resultCode: 87, texts: { de: 'nein', en: 'no' } };
  expect(cannotRepeat({ code: 'refused', text: 'why' }, away)).toBe(false);
  expect(cannotRepeat({ code: 'refused', text: 'why' }, { ...away, blocks: false })).toBe(true);
  expect(cannotRepeat({ code: 'unsupported', text: 'why' }, away)).toBe(true);
});
