/** `/office/v1/views`: reports and lists of sales that people keep under a name, for themselves or for everybody. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { describeRoute } from '../../../http/describeRoute.ts';
import { SavedView, SavedViewInput, SavedViewList } from '../../../wire/office/views.ts';
import { Result } from '../../../wire/shapes.ts';
import { BridgeError } from '../../../world/errors.ts';
import { badRequest } from '../../reports/report.ts';
import { change, type Reading } from '../people/signedIn.ts';

const tag = 'Reports';
/** Views of one person. */
const MOST = 100;

const SEEN = `SELECT id, name, path, shared, person = $2 AS own FROM saved_view
  WHERE merchant = $1 AND (person = $2 OR shared) ORDER BY lower(name), id`;

export function registerViews(app: FastifyInstance, reading: Reading): void {
  const { database } = reading;
  app.get(
    '/office/v1/views',
    describeRoute(tag, 'List saved views', SavedViewList, { description: 'The own ones and those that are shared.' }),
    async request => {
      const { merchant, person } = request.person;
      const data = await database.query(SEEN, [merchant, person]);
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
        const [answer] = await sql.query(
          `INSERT INTO saved_view (id, merchant, person, name, path, shared) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (person, name) DO UPDATE SET path = excluded.path, shared = excluded.shared
           RETURNING id, name, path, shared, true AS own`,
          [randomUUID(), merchant, person, name.trim(), path, shared],
        );
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
}
