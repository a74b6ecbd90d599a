/** Who is signed in, and what people may change of themselves. */
import type { FastifyInstance } from 'fastify';
import { Me, OwnChange, OwnPasswordInput } from '../../../wire/office/people.ts';
import { Result } from '../../../wire/shapes.ts';
import { BridgeError } from '../../../world/errors.ts';
import { passwordMatches } from '../../people/passwords.ts';
import { changePerson, setPassword } from '../../people/persons.ts';
import type { OfficePrincipal } from '../../people/principal.ts';
import { dayIn } from '../../reports/days.ts';
import { change, type Reading, tokenOf } from './signedIn.ts';

const tags = ['People'];

export function registerMe(app: FastifyInstance, reading: Reading): void {
  app.get('/office/v1/me', { schema: { summary: 'Who is signed in', tags, response: { 200: Me } } }, async request =>
    meOf(reading, request.person),
  );

  app.patch(
    '/office/v1/me',
    { schema: { summary: 'Change language and morning mail', tags, body: OwnChange, response: { 200: Me } } },
    async request => {
      const { merchant, person } = request.person;
      const wanted = request.body as OwnChange;
      await change(reading, request, 'selfChanged', async sql => ({
        answer: await changePerson(sql, merchant, person, wanted),
        facts: { ...wanted },
      }));
      return meOf(reading, { ...request.person, ...(wanted.language ? { language: wanted.language } : {}) });
    },
  );

  app.post(
    '/office/v1/me/password',
    {
      schema: {
        summary: 'Change the own password',
        description: 'Ends every other session of the person.',
        tags,
        body: OwnPasswordInput,
        response: { 200: Result },
      },
    },
    async request => {
      const { password, before } = request.body as OwnPasswordInput;
      const { person } = request.person;
      const [known] = await reading.database.query<{ password_hash: string | null }>(
        'SELECT password_hash FROM person WHERE id = $1',
        [person],
      );
      if (!(await passwordMatches(before, known?.password_hash ?? null)))
        throw new BridgeError('forbidden', 'the password of before is not right');
      return change(reading, request, 'passwordChanged', async sql => {
        await setPassword(sql, person, password, tokenOf(request)?.token ?? null);
        return { answer: { result: true }, facts: { of: person } };
      });
    },
  );
}

async function meOf({ database, clock }: Reading, person: OfficePrincipal): Promise<Me> {
  const [merchant] = await database.query<Me['merchant']>(
    'SELECT id, name, currency, time_zone FROM merchant WHERE id = $1',
    [person.merchant],
  );
  if (!merchant) throw new Error(`the merchant ${person.merchant} is gone`);
  const stores = await database.query<Me['stores'][number]>(
    'SELECT id, name, time_zone FROM store WHERE id = ANY($1::text[]) ORDER BY name, id',
    [person.stores],
  );
  const { username, name, role, language } = person;
  const today = dayIn(merchant.time_zone, clock.now());
  return { id: person.person, username, name, role, language, merchant, stores: [...stores], today };
}
