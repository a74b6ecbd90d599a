/** The till's own reports, in the shapes of those of the back office. */
import type { FastifyInstance } from 'fastify';
import { languageOf } from '../../http/errorAnswers.ts';
import { sendReport } from '../../http/reportFile.ts';
import { daysBetween, isDay, longestSpan } from '../../reporting/days.ts';
import { reportFilters, withoutMargin, withoutMarginFigures } from '../../reporting/declarations.ts';
import { answerReport, usualSpan } from '../../tillReports/answer.ts';
import { tillReports } from '../../tillReports/tillReports.ts';
import { ReportAnswer, type ReportDeclaration, ReportList, ReportQuery } from '../../wire/office/reports.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { mayKnowCosts } from '../articles/costs.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const tag = 'Reports';
const path = '/bridge/v1/reports';

export function reportRoutes(app: FastifyInstance, services: Services): void {
  const { world, shop, reportRecords } = services;
  app.get(path, describeRoute(tag, 'Reports of this till', ReportList), async ({ principal }) => ({
    data: tillReports.map(({ declaration }) => shownTo(principal, declaration)),
    today: world.businessDay(principal.merchant, world.clock.now()),
  }));

  app.get<{ Params: { name: string }; Querystring: ReportQuery & Readonly<Record<string, unknown>> }>(
    `${path}/:name`,
    describeRoute(tag, 'One report; filters beside from, to and by, as its declaration names them', ReportAnswer, {
      querystring: ReportQuery,
    }),
    async ({ principal, params: { name }, query, headers }, reply) => {
      const { merchant } = principal;
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
      const counted = await answerReport(source, { ...question, filters: filtersOf(query) });
      const answer = mayKnowCosts(principal) ? counted : withoutMarginFigures(counted);
      const { format = 'json' } = query;
      if (format === 'json') return answer;
      const declared = tillReports.map(report => report.declaration).find(each => each.name === name);
      if (!declared) throw new BridgeError('notFound', `there is no report ${name}`);
      return sendReport(reply, format, { declaration: shownTo(principal, declared), answer, language, now, timeZone });
    },
  );
}

/** Margin and cost are for those who may know purchase prices. */
const shownTo = (principal: Principal, declaration: ReportDeclaration): ReportDeclaration =>
  mayKnowCosts(principal) ? declaration : withoutMargin(declaration);

/** A filter may be named several times. */
const filtersOf = (query: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    reportFilters.filter(name => query[name] !== undefined).map(name => [name, [query[name]].flat().map(String)]),
  );
