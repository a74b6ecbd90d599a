/** `/healthz` and `/metrics`: no token, no secrets. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

export function healthRoutes(app: FastifyInstance, { version, queueView, devices, terminalView }: Services): void {
  const open = { config: { public: true as const }, schema: { hide: true } };

  app.get('/healthz', open, async () => ({ status: 'ok', version }));

  app.get('/metrics', open, async (_request, reply) => {
    const { waiting, parked } = queueView();
    const ready = devices
      .terminals()
      .filter(({ id }) => ['ready', 'busy'].includes(terminalView(id)?.state ?? '')).length;
    const lines = [
      gauge('tillbridge_queue_waiting', 'Records the back office has not confirmed yet', waiting),
      gauge('tillbridge_queue_parked', 'Records that cannot be delivered', parked),
      gauge('tillbridge_terminals_ready', 'Card terminals that can be reached', ready),
      gauge('process_resident_memory_bytes', 'Resident memory', process.memoryUsage.rss()),
      gauge('process_uptime_seconds', 'Time since start', Math.floor(process.uptime())),
    ];
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(lines.join(''));
  });
}

const gauge = (name: string, help: string, value: number) =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;
