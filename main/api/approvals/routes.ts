/** Approvals by PIN, the record of what was done with them, and leaving the kiosk. */
import type { FastifyInstance } from 'fastify';
import { approvalQueries } from '../../store/approvals.ts';
import { Approval, ApprovalAnswer, ApprovalInput, KioskExit } from '../../wire/approvals.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { noteChange } from '../../world/requestContext.ts';
import { addListRoute, addReadRoute, describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';
import { isPerson } from './approvalCheck.ts';

const path = '/bridge/v1/approvals';
const object = 'auth.approvals';
const tag = 'Approvals';

const resource = { path, tag, object, item: Approval, queries: approvalQueries };

export function approvalRoutes(app: FastifyInstance, services: Services): void {
  const { approvals, approvalLog, exits, world } = services;
  addListRoute(app, services, resource);
  addReadRoute(app, resource, approvalLog.bytes);

  function person(principal: Principal) {
    if (isPerson(principal)) return principal;
    throw new BridgeError('forbidden', 'an API client is not limited; only a person asks for an approval');
  }

  app.post<{ Body: ApprovalInput }>(
    path,
    describeRoute(tag, 'A manager approves one thing by PIN; good once, for two minutes', ApprovalAnswer, {
      body: ApprovalInput,
    }),
    async ({ principal, body }) => {
      const { approval, expiresAt } = await approvals.approve(person(principal), body);
      return { approval, expires_at: timestamp(expiresAt) };
    },
  );

  app.post(
    '/bridge/v1/kiosk/exit',
    describeRoute(tag, 'The window of a kiosk may be closed for half a minute', KioskExit),
    async ({ principal }) => {
      const { merchant, device, client } = person(principal);
      // Written as a change, so that the approval is used up with it.
      await world.ledger.write(() =>
        noteChange({ merchant, object: 'smart.devices', id: device ?? client, type: 'changed' }),
      );
      return { until: timestamp(exits.permit()) };
    },
  );
}
