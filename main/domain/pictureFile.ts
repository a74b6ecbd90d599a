/** The kind and size of a picture by its first bytes, whatever its name or sender says. Pure. */

export interface PictureFile {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** Null for anything but a PNG, JPEG or WebP with a size. */
export function readPicture(bytes: Uint8Array): PictureFile | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = readPng(view) ?? readJpeg(view) ?? readWebp(view);
  return found && found.width > 0 && found.height > 0 ? found : null;
}

const textAt = (view: DataView, at: number, length: number): string =>
  at + length > view.byteLength
    ? ''
    : Array.from({ length }, (_, index) => String.fromCharCode(view.getUint8(at + index))).join('');

function readPng(view: DataView): PictureFile | null {
  if (textAt(view, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(view, 12, 4) !== 'IHDR' || view.byteLength < 24) return null;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** The size stands in the frame header (SOF), behind other segments. */
function readJpeg(view: DataView): PictureFile | null {
  if (textAt(view, 0, 3) !== '\xff\xd8\xff') return null;
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function readWebp(view: DataView): PictureFile | null {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP' || view.byteLength < 30) return null;
  const type = 'image/webp';
  const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (textAt(view, 12, 4)) {
    case 'VP8X':
      return { type, width: three(24) + 1, height: three(27) + 1 };
    case 'VP8 ':
      return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
}
