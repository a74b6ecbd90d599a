/** Ranges and files of cards: ordered, looked at, applied, stopped. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { applyFile, batchOf, orderRange, previewFile, stopBatch } from '../../masterData/loyalty/batches.ts';
import { batchQueries } from '../../store/loyaltyManagement.ts';
import { ApplyInput, Batch, CardRange } from '../../wire/loyaltyManagement.ts';
import { BridgeError } from '../../world/errors.ts';
import { change, changeOf } from '../masterDataChange.ts';
import { addListRoute, addReadRoute, describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { type One, PATH, TAG } from './programme.ts';

/** Bytes of a file: a hundred thousand cards. */
const LARGEST_FILE = 20_000_000;
/** As browsers and spreadsheets name a CSV file. */
const TYPES = [
  ...['text/csv', 'text/plain', 'application/vnd.ms-excel', 'application/octet-stream'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

export function batchRoutes(app: FastifyInstance, services: Services): void {
  const { loyaltyParts: parts, loyaltyBatches } = services;
  const path = `${PATH}/batches`;
  const resource = { path, tag: TAG, object: 'loyalty.batches', item: Batch, queries: batchQueries };
  addListRoute(app, services, resource);
  addReadRoute(app, resource, parts.tables.batches.bytes);
  app.post<{ Body: CardRange }>(
    `${path}/range`,
    describeRoute(TAG, 'Cards with consecutive numbers, made beside the sales; answers the batch', Batch, {
      body: CardRange,
    }),
    async ({ principal, body }, reply) => {
      const batch = await change(services, principal, own => orderRange(parts, own, body));
      loyaltyBatches.wake();
      return sendJson(reply, batch);
    },
  );
  app.post<One & { Body: Static<typeof ApplyInput> }>(
    `${path}/:id/apply`,
    describeRoute(
      TAG,
      'Makes the cards of a file that was looked at; refused while lines are faulty, unless skipped',
      Batch,
      {
        body: ApplyInput,
      },
    ),
    async ({ principal, params, body }, reply) => {
      await change(services, principal, () =>
        applyFile(parts, principal.merchant, params.id, body?.skipFaulty === true),
      );
      loyaltyBatches.wake();
      return sendJson(reply, batchOf(parts, principal.merchant, params.id));
    },
  );
  app.post<One>(
    `${path}/:id/stop`,
    describeRoute(TAG, 'Stops a batch: what is made stays', Batch),
    async ({ principal, params }, reply) => {
      await change(services, principal, () => stopBatch(parts, principal.merchant, params.id));
      return sendJson(reply, batchOf(parts, principal.merchant, params.id));
    },
  );
  // In a scope of its own: only this call takes a file as it comes.
  app.register(async scope => {
    scope.addContentTypeParser(TYPES, { bodyLimit: LARGEST_FILE }, (_request, payload, done) => done(null, payload));
    scope.post(
      `${path}/file`,
      {
        ...describeRoute(
          TAG,
          'Looks at a list of cards, CSV or .xlsx (cardnumber;group;cash;bonus;points); makes none of them',
          Batch,
          {
            consumes: ['text/csv'],
          },
        ),
        bodyLimit: LARGEST_FILE,
      },
      async ({ principal, body }, reply) => {
        if (!(body instanceof Readable)) throw new BridgeError('badInput', 'the body has to be a CSV file (text/csv)');
        return sendJson(
          reply,
          await previewFile(parts, changeOf(principal), limited(body), { cutText: app.cards.cutText }),
        );
      },
    );
  });
}

/** Ends a file that is larger than any list of cards. */
async function* limited(source: Readable): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of source as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > LARGEST_FILE) throw new BridgeError('tooLarge', `a file may hold ${LARGEST_FILE} bytes`);
    yield part;
  }
}
