/** Captured messages of real terminals: each decodes to its stated meaning, and is encoded again byte for byte. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { serialDeframer, serialFrame } from '../framing/serialFrame.ts';
import { tcpDeframer } from '../framing/tcpFrame.ts';
import {
  controlText,
  decode,
  encode,
  encodeNegative,
  encodeStatusCompletion,
  errorCode,
  type Message,
} from './apdu.ts';
import type { Charset } from './charsets.ts';
import { bcdNumber } from './codings.ts';
import { bitmapById, bitmaps, type Fields } from './fields.ts';
import { type Flag, flagBits, flagsOf } from './flags.ts';
import { apduData, contentSize, type Length, LLLVAR, LLVAR, TLV_LENGTH, writeWithLength } from './lengths.ts';
import { packets } from './packets.ts';
import { findDeep, type Tlv, tagName, tlv, tlvCoding, tlvValue } from './tlv.ts';

interface Meaning {
  readonly control?: string;
  readonly command?: string;
  readonly data_length?: number;
  readonly bmp_order?: readonly string[];
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly tlv?: readonly TlvMeaning[];
  readonly text_encoding?: string;
  readonly [other: string]: unknown;
}
interface TlvMeaning {
  readonly tag: string;
  readonly value?: string;
  readonly children?: readonly TlvMeaning[];
  readonly text?: string;
}
interface Capture {
  readonly id: string;
  readonly direction: string;
  readonly transport: string;
  readonly hex: string;
  readonly meaning: Meaning;
}

const messages: readonly Capture[] = JSON.parse(
  readFileSync(new URL('../captures/messages.json', import.meta.url), 'utf8'),
);
const conversations: readonly { id: string; steps: readonly Capture[] }[] = JSON.parse(
  readFileSync(new URL('../captures/conversations.json', import.meta.url), 'utf8'),
);
const capture = (id: string) => messages.find(one => one.id === id)!;
const bytesOf = (id: string) => Buffer.from(capture(id).hex, 'hex');

// These hold lengths that disagree with their content, or are no whole APDU; they are looked at one by one below.
const ODD = new Set([
  'p-apdu-extlen-256',
  'p-apdu-incomplete',
  'd-auth-msgseqid-wrong-length',
  'w-open-reservation-list',
]);
// The long form of the length is legal for short data, but nobody writes it.
const NOT_WRITTEN = new Set(['p-apdu-len1', 'p-apdu-short-1byte', 'w-bad-bitmap-length', ...ODD]);

const whole = [
  ...messages
    .filter(one => one.meaning.control && !ODD.has(one.id))
    .map(one => ({ name: one.id, after: undefined, ...one })),
  ...conversations.flatMap(({ id, steps }) =>
    steps.map((step, at) => ({ name: `${id} ${at}`, after: runningAt(steps, at), ...step })),
  ),
];

describe('captured messages', () => {
  it('are complete', () => {
    expect([messages.length, conversations.length, whole.length]).toEqual([101, 7, 197]);
  });

  it.each(whole)('$name has the stated meaning', ({ hex, transport, meaning, after }) => {
    const apdu = apduOf(hex, transport);
    const message = decode(Buffer.from(apdu), {
      charset: charsetOf(meaning),
      ...(after === undefined ? {} : { after }),
    });
    expect(meaningOf(message, meaning)).toEqual(expectedOf(meaning));
  });

  it.each(whole.filter(one => one.transport === 'serial'))('$name is framed as stated', ({ hex, meaning }) => {
    expect(apduOf(hex, 'serial').toString('hex')).toBe(meaning.apdu);
    expect(hex.slice(-4)).toBe(meaning.crc_bytes_on_the_wire);
    expect(Buffer.from(hex.slice(-4), 'hex').readUInt16LE(0).toString(16).padStart(4, '0')).toBe(meaning.crc);
  });

  it.each(whole.filter(one => one.direction === 'ECR>PT' && !NOT_WRITTEN.has(one.id)))(
    '$name is built from its values',
    ({ hex, transport, meaning, after }) => {
      const apdu = apduOf(hex, transport);
      const charset = charsetOf(meaning);
      const message = decode(Buffer.from(apdu), { charset, ...(after === undefined ? {} : { after }) });
      const { tlv: objects, ...fields } = message.fields;
      const built = { ...message, fields: objects ? { ...fields, tlv: objects.map(rebuilt) } : fields };
      expect(encodeAgain(built, charset).toString('hex')).toBe(apdu.toString('hex'));
    },
  );

  it.each(whole.filter(one => !NOT_WRITTEN.has(one.id)))(
    '$name is written again byte for byte',
    ({ hex, transport, meaning }) => {
      const apdu = apduOf(hex, transport);
      const message = decode(Buffer.from(apdu), { charset: charsetOf(meaning) });
      const again = encodeAgain(message, charsetOf(meaning));
      expect(again.toString('hex')).toBe(apdu.toString('hex'));
      if (transport === 'serial') expect(serialFrame(again).toString('hex')).toBe(hex);
    },
  );
});

describe('captured conversations', () => {
  it.each(conversations)('$id is cut into its messages from one stream', ({ steps }) => {
    const stream = Buffer.from(steps.map(({ hex }) => hex).join(''), 'hex');
    const apdus = tcpDeframer().push(stream);
    expect(apdus.map(apdu => apdu.toString('hex'))).toEqual(steps.map(({ hex }) => hex));
  });
});

describe('captures of single rules', () => {
  it('reads LLVAR and LLLVAR lengths', () => {
    expect(contentSize(LLLVAR, Buffer.concat([bytesOf('p-lllvar-19'), Buffer.alloc(19)]), 0, 22)).toBe(19);
    expect(contentSize(LLVAR, Buffer.concat([bytesOf('p-llvar-18'), Buffer.alloc(18)]), 0, 20)).toBe(18);
    expect(contentSize(LLVAR, bytesOf('d-llvar'), 0, 14)).toBe(12);
    expect(prefixOf(LLVAR, 18)).toEqual(bytesOf('p-llvar-18'));
  });

  it('refuses an invalid length digit', () => {
    const message = decode(bytesOf('w-bad-bitmap-length'));
    expect(message.fields).toEqual({});
    expect(message.bytes.subarray(message.rest).toString('hex')).toBe('22f0e0');
  });

  it('reads amounts and TLV lengths', () => {
    expect(bcdNumber(6).read(bytesOf('p-amount-20-20'), 0, 6, 'auto')).toBe(2020);
    expect(bcdNumber(6).read(bytesOf('p-amount-123456789-00'), 0, 6, 'auto')).toBe(123456789000);
    expect(prefixOf(TLV_LENGTH, 650)).toEqual(bytesOf('p-tlv-length-650'));
    expect(contentSize(TLV_LENGTH, Buffer.concat([bytesOf('p-tlv-length-650'), Buffer.alloc(650)]), 0, 653)).toBe(650);
  });

  it('reads tags and containers', () => {
    const read = (hex: string) => tlvCoding.read(Buffer.from(hex, 'hex'), 0, hex.length / 2, 'auto');
    expect(read('1f070101')).toMatchObject([{ tag: 0x1f07 }]);
    expect(read('2503090181')).toMatchObject([{ tag: 0x25, children: [{ tag: 0x09 }] }]);
    const two = decode(Buffer.concat([Buffer.from('80000c', 'hex'), bytesOf('b-tlv-container-two-objects')]));
    expect(tlvMeaning(two.fields.tlv)).toEqual(capture('b-tlv-container-two-objects').meaning.tlv);
  });

  it('reads the long length of an APDU low byte first', () => {
    expect(apduData(bytesOf('p-apdu-extlen-256'), 0, 5)).toEqual({ start: 5, end: 261 });
    const block = apduOf(capture('p-textblock-in-10-segments').hex, 'apdu');
    expect(apduData(block, 0, block.length)).toEqual({ start: 5, end: 659 });
  });

  it('keeps the content of a message with a wrong length', () => {
    const message = decode(bytesOf('w-open-reservation-list'));
    const list = findDeep(message.fields.tlv, 0x23)?.children?.map(child => tlvValue(child));
    expect(list).toEqual(capture('w-open-reservation-list').meaning.receipt_numbers);
    expect(decode(bytesOf('d-auth-msgseqid-wrong-length')).fields.amount).toBe(100);
  });

  it('reads the flags of a configuration and of a registered terminal', () => {
    const { bits } = capture('p-config-byte-b6').meaning as unknown as { bits: Record<string, boolean> };
    const named: Record<string, Flag<'configuration'>> = {
      ecr_prints_payment_receipts: 'printsPayments',
      ecr_prints_admin_receipts: 'printsAdministration',
      intermediate_status: 'wantsIntermediateStatus',
      ecr_controls_payment: 'controlsPayment',
      ecr_controls_admin: 'controlsAdministration',
      print_type_print_lines: 'wantsPrintCommands',
    };
    const set = Object.keys(bits).flatMap(name => (bits[name] ? named[name]! : []));
    expect(flagsOf('configuration', bytesOf('p-config-byte-b6')[0]!).toSorted()).toEqual(set.toSorted());
    expect(flagBits('configuration', set)).toBe(0xb6);
    const { paymentType } = decode(bytesOf('e-registration-completion-vending')).fields;
    expect(flagsOf('registered', paymentType!)).toEqual(['vending']);
  });

  it('reassembles segments and keeps the beginning of the next message', () => {
    const glued = tcpDeframer();
    expect(glued.push(bytesOf('p-ack-with-following-bytes')).map(apdu => apdu.toString('hex'))).toEqual(['800000']);
    const split = tcpDeframer();
    const { segments } = capture('p-textblock-in-10-segments').meaning as unknown as { segments: readonly string[] };
    const apdus = segments.flatMap(segment => split.push(Buffer.from(segment, 'hex')));
    expect(apdus.map(apdu => apdu.toString('hex'))).toEqual([capture('p-textblock-in-10-segments').hex]);
    expect(tcpDeframer().push(bytesOf('p-apdu-incomplete'))).toEqual([]);
  });
});

function prefixOf(length: Length, size: number): Buffer {
  const out = Buffer.alloc(size + 3);
  return out.subarray(0, writeWithLength(length, out, 0, start => start + size) - size);
}

/** The value written by the coding of its tag, if any. */
function rebuilt({ tag, source, at, end, children }: Tlv): Tlv {
  if (children) return tlv(tag, children.map(rebuilt));
  const value = tlvValue({ tag, source, at, end });
  return tlv(tag, typeof value === 'string' || typeof value === 'number' ? value : source.subarray(at, end));
}

/** The command that a 06 0F belongs to. */
function runningAt(steps: readonly (Capture & { direction?: string })[], at: number): number | undefined {
  const command = steps.slice(0, at).findLast(step => step.direction === 'ECR>PT' && step.hex.slice(0, 2) !== '80');
  return command ? Number.parseInt(command.hex.slice(0, 4), 16) : undefined;
}

function apduOf(hex: string, transport: string): Buffer {
  const bytes = Buffer.from(hex, 'hex');
  if (transport !== 'serial') return bytes;
  const [event] = serialDeframer().push(bytes);
  if (event?.type !== 'frame') throw new Error(`no frame in ${hex}`);
  return event.apdu;
}

function charsetOf(meaning: Meaning): Charset {
  const named: Record<string, Charset> = { 'latin-1': 'iso8859-1', 'utf-8': 'utf8', '7-bit ZVT set': 'zvt7' };
  return named[meaning.text_encoding ?? ''] ?? (meaning.command === 'Abort (PT)' ? 'cp437' : 'auto');
}

function encodeAgain(message: Message, charset: Charset): Buffer {
  const error = errorCode(message);
  if (error !== undefined) return encodeNegative(error, message.fields);
  if (message.positional) return encodeStatusCompletion(message.fields);
  if (message.name === 'unknown') throw new Error('unknown packet');
  return encode(message.name, message.fields, charset);
}

// From here on: the names of the captures, put beside ours.
const POSITIONAL: Record<string, (fields: Fields) => unknown> = {
  password: fields => fields.password,
  config: fields => lower(fields.configuration),
  cc: fields => fields.registrationCurrency,
  status: fields => lower(fields.intermediateStatus),
  timeout: fields => fields.minutes ?? lower(fields.readTimeout),
  attribute: fields => lower(fields.printAttribute),
  text: fields => fields.printText,
  result: fields => lower(fields.abortCode),
  terminal_status: fields => lower(fields.terminalStatus),
  sw_version_raw: fields => fields.softwareVersion && Buffer.from(fields.softwareVersion, 'latin1').toString('hex'),
};
const LIKE_HEX = ['result_code', 'bmp19', 'service_byte', 'result_code_as', 'dialog_control'];
const TOTALS = { receipt_from: 'firstReceipt', receipt_to: 'lastReceipt', eurocard_mastercard: 'mastercard' } as Record<
  string,
  string
>;

function meaningOf(message: Message, meaning: Meaning): unknown {
  const { fields } = message;
  const positional = Object.keys(POSITIONAL).filter(key => key in meaning);
  return {
    control: controlText(message.control),
    ...('command' in meaning ? { command: packets[message.name as keyof typeof packets].title } : {}),
    ...('data_length' in meaning
      ? { data_length: message.bytes.length - apduData(message.bytes, 0, message.bytes.length)!.start }
      : {}),
    ...('error' in meaning ? { error: lower(errorCode(message)) } : {}),
    ...Object.fromEntries(positional.map(key => [key, POSITIONAL[key]!(fields)])),
    bitmaps: Object.fromEntries(Object.entries(meaning.fields ?? {}).map(([name]) => [name, namedValue(name, fields)])),
    order: 'bmp_order' in meaning ? orderOf(fields) : [],
    tlv: tlvMeaning(fields.tlv),
    tlvPresent: fields.tlv !== undefined,
    texts: textsOf(fields.tlv ?? [], meaning.tlv ?? [], charsetOf(meaning)),
    rest: message.bytes.length - message.rest,
  };
}

function expectedOf(meaning: Meaning): unknown {
  const positional = Object.keys(POSITIONAL).filter(key => key in meaning);
  return {
    control: meaning.control,
    ...('command' in meaning ? { command: meaning.command } : {}),
    ...('data_length' in meaning ? { data_length: meaning.data_length } : {}),
    ...('error' in meaning ? { error: meaning.error } : {}),
    ...Object.fromEntries(positional.map(key => [key, meaning[key]])),
    bitmaps: meaning.fields ?? {},
    order: meaning.bmp_order ?? [],
    tlv: (meaning.tlv ?? []).map(withoutText),
    tlvPresent: meaning.tlv_present ?? meaning.tlv !== undefined,
    texts: statedTexts(meaning.tlv ?? []),
    rest: 'data' in meaning ? 1 : meaning.note?.toString().includes('no valid length') ? 3 : 0,
  };
}

function orderOf(fields: Fields): string[] {
  return Object.keys(fields)
    .filter(name => name in bitmaps)
    .map(name => bitmaps[name as keyof typeof bitmaps].id.toString(16).toUpperCase().padStart(2, '0'));
}

const IDS: Record<string, number> = {
  timeout: 0x01,
  max_status_infos: 0x02,
  service_byte: 0x03,
  amount: 0x04,
  pump_no: 0x05,
  trace: 0x0b,
  time: 0x0c,
  date_mmdd: 0x0d,
  expiry_yymm: 0x0e,
  card_sequence: 0x17,
  bmp19: 0x19,
  pan_nibbles: 0x22,
  track2_nibbles: 0x23,
  result_code: 0x27,
  terminal_id: 0x29,
  vu_number: 0x2a,
  orig_trace: 0x37,
  aid: 0x3b,
  additional_text: 0x3c,
  currency: 0x49,
  totals: 0x60,
  receipt_no: 0x87,
  turnover_no: 0x88,
  card_type: 0x8a,
  card_name: 0x8b,
  card_type_network: 0x8c,
  result_code_as: 0xa0,
  dialog_control: 0xfc,
}; // prettier-ignore

function namedValue(name: string, fields: Fields): unknown {
  const value = fields[bitmapById[IDS[name]!]!.name];
  if (LIKE_HEX.includes(name)) return lower(value as number);
  if (name === 'receipt_no') return String(value).toLowerCase();
  if (name !== 'totals') return value;
  const inverse = Object.fromEntries(Object.entries(TOTALS).map(([theirs, ours]) => [ours, theirs]));
  return Object.fromEntries(Object.entries(value as object).map(([key, total]) => [inverse[key] ?? key, total]));
}

function tlvMeaning(list: readonly Tlv[] | undefined): TlvMeaning[] {
  return (list ?? []).map(object =>
    object.children
      ? { tag: tagName(object.tag), children: tlvMeaning(object.children) }
      : { tag: tagName(object.tag), value: object.source.toString('hex', object.at, object.end) },
  );
}

/** The texts of the objects with a stated text. */
function textsOf(objects: readonly Tlv[], stated: readonly TlvMeaning[], charset: Charset): unknown[] {
  return stated.flatMap(({ children, text }, index) =>
    children
      ? textsOf(objects[index]?.children ?? [], children, charset)
      : text === undefined
        ? []
        : tlvValue(objects[index], charset),
  );
}

function statedTexts(stated: readonly TlvMeaning[]): unknown[] {
  return stated.flatMap(({ children, text }) => (children ? statedTexts(children) : (text ?? [])));
}

function withoutText(meaning: TlvMeaning): TlvMeaning {
  return meaning.children
    ? { tag: meaning.tag, children: meaning.children.map(withoutText) }
    : { tag: meaning.tag, value: meaning.value! };
}

function lower(value: number | undefined): string | undefined {
  return value?.toString(16).padStart(2, '0');
}
