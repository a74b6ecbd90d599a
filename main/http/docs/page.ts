/** The OpenAPI page of a description: the bridge and the back office show theirs with it. */
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance } from 'fastify';

/** The page brings its own styles and scripts, hence a server of its own with its own policy. */
export async function docsPage(document: object): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const docs = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await docs.register(swagger, { mode: 'static', specification: { document: document as never } });
  await docs.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { persistAuthorization: true, tryItOutEnabled: true },
  });
  await docs.ready();
  return docs;
}
