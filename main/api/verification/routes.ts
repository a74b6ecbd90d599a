/**
 * The page behind `verification_url`: a person signs in, types the code a device shows, sees which device it is, and
 * lets it in or refuses it. Plain HTML without scripts.
 */
import cookiePlugin from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, sendPage } from '../../http/htmlPage.ts';
import { type Approver, plainCode } from '../../services/auth/deviceGrant.ts';
import { mayAdmitDevices } from '../../services/auth/rights.ts';
import type { StaffRow } from '../../store/accounts.ts';
import { BridgeError, TokenRefusal } from '../../world/errors.ts';
import { connectionOf } from '../requestSource.ts';
import type { Services } from '../services.ts';
import { tillCookie } from '../session/cookies.ts';
import { VERIFICATION_PATH as path } from './path.ts';
import { createPageSessions, type PageSession, type PageSessions, SESSION_SECONDS } from './sessions.ts';
import { type Problem, type Texts, texts } from './texts.ts';
import { codeView, confirmView, doneView, loginView, type View } from './views.ts';

/** In a scope of its own: only the page and the session of our own screen look at cookies. */
export async function verificationRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async scope => {
    await scope.register(cookiePlugin);
    const context: PageContext = {
      services,
      sessions: createPageSessions(services.world.clock),
      cookieName: `tillbridge_device_${services.installation}`,
    };
    signInRoutes(scope, context);
    decisionRoutes(scope, context);
  });
}

/** The services, and the sessions of the people on the page. */
interface PageContext {
  readonly services: Services;
  readonly sessions: PageSessions;
  readonly cookieName: string;
}

const cookie = { path, httpOnly: true, sameSite: 'strict', maxAge: SESSION_SECONDS } as const;
const route = { config: { public: true }, schema: { hide: true } } as const;

/** Null for somebody who was locked or given another role since she signed in here. */
function sessionOf({ services, sessions, cookieName }: PageContext, request: FastifyRequest): PageSession | null {
  const session = sessions.find(request.cookies[cookieName]);
  const staff = session && services.present(session.staff.id);
  return staff && mayAdmitDevices(staff.role) ? session : null;
}

function signInRoutes(app: FastifyInstance, context: PageContext): void {
  const { sessions, services, cookieName } = context;

  app.get(path, route, async (request, reply) => {
    const session = sessionOf(context, request);
    const userCode = codeInAddress(request);
    return show(request, reply, t => (session ? viewOf(t, session, userCode) : loginView(t, { userCode })));
  });

  app.post(`${path}/login`, route, async (request, reply) => {
    const [username, pin] = [field(request, 'username').trim(), field(request, 'pin')];
    const userCode = plainCode(field(request, 'user_code'));
    const refuse = (problem: Problem) =>
      show(request, reply, t => loginView(t, { problem, value: username, userCode }), STATUS[problem]);
    if (username === '' || pin === '') return refuse('missing');
    const staff = await signedIn(services, request, username, pin);
    if (typeof staff === 'string') return refuse(staff);
    if (!mayAdmitDevices(staff.role)) return refuse('notPermitted');
    sessions.end(request.cookies[cookieName]);
    const next = userCode === '' ? path : `${path}?user_code=${userCode}`;
    return reply.setCookie(cookieName, sessions.open(staff), cookie).redirect(next, 303);
  });

  app.post(
    `${path}/logout`,
    route,
    withSession(context, async (request, reply) => {
      sessions.end(request.cookies[cookieName]);
      return reply.clearCookie(cookieName, cookie).redirect(path, 303);
    }),
  );
}

/** The code that a device shows, and whether the device is let in. */
function decisionRoutes(app: FastifyInstance, context: PageContext): void {
  const { deviceGrant } = context.services;

  app.post(
    `${path}/code`,
    route,
    withSession(context, async (request, reply, session) => {
      const userCode = field(request, 'user_code').trim();
      const refuse = (problem: Problem) =>
        show(request, reply, t => codeView(t, session, { problem, value: userCode }), STATUS[problem]);
      if (userCode === '') return refuse('missing');
      try {
        const device = await deviceGrant.asking(userCode, by(session));
        session.asking = { userCode: plainCode(userCode), device };
      } catch (error) {
        return refuse(codeProblem(error));
      }
      return reply.redirect(path, 303);
    }),
  );

  app.post(
    `${path}/decision`,
    route,
    withSession(context, async (request, reply, session) => {
      const { asking } = session;
      const decision = field(request, 'decision');
      session.asking = null;
      // Another tab may have asked for another device since: the device that this page showed counts.
      if (asking && asking.userCode !== field(request, 'user_code')) return reply.redirect(path, 303);
      if (!asking || (decision !== 'approve' && decision !== 'refuse')) return reply.redirect(path, 303);
      const approved = decision === 'approve';
      const decide = approved ? deviceGrant.approveDevice : deviceGrant.refuseDevice;
      try {
        session.decided = { approved, device: await decide(asking.userCode, by(session)) };
      } catch (error) {
        const problem = codeProblem(error);
        return show(request, reply, t => codeView(t, session, { problem }), STATUS[problem]);
      }
      return reply.redirect(path, 303);
    }),
  );
}

type Handler = (request: FastifyRequest, reply: FastifyReply, session: PageSession) => Promise<FastifyReply>;

/** A form counts only with the session it was drawn for. */
function withSession(context: PageContext, handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const session = sessionOf(context, request);
    if (!session) return reply.redirect(path, 303);
    if (field(request, 'csrf') === session.csrf) return handler(request, reply, session);
    return show(request, reply, t => loginView(t, { problem: 'startAgain' }), STATUS.startAgain);
  };
}

async function signedIn(
  { person, tills, installation }: Services,
  request: FastifyRequest,
  username: string,
  pin: string,
): Promise<StaffRow | Problem> {
  try {
    return await person(username, pin, null, tills.place(connectionOf(request), tillCookie(request, installation)));
  } catch (error) {
    if (!(error instanceof TokenRefusal)) throw error;
    return SHOWN.find(key => key === error.key) ?? 'userInvalid';
  }
}

const SHOWN = ['userLocked', 'userBlocked', 'pinChangeNeeded'] as const;

/** A decision is shown once; then comes the next code. */
/** The code of `verification_uri_complete`: it only fills in the field, and a person still compares and confirms it. */
function codeInAddress({ query }: FastifyRequest): string {
  const { user_code: code } = query as Readonly<Record<string, unknown>>;
  return typeof code === 'string' ? plainCode(code.slice(0, 20)) : '';
}

function viewOf(t: Texts, session: PageSession, userCode: string): View {
  const { decided, asking } = session;
  session.decided = null;
  if (decided) return doneView(t, session, decided);
  return asking ? confirmView(t, session, asking) : codeView(t, session, { value: userCode });
}

function show(request: FastifyRequest, reply: FastifyReply, view: (t: Texts) => View, status = 200): FastifyReply {
  const language = languageOf(request);
  return sendPage(reply, { language, status, ...view(texts[language]) });
}

const STATUS = {
  missing: 400,
  userInvalid: 401,
  userLocked: 429,
  userBlocked: 403,
  pinChangeNeeded: 403,
  notPermitted: 403,
  codeUnknown: 404,
  codeLocked: 429,
  startAgain: 403,
} as const satisfies Record<Problem, number>;

function codeProblem(error: unknown): Problem {
  if (error instanceof BridgeError && error.key === 'userCodeUnknown') return 'codeUnknown';
  if (error instanceof BridgeError && error.key === 'loginLocked') return 'codeLocked';
  throw error;
}

const by = ({ staff }: PageSession): Approver => ({ merchant: staff.merchant, name: staff.id });

/** A field of a form; anything else is as if it were empty. */
function field({ body }: FastifyRequest, name: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value.slice(0, 200) : '';
}
