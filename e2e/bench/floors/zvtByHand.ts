/** Floor of the ZVT codec: one switch over the bytes of a status information, and an authorisation put together by hand. */

/** The same fields as the product has, without any care for wrong bytes, character sets and card data. */
export function readStatus(bytes: Buffer): object {
  const fields: Record<string, unknown> = {};
  let at = bytes[2] === 0xff ? 5 : 3;
  const skip = (size: number) => {
    at += size;
    return at - size;
  };
  while (at < bytes.length) {
    const bitmap = bytes[at++];
    switch (bitmap) {
      case 0x04:
        fields.amount = number(bytes, skip(6), 6);
        break;
      case 0x06:
        at += bytes[at] === 0x81 ? 2 : 1;
        fields.tlv = readObjects(bytes, at, bytes.length);
        at = bytes.length;
        break;
      case 0x0b:
        fields.traceNumber = digits(bytes, skip(3), 3);
        break;
      case 0x0c:
        fields.time = digits(bytes, skip(3), 3);
        break;
      case 0x0d:
        fields.date = digits(bytes, skip(2), 2);
        break;
      case 0x0e:
        fields.expiry = digits(bytes, skip(2), 2);
        break;
      case 0x17:
        fields.cardSequence = digits(bytes, skip(2), 2);
        break;
      case 0x19:
        fields.paymentType = bytes[at++];
        break;
      case 0x22: {
        const size = 10 * (bytes[at]! & 15) + (bytes[at + 1]! & 15);
        fields.cardNumber = digits(bytes, skip(2 + size) + 2, size);
        break;
      }
      case 0x27:
        fields.resultCode = bytes[at++];
        break;
      case 0x29:
        fields.terminalId = digits(bytes, skip(4), 4);
        break;
      case 0x2a:
        fields.merchantNumber = text(bytes, skip(15), 15, 0x20);
        break;
      case 0x3b:
        fields.authorisationAttribute = text(bytes, skip(8), 8, 0);
        break;
      case 0x3c: {
        const size = 100 * (bytes[at]! & 15) + 10 * (bytes[at + 1]! & 15) + (bytes[at + 2]! & 15);
        fields.additionalText = bytes.toString('latin1', at + 3, at + 3 + size);
        at += 3 + size;
        break;
      }
      case 0x49:
        fields.currency = number(bytes, skip(2), 2);
        break;
      case 0x87:
        fields.receiptNumber = digits(bytes, skip(2), 2);
        break;
      case 0x88:
        fields.turnoverNumber = digits(bytes, skip(3), 3);
        break;
      case 0x8a:
        fields.cardType = bytes[at++];
        break;
      case 0x8b: {
        const size = 10 * (bytes[at]! & 15) + (bytes[at + 1]! & 15);
        fields.cardName = text(bytes, skip(2 + size) + 2, size, 0);
        break;
      }
      default:
        throw new Error(`no case for bitmap ${bitmap}`);
    }
  }
  return fields;
}

/** 06 01 with amount, currency and payment type. */
export function buildAuthorisation(amount: number, currency: number, paymentType: number): Buffer {
  const bytes = Buffer.allocUnsafe(15);
  bytes[0] = 0x06;
  bytes[1] = 0x01;
  bytes[2] = 12;
  bytes[3] = 0x04;
  putNumber(bytes, 4, 6, amount);
  bytes[10] = 0x49;
  putNumber(bytes, 11, 2, currency);
  bytes[13] = 0x19;
  bytes[14] = paymentType;
  return bytes;
}

interface TlvObject {
  readonly tag: number;
  readonly source: Buffer;
  readonly at: number;
  readonly end: number;
  readonly children?: TlvObject[];
}

function readObjects(source: Buffer, from: number, until: number): TlvObject[] {
  const objects: TlvObject[] = [];
  for (let next = from; next < until; ) {
    const first = source[next++]!;
    const tag = (first & 0x1f) === 0x1f ? first * 256 + source[next++]! : first;
    const long = source[next] === 0x81 ? 1 : 0;
    const at = next + long + 1;
    const end = at + source[next + long]!;
    objects.push(
      first & 0x20 ? { tag, source, at, end, children: readObjects(source, at, end) } : { tag, source, at, end },
    );
    next = end;
  }
  return objects;
}

function number(bytes: Buffer, at: number, size: number): number {
  let value = 0;
  for (let i = at; i < at + size; i++) value = value * 100 + 10 * (bytes[i]! >> 4) + (bytes[i]! & 15);
  return value;
}

function putNumber(bytes: Buffer, at: number, size: number, value: number): void {
  let left = value;
  for (let i = at + size - 1; i >= at; i--) {
    const pair = left % 100;
    bytes[i] = 16 * Math.floor(pair / 10) + (pair % 10);
    left = Math.floor(left / 100);
  }
}

const PAIRS = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0').toUpperCase());

function digits(bytes: Buffer, at: number, size: number): string {
  let result = '';
  for (let i = at; i < at + size; i++) result += PAIRS[bytes[i]!];
  return result;
}

function text(bytes: Buffer, at: number, size: number, padding: number): string {
  let end = at + size;
  while (end > at && bytes[end - 1] === padding) end--;
  return bytes.toString('latin1', at, end);
}
