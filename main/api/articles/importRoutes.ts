/** Articles from a file and into a file: `POST` takes the file as it is and answers when everything is written; `GET` shows how far it is. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { FileChoice } from '../../domain/fileChoice.ts';
import { exportArticles } from '../../masterData/articles/articleExport.ts';
import { isYes } from '../../query/listParameters.ts';
import { ArticleImport, ImportQuery } from '../../wire/articles.ts';
import { localDate } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { changeOf } from '../masterDataChange.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';
import { ARTICLE_TAG, ARTICLES } from './routes.ts';

const LARGEST_FILE = 32_000_000;
const TYPES = [
  ...['text/csv', 'text/plain', 'application/vnd.ms-excel', 'application/octet-stream'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

export async function importRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { articleImports, masterData } = services;

  // Files are taken here and nowhere else, as a stream, so the parser lives in a scope of its own.
  await app.register(async scope => {
    scope.addContentTypeParser(TYPES, { bodyLimit: LARGEST_FILE }, (_request, payload, done) => done(null, payload));
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
            body: { content: { 'text/csv': { schema: { description: 'the file' } } } },
          },
        ),
      },
      async request => {
        const { body, query } = request;
        if (!(body instanceof Readable)) throw new BridgeError('badInput', 'the body has to be a CSV file (text/csv)');
        const { character_set: characterSet = null, zeros = 'ask' } = query;
        const options = {
          ...{ dryRun: isYes(query.dry_run), skipFaulty: isYes(query.skip_faulty), characterSet, zeros },
          choice: choiceOf(query),
          cutText: app.cards.cutText,
        };
        return articleImports.run(changeOf(request.principal), partsOf(await received(body)), options);
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
    describeRoute(ARTICLE_TAG, 'All articles as a CSV file that imports again unchanged', {
      description: 'the file',
      content: { 'text/csv': { schema: { type: 'string' } } },
    }),
    async ({ principal }, reply) => {
      const name = `articles-${localDate(new Date(services.world.clock.now()))}.csv`;
      return reply
        .headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'private, no-store' })
        .type('text/csv; charset=utf-8')
        .send(Readable.from(exportArticles(masterData, principal.merchant)));
    },
  );
}

/** Null where the call says nothing about the columns. */
function choiceOf({ columns, tax, group, unit }: ImportQuery): FileChoice | null {
  const values = Object.fromEntries(
    Object.entries({ tax, group, unit }).filter(([, value]) => value),
  ) as FileChoice['values'];
  if (columns === undefined && Object.keys(values).length === 0) return null;
  return { columns: columns === undefined ? null : columns.split(',').map(column => column.trim()), values };
}

/**
 * The file as it arrived: a request may take as long as its sender needs to send it, and reading the lines takes longer than that.
 * Throws `tooLarge`.
 */
async function received(source: Readable): Promise<readonly Buffer[]> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of source as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST_FILE) throw new BridgeError('tooLarge', `a file may have ${LARGEST_FILE} bytes`);
    parts.push(part);
  }
  return parts;
}

/** Part by part, so that what was read need not be kept. */
async function* partsOf(parts: readonly Buffer[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}
