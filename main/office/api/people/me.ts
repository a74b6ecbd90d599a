/** Routes for the person who is signed in, and for changes that people make to their own account. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { describeRoute } from '../../../http/describeRoute.ts';
import { addDays } from '../../../reporting/days.ts';
import { ErrorBody } from '../../../wire/errorBody.ts';
import { EndSessionsInput, Me, OwnChange, OwnPasswordInput, OwnSessionList } from '../../../wire/office/people.ts';
import { Result } from '../../../wire/shapes.ts';
import { TokenError } from '../../../wire/token.ts';
import { BridgeError } from '../../../world/errors.ts';
import { MAIL_ATTEMPTS } from '../../exports/mailing.ts';
import { changePerson, setPassword } from '../../people/persons.ts';
import type { OfficePrincipal } from '../../people/principal.ts';
import { closeSessionOf, closeSessionsOf, sessionsOf } from '../../people/sessions.ts';
import { clockGroups, todayOf } from '../../reports/scope.ts';
import { checkPassword } from './ownProof.ts';
import { change, type Reading, tokenIn, tokenOf } from './signedIn.ts';

const tag = 'People';

export function registerMe(app: FastifyInstance, reading: Reading): void {
  app.get('/office/v1/me', describeRoute(tag, 'Who is signed in', Me), async request => meOf(reading, request.person));

  app.patch(
    '/office/v1/me',
    describeRoute(tag, 'Change language and morning mail', Me, { body: OwnChange }),
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
        tags: [tag],
        body: OwnPasswordInput,
        response: { 200: Result, 429: Type.Union([TokenError, ErrorBody]) },
      },
    },
    async request => {
      const { password, before } = request.body as OwnPasswordInput;
      const { person } = request.person;
      await checkPassword(reading, request, before);
      return change(reading, request, 'passwordChanged', async sql => {
        await setPassword(sql, person, password, tokenOf(request)?.token ?? null);
        return { answer: { result: true }, facts: { of: person } };
      });
    },
  );
}

/** Where the person is signed in, and the end of sessions that are not hers. */
export function registerSessions(app: FastifyInstance, reading: Reading): void {
  app.get('/office/v1/me/sessions', describeRoute(tag, 'List the own sessions', OwnSessionList), async request => {
    const { database, clock } = reading;
    const data = await sessionsOf(database, request.person.person, tokenIn(request), clock.now());
    return { count: data.length, data: [...data] };
  });

  app.post(
    '/office/v1/me/sessions/end',
    {
      schema: {
        summary: 'End other sessions of the own account',
        description: 'Wants the present password, where the person has one: an open screen is not enough.',
        tags: [tag],
        body: EndSessionsInput,
        response: { 200: Result, 429: Type.Union([TokenError, ErrorBody]) },
      },
    },
    async request => {
      const { before = '', session } = request.body as EndSessionsInput;
      const { person } = request.person;
      const { has_password: hasPassword } = await meOf(reading, request.person);
      if (hasPassword) await checkPassword(reading, request, before);
      return change(reading, request, 'sessionsEnded', async sql => {
        if (session === undefined) await closeSessionsOf(sql, person, tokenIn(request));
        else if (!(await closeSessionOf(sql, person, session, tokenIn(request))))
          throw new BridgeError('notFound', 'there is no other session of this id');
        return { answer: { result: true }, facts: { of: person } };
      });
    },
  );
}

const OWN = `SELECT morning_mail, password_hash IS NOT NULL AS has_password,
    (SELECT to_char(max(day), 'YYYY-MM-DD') FROM morning_mail AS mail WHERE mail.person = person.id AND mail.sent IS NULL
       AND mail.failures >= ${MAIL_ATTEMPTS} AND mail.day >= $2::date) AS mail_failed
  FROM person WHERE id = $1`;

async function meOf({ database, clock }: Reading, person: OfficePrincipal): Promise<Me> {
  const [merchant] = await database.query<Me['merchant']>(
    'SELECT id, name, currency, time_zone, street, zip, city, country, tax_number, vat_id, datev, second_factor FROM merchant WHERE id = $1',
    [person.merchant],
  );
  if (!merchant) throw new Error(`the merchant ${person.merchant} is gone`);
  const stores = await database.query<Omit<Me['stores'][number], 'today'>>(
    'SELECT id, name, time_zone, region, street, zip, city, zone_from, currencies FROM store WHERE id = ANY($1::text[]) ORDER BY name, id',
    [person.stores],
  );
  const runs = new Map(
    (await clockGroups(database, { stores: person.stores, now: clock.now() })).flatMap(group =>
      group.stores.map((id): [string, string] => [id, group.today]),
    ),
  );
  const today = await todayOf(database, {
    stores: person.stores,
    timeZone: merchant.time_zone,
    now: clock.now(),
  });
  const [own] = await database.query<Pick<Me, 'morning_mail' | 'has_password' | 'mail_failed'>>(OWN, [
    person.person,
    addDays(today, -7),
  ]);
  const { username, name, role, language } = person;
  const { morning_mail = false, has_password = false, mail_failed = null } = own ?? {};
  const account = { morning_mail, has_password, mail_failed };
  return {
    id: person.person,
    username,
    name,
    role,
    language,
    ...account,
    merchant,
    stores: stores.map(store => ({ ...store, today: runs.get(store.id) ?? today })),
    today,
  };
}
