/** `/office/v1/me/second-factor`: people set a second factor up, renew their recovery codes and end it; the chain resets that of others. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { describeRoute } from '../../../http/describeRoute.ts';
import { ErrorBody } from '../../../wire/errorBody.ts';
import {
  RecoveryCodes,
  SecondFactor,
  SecondFactorBegin,
  SecondFactorBegun,
  SecondFactorConfirm,
  SecondFactorConfirmed,
  SecondFactorProof,
} from '../../../wire/office/people.ts';
import { Result } from '../../../wire/shapes.ts';
import { TokenError } from '../../../wire/token.ts';
import { BridgeError } from '../../../world/errors.ts';
import { hashToken } from '../../../world/secrets.ts';
import type { Vault } from '../../../world/vault.ts';
import type { Sql } from '../../database/officeDatabase.ts';
import { addAudit } from '../../people/audit.ts';
import { appAddress, base32 } from '../../people/oneTimeCodes.ts';
import { personOf } from '../../people/persons.ts';
import {
  beginSetUp,
  confirmSetUp,
  countRecoveryCodes,
  endFactor,
  factorOf,
  isFactorRequired,
  makeRecoveryCodes,
  SET_UP_LIFE,
} from '../../people/secondFactor.ts';
import { addSession, closeSessionsOf } from '../../people/sessions.ts';
import { placeOf } from '../place.ts';
import { cookies, setCookie } from './cookies.ts';
import { checkPassword, checkProof } from './ownProof.ts';
import { change, type Reading, tokenIn, tokenOf } from './signedIn.ts';

type Keeping = Reading & { readonly vault: Vault };

const PATH = '/office/v1/me/second-factor';
const tag = 'People';
const SLOWED = Type.Union([TokenError, ErrorBody]);
const unfit = (message: string) => new BridgeError('secondFactorState', message);

export function registerSecondFactor(app: FastifyInstance, reading: Keeping): void {
  const { database } = reading;
  app.get(PATH, describeRoute(tag, 'The own second factor', SecondFactor), async request =>
    stateOf(database, request.person.person),
  );
  registerSetUp(app, reading);
  registerProven(app, reading);

  app.post(
    '/office/v1/people/:id/second-factor/reset',
    describeRoute(tag, 'Reset the second factor of a person', Result, {
      description: 'For somebody who has lost phone and recovery codes: ends it, and every session of the person.',
    }),
    async request => {
      const { id } = request.params as { id: string };
      const { merchant, person } = request.person;
      return change(reading, request, 'secondFactorReset', async sql => {
        if (!(await personOf(sql, merchant, id))) throw new BridgeError('notFound', `there is no person ${id}`);
        if (id === person) throw unfit('somebody else resets it; the own one ends by its code');
        if (!(await endFactor(sql, id))) throw unfit(`the person ${id} has no second factor`);
        await closeSessionsOf(sql, id);
        return { answer: { result: true }, facts: { of: id } };
      });
    },
  );
}

async function stateOf(sql: Sql, person: string): Promise<SecondFactor> {
  const factor = await factorOf(sql, person);
  const [own] = await sql.query<{ has_password: boolean }>(
    'SELECT password_hash IS NOT NULL AS has_password FROM person WHERE id = $1',
    [person],
  );
  return {
    since: factor && new Date(factor.since).toISOString(),
    recovery_codes: await countRecoveryCodes(sql, person),
    required: await isFactorRequired(sql, person),
    has_password: own?.has_password ?? false,
  };
}

function registerSetUp(app: FastifyInstance, reading: Keeping): void {
  const { database, clock, vault } = reading;
  app.post(
    `${PATH}/begin`,
    {
      schema: {
        summary: 'Begin to set up a second factor',
        description:
          'Wants the password, and a code where there is one already. It counts once its first code has confirmed it, within ten minutes and in the same session.',
        tags: [tag],
        body: SecondFactorBegin,
        response: { 200: SecondFactorBegun, 429: SLOWED },
      },
    },
    async request => {
      const { before, code = '' } = request.body as SecondFactorBegin;
      const { person, merchant, username } = request.person;
      const { since, has_password: hasPassword } = await stateOf(database, person);
      if (!hasPassword) throw unfit('people of the company account have their second factor there');
      if (since === null) await checkPassword(reading, request, before);
      else await checkProof(reading, request, { before, code });
      const now = clock.now();
      const secret = await database.transaction(sql =>
        beginSetUp(sql, { vault, now }, person, hashToken(tokenIn(request))),
      );
      const [shop] = await database.query<{ name: string }>('SELECT name FROM merchant WHERE id = $1', [merchant]);
      const address = appAddress(secret, shop?.name ?? 'Tillbridge', username);
      return { secret: base32(secret), address, expires: new Date(now + SET_UP_LIFE).toISOString() };
    },
  );

  app.post(
    `${PATH}/confirm`,
    {
      schema: {
        summary: 'Confirm a second factor by its first code',
        description:
          'From now on the sign-in wants a code. Every session of the person ends, and a new one takes the place of the one that asks.',
        tags: [tag],
        body: SecondFactorConfirm,
        response: { 200: SecondFactorConfirmed },
      },
    },
    async (request, reply) => confirm(reading, request, reply),
  );
}

async function confirm(
  { database, clock, vault }: Keeping,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SecondFactorConfirmed> {
  const { code } = request.body as SecondFactorConfirm;
  const { person, merchant } = request.person;
  const now = clock.now();
  const before = hashToken(tokenIn(request));
  // A wrong code is counted, so it must not be undone by an error inside the transaction.
  const result = await database.transaction(async sql => {
    const codes = await confirmSetUp(sql, { vault, now }, person, before, code);
    if (codes === 'gone' || codes === 'wrong') return codes;
    await closeSessionsOf(sql, person);
    const browser = request.headers['user-agent'] ?? '';
    const token = await addSession(sql, now, { person, place: placeOf(request), browser, limited: false });
    await addAudit(sql, { merchant, person, action: 'secondFactorSet', facts: { of: person }, at: now });
    return { codes, token };
  });
  if (result === 'gone') throw unfit('nothing was begun in this session, or it took too long or too many codes');
  if (result === 'wrong') throw new BridgeError('secondFactorWrong', 'this is no code of the secret that was begun');
  reply.header('cache-control', 'no-store');
  const answer = { recovery_codes: [...result.codes] };
  if (tokenOf(request)?.by === 'bearer') return { ...answer, access_token: result.token };
  setCookie(request, reply, cookies.session, result.token);
  return answer;
}

/** Acts that password and code together allow. */
function registerProven(app: FastifyInstance, reading: Keeping): void {
  const { database } = reading;
  const proven = async (request: FastifyRequest): Promise<string> => {
    const { person } = request.person;
    if ((await factorOf(database, person)) === null) throw unfit('there is no second factor');
    await checkProof(reading, request, request.body as SecondFactorProof);
    return person;
  };

  app.post(
    `${PATH}/recovery-codes`,
    {
      schema: {
        summary: 'Make new recovery codes',
        description: 'Those of before are good for nothing any more.',
        tags: [tag],
        body: SecondFactorProof,
        response: { 200: RecoveryCodes, 429: SLOWED },
      },
    },
    async request => {
      const person = await proven(request);
      return change(reading, request, 'recoveryCodesMade', async sql => ({
        answer: { recovery_codes: [...(await makeRecoveryCodes(sql, person))] },
        facts: { of: person },
      }));
    },
  );

  app.post(
    `${PATH}/end`,
    {
      schema: {
        summary: 'End the own second factor',
        description:
          'The password alone signs in again, and every other session ends. Refused where the chain wants it.',
        tags: [tag],
        body: SecondFactorProof,
        response: { 200: Result, 429: SLOWED },
      },
    },
    async request => {
      const { person } = request.person;
      if (await isFactorRequired(database, person)) throw unfit('the chain wants a second factor of this role');
      await proven(request);
      return change(reading, request, 'secondFactorEnded', async sql => {
        await endFactor(sql, person);
        await closeSessionsOf(sql, person, tokenIn(request));
        return { answer: { result: true }, facts: { of: person } };
      });
    },
  );
}
