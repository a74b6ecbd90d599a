/** The journal: search, one request with everything that belongs to it, and the request as a command line. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { parseQuery } from '../../query/parse.ts';
import { ownRequestsOnly } from '../../services/auth/rights.ts';
import type { Journal } from '../../services/journal/journal.ts';
import { type JournalReader, searchJournal, storyOf } from '../../services/journal/search.ts';
import { JournalPage, JournalQuery, type JournalRequest, JournalStory } from '../../wire/journal.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/journal';
const tag = 'Journal';

interface ById {
  Params: { supportId: string };
}

export function journalRoutes(app: FastifyInstance, services: Services): void {
  function kept(): Journal {
    if (services.journal) return services.journal;
    throw new BridgeError('notFound', 'the journal is switched off (setting journal)');
  }

  app.get<{ Querystring: JournalQuery }>(
    path,
    describeRoute(tag, 'Search the journal, newest first', JournalPage, { querystring: JournalQuery }),
    async ({ principal, query: { q = '', count = '20', offset = '0' } }) => {
      const parsed = parseQuery(q);
      if (!parsed.ok) throw new BridgeError('badQuery', parsed.message);
      const page = { query: parsed.query, text: q, count: Number(count), offset: Number(offset) };
      return searchJournal(kept(), readerOf(principal), page);
    },
  );

  const story = async (principal: Principal, supportId: string) =>
    orNotFound(await storyOf(kept(), readerOf(principal), supportId), 'journal entry', supportId);

  app.get<ById>(
    `${path}/:supportId`,
    describeRoute(tag, 'One request with its answer, its changes and its pushes', JournalStory),
    async ({ principal, params }) => story(principal, params.supportId),
  );

  app.get<ById>(
    `${path}/:supportId/curl`,
    describeRoute(tag, 'The request as a curl command', Type.String()),
    async ({ principal, params, protocol, host }, reply) => {
      const { request } = await story(principal, params.supportId);
      const command = curlOf(orNotFound(request, 'journal request', params.supportId), `${protocol}://${host}`);
      return reply.type('text/plain; charset=utf-8').send(command);
    },
  );
}

const readerOf = (principal: Principal): JournalReader => ({
  merchant: principal.merchant,
  client: ownRequestsOnly(principal) ? principal.client : null,
});

/**
 * A request of the journal as a command line that repeats it. `origin` is the address of the bridge; the token is left to
 * the shell variable TOKEN, and masked members have to be put in by hand.
 */
function curlOf({ method, url, headers, body }: JournalRequest, origin: string): string {
  const { authorization, ...shown } = headers;
  const parts = [
    `curl -i -X ${method} ${quoted(origin + url)}`,
    ...(authorization === undefined ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...Object.entries(shown).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null || body === undefined ? [] : [`--data-raw ${quoted(bodyText(headers, body))}`]),
  ];
  return `${parts.join(' \\\n  ')}\n`;
}

function bodyText(headers: JournalRequest['headers'], body: unknown): string {
  if (typeof body === 'string') return body;
  const isForm = headers['content-type']?.includes('form-urlencoded') ?? false;
  return isForm ? String(new URLSearchParams(body as Record<string, string>)) : JSON.stringify(body);
}

/** For a POSIX shell: nothing inside single quotes means anything. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
