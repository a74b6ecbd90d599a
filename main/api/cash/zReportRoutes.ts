/** X and Z reports, and the steps of the end of the business day. */
import type { FastifyInstance } from 'fastify';
import { closeDay, dayClose, interimReport } from '../../cash/dayClose.ts';
import { TillQuery } from '../../wire/cash.ts';
import { DayClose, ZDays, ZInput, ZReport, ZReportList } from '../../wire/zReports.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';
import { pageOf } from './routes.ts';

const tag = 'Cash';
const path = '/bridge/v1/z-reports';

export function zReportRoutes(app: FastifyInstance, { world }: Services): void {
  app.get<{ Querystring: TillQuery }>(
    `${path}/next`,
    describeRoute(tag, 'What is to be done before the Z report of a till, step by step', DayClose, {
      querystring: TillQuery,
    }),
    async ({ principal, query }) => dayClose(world, principal, query.till),
  );
  app.get<{ Querystring: TillQuery }>(
    `${path}/interim`,
    describeRoute(tag, 'The X report: the figures so far; it changes nothing', ZReport, {
      querystring: TillQuery,
    }),
    ({ principal, query }) => interimReport(world, principal, query.till),
  );
  app.get<{ Querystring: TillQuery }>(
    `${path}/days`,
    describeRoute(tag, 'Turnover and cash difference of the last Z reports', ZDays, { querystring: TillQuery }),
    async ({ principal: { merchant }, query }): Promise<ZDays> => ({
      currency: world.devices.merchant(merchant).currency,
      data: world.zReports
        .list(merchant, query.till ?? null, pageOf(query))
        .toReversed()
        .map(({ id, number, till, till_name, days, turnover, cash }) => ({
          ...{ id, number, till, till_name, day: days.at(-1) ?? '' },
          ...{ turnover: turnover.gross, difference: cash.difference },
        })),
    }),
  );
  app.get<{ Querystring: TillQuery }>(
    path,
    describeRoute(tag, 'Z reports, the newest first', ZReportList, { querystring: TillQuery }),
    async ({ principal: { merchant }, query }) => ({
      data: [...world.zReports.list(merchant, query.till ?? null, pageOf(query))],
    }),
  );
  app.get<{ Params: { id: string } }>(
    `${path}/:id`,
    describeRoute(tag, 'One Z report as it was made', ZReport),
    async ({ principal: { merchant }, params: { id } }) =>
      orNotFound(world.zReports.find(merchant, id), 'Z report', id),
  );
  app.post<{ Body: ZInput }>(
    path,
    describeRoute(tag, 'Make the Z report; `steps` of a refusal say what has to be done first', ZReport, {
      body: ZInput,
    }),
    ({ principal, body }) => closeDay(world, principal, body),
  );
}
