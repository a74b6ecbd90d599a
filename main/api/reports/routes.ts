/** The till's own reports, in the shapes of those of the back office. */
import type { FastifyInstance } from 'fastify';
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
    async ({ principal: { merchant }, params: { name }, query, headers }) => {
      if ((query.format ?? 'json') !== 'json')
        throw new BridgeError('badInput', 'a till answers JSON; the back office gives CSV and PDF');
      const usual = usualSpan(world.clock.now());
      const [from, to] = [query.from ?? usual.from, query.to ?? usual.to];
      if (from > to) throw new BridgeError('badInput', 'from is behind to');
      const source = {
        read: (first: string, last: string, take: Parameters<typeof reportRecords>[3]) =>
          reportRecords(merchant, first, last, take),
        currency: shop.merchant(merchant).currency,
        language: languageOf(headers['accept-language']),
        tillName: (till: string) => world.devices.description(merchant, till),
      };
      const question = { name, from, to, by: query.by ?? null, compare: query.compare ?? null };
      return answerReport(source, { ...question, filters: filtersOf(query) });
    },
  );
}

/** A filter may be named several times. */
const filtersOf = (query: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    FILTERS.filter(name => query[name] !== undefined).map(name => [name, [query[name]].flat().map(String)]),
  );
