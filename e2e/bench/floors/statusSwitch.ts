/** Floor of the ZVT codec: one switch over the bytes of a status information, and an authorisation put together by hand. */

/** Reads BMP after BMP; the same fields as the product, card data as it came. */
export function readStatus(bytes: Buffer): object {
  const fields: Record<string, unknown> = {};
  let at = 3;
  while (at < bytes.length) {
    switch (bytes[at++]) {
      case 0x04:
        fields.amount = bcd(bytes, at, 6);
        at += 6;
        break;
      case 0x0b:
        fields.traceNumber = bytes.hexSlice(at, at + 3);
        at += 3;
        break;
      case 0x0c:
        fields.time = bytes.hexSlice(at, at + 3);
        at += 3;
        break;
      case 0x0d:
        fields.date = bytes.hexSlice(at, at + 2);
        at += 2;
        break;
      default:
        throw new Error(`no case for ${bytes[at - 1]}`);
    }
  }
  return fields;
}
function bcd(bytes: Buffer, at: number, size: number): number {
  let value = 0;
  for (let i = at; i < at + size; i += 1) value = value * 100 + (bytes[i]! >> 4) * 10 + (bytes[i]! & 15);
  return value;
}
