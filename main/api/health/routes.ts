/** `/healthz` and `/metrics`: no token, no secrets. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isFromThisMachine } from '../../services/auth/signInPlaces.ts';
import { connectionOf } from '../requestSource.ts';
import type { Services } from '../services.ts';
import { healthOf } from './health.ts';
import { MetricsPage } from './metrics.ts';

export function healthRoutes(app: FastifyInstance, services: Services): void {
  const metrics = new MetricsPage(services);
  const open = { config: { public: true as const }, schema: { hide: true } };

  app.get('/healthz', open, async (request, reply) => {
    const { http, body } = healthOf(services, mayKnowNames(services, request));
    reply.code(http).header('cache-control', 'no-store');
    return body;
  });

  app.get('/metrics', open, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.text()),
  );
}

/** Somebody at another machine without a token learns what is wrong, and no names. */
function mayKnowNames({ bearers }: Services, request: FastifyRequest): boolean {
  if (isFromThisMachine(connectionOf(request))) return true;
  try {
    bearers.principal(request.headers.authorization);
    return true;
  } catch {
    return false;
  }
}
