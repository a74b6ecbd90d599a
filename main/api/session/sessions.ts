/** `/bridge/v1/sessions`: people see where they are signed in, and end it; a manager sees and ends those of everybody. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SignInOrigin } from '../../services/auth/grants.ts';
import { addressOf } from '../../services/auth/signInPlaces.ts';
import type { SignInRow } from '../../store/accounts.ts';
import { type SessionView, SessionViewList } from '../../wire/session.ts';
import { Result } from '../../wire/shapes.ts';
import { timestamp } from '../../world/clock.ts';
import { screenClientId } from '../../world/demoIds.ts';
import type { Principal } from '../../world/people.ts';
import { hashToken } from '../../world/secrets.ts';
import { connectionOf } from '../requestSource.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/sessions';
/** Of the names that a browser and the server before us give, characters. */
const LONGEST_NAME = 300;

export const originOf = (request: FastifyRequest): SignInOrigin => ({
  address: addressOf(connectionOf(request)).slice(0, LONGEST_NAME),
  browser: (request.headers['user-agent'] ?? '').slice(0, LONGEST_NAME),
});

/** The beginning of a hash of the family, which opens nothing. */
const idOf = ({ family }: SignInRow): string => hashToken(family).slice(0, 20);

export function sessionListRoutes(app: FastifyInstance, services: Services): void {
  const { masterData, grants, world } = services;
  const { accounts, devices } = masterData;
  const tillOf = ({ merchant, device }: SignInRow): SessionView['till'] => {
    const till = device ?? devices.firstTill(merchant);
    return till === null ? null : { id: till, name: devices.find(merchant, till)?.description ?? till };
  };
  /** Those that the caller may see and end. */
  const seenBy = ({ merchant, staff, role }: Principal): readonly SignInRow[] =>
    accounts.signInsOf(merchant, role === 'manager' ? null : (staff?.id ?? ''), world.clock.now());

  app.get(
    path,
    describeRoute('Screen', 'Where people are signed in', SessionViewList, {
      description: 'The own sessions; for a manager those of everybody, at every screen and through every program.',
    }),
    async ({ principal }) => {
      const data = seenBy(principal).map((row): SessionView => {
        const { staff, client, begunAt, renewedAt, address, browser } = row;
        return {
          id: idOf(row),
          person: { id: staff, name: accounts.staffById(staff)?.name ?? staff },
          till: tillOf(row),
          client: client === screenClientId ? null : client,
          begun: timestamp(begunAt),
          lastUsed: timestamp(renewedAt),
          ...{ address, browser },
          own: row.family === principal.session,
        };
      });
      return { count: data.length, data };
    },
  );

  app.post<{ Params: { id: string } }>(
    `${path}/:id/end`,
    describeRoute('Screen', 'End a session', Result, {
      description:
        'An own one; a manager ends those of others, too. Its tokens and event streams end at once, and its page asks for a sign-in.',
    }),
    async ({ principal, params }) => {
      const found = seenBy(principal).find(row => idOf(row) === params.id) ?? null;
      await grants.endSignIn(orNotFound(found, 'session', params.id));
      return { result: true };
    },
  );
}
