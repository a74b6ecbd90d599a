/** `/docs`: the OpenAPI page. Its parts are loaded at the first visit, so that they cost nothing at the start. */
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

export async function docsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tillbridge',
        version: services.version,
        description: 'Local API of the till bridge: loyalty, checkout and payment.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ bearer: [] }],
    },
  });
  let page: Promise<FastifyInstance> | null = null;
  app.get('/docs/json', { config: { public: true }, schema: { hide: true } }, async () => app.swagger());
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
      page ??= docsPage(app);
      const { routing } = await page;
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
      routing(request.raw, reply.raw);
    });
  }
}

/** The page brings its own styles and scripts, hence a server of its own with its own policy. */
async function docsPage(app: FastifyInstance): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const docs = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await docs.register(swagger, { mode: 'static', specification: { document: app.swagger() as never } });
  await docs.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { persistAuthorization: true, tryItOutEnabled: true },
  });
  await docs.ready();
  return docs;
}
