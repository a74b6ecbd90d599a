/** Articles from a file and into a file: `POST` takes the file as it is and answers when everything is written; `GET` shows how far it is. */
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { exportArticles } from '../../masterData/articles/articleExport.ts';
import { isYes } from '../../query/listParameters.ts';
import { ArticleImport, ImportQuery } from '../../wire/articles.ts';
import { BridgeError } from '../../world/errors.ts';
import { choiceOf, LIST_TYPES, listAnswer, listBody, readingOf, receivedList, sendList } from '../listFile.ts';
import { changeOf } from '../masterDataChange.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';
import { mayKnowCosts } from './costs.ts';
import { ARTICLE_TAG, ARTICLES } from './routes.ts';

const LARGEST_FILE = 32_000_000;
export async function importRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { articleImports, masterData } = services;

  // Files are taken here and nowhere else, as a stream, so the parser lives in a scope of its own.
  await app.register(async scope => {
    scope.addContentTypeParser(LIST_TYPES, { bodyLimit: LARGEST_FILE }, (_request, payload, done) =>
      done(null, payload),
    );
    scope.post<{ Body: Readable | undefined; Querystring: ImportQuery }>(
      `${ARTICLES}/import`,
      {
        bodyLimit: LARGEST_FILE,
        ...describeRoute(
          ARTICLE_TAG,
          'Imports articles from a price list, CSV or .xlsx: number;ean;name;name_en;group;price;tax, or the columns of another system',
          ArticleImport,
          {
            querystring: ImportQuery,
            // Not validated: the file is a stream.
            body: listBody,
          },
        ),
      },
      async request => {
        const { body, query } = request;
        const { columns, tax, group, unit } = query;
        const options = {
          ...{ dryRun: isYes(query.dry_run), skipFaulty: isYes(query.skip_faulty), cutText: app.shared.cards.cutText },
          ...readingOf(query),
          choice: choiceOf(columns, { tax, group, unit }),
        };
        const source = await receivedList(body, LARGEST_FILE);
        return articleImports.run(changeOf(request.principal), source, options);
      },
    );
  });

  app.get(
    `${ARTICLES}/import`,
    describeRoute(ARTICLE_TAG, 'The import that runs, or ran last since the start', ArticleImport),
    async ({ principal }) => {
      const latest = articleImports.latest(principal.merchant);
      if (latest === null) throw new BridgeError('notFound', 'nothing has been imported since the start');
      return latest;
    },
  );

  app.get(
    `${ARTICLES}/export`,
    describeRoute(ARTICLE_TAG, 'All articles as a CSV file that imports again unchanged', listAnswer),
    async ({ principal }, reply) =>
      sendList(
        reply,
        'articles',
        services.world.clock.now(),
        exportArticles(masterData, principal.merchant, mayKnowCosts(principal)),
      ),
  );
}
