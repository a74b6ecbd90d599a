/**
 * The first run: a shop is set up by whoever sits at this machine and reads the one-time code. Reachable on loopback alone: by the
 * address of the caller and by the name it calls, whatever the bridge listens on.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf } from '../../http/cookies.ts';
import { exportFile } from '../../setup/exportFile.ts';
import { setupSchema } from '../../setup/setupFile.ts';
import { readState } from '../../setup/shopState.ts';
import { SetupBegin, SetupBegun, SetupDone, SetupFile, SetupState } from '../../wire/setup.ts';
import { Result } from '../../wire/shapes.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Services } from '../services.ts';
import { isHere } from './reach.ts';
import { setupTerminalRoutes } from './terminalRoutes.ts';

const path = '/bridge/v1/setup';
const tags = ['Set-up'];

/** Articles and cards may stand in a draft, bytes. */
const LARGEST_DRAFT = 33_554_432;

const described = (summary: string, answer: object) => ({
  tags,
  security: [],
  summary,
  response: { 200: answer },
});

export function setupRoutes(app: FastifyInstance, services: Services): void {
  const { firstRun, installation, restart } = services;
  const cookie = `tillbridge_setup_${installation}`;
  const open = { public: true } as const;
  const admit = admission(services, cookie);

  app.post<{ Body: { code: string } }>(
    `${path}/begin`,
    {
      config: open,
      schema: { ...described('Exchanges the one-time code for the token of a set-up', SetupBegun), body: SetupBegin },
    },
    async (request, reply) => {
      requireWaitingHere(request, firstRun);
      const token = firstRun.access.begin(request.body.code);
      keepCookie(reply, cookie, token);
      return { token };
    },
  );

  app.get(path, { config: open, schema: described('The set-up as far as it got', SetupState) }, async request => {
    admit(request);
    return firstRun.state();
  });

  // The parts are checked by the set-up itself, which names every fault with its place.
  app.put<{ Body: Readonly<Record<string, unknown>> }>(
    `${path}/draft`,
    {
      config: open,
      bodyLimit: LARGEST_DRAFT,
      // A body of this size is read for the window alone that sets the shop up.
      onRequest: async request => admit(request),
      schema: { ...described('Keeps parts of the set-up', SetupState), body: { type: 'object' } },
    },
    async request => firstRun.change(request.body),
  );

  app.delete(
    `${path}/draft`,
    { config: open, schema: described('Forgets what was entered', Result) },
    async request => {
      admit(request);
      await firstRun.discard();
      return { result: true };
    },
  );

  app.post(
    `${path}/finish`,
    { config: open, schema: described('Sets the shop up, all of it or nothing', SetupDone) },
    async (request, reply) => {
      admit(request);
      const done = await firstRun.finish();
      reply.header('set-cookie', `${cookie}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Strict`);
      if (done.restarts) reply.raw.once('close', restart);
      return done;
    },
  );

  app.get(
    `${path}/schema`,
    {
      config: open,
      schema: { ...described('JSON schema of the set-up file', { type: 'object', additionalProperties: true }) },
    },
    async () => setupSchema(),
  );

  setupTerminalRoutes(app, services, admit);
  exportRoute(app, services);
}

/** Throws unless this is the window that began the set-up. */
function admission({ firstRun }: Pick<Services, 'firstRun'>, cookie: string) {
  return (request: FastifyRequest): void => {
    requireWaitingHere(request, firstRun);
    firstRun.access.require(bearerOf(request) ?? cookieOf(request, cookie));
  };
}

function requireWaitingHere(request: FastifyRequest, firstRun: Services['firstRun']): void {
  requireHere(request);
  if (!firstRun.isWaiting()) throw new BridgeError('setupDone', 'a shop has been set up in this directory');
}

/** For managers: the set-up as a file without secrets. */
function exportRoute(app: FastifyInstance, { masterData }: Services): void {
  const schema = {
    tags,
    summary: 'The set-up of the shop as a set-up file, without secrets',
    response: { 200: SetupFile },
  };
  app.get(`${path}/export`, { schema }, async (_, reply) => {
    reply.header('content-disposition', 'attachment; filename="shop.json"');
    return exportFile(readState(masterData));
  });
}

/** A proxy on this machine calls for others, and a foreign name may lead here. */
function requireHere(request: FastifyRequest): void {
  if (!isHere(request)) throw new BridgeError('setupElsewhere', 'the set-up is reachable on loopback only');
}

const bearerOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;

/** For this browser until it is closed; the bridge forgets it at its next start. */
function keepCookie(reply: FastifyReply, name: string, token: string): void {
  reply.header('set-cookie', `${name}=${token}; Path=${path}; HttpOnly; SameSite=Strict`);
}
