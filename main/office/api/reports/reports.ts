/** `/office/v1/reports`: the declarations, and each report as JSON, CSV or PDF. */
import type { FastifyInstance } from 'fastify';
import { describeRoute } from '../../../http/describeRoute.ts';
import { sendReport } from '../../../http/reportFile.ts';
import {
  OfficeReportAnswer,
  OfficeReportList,
  OfficeReportQuery,
  type ReportQuery,
} from '../../../wire/office/reports.ts';
import { badRequest, mostRows } from '../../reports/report.ts';
import { answerReport, declarationOf, readRequest, reportOf, reports, withoutRegions } from '../../reports/reports.ts';
import { byClocksOfStores } from '../../reports/scope.ts';
import { noteRead, type Reading } from '../people/signedIn.ts';
import { scopeOfRequest } from './scope.ts';

const tag = 'Reports';

export function registerReports(app: FastifyInstance, reading: Reading): void {
  const { database } = reading;
  app.get('/office/v1/reports', describeRoute(tag, 'List reports', OfficeReportList), async request => {
    const { stores, today } = await scopeOfRequest(reading, request);
    const named = await database.query(
      'SELECT 1 FROM store WHERE id = ANY($1::text[]) AND region IS NOT NULL LIMIT 1',
      [stores],
    );
    const data = reports.map(({ declaration }) => (named.length > 0 ? declaration : withoutRegions(declaration)));
    return { data, today };
  });

  app.get(
    '/office/v1/reports/:name',
    describeRoute(tag, 'One report', OfficeReportAnswer, {
      description:
        'Business days, both included. by, across, filters (each may be given several times) and compare as the declaration says; format=csv or pdf for a file. Amounts in minor units, in files as people write them.',
      querystring: OfficeReportQuery,
    }),
    async (request, reply) => {
      const parameters = request.query as ReportQuery & Readonly<Record<string, unknown>>;
      const report = reportOf((request.params as { name: string }).name);
      const asked = await scopeOfRequest(reading, request);
      const wanted = readRequest(report, asked, parameters);
      const scope = parameters.clock === 'store' ? await byClocksOfStores(database, asked) : asked;
      const answer = await answerReport(database, scope, report, wanted);
      const { format = 'json' } = parameters;
      if (format === 'json') return answer;
      const { from, to, by } = wanted;
      const across = wanted.crossing?.across;
      await noteRead(reading, request, 'reportExported', {
        report: answer.report,
        from,
        to,
        by,
        ...(across && { across }),
        format,
      });
      if (format === 'pdf' && answer.rows.length > mostRows)
        throw badRequest(`a PDF holds at most ${mostRows} rows: choose csv or xlsx, or fewer days`);
      const declaration = declarationOf(report, wanted);
      const { language, now, timeZone } = scope;
      return sendReport(reply, format, { declaration, answer, language, now, timeZone });
    },
  );
}
