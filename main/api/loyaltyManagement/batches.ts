/** Ranges and files of cards and vouchers: ordered, looked at, applied, stopped. */
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { applyFile, batchOf, orderRange, stopBatch } from '../../masterData/loyalty/batches.ts';
import { previewFile } from '../../masterData/loyalty/fileBatches.ts';
import { batchQueries } from '../../store/loyaltyManagement.ts';
import { ApplyInput, Batch, BatchFileQuery, BatchPreview, CardRange } from '../../wire/loyaltyManagement.ts';
import { choiceOf, LIST_TYPES, listBody, readingOf, receivedList } from '../listFile.ts';
import { change, changeOf } from '../masterDataChange.ts';
import { addListRoute, addReadRoute, describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { type One, PATH, TAG } from './programme.ts';

/** Bytes of a file: a hundred thousand cards. */
const LARGEST_FILE = 20_000_000;
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
    scope.addContentTypeParser(LIST_TYPES, { bodyLimit: LARGEST_FILE }, (_request, payload, done) =>
      done(null, payload),
    );
    scope.post<{ Querystring: BatchFileQuery }>(
      `${path}/file`,
      {
        ...describeRoute(
          TAG,
          'Looks at a list of cards (cardnumber;group;cash;bonus;points;state;valid_to) or vouchers (code;value;kind;name;name_en;valid_to;state), CSV or .xlsx, or with the columns of another system; makes none of them',
          BatchPreview,
          { querystring: BatchFileQuery, body: listBody },
        ),
        bodyLimit: LARGEST_FILE,
      },
      async ({ principal, body, query }) => {
        const { list = 'cards', columns, group, name, valid_to } = query;
        const source = await receivedList(body, LARGEST_FILE);
        const choice = choiceOf(columns, list === 'cards' ? { group, valid_to } : { name, valid_to });
        const options = { ...readingOf(query), choice, cutText: app.shared.cards.cutText };
        return previewFile(parts, changeOf(principal), list, source, options);
      },
    );
  });
}
