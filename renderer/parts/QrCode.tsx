/** A QR code as a picture: dark on light in every theme, because phones read nothing else. */

import { qrPath } from './qrPath.ts';

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = qrPath(text);
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
