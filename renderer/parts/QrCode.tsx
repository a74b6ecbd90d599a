/** A QR code as a picture: dark on light in every theme, because phones read nothing else. */

import qrcode from 'qrcode-generator';

/** Modules of the margin that readers want. */
const MARGIN = 4;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const code = qrcode(0, 'M');
  code.addData(text, 'Byte');
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * MARGIN;
  const rows = Array.from({ length: count }, (_, row) => row);
  const path = rows
    .flatMap(row =>
      rows.filter(column => code.isDark(row, column)).map(column => `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`),
    )
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-72 rounded-control bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
