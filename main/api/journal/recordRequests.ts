/** Records every request in the journal when its answer is out, from facts that are at hand. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Journal } from '../../services/journal/journal.ts';
import type { World } from '../../world/world.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer, for the journal. */
    answered: string | Buffer | null;
  }
}

/**
 * Streams and pages, and the reading of the journal itself, would only be in the way of those who read it. The address of a
 * receipt is as good as the receipt.
 */
const NOT_KEPT = /^\/+(receipt\/|bridge\/v1\/(events|journal)|docs|healthz|metrics|assets|$)/;

export function recordRequests(app: FastifyInstance, journal: Journal, { clock }: World): void {
  app.decorateRequest('answered', null);
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) request.answered = payload;
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!NOT_KEPT.test(request.url)) journal.request(factsOf(request, reply, clock.now()));
    done();
  });
}

function factsOf(request: FastifyRequest, reply: FastifyReply, at: number) {
  const { id, method, url, headers, sent, answered, principal, unknownMembers } = request;
  return {
    at,
    ms: reply.elapsedTime,
    supportId: id,
    merchant: principal?.merchant ?? null,
    client: principal?.client ?? null,
    staff: principal?.staff?.username ?? null,
    method,
    url,
    status: reply.statusCode,
    headers,
    body: sent,
    answer: answered,
    unknownMembers,
    answerType: String(reply.getHeader('content-type') ?? ''),
  };
}
