/** `/office/v1/reports`: the declarations, and each report as JSON, CSV or PDF. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fileName } from '../../../reporting/fileName.ts';
import { reportCsv } from '../../../reporting/reportCsv.ts';
import { reportPdf } from '../../../reporting/reportPdf.ts';
import { ReportAnswer, ReportList, ReportQuery } from '../../../wire/office/reports.ts';
import { answerReport, readRequest, reportOf, reports } from '../../reports/reports.ts';
import { noteRead, type Reading } from '../people/signedIn.ts';
import { scopeOfRequest } from './scope.ts';

const tags = ['Reports'];

export function registerReports(app: FastifyInstance, reading: Reading): void {
  const { database } = reading;
  const declarations = { data: reports.map(({ declaration }) => declaration) };
  app.get(
    '/office/v1/reports',
    { schema: { summary: 'List reports', tags, response: { 200: ReportList } } },
    async () => declarations,
  );

  app.get(
    '/office/v1/reports/:name',
    {
      schema: {
        summary: 'One report',
        description:
          'Business days, both included. by, filters (each may be given several times) and compare as the declaration says; format=csv or pdf for a file. Amounts in minor units, in files as people write them.',
        tags,
        querystring: ReportQuery,
        response: { 200: ReportAnswer },
      },
    },
    async (request, reply) => {
      const parameters = request.query as ReportQuery & Readonly<Record<string, unknown>>;
      const report = reportOf((request.params as { name: string }).name);
      const scope = await scopeOfRequest(reading, request);
      const wanted = readRequest(report, scope, parameters);
      const answer = await answerReport(database, scope, report, wanted);
      const { format = 'json' } = parameters;
      if (format === 'json') return answer;
      const { from, to, by } = wanted;
      await noteRead(reading, request, 'reportExported', { report: answer.report, from, to, by, format });
      const name = fileName(`${answer.report}-${by}-${from}-${to}`, format);
      const paper = {
        declaration: report.declaration,
        answer,
        language: scope.language,
        now: scope.now,
        timeZone: scope.timeZone,
      };
      if (format === 'csv') return sendFile(reply, 'text/csv; charset=utf-8; header=present', name, reportCsv(paper));
      return sendFile(reply, 'application/pdf', name, Buffer.from(await reportPdf(paper)));
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
