/**
 * A font of 12 × 24 dots, as receipt printers have: for letters that no code page of a printer has, and for the paper of the
 * virtual printer. Letters of other scripts come from `letters.ts`. Drawn from DejaVu Sans Mono (Bitstream Vera licence, which allows it under another name).
 */

import { inflateRawSync } from 'node:zlib';
import { type Letter, letterOf } from './letters.ts';
import type { Bitmap, PrinterCell } from './printer.ts';

/** Dots of a character; a line of text is higher by the space between lines. */
export const glyphSize = { width: 12, height: 24, line: 30 } as const;

/** Code points of the glyphs in their order: single ones and ranges, hexadecimal. */
const CHARACTERS = [
  '20-7e a0-ac ae-17f 192 2c6-2c7 2d8-2d9 2db-2dd 391-3c9 401 404 406-407 410-44f 451 454',
  '456-457 490-491 2013-2014 2017-201a 201c-201e 2020-2022 2026 2030 2032-2033 2039-203a 207f 20a7 20ac 2116',
  '2122 2190-2193 2219-221a 221e 2229 2248 2261 2264-2265 2310 2320-2321 2500 2502 250c 2510',
  '2514 2518 251c 2524 252c 2534 253c 2550-256c 2580 2584 2588 258c 2590-2593 25a0',
  '2713 2717 fffd',
].join(' ');

/** Rows of twelve bits, one glyph after the other, deflated. */
const GLYPHS = [
  'vTxNiBtZeq9U2iop1KgUdiElVunS7Ho9lyH7PBp6ZGhacrzxTiAw2UtYEgjVlqneYZu1gsHbJj1WyRraDjSZDoRFIcYbwpJTDnNIbnMouYJ6Dk1m',
  'IRcf5iCnTXcOISlmNl5NUpHS773ST1W9P3uHFA9Tbn363ve+933f+/6eAJB/HC0xyF+SjzKo9NDg4rmRbx0bR7MihpydwHqu9o0kRA7UzOHfv6HW',
  '3lDGpvd6zrmYa0e2V8uB2hJI9XaM1j/lWw2nYehV1flmDr6h+Km5QrsPoOJZqu++Wb/yd2tOMLUhfV0cihUAcwimZQCfDA04uXPEKzAF4OcRTE0F',
  'kAyM1jdSc6k7tufY927wZyQkdc+mQtpW4Q3gUz81lYnkHmvZPQUG8AuKV1ZBDXPAsxQPqimaQrtvwCDvuK7ravCqAYcTM40nbM45Mx8de5xidNi8',
  'RxhsqcApKV5DBV0/A+MhGN0LlfOXlgGOomZ6Lkv1dr/inQuYdWnf6o6rCqI6CaJOmn0AVad5r0p2VTmaZPDs2gHa+5v3DzpHWq2tweFH6XXp06a/',
  '4EqN7EI1u/bAgIFx2ZvAx3nnnEVBROFP33BGhnNSaj59hugJJmtsTWTvFxWGJhu1Nb3vd3RvDeyBMVMkumfTxb/Up4UwbIDxmt4fdyjKE++X4kGm',
  '3TgX0d4xdHNXf+Yev/74+MLjazc2ayqwQLS6IhOERWRhCjAwmiPNcTUnpctqWA8M2DbqwQQGGmxrsL3RTO072LOHXqyfWAot5d/1FG/0cXe/ivbC',
  'xbOMjK2jyd0UGnXaDNDXm0G0EOjmOANzgv7eUJcwkCpjmDVbp5rT1hpbUzNFs6YRSrpn05gkV3NSVkGNmn7KRDvN9J5PTCSoy3HlfrgJMnONrLbm',
  '7Ojj2xrc2reckeak9lVNazJUvfTa9VLnrHTn9Cfvus9d16XTrGud7f1dd3QD2Y2LbXdt67TkjLM23ICj+arbNNuiTupBCW33yQZWaiqfaXg8K6EW',
  'evjjEdbBo92uZsUCkEY0aQaIuVAJdd9Ab8FHdlqaZ91xei80QN/TeFzPw+ChTdt3bE4L6GD1Dk0QpvEYqr+hXrtw/ab7/F33J++2H14ODOin8cC2',
  'UfGemFiJKv0DmN1TjfBkgKdg0KxOm2NinKFGVDoj87rn5EErO3QvccxgvfPIoYlPUgt4CRNlgw5FygBMsjo0lQEcaeDlHnM2P7tbkihsNQK+YQcH',
  'tZHhBNFaK/EpIfGtfjQ3PsjOv0XDow8ja74kiv3B59FaEEEijSMDBlGJdrabvQg+1rqn2JQpUcpuqH4HGwGuHOKnlJxrzTdAsGtT1mUsh5/2HAAA',
  'ayn7M06bDbyz6T3NAWcjORc8qdb7nU01rKsWYmbSbmzM3bDFyIOOSuPPe0dTd/WheVL8dS08KOzeaE47T/NtFnhW9p1mhUpX0FyIz4EBh1EpVo4E',
  'THE8LQG/ALz5oO77BKqgCiYK2qmM/cE86fqrLKLzJ7FwtO80T+K6BgOjzLI/ZL4NtXXxuuu6377+l5eDh1Qe1pAJCpEJUgaVvuE4zLms4aDo/dwE',
  'SHoNxW8kYZq+oWD/0ECOvZc64xS/sRC/Deyok6GDjZS3zBjx01CW31V9uHgvqXQfu/tsA/xqD9GgFD0rn5cVUNb9qKKWL+FRAZHul5WkZujjeMeb',
  'HnFq/S7Vtcvl7eGT8tCwehFsZUlBZ4HVG3THoaZPGXYjRSSV5slv9oCl+DbSYsPyJ6pnAc9aFVdRtDgXeNV451v3DivKYUX5/oXPoB9mNHQAvILZ',
  'K1R6/4aMjMdB9h1jOLilwXrvwGhx/d5kxJmip3Xhsz8b/NUH1l/87s+0LD1cAuangDIo9woVL5SKy/QpcSoQbck9LZ3LhlfOgVaBHeiZ6LztKMBS',
  'eiE7zq1JnoNJuzFttpO2Tok2v/vs7nef3b36rNS6oS2HIFSRe1CIXVquHW0SHuy1K4NyHztRmNW8rcnV6srAGI+qgfXNzIcdBSuhAvZAyTaB4ldz',
  '/k7eny6jfD0GwDDVzVIDeRatggJq+niZuEBGH5sXDEPw/F4CD80mVLG7Ba+QU97XxDERlIBxikIY5ePf8IQwg4onMZcyKIJQHMeBqfn0w68rsH6y',
  'Wc/BLnKBG0EoE8eVFc/SwZw/ghgN5sQwnaIQhqxdgIfQw4/RoAQM3i8+TEyPRDy4iHNvjihxLtl3QYxGPGd+jFaTgAmx/HBhYjnkwwzEeBIuqVHx',
  'Qw3FREaNYp0+s08MOFpruxdvuKPdtgGPJp+A5NoFcVxNAgavnQ9D1iXAAzXZOI4IKg6Z2yUit5Di8Rr1fm1ddep9A0P+8VurlhNl3xxRTGSpYhjH',
  'BIfC2Mro7QphiC/BhkH2BzuxAjzkuXw0RSm/+ux23hlpzy+PZeK4hf1Z8ocbo1kq9jC4MI4JBsJYj6ydD0PiXH6MRnwAPowGDiueAIbQw4epgska',
  'gGbvU05sRfadF6Mt+MyL0WI55MLEcsiP9Qg9fJh4LyRixtidQ8lVViIXmK9G8HG17bo77fdhMHkHUNbOjePitXNh4rXz40GyLtFcSH74cRw9T5KM',
  'l8lcTDyxoyvOCRPzyNR3pWDK4YldR4HdWOAZIDxHJYSng2P8DiWPBK5EjRgPDvSRdpRzUjlqlHvj5pEaeV8GD9S9j7l4oCqXMydbx8bzthye46/w',
  '16Vgz18mP38uL2FJkEPj+z+x49bl5eKIHErUAogcMu2z8sD0pPBYWA7Zdt7R5OjRxGfTEg9Uo/kLaI4LKFs7TnkLSJed7SlO5kamh2MgxKUHuhQ9',
  'D17BGsKmh/iHwlpJbMfY+UzMZ4maC9F3Np5aTq52Q/jMz6+y8SwKrfELGw+OCwR1IgQjk8tFeG7OOqe8ehPUwV0OHuKrS8Qg5Dxl+gmxfonxEP1i',
  '48F2XgIP2Xe+38LA4+RRmpGfD6/lkWgv9FSmZgfE9JifRJ8r8Ksro775v0mY8qtIYG+daOVXc/Nxb1rLzTOav1/wZOqDSL8qniCHz64hIjBRnh+q',
  'yaQbuxbglcW1SMeQrBcw8cBFeoqNZ6W8rlqX1DK/NrqBFFiSnhI8KTHxxF8/MjpHIjxwU/U6JhePPykp/oZ2/t5K4sE+ibhWayk4AhXYFiYe1GAj',
  'qssQGHymSNSOK7hawaenoyOkfzScWlv3rFfnI5X11Xa7R0ZnlIy+UXdPVff4tSQjhon9VXFeIvYTWLGDMjDl8BA7xo5B3i5K4dkxvEOJWGbW/CV2',
  '5E83iTtfVyd2SI+pr73eHm10z0+wa/rnKzG1k5eqv2u4GUlUI2PiWdofdq3NR61CSvnX5PoBDG9X5dXsSA5W2DOwyAOw6nrE/xHimcewgvogBU8z',
  'mVdn1BkXMIdS60L5XkdMD71fIk0PraZZBnG+BeuFuO/CAN7H4troCp7mcMKofy1rrM0Yj6Om/B+JHg/i/zBjamI3JPCQ/7LxYP5I4CF2g4VHAz8v',
  'eA+K+8/5eHQwKHhoRnau4O2iFD2x/RHUqel4ULumLqh351HbSWeuX+Jemtj/Yde757lcQQ42zumx8xsDCTzz+oWgJ8fAxUFO3bwmhyf2aZl4iIxJ',
  '4Cnic5lfxye9K5vcHipGf4uTV3wrmavkP0VGV8OKHZOt0r5s8T8hq0avIfxC3n9SlOjZpuWjXrxnct7HmBjcuYhT0Q2Z+QRez6RIfhb63uH0Qy59',
  'm+fsvkGJ+EumH5K29nRN88vqh9SnMTdWav3dl+iZ1Kfd06TZpPSUSvRV6tPWhRxlvDZNzHUCLEBcBLyneoZmyZ5JYW0L1Zcdu79z+xQxcR0f3yZ4',
  'iX7Iec/Y9RvrQWR7DgUP5vOSe22jfP/RnfGL1GGl7PxKXab9fGtU3RpZW/tWO7i75tBqHEOkXLbiwRyA6rHpU/DQ4pRlCEurATUWdytwI3ecn+8E',
  '+fKWhkfeYtQ4uDQDU53Ax0ZtZG3v725hid09i7r7lKYQ383DwKj0BkXcRZbiEvEwbYmaC58/zSBSvQ4xO6itBOUhxyaKiQ1FHOuttrBiHXycd7an',
  '3X/ValeZNWgWn+VyIKu9ah0dhK/0BhYxQc6L9+0QW9Y34FWtvHVgnQukF6YigmZAMvOe7U0aKuEPdv4z/JGpf3XPpiv0lGCHVmPtifsqk/WCsY56',
  'iatpek6ml+4ZzkirselpBpFwL2Rk/qv9vWXTaTu2HimNdo4Myxu8Eqt8aCqHlX4ptbOrvavrQWTS8BA7HwNtTy8vaX7yilxNYVmX0aNun/AwSvck',
  'f1k9J1L3OBakTi4xfZIvyW9BMHPpImO7NItQIPBidz00123vrA8juzdpBtH6CO3GCNLvwvDuLmkl53Rt63QdRRfutZ3t/d1treMk89h8GHm/RZna',
  'T/eRXSajrcGb2th5cb9F5n7K/6dPInPHR87fgPhcxq4Cjs5UP+OaO3Y/Wmrp9o+wCryEvxGXdVZGqTvOxYWmVJzbLjWfPqffXNTc7JP2tfLfST/X',
  '/qMbqnGxN+aPN4nLAJFFhOTpRzbjXpKzfeq66213fXv7dM9h5dUjSBTtJKun466H3cMgapK25fuTzL2kxvZotOOOdrYf713EL+5eOx3ZTeP849ap',
  'OUYOB2zTz0FRHX/PUsG39UnnaH5+BYzzQm3AfuFSP7yEzq9qk3pnZOgtmkLRoMMclIdGmZyDR0b3GXKhX+iuR3xeIBM0sXuT9WAHmYYac+346lMe',
  'BBtNRn/vpWCjHuy8GRw3ggPo03NEHBgZvyWxdrL8keFT7yDc1ju/NO/811+/8+at1ptqC3J8m+hXvMfRTPhIdDwydz0Ed3ziuwwd4d0cfi8N+aLd',
  'jy6OFv7GDtXfkLp/kbA/1e4YX3Sm8/lTO+3x0v0Wiv0hXfgU+6Ok89Tqqgl6ZFNlIzZBI2yCMvZntdqI3Ik8vFptelS9mCCbQOxPsEu9e9ve3/sR',
  'MkEs+0Pii0/xfkWGf2Bl5Qd7SjK6TOSn2afLj8x9K3EPXk0DbZncDuKJPYyEdmxxtkrc6JCAScHPvzK/XM/LtulxZa/1ondwUnelC8ODSn9wuW9x',
  'vmUNDyrDwaV++YXmon3LoeYzs9clljBqxGaFYyroLDDl6KHcj9PB9wveA2P/Vs931D9/9x++9ztf+5dGWpdrEkx+UlRqclSUSULYQJctWA9qelRR',
  'umNsUA9TfK2m3CuwZan1i6L/wQ/+8+EHb//i42vvN668b/1pPxMTmUP0qwddFTW6oB+RAFGqTvQn9xu3dHhL//CH2oc/vP2PN//gx9u/1TlK+XU5',
  '91t/+4cXvvHbUqtXANRnHZWpXDkQ2r0f8M+LWGG3Z0iQPRaepXTZHiv7zZEf8msQeeAX4H3r15Xy18HflMA4z+ixf+/ZrWtfa7/z2iMWuXa/Wls9',
  'euh37MDdC3eB6nGu2i1/rADdlmJBlcyjcUcd636JCaaDJrgLxnubOuCgQvFOVvf8tVyrluPdMeSPVj7X2lUpBnAW8vaRNbJOhx6KYMzxNIMnM1dX',
  'F9KD8Ahp7mbpoeER0jybhSJu0HhIgxHMhZBkUBXBoXBk+hSyy8/ayZkZCvCYoVcAPy2GPJgphY2ZucxwJqJ5BsqKefhFEia1X2RdqoA/MzPMVuJW',
  'AQZFtK40WGquKU3M0nOhdXHnUs5XVFYyYNR1pcQ1s670RmQGWVcajLEu7lyZjUiPeF1pMIY8C/VLJBsIz0+/SIKlVElKd2h6mlzX4AsansxcFHWm',
  'zcXnIZkrva5Z5pE54Wcv9USmLxxq2BQOUID3ALC28qAA++hln/JiHB8H9frG8bEP6vX68fFxvV5P/RGon7w3m509+p/Z559soJc72Rf+qimsQZ1d',
  'UMu1NlQPMoreBf+J6aEyh90bwPsJGdVA2NjP3Xztv7uvfXZ3+5/vnD26czbtPn1Y9GKo/wM=',
].join('');

const BYTES_EACH = (glyphSize.width * glyphSize.height) / 8;

const places = new Map<number, number>();
for (const range of CHARACTERS.split(' ')) {
  const [from = 0, to = from] = range.split('-').map(point => Number.parseInt(point, 16));
  for (let point = from; point <= to; point += 1) places.set(point, places.size);
}

let unpacked: Buffer | null = null;

/** Signs of the font that look like the marks of Unicode over and under a letter. */
const MARKS: Readonly<Record<string, string>> = {
  ...{ '\u0300': '`', '\u0301': '´', '\u0302': 'ˆ', '\u0303': '˜', '\u0304': '¯', '\u0306': '˘', '\u0307': '˙' },
  ...{
    '\u0308': '¨',
    '\u030a': '°',
    '\u030b': '˝',
    '\u030c': 'ˇ',
    '\u0313': '’',
    '\u0314': '‘',
    '\u0327': '¸',
    '\u0328': '˛',
  },
  '\u0342': '˜',
};

/** The dots of a character that this font has itself, or of which it has the letter and all of its marks (ό from ο and ´). */
function composed(character: string): Uint8Array | undefined {
  const own = glyphAt(character);
  if (own) return own;
  const [letter = '', ...marks] = character.normalize('NFD');
  const glyphs = [glyphAt(letter), ...marks.map(mark => glyphAt(MARKS[mark] ?? ''))];
  if (marks.length !== 1 || glyphs.includes(undefined)) return undefined;
  const [base = new Uint8Array(BYTES_EACH), ...over] = glyphs as Uint8Array[];
  return base.map((byte, index) => over.reduce((all, glyph) => all | (glyph[index] ?? 0), byte));
}

function glyphAt(character: string): Uint8Array | undefined {
  unpacked ??= inflateRawSync(Buffer.from(GLYPHS, 'base64'));
  const place = places.get(character.codePointAt(0) ?? 0);
  return place === undefined ? undefined : unpacked.subarray(place * BYTES_EACH, (place + 1) * BYTES_EACH);
}

type Dot = (x: number, y: number) => void;

/**
 * Calls `dot` for every black dot of a letter with its marks, in a cell of one column or two; bold is drawn twice, one dot apart, as a
 * printer does. A letter that no font here has is a box with a question mark.
 */
export function eachDot({ text, columns }: PrinterCell, bold: boolean, dot: Dot): void {
  const width = glyphSize.width * columns;
  const black: Dot = (x, y) => {
    dot(x, y);
    if (bold && x + 1 < width) dot(x + 1, y);
  };
  const [first = ' ', ...marks] = composed(text) ? [text] : text;
  const known = composed(first);
  const letter = known ? undefined : letterOf(first);
  const own = known ?? (letter ? null : glyphAt('\ufffd'));
  if (own) eachBit({ width: glyphSize.width, height: glyphSize.height, bits: own }, black);
  else if (letter) eachDotOfLetter(letter, width, black);
  const right = letter?.kind === 'wide' ? 16 : 8;
  const scale = Math.min(1, width / (right * 1.5));
  for (const mark of marks) {
    const drawn = letterOf(mark);
    if (drawn?.kind === 'mark')
      eachBit(drawn, (x, y) =>
        doubled(x - 16 + right, y, right * 1.5, (at, top) => black(Math.floor(at * scale), top)),
      );
  }
}

/** A letter of 24 dots stands as it is, one of 16 dots one and a half times as large; one that is wider than its cell is narrowed. */
function eachDotOfLetter(letter: Letter, width: number, black: Dot): void {
  const isEmoji = letter.kind === 'emoji';
  const full = isEmoji ? letter.width : letter.width * 1.5;
  const scale = Math.min(1, width / full);
  const left = Math.floor((width - full * scale) / 2);
  const place: Dot = (x, y) => black(left + Math.floor(x * scale), y);
  eachBit(letter, isEmoji ? place : (x, y) => doubled(x, y, full, place));
}

/** Two dots in each direction for one, at one and a half times its place: strokes are two dots thick, and gaps stay open. */
function doubled(x: number, y: number, width: number, black: Dot): void {
  const [left, top] = [Math.floor(x * 1.5), Math.floor(y * 1.5)];
  for (const [column, row] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const)
    if (left + column >= 0 && left + column < width && top + row < glyphSize.height) black(left + column, top + row);
}

function eachBit({ width, height, bits }: Bitmap, dot: Dot): void {
  for (let index = 0; index < width * height; index += 1)
    if (((bits[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) dot(index % width, Math.floor(index / width));
}

/** A line of text as a picture of `width` dots; what does not fit is cut off. */
export function drawText(cells: readonly PrinterCell[], style: { width: number; bold: boolean; size: 1 | 2 }): Bitmap {
  const { bold, size } = style;
  const width = Math.ceil(style.width / 8) * 8;
  const height = glyphSize.line * size;
  const bits = new Uint8Array((width * height) / 8);
  let column = 0;
  for (const cell of cells) {
    const start = column * glyphSize.width;
    eachDot(cell, bold, (x, y) => {
      for (let more = 0; more < size * size; more += 1) {
        const left = (start + x) * size + (more % size);
        const top = y * size + Math.floor(more / size);
        if (left < width) bits[(top * width + left) >> 3]! |= 0x80 >> (left & 7);
      }
    });
    column += cell.columns;
  }
  return { width, height, bits };
}
