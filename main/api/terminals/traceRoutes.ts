/** What a terminal and the till said to each other, for those who look for the reason of something. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { writtenTrace } from '../../terminals/traces.ts';
import { deviceNamed } from '../../terminals/view.ts';
import { TracePage, TraceQuery } from '../../wire/terminals.ts';
import { described } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/terminals/:device/trace';
const tag = 'Terminals';
const lead = { config: { roles: ['manager', 'integrator'] as const } };
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
      ...described(tag, 'What terminal and till said to each other, without card data; newest last', TracePage, {
        querystring: TraceQuery,
      }),
      ...lead,
    },
    page,
  );

  app.get<TraceOf>(
    `${path}/text`,
    { ...described(tag, 'The same as text for people', Type.String(), { querystring: TraceQuery }), ...lead },
    async (request, reply) => {
      const { data } = await page(request);
      return reply.type('text/plain; charset=utf-8').send(writtenTrace(data));
    },
  );
}
