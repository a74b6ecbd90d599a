/**
 * Routes of a customer display: its pairing, its view, the stream of its view, and the picture while nothing is sold.
 */
import type { FastifyInstance } from 'fastify';
import { placeOf } from '../../services/auth/signInPlaces.ts';
import type { DisplayRow } from '../../store/displays.ts';
import { DisplayView, PairedDisplay, PairingInput } from '../../wire/displays.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { openEventStream } from '../eventStream.ts';
import { PICTURE, sendPicture } from '../pictures.ts';
import { connectionOf } from '../requestSource.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/display';
const tag = 'Customer displays';

export function ownDisplayRoutes(app: FastifyInstance, services: Services): void {
  pairingRoute(app, services);
  viewRoutes(app, services);
}

function pairingRoute(app: FastifyInstance, { displayPairing, devices, masterData, world }: Services): void {
  app.post<{ Body: PairingInput }>(
    `${path}/pairing`,
    {
      config: { public: true },
      ...describeRoute(tag, 'Pairs a display by the code that the till shows', PairedDisplay, {
        body: PairingInput,
        security: [],
        description:
          'The token is in this answer and nowhere else. It is good until the display is removed, and lets it read its view alone.',
      }),
    },
    async (request): Promise<PairedDisplay> => {
      const { display, token } = await displayPairing.pair(request.body.code, placeOf(connectionOf(request), null));
      const { id, merchant, till, name, language, pairedBy } = display;
      await world.ledger.write(() =>
        masterData.audit.append(
          merchant,
          { person: null, name: pairedBy ?? 'desktop', till },
          { kind: 'display', subject: id, action: 'created', before: null, after: { name, till, language } },
        ),
      );
      return { id, token, till: devices.find(merchant, till)?.description ?? '', language };
    },
  );
}

function viewRoutes(app: FastifyInstance, services: Services): void {
  const { displayBoard, displayReaders, displays, readOnly, world } = services;
  app.addHook('preClose', async () => displayReaders.close());

  const displayOf = ({ merchant, client }: Principal): DisplayRow => {
    const row = displays.find(merchant, client);
    if (!row) throw new BridgeError('tokenInvalid', 'this display was removed');
    return row;
  };

  app.get(path, describeRoute(tag, 'What the display shows now', DisplayView), async ({ principal }) =>
    displayBoard.view(displayOf(principal)),
  );

  app.get(
    `${path}/events`,
    {
      schema: {
        tags: [tag],
        summary: 'The view of the display and every change of it (server-sent events)',
        description: 'Each event is named `display` and carries the whole view, so nothing has to be resumed.',
        produces: ['text/event-stream'],
      },
    },
    (request, reply) => {
      const display = displayOf(request.principal);
      reply.hijack();
      const stream = openEventStream<'display'>(reply.raw, reply.getHeaders());
      displayReaders.add(display.id, display.merchant, reply.raw);
      const leave = displayBoard.follow(display, view => stream.send('display', JSON.stringify(view)));
      stream.begun();
      request.raw.on('close', leave);
      if (!readOnly) void world.ledger.write(() => displays.see(display.id, world.clock.now()));
    },
  );

  app.get<{ Querystring: { v?: string } }>(
    `${path}/picture`,
    describeRoute(tag, 'The picture while nothing is sold', { description: 'the picture', content: PICTURE }),
    async (request, reply) =>
      sendPicture(request, reply, orNotFound(displays.picture(request.principal.merchant), 'picture', 'displays')),
  );
}
