/** `/docs`: the OpenAPI page of the back office, and its description at `/docs/json`. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { errorCatalogue, sendErrorsPage, tokenErrorCatalogue } from '../../../api/docs/errorCatalogue.ts';
import { docsPage } from '../../../api/docs/page.ts';

const open = { schema: { hide: true } } as const;

const ABOUT = [
  'The back office: what tills send, and what people read of it.',
  'People sign in at POST /office/v1/token and send the token as bearer; a browser may ask for a cookie instead.',
  'Tills sign every request (RFC 9421); their calls need no token.',
  'Lists take q, sort, fields, count and offset as those of the bridge do. Amounts are minor units.',
  'What belongs to another merchant, or to a store that the person may not see, is not there (404).',
].join(' ');

/** Before the routes, so that all of them are described. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tillbridge back office', version: '1', description: ABOUT },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
  });
  const described = () => app.swagger();
  app.get('/docs/json', open, async () => described());
  app.get('/docs/errors', open, sendErrorsPage);
  app.get('/docs/errors.json', open, async () => ({ errors: errorCatalogue(), token_errors: tokenErrorCatalogue() }));
  let page: Promise<FastifyInstance> | null = null;
  for (const url of ['/docs', '/docs/*'])
    app.get(url, open, async (request, reply) => {
      page ??= docsPage(described());
      const { routing } = await page;
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
      routing(request.raw, reply.raw);
    });
}
