/** `/healthz` and `/metrics`: no token, no secrets. */
import type { FastifyInstance } from 'fastify';
import type { IntegrityView } from '../../store/integrity.ts';
import type { QueueView } from '../../wire/events.ts';
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
    const queue = healthOf(queueView());
    return { status: risks.length > 0 ? 'risk' : 'ok', version, read_only: services.readOnly, checked, queue, risks };
  });

  app.get('/metrics', open, async (_request, reply) => {
    const queue = queueView();
    const ready = devices
      .terminals()
      .filter(({ id }) => ['ready', 'busy'].includes(terminalView(id)?.state ?? '')).length;
    const lines = [
      ...queueGauges(queue, Date.now()),
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

/** States and counts alone: addresses and reasons are for people who are signed in. */
const healthOf = ({ upstream: _, oldest, targets, ...counts }: QueueView) => ({
  ...counts,
  oldest: oldest === null ? null : timestamp(oldest),
  upstream: targets.upstream?.state ?? null,
  office: targets.office?.state ?? null,
});

const queueGauges = ({ waiting, parked, cases, targets }: QueueView, now: number) => [
  gauge('tillbridge_queue_waiting', 'Records that are not confirmed yet by the slower target', waiting),
  gauge('tillbridge_queue_parked', 'Records that cannot be delivered', parked),
  gauge('tillbridge_queue_cases', 'Cases that a manager has to look at', cases),
  ...Object.entries(targets).flatMap(([name, target]) =>
    target === null
      ? []
      : [
          gauge(`tillbridge_${name}_up`, `1: the ${name} target answers and accepts`, Number(target.state === 'up')),
          gauge(`tillbridge_${name}_waiting`, `Records that the ${name} target has not confirmed`, target.waiting),
          gauge(`tillbridge_${name}_waiting_sum`, 'Money of the sales among them, minor units', target.sum),
          gauge(
            `tillbridge_${name}_oldest_seconds`,
            'How long the oldest of them has waited',
            target.oldest === null ? 0 : Math.max(0, Math.floor((now - target.oldest) / 1000)),
          ),
          gauge(`tillbridge_${name}_parked`, `Records that the ${name} target can never take`, target.parked),
        ],
  ),
];

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
