/** Codes as a printer draws them: QR and PDF417 by libraries, Code 128 by its widths. */

import bwipjs from 'bwip-js';
import qrcode from 'qrcode-generator';
import { symbolWidths } from '../../printer/code128.ts';
import type { Bitmap } from '../../printer/printer.ts';

/** `data` begins with the code set, `{B` or `{C`, as GS k 73 has it. Null for data that the symbols do not have. */
export function code128(data: Buffer, moduleWidth: number, height: number): Bitmap | null {
  const set = data.subarray(0, 2).toString('latin1');
  const text = data.subarray(2);
  const values = set === '{C' ? [...text] : [...text].map(byte => byte - 32);
  if (values.length === 0 || values.some(value => value < 0 || value > 102)) return null;
  const widths = symbolWidths(set === '{C' ? 'C' : 'B', values);
  const bars = widths.flatMap((width, index) => new Array<boolean>(width * moduleWidth).fill(index % 2 === 0));
  return bitmapOf(bars.length, height, x => bars[x] === true);
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
    return bitmapOf(size, size, (x, y) => code.isDark(Math.floor(y / moduleSize), Math.floor(x / moduleSize)));
  } catch {
    return null;
  }
}

export interface Pdf417 {
  /** 0: as the printer chooses. */
  readonly columns: number;
  /** Dots of a module. */
  readonly size: number;
  /** Modules of a row. */
  readonly rowHeight: number;
  readonly level: number;
  readonly data: string;
}

/** Null for no data, and more than a code holds. */
export function pdf417Bitmap({ columns, size, rowHeight, level, data }: Pdf417): Bitmap | null {
  try {
    const [code] = bwipjs.raw({
      bcid: 'pdf417',
      text: data,
      binarytext: true,
      ...(columns > 0 ? { columns } : {}),
      eclevel: level,
    } as Parameters<typeof bwipjs.raw>[0]);
    if (!code || !('pixs' in code)) return null;
    const { pixs, pixx } = code;
    const rows = pixs.length / pixx;
    return bitmapOf(
      pixx * size,
      rows * rowHeight * size,
      (x, y) => pixs[Math.floor(y / (rowHeight * size)) * pixx + Math.floor(x / size)] === 1,
    );
  } catch {
    return null;
  }
}

export function bitmapOf(wanted: number, height: number, isBlack: (x: number, y: number) => boolean): Bitmap {
  const width = Math.ceil(wanted / 8) * 8;
  const bits = new Uint8Array((width / 8) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < wanted; x += 1) if (isBlack(x, y)) bits[y * (width / 8) + (x >> 3)]! |= 0x80 >> (x & 7);
  return { width, height, bits };
}
