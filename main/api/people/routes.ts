/**
 * The people of the shop: `GET`, `POST /bridge/v1/people`, `GET`, `PUT …/{id}`, and what is done to a person: pin, lock, unlock,
 * leave, return. Each change is one commit with its entry in the audit log; `If-Match` guards a PUT against lost updates.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { reasonFault, shownNameFault, usernameFault } from '../../domain/accountNames.ts';
import type { Change } from '../../masterData/masterData.ts';
import {
  addPerson,
  changePerson,
  endPerson,
  lockPerson,
  NO_PIN,
  requireOtherManager,
  resetPin,
  returnPerson,
  takenFault,
  unlockPerson,
} from '../../masterData/people.ts';
import { peopleQueries, type StaffRow } from '../../store/accounts.ts';
import {
  Person,
  PersonChanges,
  PersonInput,
  PinReset,
  PossibleReason,
  Reason,
  ReturnInput,
} from '../../wire/people.ts';
import { nullable } from '../../wire/shapes.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { fieldFault, refuseFaults } from '../accountFaults.ts';
import { change } from '../masterDataChange.ts';
import { addListRoute, addReadRoute, describeRoute, orNotFound, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { peopleFileRoutes } from './fileRoutes.ts';
import { newPinHash } from './newPin.ts';

const path = '/bridge/v1/people';
const tag = 'Master data';
const object = 'people';
const resource = { path, tag, object, item: Person, queries: peopleQueries };

type One = { Params: { id: string } };
type People = Pick<Services, 'masterData'>;

export function peopleRoutes(app: FastifyInstance, services: Services): void {
  peopleFileRoutes(app, services);
  addListRoute(app, services, resource);
  addReadRoute(app, resource, services.masterData.accounts.personBytes);
  createRoute(app, services);
  changeRoute(app, services);
  pinRoute(app, services);
  accessRoutes(app, services);
  presenceRoutes(app, services);
}

/** A person of this merchant, whether she is still there or not. */
function personNamed({ masterData }: People, { merchant }: Principal, id: string): StaffRow {
  const person = masterData.accounts.staffById(id);
  return orNotFound(person?.merchant === merchant ? person : null, object, id);
}

/** Throws `personLeft`. */
function presentPerson(services: People, principal: Principal, id: string): StaffRow {
  const person = personNamed(services, principal, id);
  if (person.leftAt !== null) throw new BridgeError('personLeft', `${person.username} left at ${person.leftAt}`);
  return person;
}

type PersonJob = (person: StaffRow, change: Change) => void;

/** Finds the person as she is inside the job, and gives her document after `job`. */
const changeFound = (services: People, principal: Principal, find: () => StaffRow, job: PersonJob): Promise<Buffer> =>
  change(services, principal, own => {
    const person = find();
    job(person, own);
    return orNotFound(services.masterData.accounts.personBytes(principal.merchant, person.id), object, person.id);
  });

function createRoute(app: FastifyInstance, services: Services): void {
  const { masterData: data } = services;
  const { accounts } = data;
  app.post<{ Body: PersonInput }>(
    path,
    describeRoute(tag, 'A new person', Person, {
      body: PersonInput,
      description:
        'A PIN that is left out is set later. Equal PINs of two people are neither found nor refused: a sign-in takes the user name and the PIN, and a refusal would say that somebody has this PIN.',
    }),
    async ({ principal, body }, reply) => {
      const { pin, mustChange = true, ...person } = body;
      refuseFaults([
        fieldFault('username', usernameFault(person.username)),
        fieldFault('name', shownNameFault(person.name)),
      ]);
      const hash = pin === undefined ? NO_PIN : await newPinHash(services, pin, 'pin');
      const document = await change(services, principal, own => {
        refuseFaults([takenFault(data, person.username)]);
        const id = addPerson(data, own, person, hash, pin !== undefined && mustChange);
        return orNotFound(accounts.personBytes(principal.merchant, id), object, id);
      });
      return sendJson(reply, document);
    },
  );
}

function changeRoute(app: FastifyInstance, services: Services): void {
  const { masterData: data } = services;
  app.put<One & { Body: PersonChanges }>(
    `${path}/:id`,
    describeRoute(tag, 'Changes name, user name, role or language of a person; what is left out stays', Person, {
      body: PersonChanges,
      description:
        'With `If-Match` and the ETag of the version that was read, a change that somebody else made meanwhile is not lost (412). Another role counts from the next call on, in running sign-ins too.',
    }),
    async ({ principal, params, body }, reply) => {
      const { username, name, role } = body;
      refuseFaults([
        fieldFault('username', username === undefined ? null : usernameFault(username)),
        fieldFault('name', name === undefined ? null : shownNameFault(name)),
      ]);
      const find = () => presentPerson(services, principal, params.id);
      const document = await changeFound(services, principal, find, (person, change) => {
        if (username !== undefined) refuseFaults([takenFault(data, username, person.id)]);
        if (role !== undefined && role !== 'manager') requireOtherManager(data, person);
        changePerson(data, change, person, { ...person, ...body }, null);
      });
      return sendJson(reply, document);
    },
  );
}

function pinRoute(app: FastifyInstance, services: Services): void {
  app.post<One & { Body: PinReset }>(
    `${path}/:id/pin`,
    describeRoute(tag, 'Sets the PIN of a person; her running sign-ins end', Person, { body: PinReset }),
    async ({ principal, params, body }, reply) => {
      const find = () => presentPerson(services, principal, params.id);
      find();
      const hash = await newPinHash(services, body.pin, 'pin');
      const document = await changeFound(services, principal, find, (person, change) =>
        resetPin(services.masterData, change, person, hash, body.mustChange ?? true),
      );
      return sendJson(reply, document);
    },
  );
}

type Body = PossibleReason | null | undefined;

/** Throws `accountFaults`. */
function reasonOf(body: Body): string | undefined {
  const reason = body?.reason;
  if (reason !== undefined) refuseFaults([fieldFault('reason', reasonFault(reason))]);
  return reason?.trim();
}

/** Changes somebody who has not left. */
const changesPresent =
  (services: Services) =>
  async ({ principal, params }: FastifyRequest<One>, reply: FastifyReply, job: PersonJob): Promise<FastifyReply> => {
    const find = () => presentPerson(services, principal, params.id);
    return sendJson(reply, await changeFound(services, principal, find, job));
  };

function accessRoutes(app: FastifyInstance, services: Services): void {
  const { masterData: data } = services;
  const changePresent = changesPresent(services);
  app.post<One & { Body: Reason }>(
    `${path}/:id/lock`,
    describeRoute(tag, 'Locks a person; her running sign-ins end at once', Person, { body: Reason }),
    async (request, reply) => {
      const reason = reasonOf(request.body) ?? '';
      return changePresent(request, reply, (person, change) => {
        requireOtherManager(data, person);
        if (person.lockedAt === null) lockPerson(data, change, person, reason);
      });
    },
  );
  app.post<One & { Body: Body }>(
    `${path}/:id/unlock`,
    describeRoute(tag, 'Unlocks a person', Person, { body: nullable(PossibleReason) }),
    async (request, reply) => {
      const reason = reasonOf(request.body);
      return changePresent(request, reply, (person, change) => {
        if (person.lockedAt !== null) unlockPerson(data, change, person, reason);
      });
    },
  );
}

function presenceRoutes(app: FastifyInstance, services: Services): void {
  const { masterData: data } = services;
  const changePresent = changesPresent(services);
  app.post<One & { Body: Body }>(
    `${path}/:id/leave`,
    describeRoute(tag, 'A person leaves: she cannot sign in any more, and her history stays', Person, {
      body: nullable(PossibleReason),
    }),
    async (request, reply) => {
      const reason = reasonOf(request.body);
      return changePresent(request, reply, (person, change) => {
        requireOtherManager(data, person);
        endPerson(data, change, person, reason);
      });
    },
  );
  app.post<One & { Body: ReturnInput | null | undefined }>(
    `${path}/:id/return`,
    describeRoute(tag, 'A person who had left is back, without a PIN until one is set', Person, {
      body: nullable(ReturnInput),
    }),
    async ({ principal, params, body }, reply) => {
      const username = body?.username;
      refuseFaults([fieldFault('username', username === undefined ? null : usernameFault(username))]);
      const find = () => personNamed(services, principal, params.id);
      const document = await changeFound(services, principal, find, (person, change) => {
        if (person.leftAt === null) return;
        const wanted = username ?? person.username;
        refuseFaults([takenFault(data, wanted, person.id)]);
        returnPerson(data, change, person, wanted);
      });
      return sendJson(reply, document);
    },
  );
}
