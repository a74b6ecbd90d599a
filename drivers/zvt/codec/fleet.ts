/** Fleet data of BMP 3C from the till (types 1 and 3). The type is agreed with the operator of the terminal; the bytes do not contain it. */
import { bcdNumber, type Coding, digits } from './codings.ts';

/** Digits keep their leading zeros. */
export type Fleet =
  | {
      readonly type: 1;
      readonly driver: string; // 4 digits
      readonly mileage: string; // 6 digits
      /** Two bytes; the second one by `flags.fleetStatus`. */
      readonly status: number;
      /** Quantity and sum in hundredths; a negative one is a refund. */
      readonly goods: readonly FleetGoods[];
    }
  | {
      readonly type: 3;
      readonly mileage: string; // 6 digits
      readonly vehicle: string; // 4 digits
      readonly driver: string; // 4 digits
      readonly capture: string; // 6 digits
      /** At most 20 letters, ASCII. */
      readonly info: string;
      /** Quantity in hundredths, sum in thousandths; at most 15. */
      readonly goods: readonly FleetGoods[];
    };

export interface FleetGoods {
  /** 4 digits in type 1, 6 in type 3. */
  readonly product: string;
  readonly quantity: number;
  readonly sum: number;
}

/** The content of the bitmap as hex, for `fleetData`. RangeError when a value does not fit. */
export function writeFleet(fleet: Fleet): string {
  const parts = fleet.type === 1 ? first(fleet) : third(fleet);
  return Buffer.concat(parts).toString('hex').toUpperCase();
}

/** Reads fleet data of this type; undefined when the bytes do not have its form. */
export function readFleet(type: Fleet['type'], hex: string): Fleet | undefined {
  const bytes = Buffer.from(hex, 'hex');
  return type === 1 ? readFirst(bytes) : readThird(bytes);
}

type Of<T extends Fleet['type']> = Extract<Fleet, { type: T }>;

const HEAD_1 = 7;
const GOODS_1 = 8;
const HEAD_3 = 33;
const GOODS_3 = 12;
const MOST_GOODS = 15;
const INFO_SIZE = 20;
const MINUS = 0xd;

function first({ driver, mileage, status, goods }: Of<1>): Buffer[] {
  const head = [row(digits(2), driver, 2), row(digits(3), mileage, 3), Buffer.of(status >> 8, status & 0xff)];
  return [...head, ...goods.flatMap(one => [row(digits(2), one.product, 2), signed(one.quantity), signed(one.sum)])];
}

function third({ mileage, vehicle, driver, capture, info, goods }: Of<3>): Buffer[] {
  if (info.length > INFO_SIZE || goods.length > MOST_GOODS) throw new RangeError('too much for fleet data of type 3');
  const numbers = [row(digits(3), mileage, 3), row(digits(2), vehicle, 2), row(digits(2), driver, 2)];
  const text = Buffer.from(info.padEnd(INFO_SIZE), 'latin1');
  const count = row(bcdNumber(1), goods.length, 1);
  return [...numbers, row(digits(3), capture, 3), text, Buffer.alloc(2), count, ...goods.flatMap(thirdGoods)];
}

function thirdGoods({ product, quantity, sum }: FleetGoods): Buffer[] {
  const value = row(bcdNumber(5), Math.abs(sum), 5);
  return [row(digits(3), product, 3), row(bcdNumber(3), quantity, 3), value, Buffer.from(sum < 0 ? '-' : ' ')];
}

// The highest nibble is the sign: D for minus.
function signed(value: number): Buffer {
  if (Math.abs(value) >= 100_000 && value < 0) throw new RangeError(`${value} does not fit in five digits`);
  const bytes = row(bcdNumber(3), Math.abs(value), 3);
  if (value < 0) bytes[0] = (bytes[0]! & 0xf) | (MINUS << 4);
  return bytes;
}

function row<T>(coding: Coding<T>, value: T, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  coding.write(value, bytes, 0, 'auto');
  return bytes;
}

function readFirst(bytes: Buffer): Of<1> | undefined {
  if (bytes.length < HEAD_1 || (bytes.length - HEAD_1) % GOODS_1 !== 0) return undefined;
  const goods = starts(HEAD_1, GOODS_1, bytes.length).map(at => ({
    product: hexOf(bytes, at, 2),
    quantity: readSigned(bytes, at + 2),
    sum: readSigned(bytes, at + 5),
  }));
  if (!goods.every(isRead)) return undefined;
  const status = bytes.readUInt16BE(5);
  return { type: 1, driver: hexOf(bytes, 0, 2), mileage: hexOf(bytes, 2, 3), status, goods };
}

function readThird(bytes: Buffer): Of<3> | undefined {
  const count = bytes.length < HEAD_3 ? undefined : bcdNumber(1).read(bytes, HEAD_3 - 1, HEAD_3, 'auto');
  if (count === undefined || count > MOST_GOODS || bytes.length !== HEAD_3 + count * GOODS_3) return undefined;
  const goods = starts(HEAD_3, GOODS_3, bytes.length).map(at => readThirdGoods(bytes, at));
  if (!goods.every(isRead)) return undefined;
  const numbers = { mileage: hexOf(bytes, 0, 3), vehicle: hexOf(bytes, 3, 2), driver: hexOf(bytes, 5, 2) };
  const info = bytes.toString('latin1', 10, 10 + INFO_SIZE).trimEnd();
  return { type: 3, ...numbers, capture: hexOf(bytes, 7, 3), info, goods };
}

function readThirdGoods(bytes: Buffer, at: number): MaybeGoods {
  const sum = bcdNumber(5).read(bytes, at + 6, at + 11, 'auto');
  const sign = bytes[at + 11] === 0x2d ? -1 : 1;
  const quantity = bcdNumber(3).read(bytes, at + 3, at + 6, 'auto');
  return { product: hexOf(bytes, at, 3), quantity, sum: sum && sign * sum };
}

interface MaybeGoods {
  readonly product: string;
  readonly quantity: number | undefined;
  readonly sum: number | undefined;
}

function isRead(goods: MaybeGoods): goods is FleetGoods {
  return goods.quantity !== undefined && goods.sum !== undefined;
}

function readSigned(bytes: Buffer, at: number): number | undefined {
  const negative = bytes[at]! >> 4 === MINUS;
  const plain = Buffer.of(negative ? bytes[at]! & 0xf : bytes[at]!, bytes[at + 1]!, bytes[at + 2]!);
  const value = bcdNumber(3).read(plain, 0, 3, 'auto');
  return value && negative ? -value : value;
}

function starts(from: number, step: number, end: number): number[] {
  return Array.from({ length: (end - from) / step }, (_, index) => from + index * step);
}

function hexOf(bytes: Buffer, at: number, size: number): string {
  return bytes.toString('hex', at, at + size).toUpperCase();
}
