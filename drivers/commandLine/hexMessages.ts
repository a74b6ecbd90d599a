/** Describes hex digits message by message: one message, or a whole conversation. */
import { decode, type Message } from '../zvt/codec/apdu.ts';
import { type Charset, charsetOfTag14 } from '../zvt/codec/charsets.ts';
import { type Description, describeMessage } from '../zvt/codec/describe.ts';
import { apduData } from '../zvt/codec/lengths.ts';
import { packets } from '../zvt/codec/packets.ts';
import { findTag, tlvValue } from '../zvt/codec/tlv.ts';
import { serialDeframer } from '../zvt/framing/serialFrame.ts';
import { tcpDeframer } from '../zvt/framing/tcpFrame.ts';

export type TransportName = 'apdu' | 'tcp' | 'serial';

/** Bytes that cannot be read; the sentence names them. */
export class DecodeError extends Error {}

export function isTransportName(name: string): name is TransportName {
  return name === 'apdu' || name === 'tcp' || name === 'serial';
}

/** Yields every message; throws a `DecodeError` behind the last whole message. */
export function* describeHex(hex: string, transport: TransportName): Generator<Description> {
  const digits = hex.replace(/[\s:]|0x/g, '');
  if (digits === '' || digits.length % 2 || !/^[0-9A-Fa-f]+$/.test(digits))
    throw new DecodeError('HEX must be pairs of hexadecimal digits');
  let after: number | undefined;
  let charset: Charset = 'auto';
  for (const apdu of cut[transport](Buffer.from(digits, 'hex'))) {
    const message = decode(apdu, { charset, ...(after === undefined ? {} : { after }) });
    yield describeMessage(message, { charset });
    after = commandOf(message) ?? after;
    charset = confirmedCharset(message) ?? charset;
  }
}

const cut = { apdu: cutApdus, tcp: cutStream, serial: cutFrames } as const;

function* cutApdus(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const span = apduData(bytes, at, bytes.length);
    if (!span || span.end > bytes.length) throw incomplete(bytes.length - at, span ? span.end - at : undefined);
    yield Buffer.from(bytes.subarray(at, span.end));
    at = span.end;
  }
}

function* cutStream(bytes: Buffer): Generator<Buffer> {
  const deframer = tcpDeframer();
  yield* deframer.push(bytes);
  if (deframer.pending > 0) throw incomplete(deframer.pending);
}

function* cutFrames(bytes: Buffer): Generator<Buffer> {
  const deframer = serialDeframer();
  for (const event of deframer.push(bytes)) {
    if (event.type === 'frame') yield event.apdu;
    else if (event.type === 'bad') throw new DecodeError('a frame with a wrong checksum or wrong escapes');
  }
  if (deframer.inFrame) throw new DecodeError('the last frame is incomplete');
}

function incomplete(present: number, announced?: number): DecodeError {
  return new DecodeError(
    `the last message is incomplete: ${present} bytes${announced === undefined ? '' : ` of ${announced}`}`,
  );
}

/** The control field of a command, on which the meaning of later messages depends. */
function commandOf(message: Message): number | undefined {
  return message.name !== 'unknown' && packets[message.name].from === 'ecr' ? message.control : undefined;
}

function confirmedCharset({ name, fields }: Message): Charset | undefined {
  if (name !== 'completion') return undefined;
  const tag14 = findTag(findTag(fields.tlv, 0x27)?.children, 0x14) ?? findTag(fields.tlv, 0x14);
  return charsetOfTag14(tlvValue(tag14) as number | undefined);
}
