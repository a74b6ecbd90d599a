/** Describes a message: every field with number, name, bytes and value, as shown by `zvt decode` and the logs. */
import { controlText, type Message, walk } from './apdu.ts';
import { type Charset, charsetOfTag14 } from './charsets.ts';
import { type Coding, hexPair } from './codings.ts';
import {
  type BitmapName,
  bitmaps,
  type PositionalField,
  type PositionalFieldName,
  positionalFields,
} from './fields.ts';
import { apduData } from './lengths.ts';
import { packetOf } from './packets.ts';
import { findDeep, type Tlv, tagName, tlvValue } from './tlv.ts';
import { tags } from './tlvTags.ts';

interface FieldDescription {
  /** Number of the bitmap in hex; null for a positional field. */
  readonly id: string | null;
  readonly name: string;
  /** The content as hex in capitals, with card data overwritten. */
  readonly raw: string;
  /** Null when the bytes do not have the form of the field, and for the container, which is in `tlv`. */
  readonly value: unknown;
}

interface TlvDescription {
  readonly tag: string;
  readonly name: string;
  readonly raw: string;
  readonly value: unknown;
  readonly children: readonly TlvDescription[];
}

export interface Description {
  readonly command: string;
  readonly class: string;
  readonly instruction: string;
  readonly length: number;
  readonly fields: readonly FieldDescription[];
  readonly tlv: readonly TlvDescription[];
  /** Bytes that were not understood, as hex. */
  readonly rest: string;
}

/** Describes a decoded message. `hideSecrets` leaves out passwords, for logs. */
export function describeMessage(
  message: Message,
  options: { readonly charset?: Charset; readonly hideSecrets?: boolean } = {},
): Description {
  const { bytes, control } = message;
  const span = apduData(bytes, 0, bytes.length) ?? { start: bytes.length, end: bytes.length };
  return {
    command: titleOf(message),
    class: hexPair(control >> 8),
    instruction: hexPair(control & 0xff),
    length: span.end - span.start,
    fields: describeFields(message, span.start, options),
    tlv: (message.fields.tlv ?? []).map(object =>
      describeTlv(object, ownCharset(message) ?? options.charset ?? 'auto'),
    ),
    rest: toHex(bytes, message.rest, bytes.length),
  };
}

/** The fields of a message in one line without passwords: `04 0F Status-Information resultCode=00 amount=1200`. */
export function summary(message: Message, charset: Charset = 'auto'): string {
  const description = describeMessage(message, { charset, hideSecrets: true });
  const fields = description.fields
    .filter(field => field.value !== null)
    .map(field => `${field.name}=${JSON.stringify(field.value)}`);
  const objects = description.tlv.map(tlvSummary);
  const rest = description.rest === '' ? [] : [`rest=${description.rest}`];
  return [controlText(message.control), description.command, ...fields, ...objects, ...rest].join(' ');
}

function titleOf(message: Message): string {
  return packetOf(message.control)?.title ?? 'Unknown';
}

// A text block or a question may declare its own character set; in a registration tag 14 is only an offer.
function ownCharset({ name, fields }: Message): Charset | undefined {
  if (name === 'registration' || name === 'completion') return undefined;
  return charsetOfTag14(tlvValue(findDeep(fields.tlv, 0x14)) as number | undefined);
}

function describeFields(
  message: Message,
  start: number,
  options: { charset?: Charset; hideSecrets?: boolean },
): FieldDescription[] {
  const fields: FieldDescription[] = [];
  const { bytes, layout } = message;
  if (!layout) return fields;
  walk(bytes, start, message.rest, layout, (name, at, end, id) => {
    const number = id < 0 ? null : hexPair(id);
    if (name === undefined)
      return void fields.push({ id: number, name: 'unknown', raw: toHex(bytes, at, end), value: null });
    const secret =
      options.hideSecrets === true &&
      id < 0 &&
      (positionalFields[name as PositionalFieldName] as PositionalField<unknown>).secret === true;
    if (secret) return void fields.push({ id: number, name, raw: '', value: '******' });
    fields.push({
      id: number,
      name,
      raw: toHex(bytes, at, end),
      value: fieldValue(name, bytes, at, end, id, options.charset ?? 'auto'),
    });
  });
  return fields;
}

function fieldValue(
  name: PositionalFieldName | BitmapName,
  bytes: Buffer,
  at: number,
  end: number,
  id: number,
  charset: Charset,
): unknown {
  if (name === 'tlv') return null;
  const coding = (
    id < 0 ? positionalFields[name as PositionalFieldName].coding : bitmaps[name as BitmapName].coding
  ) as Coding<unknown>;
  const value = coding.read(bytes, at, end, charset);
  return value === undefined ? null : coding.show(value);
}

function describeTlv(object: Tlv, charset: Charset): TlvDescription {
  const value = object.children ? undefined : tlvValue(object, charset);
  const coding = tags[object.tag]?.coding;
  return {
    tag: tagName(object.tag),
    name: tags[object.tag]?.name ?? 'unknown',
    raw: toHex(object.source, object.at, object.end),
    value: value === undefined || !coding ? null : coding.show(value),
    children: (object.children ?? []).map(child => describeTlv(child, charset)),
  };
}

function tlvSummary(object: TlvDescription): string {
  const content =
    object.children.length > 0
      ? `{${object.children.map(tlvSummary).join(' ')}}`
      : JSON.stringify(object.value ?? object.raw);
  return `${object.tag}=${content}`;
}

function toHex(bytes: Buffer, at: number, end: number): string {
  return bytes.toString('hex', at, end).toUpperCase();
}
