/** `/office/v1/bank`: the bank's file for the reconciliation of card payments, looked at first and then imported. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withoutCardNumbers } from '../../../domain/pan.ts';
import { describeRoute } from '../../../http/describeRoute.ts';
import { digitsOf } from '../../../reporting/cells.ts';
import {
  type BankField,
  BankFileList,
  BankFileQuery,
  BankImport,
  BankPreview,
  bankFields,
  largestBankFile,
} from '../../../wire/office/bank.ts';
import { type BankFile, readBankFile } from '../../bank/bankFile.ts';
import { BankFileRefusal } from '../../bank/bankText.ts';
import { keepPayments, type Placed, placePayments, spanOf } from '../../bank/importBank.ts';
import { reportedTerminals } from '../../bank/reportedTerminals.ts';
import type { Sql } from '../../database/officeDatabase.ts';
import { badRequest } from '../../reports/report.ts';
import { change, type Reading } from '../people/signedIn.ts';

const tag = 'Bank';
/** Payments and refusals that an answer shows. */
const SHOWN = 20;
const REFUSALS = 100;

export async function registerBank(app: FastifyInstance, reading: Reading): Promise<void> {
  const { database } = reading;
  await app.register(async inner => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBankFile }, (_request, body, done) =>
      done(null, body),
    );
    inner.post(
      '/office/v1/bank/preview',
      {
        bodyLimit: largestBankFile,
        ...describeRoute(tag, "Look at a bank's file", BankPreview, {
          description:
            'The body is the file: CSV, MT940 or CAMT (053, 052, 054). Says how it is read: character set, separator, columns by their heads, the first payments, and refused rows. Nothing is kept.',
          querystring: BankFileQuery,
        }),
      },
      async request => {
        const { file, placed } = await readFile(reading, request);
        return previewOf(file, placed);
      },
    );

    inner.post(
      '/office/v1/bank/files',
      {
        bodyLimit: largestBankFile,
        ...describeRoute(tag, "Import a bank's file", BankImport, {
          description: 'The same file, or the same payment in another file, changes nothing.',
          querystring: BankFileQuery,
        }),
      },
      async request => {
        const { file, placed, bytes } = await readFile(reading, request);
        if (file.missing.length > 0)
          throw badRequest(`no column holds ${file.missing.join(', ')}: name it, for example ?${file.missing[0]}=HEAD`);
        const name = withoutCardNumbers((request.query as BankFileQuery).name ?? 'bank.csv');
        const { merchant, person } = request.person;
        const refusals = refusalsOf(file, placed);
        return change(reading, request, 'bankFileImported', async sql => {
          const origin = { merchant, person, name, bytes, now: reading.clock.now() };
          const kept = await keepPayments(sql, origin, placed.payments);
          const counts = { taken: kept.taken, repeated: placed.payments.length - kept.taken, refused: refusals.length };
          return {
            answer: { file: kept.file, ...counts, ...spanOf(placed.payments), refusals: refusals.slice(0, REFUSALS) },
            facts: { file: kept.file, name, ...counts },
          };
        });
      },
    );
  });

  app.get(
    '/office/v1/bank/files',
    describeRoute(tag, 'List imported files of the bank', BankFileList),
    async request => {
      const data = await filesOf(database, request.person);
      return { count: data.length, data };
    },
  );
}

interface SeenFile {
  readonly file: string;
  readonly rows: number;
  readonly from: string;
  readonly to: string;
}

/** The payments of each file in these stores. */
const SEEN = `SELECT file, count(*) AS rows, to_char(min(day), 'YYYY-MM-DD') AS "from", to_char(max(day), 'YYYY-MM-DD') AS "to"
  FROM bank_entry WHERE store = ANY($1::text[]) AND ($2::text[] IS NULL OR file = ANY($2::text[])) GROUP BY file`;
const FILES = `SELECT file.id, file.name, to_char(file.imported AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS imported,
   person.name AS person FROM bank_file AS file LEFT JOIN person ON person.id = file.person
  WHERE file.merchant = $1 AND ($2::text[] IS NULL OR file.person = $3 OR file.id = ANY($2::text[]))
  ORDER BY file.imported DESC, file.id LIMIT 100`;

/** A person of a store sees the files that brought payments of the store, and those that the person imported. */
async function filesOf(
  sql: Sql,
  { merchant, stores, wholeChain, person }: FastifyRequest['person'],
): Promise<BankFileList['data']> {
  const own = wholeChain ? undefined : await sql.query<SeenFile>(SEEN, [stores, null]);
  const files = await sql.query<Omit<BankFileList['data'][number], 'rows' | 'from' | 'to'>>(FILES, [
    ...[merchant, own?.map(({ file }) => file) ?? null, person],
  ]);
  const seen = own ?? (await sql.query<SeenFile>(SEEN, [stores, files.map(({ id }) => id)]));
  const byFile = new Map(seen.map(each => [each.file, each]));
  return files.map(file => {
    const { rows = 0, from = null, to = null } = byFile.get(file.id) ?? {};
    return { ...file, rows, from, to };
  });
}

async function readFile(
  { database }: Reading,
  request: FastifyRequest,
): Promise<{ readonly file: BankFile; readonly placed: Placed; readonly bytes: Buffer }> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { merchant, stores } = request.person;
  const [row] = await database.query<{ currency: string }>('SELECT currency FROM merchant WHERE id = $1', [merchant]);
  const terminals = new Set((await reportedTerminals(database, stores)).map(({ terminal }) => terminal));
  try {
    const file = readBankFile(bytes, {
      currency: row?.currency ?? 'EUR',
      digitsOf,
      wanted: choicesOf(request),
      terminals,
    });
    return { file, bytes, placed: await placePayments(database, stores, file.payments) };
  } catch (error) {
    if (error instanceof BankFileRefusal) throw badRequest(error.message);
    throw error;
  }
}

function choicesOf({ query }: FastifyRequest): Readonly<Partial<Record<BankField, string>>> {
  const given = query as BankFileQuery;
  return Object.fromEntries(
    bankFields.flatMap(field => {
      const head = given[field];
      return head === undefined || head === '' ? [] : [[field, head] as const];
    }),
  );
}

const refusalsOf = (file: BankFile, placed: Placed) =>
  [...file.refused, ...placed.refused].sort((one, other) => one.line - other.line);

function previewOf(file: BankFile, placed: Placed): BankPreview {
  const { format, ignored, charset, separator, head, decimal, dayOrder, columns, missing } = file;
  const refusals = refusalsOf(file, placed);
  return {
    ...{
      format,
      ignored,
      charset,
      separator,
      head,
      decimal,
      day_order: dayOrder,
      columns: [...columns],
      missing: [...missing],
    },
    ...spanOf(placed.payments),
    payments: placed.payments.length,
    amount: placed.payments.reduce((sum, { amount }) => sum + amount, 0),
    sample: placed.payments.slice(0, SHOWN),
    refused: refusals.length,
    refusals: refusals.slice(0, REFUSALS),
  };
}
