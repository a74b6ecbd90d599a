/** Serves the page of the virtual terminal: a handful of files without a build, under a strict policy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const FOLDER = join(import.meta.dirname, '../page');

const SCRIPTS = ['page', 'bookings', 'pad', 'paper', 'scenario', 'tabs', 'trace', 'texts', 'texts.de', 'texts.en'];

/** The files by path: only these are served, and a path is never joined with a folder. */
const FILES: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/page.css': 'page.css',
  '/icon.svg': 'icon.svg',
  ...Object.fromEntries(SCRIPTS.map(name => [`/${name}.js`, `${name}.js`])),
};

export const pagePaths: readonly string[] = Object.keys(FILES);

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

export function servePage(app: FastifyInstance): void {
  for (const [path, file] of Object.entries(FILES))
    app.get(path, (_, reply) => {
      const type = TYPES[file.split('.').at(-1)!]!;
      return reply.headers({ 'content-type': type, ...HEADERS }).send(readFileSync(join(FOLDER, file)));
    });
}
