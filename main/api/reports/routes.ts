/** The till's own reports, in the shapes of those of the back office. */
import type { FastifyInstance } from 'fastify';
import { languageOf } from '../../http/errorAnswers.ts';
import { sendReport } from '../../http/reportFile.ts';
import { daysBetween, isDay, longestSpan } from '../../reporting/days.ts';
import { reportFilters } from '../../reporting/declarations.ts';
import { answerReport, usualSpan } from '../../tillReports/answer.ts';
import { tillReports } from '../../tillReports/tillReports.ts';
import { ReportAnswer, ReportList, ReportQuery } from '../../wire/office/reports.ts';
import { BridgeError } from '../../world/errors.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const tag = 'Reports';
const path = '/bridge/v1/reports';

export function reportRoutes(app: FastifyInstance, services: Services): void {
  const { world, shop, reportRecords } = services;
  app.get(path, describeRoute(tag, 'Reports of this till', ReportList), async ({ principal: { merchant } }) => ({
    data: tillReports.map(({ declaration }) => declaration),
    today: world.businessDay(merchant, world.clock.now()),
  }));

  app.get<{ Params: { name: string }; Querystring: ReportQuery & Readonly<Record<string, unknown>> }>(
    `${path}/:name`,
    describeRoute(tag, 'One report; filters beside from, to and by, as its declaration names them', ReportAnswer, {
      querystring: ReportQuery,
    }),
    async ({ principal: { merchant }, params: { name }, query, headers }, reply) => {
      const now = world.clock.now();
      const usual = usualSpan(world.businessDay(merchant, now));
      const [from, to] = [query.from ?? usual.from, query.to ?? usual.to];
      if (!isDay(from) || !isDay(to)) throw new BridgeError('badInput', 'from and to are days such as 2026-11-23');
      if (from > to) throw new BridgeError('badInput', 'from is behind to');
      if (daysBetween(from, to) > longestSpan)
        throw new BridgeError('badInput', `a report covers at most ${longestSpan} days`);
      const timeZone = shop.merchant(merchant).timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
      const language =
        query.language === 'de' || query.language === 'en' ? query.language : languageOf(headers['accept-language']);
      const source = {
        ...{ merchant, figures: world.figures },
        listed: (first: string, last: string) => reportRecords(merchant, first, last),
        currency: shop.merchant(merchant).currency,
        ...{ language, timeZone, now },
        tillName: (till: string) => world.devices.description(merchant, till),
      };
      const question = { name, from, to, by: query.by ?? null, compare: query.compare ?? null };
      const answer = await answerReport(source, { ...question, filters: filtersOf(query) });
      const { format = 'json' } = query;
      if (format === 'json') return answer;
      const declaration = tillReports.map(report => report.declaration).find(each => each.name === name);
      if (!declaration) throw new BridgeError('notFound', `there is no report ${name}`);
      return sendReport(reply, format, { declaration, answer, language, now, timeZone });
    },
  );
}

/** A filter may be named several times. */
const filtersOf = (query: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    reportFilters.filter(name => query[name] !== undefined).map(name => [name, [query[name]].flat().map(String)]),
  );
