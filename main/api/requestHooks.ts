/** Hooks of every request that may change something: its idempotency key, its condition, and its place in the journal. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../world/audit.ts';
import { type AnswerPreference, asRequest, type RequestContext } from '../world/requestContext.ts';
import { precondition } from './etag.ts';
import { type Idempotency, type KeyedRequest, keyOf, replay } from './idempotency.ts';
import { acceptEarly, preferenceOf } from './preference.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came; empty where there was none, or none that is text. */
    sent: string;
    /** The request with an idempotency key that is being carried out. */
    keyed: KeyedRequest | null;
    /** The header Prefer of the request. */
    preference: AnswerPreference | null;
  }
}

/** Before the resources are registered. Reads cost nothing here. */
export function addRequestContext(app: FastifyInstance, { audit }: Services, idempotency: Idempotency): void {
  const contextOf = (request: FastifyRequest, keyed: KeyedRequest | null): RequestContext => ({
    supportId: request.id,
    before: precondition(request),
    after: keyed?.changed ?? null,
    audit:
      request.principal && (change => audit.append(request.principal.merchant, actorOf(request.principal), change)),
    preference: request.preference,
  });
  app.decorateRequest('sent', '');
  app.decorateRequest('keyed', null);
  app.decorateRequest('preference', null);

  app.addHook('preValidation', (request, reply, done) => {
    const { memberRefusal } = request;
    if (request.method === 'GET' || request.is404) return done(memberRefusal ?? undefined);
    request.preference = preferenceOf(request.headers.prefer);
    const key = keyOf(request, idempotency.now());
    if (!key) return memberRefusal ? done(memberRefusal) : asRequest(contextOf(request, null), done);
    idempotency.admit(key, request).then(
      admission => {
        if (admission.kind === 'again') return replay(reply, admission.answer);
        if (memberRefusal) {
          admission.keyed.abandoned();
          return done(memberRefusal);
        }
        request.keyed = admission.keyed;
        // A line that is cut before there is an answer ends the key; a request that its client left is still carried out.
        reply.raw.once('close', () => reply.sent && admission.keyed.abandoned());
        asRequest(contextOf(request, admission.keyed), done);
      },
      error => done(error),
    );
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const { keyed, preference } = request;
    const isEarly = preference?.isAnsweredEarly === true && reply.statusCode === 200;
    if (isEarly) acceptEarly(request, reply, preference, String(payload));
    if (!keyed || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return done(null, payload);
    const kept = keyed.answered(reply.statusCode, keptHeaders(reply), Buffer.from(payload));
    // A 202 reports a state that is over soon, so nobody could make it again after a crash: it goes out when it is on
    // disk. Any other answer goes out at once.
    if (isEarly) void kept.then(() => done(null, payload));
    else done(null, payload);
  });
}

/** Headers of an answer that a repeated answer has, too. */
const KEPT_HEADERS = [
  'content-type',
  'etag',
  'deprecation',
  'sunset',
  'link',
  'location',
  'preference-applied',
] as const;

function keptHeaders(reply: FastifyReply): Record<string, string> {
  const entries = KEPT_HEADERS.map(name => [name, reply.getHeader(name)] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [(typeof entry)[0], string] => typeof entry[1] === 'string'),
  );
}
