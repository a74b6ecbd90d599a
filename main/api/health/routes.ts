/** `/healthz` and `/metrics`: no token, no secrets. */
import type { FastifyInstance } from 'fastify';
import type { IntegrityView } from '../../store/integrity.ts';
import { timestamp } from '../../world/clock.ts';
import type { Services } from '../services.ts';

export function healthRoutes(app: FastifyInstance, services: Services): void {
  const { version, queueView, devices, terminalView } = services;
  const open = { config: { public: true as const }, schema: { hide: true } };

  app.get('/healthz', open, async (_request, reply) => {
    const risks = services.risks.all();
    const { last } = services.integrityView();
    const checked = last && { at: timestamp(last.at), ok: last.problems.length === 0 };
    reply.code(risks.length > 0 ? 503 : 200).header('cache-control', 'no-store');
    return { status: risks.length > 0 ? 'risk' : 'ok', version, read_only: services.readOnly, checked, risks };
  });

  app.get('/metrics', open, async (_request, reply) => {
    const { waiting, parked } = queueView();
    const ready = devices
      .terminals()
      .filter(({ id }) => ['ready', 'busy'].includes(terminalView(id)?.state ?? '')).length;
    const lines = [
      gauge('tillbridge_queue_waiting', 'Records the back office has not confirmed yet', waiting),
      gauge('tillbridge_queue_parked', 'Records that cannot be delivered', parked),
      gauge('tillbridge_terminals_ready', 'Card terminals that can be reached', ready),
      gauge('tillbridge_risks', 'What puts money or data at risk now; /healthz names it', services.risks.all().length),
      gauge('tillbridge_read_only', '1: nothing is sold, only read', Number(services.readOnly)),
      ...integrityGauges(services.integrityView()),
      gauge('process_resident_memory_bytes', 'Resident memory', process.memoryUsage.rss()),
      gauge('process_uptime_seconds', 'Time since start', Math.floor(process.uptime())),
    ];
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(lines.join(''));
  });
}

const integrityGauges = ({ running, last }: IntegrityView) => [
  gauge(
    'tillbridge_integrity_tables_left',
    'Tables the running check has still to read',
    running ? running.of - running.done : 0,
  ),
  gauge('tillbridge_integrity_problems', 'What the last check of the database found', last?.problems.length ?? 0),
  gauge(
    'tillbridge_integrity_checked_seconds',
    'When it was checked last, since 1970',
    Math.floor((last?.at ?? 0) / 1000),
  ),
];

const gauge = (name: string, help: string, value: number) =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;
