/** Codes as a printer draws them: QR by a library, Code 128 by its table. */

import qrcode from 'qrcode-generator';
import type { Bitmap } from '../../printer/printer.ts';

/** Widths of bars and spaces of each symbol of Code 128; the last one is the stop. */
const CODE128 =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323
131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113
213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214
112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112
421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232
2331112`.split(/\s+/);

const START_B = 104;
const START_C = 105;
const STOP = 106;

/** `data` begins with the code set, `{B` or `{C`, as GS k 73 has it. Null for data that the symbols do not have. */
export function code128(data: Buffer, moduleWidth: number, height: number): Bitmap | null {
  const set = data.subarray(0, 2).toString('latin1');
  const text = data.subarray(2);
  const values = set === '{C' ? [...text] : [...text].map(byte => byte - 32);
  if (values.length === 0 || values.some(value => value < 0 || value > 102)) return null;
  const start = set === '{C' ? START_C : START_B;
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), start) % 103;
  const widths = [start, ...values, check, STOP].flatMap(symbol => [...(CODE128[symbol] ?? '')].map(Number));
  const bars = widths.flatMap((width, index) => new Array<boolean>(width * moduleWidth).fill(index % 2 === 0));
  return bitmap(bars.length, height, x => bars[x] === true);
}

const LEVELS = { 48: 'L', 49: 'M', 50: 'Q', 51: 'H' } as const;

/** Null for more data than a code holds. */
export function qrBitmap(text: string, moduleSize: number, level: number): Bitmap | null {
  try {
    const code = qrcode(0, LEVELS[level as keyof typeof LEVELS] ?? 'L');
    code.addData(text, 'Byte');
    code.make();
    const modules = code.getModuleCount();
    const size = modules * moduleSize;
    return bitmap(size, size, (x, y) => code.isDark(Math.floor(y / moduleSize), Math.floor(x / moduleSize)));
  } catch {
    return null;
  }
}

function bitmap(wanted: number, height: number, isBlack: (x: number, y: number) => boolean): Bitmap {
  const width = Math.ceil(wanted / 8) * 8;
  const bits = new Uint8Array((width / 8) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < wanted; x += 1) if (isBlack(x, y)) bits[y * (width / 8) + (x >> 3)]! |= 0x80 >> (x & 7);
  return { width, height, bits };
}
