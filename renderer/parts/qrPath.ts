/** A QR code as the path of its dark modules, for a picture of `size` modules with the margin that readers want. */

import qrcode from 'qrcode-generator';

const MARGIN = 4;

export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const code = qrcode(0, 'M');
  code.addData(text, 'Byte');
  code.make();
  const count = code.getModuleCount();
  const rows = Array.from({ length: count }, (_, row) => row);
  const path = rows
    .flatMap(row =>
      rows.filter(column => code.isDark(row, column)).map(column => `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`),
    )
    .join('');
  return { size: count + 2 * MARGIN, path };
}
