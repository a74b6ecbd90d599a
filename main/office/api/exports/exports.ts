/** `/office/v1/exports`: sales as CSV, records as JSON Lines, closings in the layout of DSFinV-K; all as streams. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import iconv from 'iconv-lite';
import Type from 'typebox';
import { addDays, daysBetween, isDay } from '../../../reporting/days.ts';
import { fileName } from '../../../reporting/fileName.ts';
import type { DatevSettings } from '../../../wire/office/people.ts';
import { BridgeError } from '../../../world/errors.ts';
import type { Sql } from '../../database/officeDatabase.ts';
import { datevBatch, yearOf } from '../../exports/datev.ts';
import { closingArchive } from '../../exports/dsfinvk/archive.ts';
import { behind, exportVersion } from '../../exports/exportVersion.ts';
import { type DocumentPlace, documentLines, readPlace, salesCsv } from '../../exports/lists.ts';
import { streamList } from '../../lists/list.ts';
import { salesTableOf } from '../../lists/salesTable.ts';
import type { OfficeSettings } from '../../office.ts';
import { badRequest, type ReportScope } from '../../reports/report.ts';
import { checkFilters } from '../../reports/reports.ts';
import { noteRead, type Reading } from '../people/signedIn.ts';
import { scopeOfRequest } from '../reports/scope.ts';

/** Exports that run at the same time; each holds a connection to the database. */
const AT_ONCE = 3;
/** A reader that takes nothing for so long is cut off, because it keeps others from their exports, ms. */
const READ_WITHIN = 120_000;
/** Days of one export. */
const LONGEST = 400;

const SpanQuery = Type.Object(
  {
    from: Type.Optional(Type.String({ format: 'date' })),
    to: Type.Optional(Type.String({ format: 'date' })),
    store: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 100 })])),
    skip: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,15}$',
        description:
          'bytes that a reader who was cut off has already; only with If-Match and the ETag of the answer that they came with. 412: what the export is made of has changed, so it is read from its beginning',
      }),
    ),
  },
  { additionalProperties: true },
);

/** Days that were checked: they go into the statement as they are. */
interface Span {
  readonly from: string;
  readonly to: string;
  readonly stores: readonly string[];
}

interface Export {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly type: string;
  /** Ending of the file name. */
  readonly ending: string;
  /** Beginning of the file name, where a reader wants it; else that of the path. */
  readonly file?: string;
  /** Without `from` a query (`q`) chooses the days. */
  readonly choosesDays?: boolean;
  /** The moment of the export stands in it, so that no two are the same. */
  readonly isDated?: boolean;
  content(
    reading: Reading,
    request: FastifyRequest,
    scope: ReportScope,
    span: Span,
  ): AsyncGenerator<string | Uint8Array>;
}

const exports: readonly Export[] = [
  {
    path: 'sales.csv',
    summary: 'Sales as CSV',
    description:
      'q, sort and events as in the list of sales; amounts as people write them. Without from, q chooses the days.',
    choosesDays: true,
    type: 'text/csv; charset=utf-8; header=present',
    ending: 'csv',
    content({ database }, { person, query }, { language }, { from, to, stores }) {
      const parameters = query as Readonly<Record<string, unknown>>;
      const table = salesTableOf(parameters.events);
      const days = `${table.scope} AND sale.business_day BETWEEN '${from}'::date AND '${to}'::date`;
      const seen = person.stores.filter(store => stores.includes(store));
      return salesCsv(streamList(database, { ...table, scope: days }, seen, parameters)(), language);
    },
  },
  {
    path: 'documents.jsonl',
    summary: 'Records as they were received',
    description:
      'One JSON object a line: place, store, till, epoch, received, record. after=PLACE goes on behind that line, where an export was cut off.',
    type: 'application/jsonl; charset=utf-8',
    ending: 'jsonl',
    content: ({ database }, { query }, _scope, span) =>
      documentLines(database, span, placeIn(query as { readonly after?: unknown })),
  },
  {
    path: 'dsfinvk.zip',
    summary: 'Cash point closings in the layout of DSFinV-K',
    description:
      'A closing is a Z report of a till; what none contains yet is a preliminary closing under the next number, named in PRELIMINARY.txt. Marked as unsigned: no technical security device is present.',
    type: 'application/zip',
    ending: 'zip',
    async *content({ database }, { person }, _scope, span) {
      const [merchant] = await database.query<{ name: string }>('SELECT name FROM merchant WHERE id = $1', [
        person.merchant,
      ]);
      yield* closingArchive(database, { ...span, supplier: merchant?.name ?? '' });
    },
  },
  {
    path: 'datev.csv',
    summary: 'Postings for DATEV',
    description:
      'A batch of postings (EXTF, Buchungsstapel) by store and day: revenue of each tax rate and payments by method, against a clearing account. Accounts: PATCH /office/v1/merchant {datev}. In one fiscal year, in windows-1252.',
    type: 'text/csv; charset=windows-1252; header=present',
    ending: 'csv',
    file: 'EXTF_Buchungsstapel',
    isDated: true,
    async *content({ database }, { person }, { currency, now }, span) {
      const [held] = await database.query<{ datev: DatevSettings | null }>('SELECT datev FROM merchant WHERE id = $1', [
        person.merchant,
      ]);
      const datev = held?.datev;
      if (!datev) throw badRequest('nobody has set the accounts for DATEV: the chain does so on the page Shop');
      if (yearOf(span.from, datev.year_start) !== yearOf(span.to, datev.year_start))
        throw badRequest(
          `a batch for DATEV lies in one fiscal year, and one begins on ${yearOf(span.to, datev.year_start)}`,
        );
      yield iconv.encode(await datevBatch(database, datev, { ...span, currency, now }), 'windows-1252');
    },
  },
];

/** Throws `badInput` for a place that no line has. */
function placeIn({ after }: { readonly after?: unknown }): DocumentPlace | null {
  if (after === undefined || after === '') return null;
  const place = readPlace(String(after));
  if (!place) throw badRequest('after is the place of a line, such as 2026-11-23/STO_1/TIL_1/1700000000/42');
  return place;
}

export function registerExports(
  app: FastifyInstance,
  reading: Reading & { readonly settings: Pick<OfficeSettings, 'exportReadWithin'> },
): void {
  const { exportReadWithin: readWithin = READ_WITHIN } = reading.settings;
  let running = 0;
  for (const each of exports) {
    const { path, summary, description, type, ending, file, content } = each;
    app.get(
      `/office/v1/exports/${path}`,
      { schema: { summary, description, tags: ['Exports'], querystring: SpanQuery, produces: [type] } },
      async (request, reply) => {
        const scope = await scopeOfRequest(reading, request);
        const span = await spanOf(reading, request, scope, each);
        if (running >= AT_ONCE)
          throw new BridgeError('tooMany', `${AT_ONCE} exports are running; try again in a minute`, { retryAfter: 60 });
        const { version, skip, isSame } = await resumption(reading, request, { ...span, export: each, scope });
        running += 1;
        const ended = () => {
          running -= 1;
        };
        try {
          const all = content(reading, request, scope, span);
          const pieces = skip === 0 ? all : unchanged(behind(all, skip), isSame);
          const first = await pieces.next();
          await noteRead(reading, request, 'exported', { export: path, ...span, ...(skip > 0 && { skip }) });
          if (version !== null) reply.header('etag', `"${version}"`);
          const days = `${span.from}-${span.to}`;
          const name = file ? `${file}-${days}.${ending}` : fileName(`${path.replace(/\.\w+$/, '')}-${days}`, ending);
          return sendStream(reply, { type, name, ended, readWithin }, first, pieces);
        } catch (error) {
          ended();
          throw error;
        }
      },
    );
  }
}

interface Resumption {
  /** Null: an export that is never the same twice. */
  readonly version: string | null;
  readonly skip: number;
  /** True while the export would still be the same. */
  readonly isSame: () => Promise<boolean>;
}

/** Throws `preconditionFailed` where the beginning that a reader has would not fit the rest. */
async function resumption(
  { database }: Reading,
  { query, person, headers }: FastifyRequest,
  { export: wanted, scope, ...span }: Span & { readonly export: Export; readonly scope: ReportScope },
): Promise<Resumption> {
  const { skip: named = '0', ...asked } = query as { readonly skip?: string } & Readonly<Record<string, unknown>>;
  const skip = Number(named);
  const whole = { path: wanted.path, ...asked, ...span, language: scope.language };
  const versionNow = () =>
    exportVersion(database, { merchant: person.merchant, stores: [...span.stores].sort(), asked: whole });
  const version = wanted.isDated ? null : await versionNow();
  const isSame = async () => version === (await versionNow());
  if (skip === 0) return { version, skip, isSame };
  if (version === null) throw badRequest(`${wanted.path} is read from its beginning`);
  if (headers['if-match'] === undefined) throw badRequest('skip goes with If-Match and the ETag of the first answer');
  if (headers['if-match'] !== `"${version}"`)
    throw new BridgeError('preconditionFailed', 'what this export is made of has changed: read it from its beginning');
  return { version, skip, isSame };
}

/** Breaks off at its end where the records have changed meanwhile, because the beginning is of before. */
async function* unchanged(
  pieces: AsyncGenerator<string | Uint8Array>,
  isSame: () => Promise<boolean>,
): AsyncGenerator<string | Uint8Array> {
  yield* pieces;
  if (!(await isSame())) throw new Error('the records have changed while the rest of an export was read');
}

interface StreamFacts {
  readonly type: string;
  readonly name: string;
  readonly ended: () => void;
  readonly readWithin: number;
}

/** Errors of the statement come with the first piece, before the answer has begun. */
function sendStream(
  reply: FastifyReply,
  { type, name, ended, readWithin }: StreamFacts,
  first: IteratorResult<string | Uint8Array>,
  rest: AsyncGenerator<string | Uint8Array>,
): FastifyReply {
  async function* whole() {
    try {
      for (let piece = first; !piece.done; piece = await rest.next()) {
        const timer = setTimeout(() => stream.destroy(new Error('nobody reads this export')), readWithin);
        try {
          yield piece.value;
        } finally {
          clearTimeout(timer);
        }
      }
    } finally {
      await rest.return(undefined);
    }
  }
  const stream: Readable = Readable.from(whole(), { objectMode: false });
  // Also where the client left in the middle.
  stream.once('close', ended);
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(stream);
}

async function spanOf(
  { database }: Reading,
  { query, person }: FastifyRequest,
  scope: ReportScope,
  { choosesDays = false }: Export,
): Promise<Span> {
  const {
    from: first,
    to: last,
    store,
    q,
  } = query as { from?: string; to?: string; store?: string | readonly string[]; q?: string };
  const to = last ?? scope.today;
  const isChosen = first === undefined && q !== undefined && q !== '' && choosesDays;
  const from = first ?? (isChosen ? await firstDay(database, person.stores, to) : addDays(to, -30));
  if (!isDay(from) || !isDay(to)) throw badRequest('from and to are days such as 2026-11-23');
  if (from > to) throw badRequest(`from=${from} is after to=${to}`);
  if (!isChosen && daysBetween(from, to) > LONGEST) throw badRequest(`an export covers at most ${LONGEST} days`);
  const wanted = store === undefined ? null : [store].flat();
  if (wanted) await checkFilters(database, scope, { store: wanted });
  return { from, to, stores: wanted ?? person.stores };
}

/** The first day on which anything was sold, in case of days that the query chooses: what it finds is exported whole. */
async function firstDay(sql: Sql, stores: readonly string[], to: string): Promise<string> {
  const [found] = await sql.query<{ day: string | null }>(
    "SELECT to_char(min(business_day), 'YYYY-MM-DD') AS day FROM sale WHERE store = ANY($1::text[])",
    [stores],
  );
  return found?.day != null && found.day < to ? found.day : to;
}
