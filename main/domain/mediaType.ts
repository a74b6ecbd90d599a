/** The media type of a file by its first bytes; the type that the sender names is ignored. */

const SIGNATURES = [
  { type: 'application/pdf', starts: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', starts: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/tiff', starts: [0x49, 0x49, 0x2a, 0x00] },
  { type: 'image/tiff', starts: [0x4d, 0x4d, 0x00, 0x2a] },
] as const;

export const mediaTypeOf = (content: Uint8Array): string =>
  SIGNATURES.find(({ starts }) => starts.every((byte, index) => content[index] === byte))?.type ??
  'application/octet-stream';

export const isPdf = (content: Uint8Array): boolean => mediaTypeOf(content) === 'application/pdf';
