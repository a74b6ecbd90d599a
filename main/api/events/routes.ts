/** The event stream: `GET /bridge/v1/events`, server-sent events, resumed by `Last-Event-ID`. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { mayWorkAtTill } from '../../services/auth/rights.ts';
import { terminalOfTill } from '../../terminal/payment/commandOwner.ts';
import { viewOf } from '../../terminal/payment/screenView.ts';
import { type EventName, StreamQuery, type StreamQuery as StreamQueryInput } from '../../wire/events.ts';
import { screenClientId } from '../../world/demoIds.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { type EventStream, openEventStream } from '../eventStream.ts';
import { printerStatus } from '../printers/views.ts';
import type { Services } from '../services.ts';
import { mayReceive, streamFilter } from './streamFilter.ts';
import { transactionEvent } from './transactionEvent.ts';

/** More missed events than this are not replayed: loading everything again is quicker. */
const REPLAYED = 500;
/** Open streams of one client of the API. */
const MOST_STREAMS = 128;

export function eventRoutes(app: FastifyInstance, services: Services): void {
  const { hub, events, sales, world, bearers } = services;
  const open = new Map<ServerResponse, Principal>();
  // A stream never ends by itself; it must not hold the shutdown.
  app.addHook('preClose', async () => {
    for (const response of open.keys()) response.destroy();
  });
  // A principal that was locked, signed out or ended gets no more events.
  services.onAccountsChanged(() => {
    for (const [response, principal] of open) if (!bearers.isIn(principal)) response.destroy();
  });

  const ofClient = (client: string) => [...open.values()].filter(one => one.client === client).length;

  app.get<{ Querystring: StreamQueryInput }>(
    '/bridge/v1/events',
    {
      schema: {
        tags: ['Screen'],
        summary: 'Event stream (server-sent events)',
        description: 'What each event says: [/docs/events](/docs/events).',
        produces: ['text/event-stream'],
        querystring: StreamQuery,
      },
    },
    (request, reply) => {
      const { merchant, device, client } = request.principal;
      const wants = streamFilter(request.query);
      // Screens of a whole shop sign in with one client.
      if (client !== screenClientId && ofClient(client) >= MOST_STREAMS)
        throw new BridgeError('tooMany', `${client} has ${MOST_STREAMS} event streams open already; close one first`);
      const after = request.headers['last-event-id'];
      reply.hijack();
      const opened = openEventStream<EventName>(reply.raw, reply.getHeaders());
      const isAllowed = mayReceive(request.principal);
      const send: Send = (name, data, id) => {
        if (isAllowed(name) && wants(name, data)) opened.send(name, data, id);
      };
      open.set(reply.raw, request.principal);
      // A question of the terminal comes with the payment.
      const answers = mayWorkAtTill(request.principal) && wants('payment', '{"payment":null}');
      const leave = hub.subscribe({ merchant, answers, send });
      request.raw.on('close', () => {
        open.delete(reply.raw);
        leave();
      });
      replay(merchant, typeof after === 'string' && /^\d{1,15}$/.test(after) ? Number(after) : null, send);
      snapshot(merchant, device, send);
      opened.begun();
    },
  );

  function replay(merchant: string, after: number | null, send: Send) {
    if (after === null) return;
    const missed = events.since(merchant, after, REPLAYED + 1);
    if (missed === null || missed.length > REPLAYED || after > events.last()) return send('reset', '{}');
    for (const event of missed) {
      const document = sales.bytes(merchant, event.id);
      if (document) send('transaction', transactionEvent(event, document.toString()), event.seq);
    }
  }

  /** The states that are not stored, as `GET /bridge/v1/till` shows them: a new reader need not wait for the next change. */
  function snapshot(merchant: string, till: string | null, send: Send) {
    const slot = till === null ? null : terminalOfTill(world, merchant, till);
    const payment = till === null ? null : viewOf(world, till, slot?.device ?? null);
    const device = payment?.device ?? slot?.device;
    if (slot) send('terminal', JSON.stringify(services.terminalView(slot.device)));
    if (device !== undefined) send('payment', JSON.stringify({ device, payment }));
    send('queue', JSON.stringify(services.queueView()));
    const { printers, queue } = services.printing;
    for (const row of printers.all(merchant))
      send('printer', JSON.stringify(printerStatus(printers, row, queue.status(row.id))));
  }
}

type Send = EventStream<EventName>['send'];
