/** The till's own reports, in the shapes of those of the back office. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fileName } from '../../reporting/fileName.ts';
import { reportCsv } from '../../reporting/reportCsv.ts';
import { reportPdf } from '../../reporting/reportPdf.ts';
import { answerReport, tillReports, usualSpan } from '../../reports/answer.ts';
import { ReportAnswer, ReportList, ReportQuery } from '../../wire/office/reports.ts';
import { ErrorBody } from '../../wire/shapes.ts';
import { BridgeError } from '../../world/errors.ts';
import { languageOf } from '../errorAnswers.ts';
import type { Services } from '../services.ts';

const tags = ['Reports'];
const path = '/bridge/v1/reports';
const roles = ['manager', 'integrator', 'backoffice'] as const;

const FILTERS = ['store', 'till', 'cashier', 'article', 'group', 'tax', 'method'] as const;

export function reportRoutes(app: FastifyInstance, services: Services): void {
  const { world, shop, reportRecords } = services;
  app.get(
    path,
    {
      config: { roles },
      schema: { tags, summary: 'Reports of this till', response: { 200: ReportList, '4xx': ErrorBody } },
    },
    async () => ({ data: tillReports.map(({ declaration }) => declaration) }),
  );

  app.get<{ Params: { name: string }; Querystring: ReportQuery & Readonly<Record<string, unknown>> }>(
    `${path}/:name`,
    {
      config: { roles },
      schema: {
        tags,
        summary: 'One report; filters beside from, to and by, as its declaration names them',
        querystring: ReportQuery,
        response: { 200: ReportAnswer, '4xx': ErrorBody },
      },
    },
    async ({ principal: { merchant }, params: { name }, query, headers }, reply) => {
      const now = world.clock.now();
      const usual = usualSpan(now);
      const [from, to] = [query.from ?? usual.from, query.to ?? usual.to];
      if (from > to) throw new BridgeError('badInput', 'from is behind to');
      const language =
        query.language === 'de' || query.language === 'en' ? query.language : languageOf(headers['accept-language']);
      const source = {
        read: (first: string, last: string, take: Parameters<typeof reportRecords>[3]) =>
          reportRecords(merchant, first, last, take),
        currency: shop.merchant(merchant).currency,
        language,
        now,
        tillName: (till: string) => world.devices.description(merchant, till),
      };
      const question = { name, from, to, by: query.by ?? null, compare: query.compare ?? null };
      const answer = await answerReport(source, { ...question, filters: filtersOf(query) });
      const { format = 'json' } = query;
      if (format === 'json') return answer;
      const declaration = tillReports.map(report => report.declaration).find(each => each.name === name);
      if (!declaration) throw new BridgeError('notFound', `there is no report ${name}`);
      const paper = { declaration, answer, language, now, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
      const file = fileName(`${name}-${answer.by}-${from}-${to}`, format);
      if (format === 'csv') return sendFile(reply, 'text/csv; charset=utf-8; header=present', file, reportCsv(paper));
      return sendFile(reply, 'application/pdf', file, Buffer.from(await reportPdf(paper)));
    },
  );
}

/** The serialisers of JSON are left aside: the file is sent as it is. */
function sendFile(reply: FastifyReply, type: string, name: string, content: string | Buffer): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .serializer((payload: unknown) => payload as string)
    .send(content);
}

/** A filter may be named several times. */
const filtersOf = (query: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    FILTERS.filter(name => query[name] !== undefined).map(name => [name, [query[name]].flat().map(String)]),
  );
