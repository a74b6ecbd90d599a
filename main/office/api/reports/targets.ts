/** `/office/v1/targets`: turnover that stores are to reach in a month, one by one or as a file. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { describeRoute } from '../../../http/describeRoute.ts';
import { mostTargets, TargetInput, TargetList, TargetQuery, TargetsSet } from '../../../wire/office/targets.ts';
import { BridgeError } from '../../../world/errors.ts';
import { BankFileRefusal } from '../../bank/bankText.ts';
import { badRequest } from '../../reports/report.ts';
import { readTargets, type TargetStore, targetsCsv } from '../../targets/targetFile.ts';
import { setTargets, targetStores, targetsOf } from '../../targets/targetTable.ts';
import { change, noteRead, type Reading } from '../people/signedIn.ts';
import { scopeOfRequest } from './scope.ts';

const tag = 'Reports';
const largestFile = 1024 * 1024;

export async function registerTargets(app: FastifyInstance, reading: Reading): Promise<void> {
  const { database } = reading;
  app.get(
    '/office/v1/targets',
    describeRoute(tag, 'List targets', TargetList, {
      description: 'Of the stores that the person sees, by month. format=csv gives a file that can be set again.',
      querystring: TargetQuery,
    }),
    async (request, reply) => {
      const { format = 'json', ...query } = request.query as TargetQuery;
      const { today, language } = await scopeOfRequest(reading, request);
      const year = today.slice(0, 4);
      const span = { from: query.from ?? `${year}-01`, to: query.to ?? `${year}-12` };
      const data = await targetsOf(database, request.person.stores, span);
      if (format === 'json') return { count: data.length, data };
      await noteRead(reading, request, 'targetsExported', { ...span, format });
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="targets-${span.from}-${span.to}.csv"`)
        .send(targetsCsv(data, language));
    },
  );

  await app.register(async inner => {
    inner.addContentTypeParser('text/csv', { parseAs: 'buffer', bodyLimit: largestFile }, (_request, body, done) =>
      done(null, body),
    );
    inner.put(
      '/office/v1/targets',
      {
        bodyLimit: largestFile,
        ...describeRoute(tag, 'Set targets', TargetsSet, {
          description:
            'Gross turnover by store and month. As JSON, or as CSV with the columns store (name or id), month and amount as people write it; an empty amount is no target any more. All are taken, or none.',
          body: {
            content: {
              'application/json': { schema: TargetInput },
              'text/csv': { schema: { description: 'the file' } },
            },
          },
        }),
      },
      async request => {
        const stores = await targetStores(database, request.person.stores);
        const wanted = wantedIn(request, stores);
        return change(reading, request, 'targetsChanged', async sql => {
          const targets = await setTargets(sql, stores, wanted);
          const answer = { changed: targets.length, unchanged: wanted.length - targets.length };
          return { answer, facts: { targets } };
        });
      },
    );
  });
}

/** Throws `notFound` for a store that the person does not see, and `badInput` for a file with a fault. */
function wantedIn({ body }: FastifyRequest, stores: readonly TargetStore[]): TargetInput['data'] {
  if (!Buffer.isBuffer(body)) {
    const { data } = body as TargetInput;
    const strange = data.find(({ store }) => !stores.some(({ id }) => id === store));
    if (strange) throw new BridgeError('notFound', `there is no store ${strange.store.slice(0, 60)}`);
    return data;
  }
  try {
    const data = readTargets(body, stores);
    if (data.length === 0 || data.length > mostTargets) throw badRequest(`a file has 1 to ${mostTargets} targets`);
    return data;
  } catch (error) {
    throw error instanceof BankFileRefusal ? badRequest(error.message) : error;
  }
}
