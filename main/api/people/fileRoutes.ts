/** The people of the shop from a file and into a file. */
import type { FastifyInstance } from 'fastify';
import { exportPeople, importPeople } from '../../masterData/peopleFile.ts';
import { isYes } from '../../query/listParameters.ts';
import { PeopleImport, PeopleImportQuery } from '../../wire/people.ts';
import { choiceOf, LIST_TYPES, listAnswer, listBody, readingOf, receivedList, sendList } from '../listFile.ts';
import { changeOf } from '../masterDataChange.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/people';
const tag = 'Master data';
const LARGEST_FILE = 2_000_000;

export function peopleFileRoutes(app: FastifyInstance, { masterData: data, world }: Services): void {
  app.get(
    `${path}/export`,
    describeRoute(
      tag,
      'Everybody who may sign in as a CSV file that imports again unchanged, without PINs',
      listAnswer,
    ),
    async ({ principal }, reply) =>
      sendList(reply, 'people', world.clock.now(), exportPeople(data, principal.merchant)),
  );

  // In a scope of its own: only this call takes a file as it comes.
  app.register(async scope => {
    scope.addContentTypeParser(LIST_TYPES, { bodyLimit: LARGEST_FILE }, (_request, payload, done) =>
      done(null, payload),
    );
    scope.post<{ Querystring: PeopleImportQuery }>(
      `${path}/import`,
      {
        bodyLimit: LARGEST_FILE,
        ...describeRoute(
          tag,
          'Imports people from a list, CSV or .xlsx: username;name;role;language, or the columns of another system',
          PeopleImport,
          { querystring: PeopleImportQuery, body: listBody },
        ),
      },
      async ({ principal, body, query }) => {
        const { columns, role } = query;
        const options = {
          ...{ dryRun: isYes(query.dry_run), skipFaulty: isYes(query.skip_faulty), ...readingOf(query) },
          ...{ choice: choiceOf(columns, { role }), cutText: app.shared.cards.cutText },
        };
        const source = await receivedList(body, LARGEST_FILE);
        return importPeople(data, changeOf(principal), source, options, job => world.ledger.write(job));
      },
    );
  });
}
