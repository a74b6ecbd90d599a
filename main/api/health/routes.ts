/** `/healthz` and `/metrics`: no token, no secrets. */
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isFromThisMachine } from '../../services/auth/signInPlaces.ts';
import type { Risk } from '../../store/risks.ts';
import type { QueueView } from '../../wire/events.ts';
import { timestamp } from '../../world/clock.ts';
import { connectionOf } from '../requestSource.ts';
import type { Services } from '../services.ts';
import { MetricsPage } from './metrics.ts';
import { type HealthFacts, healthParts } from './parts.ts';

export function healthRoutes(app: FastifyInstance, services: Services): void {
  const { version, queueView } = services;
  const metrics = new MetricsPage(services);
  const open = { config: { public: true as const }, schema: { hide: true } };

  app.get('/healthz', open, async (request, reply) => {
    const risks = services.risks.all();
    const { last } = services.integrityView();
    const checked = last && { at: timestamp(last.at), ok: last.problems.length === 0 };
    reply.code(risks.length > 0 ? 503 : 200).header('cache-control', 'no-store');
    const queue = healthOf(queueView());
    const parts = healthParts(await factsOf(services, risks, mayKnowNames(services, request)));
    const status = risks.length > 0 ? 'risk' : 'ok';
    return { status, version, read_only: services.readOnly, checked, queue, risks, parts };
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

async function factsOf(services: Services, risks: readonly Risk[], mayKnowNames: boolean): Promise<HealthFacts> {
  const { config, backups, queueView, devices, terminalView, printing, update } = services;
  const { bavail, bsize } = await statfs(config.data);
  return {
    risks,
    disk: { free: bavail * bsize, reserve: config.diskReserve * 1_000_000 },
    backups: backups.view(),
    queue: queueView(),
    terminals: devices.terminals().flatMap(({ id }) => terminalView(id) ?? []),
    printers: printing.printers.all().flatMap(({ id, name }) => {
      const status = printing.queue.status(id);
      return status ? [{ printer: id, name, state: status.state, paper_low: status.paperLow }] : [];
    }),
    update: update(),
    mayKnowNames,
  };
}

/** States and counts alone: addresses and reasons are for people who are signed in. */
const healthOf = ({ upstream: _, oldest, targets, ...counts }: QueueView) => ({
  ...counts,
  oldest: oldest === null ? null : timestamp(oldest),
  upstream: targets.upstream?.state ?? null,
  office: targets.office?.state ?? null,
});
