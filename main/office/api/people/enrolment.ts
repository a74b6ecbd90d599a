/** Enrolment by people: a code for a new installation, shown once, and the end of the right of an installation to send. */
import type { FastifyInstance } from 'fastify';
import { describeRoute } from '../../../http/describeRoute.ts';
import { EnrolmentCodeInput, NewEnrolmentCode } from '../../../wire/office/enrolment.ts';
import { Result } from '../../../wire/shapes.ts';
import { BridgeError } from '../../../world/errors.ts';
import { revoke } from '../../enrolment/bridges.ts';
import { CODE_HOLDS, makeCode } from '../../enrolment/codes.ts';
import { change, type Reading } from './signedIn.ts';

const tag = 'Places';

export function registerEnrolment(app: FastifyInstance, reading: Reading): void {
  app.post(
    '/office/v1/codes',
    {
      schema: {
        summary: 'Make an enrolment code',
        description:
          'For one installation of a store, or for several (`uses`), valid for a day. It is in this answer and nowhere else.',
        tags: [tag],
        body: EnrolmentCodeInput,
        response: { 201: NewEnrolmentCode },
      },
    },
    async (request, reply) => {
      const { store, uses = 1 } = request.body as EnrolmentCodeInput;
      const { stores, person } = request.person;
      if (!stores.includes(store)) throw new BridgeError('notFound', 'there is no such store');
      const now = reading.clock.now();
      const code = await change(reading, request, 'codeMade', async sql => ({
        answer: await makeCode(sql, store, person, now, uses),
        facts: { store, ...(uses > 1 ? { uses } : {}) },
      }));
      return reply.code(201).send({ code, store, uses, expires: new Date(now + CODE_HOLDS).toISOString() });
    },
  );

  app.post(
    '/office/v1/bridges/:id/revoke',
    describeRoute(tag, 'Revoke an installation', Result, {
      description: 'It can send nothing any more and keeps everything; what it sent stays. A new code enrols it again.',
    }),
    async request => {
      const { id } = request.params as { id: string };
      const { merchant, stores } = request.person;
      return change(reading, request, 'bridgeRevoked', async sql => {
        const [own] = await sql.query('SELECT id FROM bridge WHERE id = $1 AND store = ANY($2::text[])', [id, stores]);
        if (!own || !(await revoke(sql, merchant, id))) throw new BridgeError('notFound', 'there is no such bridge');
        return { answer: { result: true }, facts: { of: id } };
      });
    },
  );
}
