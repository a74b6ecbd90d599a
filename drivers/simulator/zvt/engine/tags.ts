/** Values of tags in the container of a request, read from the original bytes. */
import { findDeep, type Tlv } from '../../../zvt/codec/tlv.ts';

type Container = readonly Tlv[] | undefined;

/** The content as hex in capitals; undefined without the tag. */
export function binaryTag(container: Container, tag: number): string | undefined {
  const found = findDeep(container, tag);
  return found?.source.toString('hex', found.at, found.end).toUpperCase();
}

/** A number in BCD; undefined for any other content. */
export function bcdTag(container: Container, tag: number): number | undefined {
  const text = binaryTag(container, tag);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** A binary number, high byte first. */
export function numberTag(container: Container, tag: number): number | undefined {
  const text = binaryTag(container, tag);
  return text !== undefined && /^[0-9A-F]{2,12}$/.test(text) ? Number.parseInt(text, 16) : undefined;
}
