/** Texts, keys and printing that the till orders from the virtual terminal (ZVT 06 E0 to 06 E3, 06 D1, 06 D3). */
import type { Fields } from '../../../zvt/codec/fields.ts';
import { findTag, tlvValue } from '../../../zvt/codec/tlv.ts';
import { DISPLAY_LINES } from '../../../zvt/exchange/questions.ts';
import { RIGHT_PIN } from '../engine/cards.ts';
import type { Key, WaitResult } from '../engine/device.ts';
import { type HandlerTable, needs, type Work } from '../engine/work.ts';
import { automaticAction } from './automaticCustomer.ts';

export const display: HandlerTable = {
  displayText: { ...needs.rest, run: showText },
  displayFunctionKey: { ...needs.rest, run: askKey },
  displayNumericInput: { ...needs.rest, run: askDigits },
  customerPinCheck: { ...needs.rest, run: checkPin },
  displayImage: { ...needs.rest, run: accept },
  displayImageToo: { ...needs.rest, run: accept },
  printLine: { ...needs.nothing, run: printLine },
  printTextBlock: { ...needs.nothing, run: printBlock },
};

/** Answers for the keys (ZVT 06 E1). */
const KEY_CODES: Readonly<Record<Key, number>> = {
  ok: 0x0d,
  clear: 0x18,
  stop: 0x1b,
  up: 0x55,
  down: 0x44,
  f1: 0x31,
  f2: 0x32,
  f3: 0x33,
  f4: 0x34,
};
const TIMED_OUT = 0x6c;
const CARD_INSERTED = 0xdc;
const WRONG_PIN = 0x37;
const NO_MAC = 0x83;
const PRINTER_NOT_READY = 0xcc;

async function accept({ till }: Work): Promise<void> {
  till.accept();
}

/** Shows the lines for their seconds, 0 = until the next lines. */
async function showText({ till, device, message }: Work): Promise<void> {
  device.write(linesOf(message.fields), 1000 * (message.fields.displaySeconds ?? 0));
  till.accept();
}

/** Answers the key; a card ends the wait when the till wants that (tag 1F18). */
async function askKey(work: Work): Promise<void> {
  const { till, device, message, behaviour } = work;
  device.show('input', linesOf(message.fields));
  const waited = await device.wait({
    what: 'key',
    automatic: automaticAction('key', behaviour),
    timeout: secondsOf(work),
  });
  answerKey(work, waited, code => till.answer(Buffer.of(code)));
}

async function askDigits(work: Work): Promise<void> {
  const { till, device, message, behaviour } = work;
  const { minimumInput = 1, maximumInput = 20, textMac } = message.fields;
  if (textMac === undefined) return till.refuse(NO_MAC);
  device.show('input', linesOf(message.fields));
  const waited = await device.wait({
    what: 'digits',
    automatic: automaticAction('digits', behaviour),
    timeout: secondsOf(work),
  });
  if (waited.type !== 'digits') return answerKey(work, waited, code => till.answer(Buffer.of(code)));
  const fits = waited.digits.length >= minimumInput && waited.digits.length <= maximumInput;
  till.answer(fits ? Buffer.from(waited.digits, 'latin1') : Buffer.of(KEY_CODES.clear));
}

/** Checks the PIN of a customer card. */
async function checkPin(work: Work): Promise<void> {
  const { till, device, message, behaviour } = work;
  device.show('pin', linesOf(message.fields));
  const waited = await device.wait({
    what: 'pin',
    automatic: automaticAction('pin', behaviour),
    timeout: secondsOf(work),
  });
  if (waited.type !== 'pin') return till.refuse(TIMED_OUT);
  if (waited.pin === RIGHT_PIN) till.accept();
  else till.refuse(WRONG_PIN);
}

function answerKey({ till }: Work, waited: WaitResult, answer: (code: number) => void): void {
  if (waited.type === 'key') answer(KEY_CODES[waited.key]);
  else if (waited.type === 'card') answer(CARD_INSERTED);
  else if (waited.type === 'abort') till.refuse(TIMED_OUT);
  else answer(TIMED_OUT);
}

function secondsOf({ message }: Work): number | undefined {
  const seconds = message.fields.displaySeconds;
  return seconds ? 1000 * seconds : undefined;
}

function linesOf(fields: Fields): string[] {
  return DISPLAY_LINES.flatMap(name => {
    const text = fields[name];
    return text === undefined ? [] : [text.replaceAll('\x14', '')];
  });
}

/** Prints lines of the till on the terminal's paper; an attribute 1xxx xxxx ends the slip. */
async function printLine({ till, device, message }: Work): Promise<void> {
  if (!device.hasPaper) return till.refuse(PRINTER_NOT_READY);
  const { printAttribute = 0, printText = '' } = message.fields;
  const ends = printAttribute > 0x80 && printAttribute !== 0xff;
  device.printLine(ends && printText === '' ? undefined : lineOf(printAttribute, printText), ends);
  till.accept();
}

async function printBlock({ till, device, message }: Work): Promise<void> {
  if (!device.hasPaper) return till.refuse(PRINTER_NOT_READY);
  let attribute = 0;
  for (const object of findTag(message.fields.tlv, 0x25)?.children ?? []) {
    const value = tlvValue(object);
    if (object.tag === 0x09) attribute = value as number;
    if (object.tag === 0x07) device.printLine(lineOf(attribute, String(value)), false);
  }
  device.printLine(undefined, true);
  till.accept();
}

function lineOf(attribute: number, text: string) {
  const plain = attribute >= 0x80;
  return {
    text,
    align: !plain && attribute & 0x40 ? ('center' as const) : ('left' as const),
    wide: !plain && (attribute & 0x20) !== 0,
    tall: !plain && (attribute & 0x10) !== 0,
  };
}
