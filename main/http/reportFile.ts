/** Sends a report as CSV or PDF, for the routes of the till and those of the back office. */
import type { FastifyReply } from 'fastify';
import { fileName } from '../reporting/fileName.ts';
import { type ReportPaper, reportCsv } from '../reporting/reportCsv.ts';

export async function sendReport(
  reply: FastifyReply,
  format: 'csv' | 'pdf',
  paper: ReportPaper,
): Promise<FastifyReply> {
  const { report, by, from, to } = paper.answer;
  const isCsv = format === 'csv';
  // The library of PDF is a tenth of the work of a start, and few starts ever need it.
  const file = isCsv
    ? reportCsv(paper)
    : Buffer.from(await (await import('../reporting/reportPdf.ts')).reportPdf(paper));
  return (
    reply
      .header('content-type', isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/pdf')
      .header('content-disposition', `attachment; filename="${fileName(`${report}-${by}-${from}-${to}`, format)}"`)
      // The serialisers of JSON are left aside: the file is sent as it is.
      .serializer((payload: unknown) => payload as string)
      .send(file)
  );
}
