/** The trace of a terminal: messages in both directions, for the search of a cause. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { deviceNamed } from '../../terminal/setup/terminalView.ts';
import { writtenTrace } from '../../terminal/setup/traces.ts';
import { TracePage, TraceQuery } from '../../wire/terminals.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/terminals/:device/trace';
const tag = 'Terminals';
const managersOnly = { config: { roles: ['manager', 'integrator'] as const } };
const LINES = { usual: 1000, most: 10_000 };

interface TraceOf {
  Params: { device: string };
  Querystring: TraceQuery;
}

/** A terminal that was removed can still be read about: its device stays. */
export function traceRoutes(app: FastifyInstance, { terminals: { traces }, world }: Services): void {
  const page = ({ principal, params: { device }, query }: FastifyRequest<TraceOf>) =>
    traces.page(deviceNamed(world, principal, device), {
      count: Math.min(Number(query.count ?? LINES.usual), LINES.most),
      offset: Number(query.offset ?? 0),
    });

  app.get<TraceOf>(
    path,
    {
      ...describeRoute(tag, 'What terminal and till said to each other, without card data; newest last', TracePage, {
        querystring: TraceQuery,
      }),
      ...managersOnly,
    },
    page,
  );

  app.get<TraceOf>(
    `${path}/text`,
    {
      ...describeRoute(tag, 'The same as text for people', Type.String(), { querystring: TraceQuery }),
      ...managersOnly,
    },
    async (request, reply) => {
      const { data } = await page(request);
      return reply.type('text/plain; charset=utf-8').send(writtenTrace(data));
    },
  );
}
