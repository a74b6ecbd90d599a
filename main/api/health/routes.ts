/** `/healthz` and `/metrics`: no token, no secrets. */
import type { FastifyInstance } from 'fastify';
import type { QueueView } from '../../wire/events.ts';
import { timestamp } from '../../world/clock.ts';
import type { Services } from '../services.ts';
import { MetricsPage } from './metrics.ts';

export function healthRoutes(app: FastifyInstance, services: Services): void {
  const { version, queueView } = services;
  const metrics = new MetricsPage(services);
  const open = { config: { public: true as const }, schema: { hide: true } };

  app.get('/healthz', open, async (_request, reply) => {
    const risks = services.risks.all();
    const { last } = services.integrityView();
    const checked = last && { at: timestamp(last.at), ok: last.problems.length === 0 };
    reply.code(risks.length > 0 ? 503 : 200).header('cache-control', 'no-store');
    const queue = healthOf(queueView());
    return { status: risks.length > 0 ? 'risk' : 'ok', version, read_only: services.readOnly, checked, queue, risks };
  });

  app.get('/metrics', open, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.text()),
  );
}

/** States and counts alone: addresses and reasons are for people who are signed in. */
const healthOf = ({ upstream: _, oldest, targets, ...counts }: QueueView) => ({
  ...counts,
  oldest: oldest === null ? null : timestamp(oldest),
  upstream: targets.upstream?.state ?? null,
  office: targets.office?.state ?? null,
});
