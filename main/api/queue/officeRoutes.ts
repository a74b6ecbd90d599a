/** The link to the back office: its state, and what a manager does with it. */
import { setTimeout as passed } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { undeliveredLines } from '../../store/undelivered.ts';
import { OfficeEnrolmentInput, OfficeLeavingQuery, OfficeLinkView } from '../../wire/officeLink.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { requireOffice } from '../placeCheck.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/queue/office';
const tag = 'Queue';

/** Milliseconds that an answer waits for the back office; how it went on shows in the view. */
const WAIT = 10_000;

export function officeLinkRoutes(app: FastifyInstance, services: Services): void {
  const { officeLink: link } = services;
  const view = (principal: Principal) => viewOf(services, principal.merchant);
  const route = (summary: string, more: object = {}) => describeRoute(tag, summary, OfficeLinkView, more);
  const changed = async (principal: Principal, change: Promise<void>) => {
    await Promise.race([change, passed(WAIT, undefined, { ref: false })]);
    return view(principal);
  };

  app.get(path, route('The link to the back office'), async ({ principal }) => view(principal));

  app.post<{ Body: OfficeEnrolmentInput }>(
    `${path}/enrolment`,
    route('Enrol at the back office with a one-time code', { body: OfficeEnrolmentInput }),
    async ({ principal, body }) => {
      const address = link.address ?? body.address?.replace(/\/+$/, '');
      if (address === undefined)
        throw new BridgeError('badInput', 'address: the configuration names no back office, so it has to be given');
      requireOwn(services, principal);
      // An address of the configuration was entered at the machine.
      if (link.address === null) await requireOffice(services.config, principal, address);
      const known = link.enrolment();
      if (known?.state === 'enrolled' && known.address !== address)
        requireDelivered(services, principal, body.despite_waiting);
      const answer = await changed(principal, link.enrol(address, body.code.trim(), principal.merchant));
      // The code was refused, and the enrolment before it holds on: it goes on sending.
      if (answer.state === 'enrolled' && answer.condition.state === 'refused') void link.tryNow();
      return answer;
    },
  );

  app.delete<{ Querystring: OfficeLeavingQuery }>(
    `${path}/enrolment`,
    route('Forget the back office; the records stay', { querystring: OfficeLeavingQuery }),
    async ({ principal, query }) => {
      requireOwn(services, principal);
      requireDelivered(services, principal, query.despite_waiting === 'true');
      return changed(principal, link.leave());
    },
  );

  app.post(`${path}/key`, route('Change the key of this bridge'), async ({ principal }) => {
    requireOwn(services, principal);
    return changed(principal, link.rotate());
  });

  app.post(`${path}/try`, route('Try now, whatever pause there is'), async ({ principal }) => {
    requireOwn(services, principal);
    return changed(principal, link.tryNow());
  });
}

/** A bridge is enrolled for one merchant, and nothing leaves a training. Throws `trainingSendsNothing` and `enrolledElsewhere`. */
function requireOwn({ officeLink: link, config: { training } }: Services, { merchant }: Principal): void {
  if (training) throw new BridgeError('trainingSendsNothing', 'this is a training: nothing is sent to a back office');
  const enrolment = link.enrolment();
  if (enrolment !== null && enrolment.merchant !== merchant && enrolment.state !== 'left')
    throw new BridgeError('enrolledElsewhere', 'this bridge is enrolled for another merchant');
}

/**
 * Refuses to leave a back office that lacks records, unless the caller says that she knows it. Throws `recordsWait`.
 */
function requireDelivered({ officeLink: link, undelivered }: Services, { merchant }: Principal, isKnown = false): void {
  const { waiting, refused } = link.depth(merchant);
  const enrolment = link.enrolment();
  if (isKnown || waiting + refused === 0 || enrolment === null || enrolment.state === 'left') return;
  const lines = undeliveredLines(undelivered().filter(({ target }) => target === 'office'));
  throw new BridgeError(
    'recordsWait',
    `${lines.join('; ')}. POST ${path}/try sends them; with despite_waiting=true the back office is left all the same, and the records stay here`,
    { extra: { waiting, refused } },
  );
}

function viewOf({ officeLink: link, officeCondition }: Services, merchant: string): OfficeLinkView {
  const known = link.enrolment();
  const own = known?.merchant === merchant ? known : null;
  const { state, since, nextTry, reason } = officeCondition();
  return {
    state: own?.state ?? 'none',
    since: own && timestamp(own.at),
    address: link.address ?? own?.address ?? null,
    configured: link.address !== null,
    bridge: own?.answer?.bridge ?? null,
    merchant: own?.answer?.merchant.name ?? null,
    store: own?.answer?.store.name ?? null,
    ...link.depth(merchant),
    condition: {
      state,
      since: timestamp(since),
      next_try: nextTry === null ? null : timestamp(nextTry),
      reason: reason && { code: reason.code, texts: reason.texts },
    },
  };
}
