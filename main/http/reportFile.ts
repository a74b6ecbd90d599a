/** Sends a report as CSV, workbook or PDF, for the routes of the till and those of the back office. */
import type { FastifyReply } from 'fastify';
import { crossedPaper } from '../reporting/crossedPaper.ts';
import { fileName } from '../reporting/fileName.ts';
import { type ReportPaper, reportCsv } from '../reporting/reportCsv.ts';

export type FileFormat = 'csv' | 'xlsx' | 'pdf';

const TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** The libraries of PDF and of workbooks are a part of the work of a start, and few starts ever need them. */
const FILES: Readonly<Record<FileFormat, (paper: ReportPaper) => Promise<string | Buffer>>> = {
  csv: async paper => reportCsv(paper),
  xlsx: async paper => (await import('../reporting/reportXlsx.ts')).reportXlsx(paper),
  pdf: async paper => Buffer.from(await (await import('../reporting/reportPdf.ts')).reportPdf(paper)),
};

export async function sendReport(reply: FastifyReply, format: FileFormat, paper: ReportPaper): Promise<FastifyReply> {
  const { report, by, across, from, to } = paper.answer;
  const keys = across ? `${by}-${across.by}` : by;
  return (
    reply
      .header('content-type', TYPES[format])
      .header('content-disposition', `attachment; filename="${fileName(`${report}-${keys}-${from}-${to}`, format)}"`)
      // The serialisers of JSON are left aside: the file is sent as it is.
      .serializer((payload: unknown) => payload as string)
      .send(await FILES[format](crossedPaper(paper)))
  );
}
