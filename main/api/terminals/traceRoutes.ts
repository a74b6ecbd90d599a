/** The trace of a terminal: messages in both directions, for the search of a cause. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { deviceNamed } from '../../terminal/setup/terminalView.ts';
import { writtenTrace } from '../../terminal/setup/traces.ts';
import { TracePage, TraceQuery } from '../../wire/terminals.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { openEventStream } from '../eventStream.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/terminals/:device/trace';
const tag = 'Terminals';
/** Open streams of one client of the API. */
const MOST_STREAMS = 32;
const LINES = { usual: 1000, most: 10_000 };

interface TraceOf {
  Params: { device: string };
  Querystring: TraceQuery;
}

/** A terminal that was removed can still be read about: its device stays. */
export function traceRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;
  const { traces } = services.terminals;
  const readers = new Map<ServerResponse, Principal>();
  app.addHook('preClose', async () => {
    for (const response of readers.keys()) response.destroy();
  });
  services.onAccountsChanged(() => {
    for (const [response, principal] of readers) if (!services.bearers.isIn(principal)) response.destroy();
  });
  const page = ({ principal, params: { device }, query }: FastifyRequest<TraceOf>) =>
    traces.page(deviceNamed(world, principal, device), {
      count: Math.min(Number(query.count ?? LINES.usual), LINES.most),
      offset: Number(query.offset ?? 0),
      supportId: query.supportId,
    });

  app.get<TraceOf>(
    path,
    describeRoute(tag, 'What terminal and till said to each other, without card data; newest last', TracePage, {
      querystring: TraceQuery,
    }),
    page,
  );

  app.get<Pick<TraceOf, 'Params'>>(
    `${path}/events`,
    {
      schema: {
        tags: [tag],
        summary: 'The same as server-sent events `line`, from now on; Last-Event-ID resumes',
        produces: ['text/event-stream'],
      },
    },
    (request, reply) => {
      const device = deviceNamed(world, request.principal, request.params.device);
      const { client } = request.principal;
      if ([...readers.values()].filter(one => one.client === client).length >= MOST_STREAMS)
        throw new BridgeError('tooMany', `${client} follows ${MOST_STREAMS} traces already; close one first`);
      const last = request.headers['last-event-id'];
      reply.hijack();
      const stream = openEventStream<'line' | 'reset'>(reply.raw, reply.getHeaders());
      const leave = traces.follow(device, typeof last === 'string' && /^\d{1,16}$/.test(last) ? Number(last) : null, {
        line: line => stream.send('line', JSON.stringify(line), line.id),
        missed: () => stream.send('reset', '{}'),
      });
      readers.set(reply.raw, request.principal);
      reply.raw.on('close', () => {
        readers.delete(reply.raw);
        leave();
      });
    },
  );

  app.get<TraceOf>(
    `${path}/text`,
    describeRoute(tag, 'The same as text for people', Type.String(), { querystring: TraceQuery }),
    async (request, reply) => {
      const { data } = await page(request);
      return reply.type('text/plain; charset=utf-8').send(writtenTrace(data));
    },
  );
}
