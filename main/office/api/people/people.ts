/** `/office/v1/people`: the chain lists, makes, changes and locks people, and sets their passwords. */
import type { FastifyInstance } from 'fastify';
import { describeRoute } from '../../../http/describeRoute.ts';
import {
  OfficePerson,
  OfficePersonChange,
  OfficePersonInput,
  OfficePersonList,
  PasswordInput,
} from '../../../wire/office/people.ts';
import { Result } from '../../../wire/shapes.ts';
import { BridgeError } from '../../../world/errors.ts';
import { addPerson, changePerson, personOf, personsOf, setPassword } from '../../people/persons.ts';
import { change, type Reading } from './signedIn.ts';

const tag = 'People';
const idOf = ({ params }: { readonly params: unknown }) => (params as { id: string }).id;

export function registerPeople(app: FastifyInstance, reading: Reading): void {
  const { database } = reading;
  app.get('/office/v1/people', describeRoute(tag, 'List people', OfficePersonList), async request => {
    const data = await personsOf(database, request.person.merchant);
    return { count: data.length, data };
  });

  app.post(
    '/office/v1/people',
    { schema: { summary: 'Add a person', tags: [tag], body: OfficePersonInput, response: { 201: OfficePerson } } },
    async (request, reply) => {
      const input = request.body as OfficePersonInput;
      const added = await change(reading, request, 'personAdded', async sql => {
        const answer = await addPerson(sql, { ...input, merchant: request.person.merchant });
        return { answer, facts: { of: answer.id, role: answer.role, store: answer.store } };
      });
      return reply.code(201).send(added);
    },
  );

  app.patch(
    '/office/v1/people/:id',
    describeRoute(tag, 'Change or lock a person', OfficePerson, {
      description: 'Locking, another role and another store end the sessions of the person.',
      body: OfficePersonChange,
    }),
    async request => {
      const wanted = request.body as OfficePersonChange;
      return change(reading, request, 'personChanged', async sql => ({
        answer: await changePerson(sql, request.person.merchant, idOf(request), wanted),
        facts: { of: idOf(request), ...wanted },
      }));
    },
  );

  app.post(
    '/office/v1/people/:id/password',
    describeRoute(tag, 'Set a password', Result, { body: PasswordInput }),
    async request => {
      const id = idOf(request);
      return change(reading, request, 'passwordSet', async sql => {
        if (!(await personOf(sql, request.person.merchant, id)))
          throw new BridgeError('notFound', `there is no person ${id}`);
        await setPassword(sql, id, (request.body as PasswordInput).password, null);
        return { answer: { result: true }, facts: { of: id } };
      });
    },
  );
}
