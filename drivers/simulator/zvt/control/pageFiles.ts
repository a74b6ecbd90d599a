/** Serves the page of the virtual terminal: a handful of files without a build, under a strict policy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Pages, pathOf } from './server.ts';

const FOLDER = join(import.meta.dirname, '../page');

const FILES = {
  '/': 'index.html',
  ...Object.fromEntries(
    [
      'page.css',
      'icon.svg',
      ...['page', 'bookings', 'pad', 'paper', 'scenario', 'tabs', 'trace', 'texts', 'texts.de', 'texts.en'].map(
        name => `${name}.js`,
      ),
    ].map(name => [`/${name}`, name]),
  ),
} as Readonly<Record<string, string>>;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

/** Only the files named above: a path is never joined with a folder. */
export const page: Pages = (request, response) => {
  const path = pathOf(request);
  const file = Object.hasOwn(FILES, path) ? FILES[path]! : undefined;
  if (file === undefined) return false;
  const type = TYPES[file.split('.').at(-1)!]!;
  response.writeHead(200, { 'content-type': type, ...HEADERS });
  response.end(readFileSync(join(FOLDER, file)));
  return true;
};
