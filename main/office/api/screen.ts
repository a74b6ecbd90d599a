/** Serves the built screen of the back office: its files, and the same page for the address of each of its pages. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { BridgeError } from '../../world/errors.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'dist', 'office');
const PAGE = 'office.html';

/** Addresses of the pages, as `renderer/office/pages.ts` names them. */
const PAGES = [
  '/',
  '/reports',
  '/reports/:name',
  '/sales',
  '/sales/:id',
  '/tills',
  '/bank',
  '/closings/:id',
  '/shop',
  '/people',
  '/audit',
  '/account',
] as const;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export async function screenRoutes(app: FastifyInstance): Promise<void> {
  const hide = { schema: { hide: true } };
  if (!existsSync(join(FOLDER, PAGE))) {
    for (const page of PAGES) app.get(page, hide, (_request, reply) => sendNotBuilt(reply));
    return;
  }
  const { default: files } = await import('@fastify/static');
  await app.register(files, {
    root: FOLDER,
    wildcard: false,
    index: false,
    setHeaders(reply, path) {
      reply.header('content-security-policy', POLICY);
      reply.header('cross-origin-opener-policy', 'same-origin');
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  for (const page of PAGES) app.get(page, hide, (_request, reply) => reply.sendFile(PAGE));
  // A browser at an address that is no page reads so in words, with a way back; programs get the error of the API.
  app.get('/*', hide, (request, reply) => {
    if (/^\/(office|docs)(\/|$)/.test(request.url) || !(request.headers.accept ?? '').includes('text/html'))
      throw new BridgeError('notFound', 'there is no such resource');
    return reply.code(404).sendFile(PAGE);
  });
}

const sendNotBuilt = (reply: FastifyReply) =>
  reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The screen of the back office has not been built. Build it with npm run build, and start again.');
