/** `/office/v1/views`: reports and lists of sales that people keep under a name, for themselves or for everybody. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { describeRoute } from '../../../http/describeRoute.ts';
import { SavedView, SavedViewInput, SavedViewList, ViewMail, viewKindOf } from '../../../wire/office/views.ts';
import { Result } from '../../../wire/shapes.ts';
import { BridgeError } from '../../../world/errors.ts';
import type { Sql } from '../../database/officeDatabase.ts';
import { MAIL_ATTEMPTS } from '../../exports/mailing.ts';
import type { OfficePrincipal } from '../../people/principal.ts';
import { badRequest } from '../../reports/report.ts';
import { change, type Reading } from '../people/signedIn.ts';
import { scopeOfRequest } from './scope.ts';

const tag = 'Reports';
/** Views of one person. */
const MOST = 100;

const COLUMNS = `saved_view.id, saved_view.name, saved_view.path, saved_view.shared, saved_view.person = $2 AS own,
  view_mail.every AS mail, view_mail.file AS mail_file, coalesce(view_mail.paused, false) AS mail_paused,
  coalesce(view_mail.sent IS NULL AND view_mail.failures >= ${MAIL_ATTEMPTS}, false) AS mail_failed`;
const SEEN = `SELECT ${COLUMNS} FROM saved_view LEFT JOIN view_mail ON view_mail.view = saved_view.id AND view_mail.person = $2
  WHERE saved_view.merchant = $1 AND (saved_view.person = $2 OR saved_view.shared)`;

export function registerViews(app: FastifyInstance, reading: Reading): void {
  const { database } = reading;
  app.get(
    '/office/v1/views',
    describeRoute(tag, 'List saved views', SavedViewList, { description: 'The own ones and those that are shared.' }),
    async request => {
      const { merchant, person } = request.person;
      const data = await database.query(`${SEEN} ORDER BY lower(saved_view.name), saved_view.id`, [merchant, person]);
      return { count: data.length, data };
    },
  );

  app.post(
    '/office/v1/views',
    {
      schema: {
        summary: 'Keep a view',
        description: 'A report or a list of sales with its filters. An own view of the same name is replaced.',
        tags: [tag],
        body: SavedViewInput,
        response: { 201: SavedView },
      },
    },
    async (request, reply) => {
      const { name, path, shared = false } = request.body as SavedViewInput;
      const { merchant, person } = request.person;
      const kept = await change(reading, request, 'viewKept', async sql => {
        const [held] = await sql.query<{ count: number }>(
          'SELECT count(*)::integer AS count FROM saved_view WHERE person = $1 AND name <> $2',
          [person, name.trim()],
        );
        if ((held?.count ?? 0) >= MOST) throw badRequest(`a person keeps at most ${MOST} views: remove one first`);
        const id = randomUUID();
        const [row] = await sql.query<{ id: string }>(
          `INSERT INTO saved_view (id, merchant, person, name, path, shared) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (person, name) DO UPDATE SET path = excluded.path, shared = excluded.shared
           RETURNING id`,
          [id, merchant, person, name.trim(), path, shared],
        );
        const answer = await seenView(sql, request.person, row?.id ?? id);
        return { answer, facts: { name: name.trim(), path, shared } };
      });
      return reply.code(201).send(kept);
    },
  );

  app.delete(
    '/office/v1/views/:id',
    describeRoute(tag, 'Remove a view', Result, { description: 'An own one; the chain also removes shared ones.' }),
    async request => {
      const { id } = request.params as { id: string };
      const { merchant, person, role } = request.person;
      return change(reading, request, 'viewRemoved', async sql => {
        const rows = await sql.query<{ name: string }>(
          'DELETE FROM saved_view WHERE id = $1 AND merchant = $2 AND (person = $3 OR (shared AND $4)) RETURNING name',
          [id, merchant, person, role === 'chain'],
        );
        if (!rows[0]) throw new BridgeError('notFound', 'there is no such view');
        return { answer: { result: true }, facts: { name: rows[0].name } };
      });
    },
  );
  registerMails(app, reading);
}

function registerMails(app: FastifyInstance, reading: Reading): void {
  app.put(
    '/office/v1/views/:id/mail',
    {
      schema: {
        summary: 'Send a view by mail',
        description:
          'A report or a list of sales, to the person who asks, with the figures of the own stores: every morning, on Mondays, or on the first of a month, with a workbook or CSV. Its days move along; what would end with the day of the mail ends the day before.',
        tags: [tag],
        body: ViewMail,
        response: { 200: SavedView },
      },
    },
    async request => {
      const { id } = request.params as { id: string };
      const { every, file = null, paused = null } = request.body as ViewMail;
      const { person, username } = request.person;
      const { today } = await scopeOfRequest(reading, request);
      return change(reading, request, 'viewMailChanged', async sql => {
        const view = await seenView(sql, request.person, id);
        if (every !== null && viewKindOf(view.path) === null)
          throw badRequest(`${view.path} is neither a report nor a list of sales, so it is not mailed`);
        if (every !== null && !username.includes('@'))
          throw badRequest(`${username} is no mail address, so nothing can be sent`);
        // The first one goes out on the next morning that is due.
        if (every === null) await sql.query('DELETE FROM view_mail WHERE view = $1 AND person = $2', [id, person]);
        else
          await sql.query(
            `INSERT INTO view_mail (view, person, every, day, file, paused)
             VALUES ($1, $2, $3, $4::date, coalesce($5, 'xlsx'), coalesce($6, false))
             ON CONFLICT (view, person) DO UPDATE SET every = excluded.every, file = coalesce($5, view_mail.file),
               paused = coalesce($6, view_mail.paused), failures = 0, problem = NULL,
               day = greatest(view_mail.day, excluded.day)`,
            [id, person, every, today, file, paused],
          );
        return {
          answer: await seenView(sql, request.person, id),
          facts: { name: view.name, every: every ?? 'never', ...(paused !== null && { paused }) },
        };
      });
    },
  );
}

/** Throws `notFound` for a view that the person does not see. */
async function seenView(
  sql: Sql,
  { merchant, person }: Pick<OfficePrincipal, 'merchant' | 'person'>,
  id: string,
): Promise<SavedView> {
  const [view] = await sql.query<SavedView>(`${SEEN} AND saved_view.id = $3`, [merchant, person, id]);
  if (!view) throw new BridgeError('notFound', 'there is no such view');
  return view;
}
