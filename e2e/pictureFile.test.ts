/** Pictures are read as they were written, and a difference is found. */
import { expect, it } from 'vitest';
import { decodePicture, difference, encodePicture } from './pictureFile.ts';

const picture = { width: 40, height: 30, pixels: Uint8Array.from({ length: 1200 }, (_, at) => at % 252) };

it('reads what it wrote', () => {
  expect(decodePicture(encodePicture(picture))).toEqual(picture);
  expect(() => decodePicture(Buffer.from('no picture at all, but long enough'))).toThrow();
});

it('counts what looks different, and no smoothing', () => {
  const smooth = { ...picture, pixels: picture.pixels.map(pixel => (pixel % 6 === 0 ? pixel + 1 : pixel)) };
  const other = { ...picture, pixels: picture.pixels.map((pixel, at) => (at < 120 ? (pixel + 126) % 252 : pixel)) };
  expect(difference(picture, picture)).toBe(0);
  expect(difference(picture, smooth)).toBe(0);
  expect(difference(picture, other)).toBeCloseTo(0.1);
  expect(difference(picture, { ...picture, width: 20 })).toBe(1);
});
