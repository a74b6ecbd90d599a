/** Lets the faults of the control interface meet the requests they are meant for. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Control } from '../../control/control.ts';
import { effectOf, type FaultEffect, NOTHING } from '../../control/faults.ts';
import { BridgeError } from '../../world/errors.ts';

const HEADER = 'x-tillbridge-fault';

/** Requests of the control interface itself always pass, or nobody could end a fault. */
const NEVER_FAULTY = /^\/(bridge\/v1\/control|docs|healthz|metrics)/;

export function addFaultHooks(app: FastifyInstance, { faults }: Control): void {
  const lost = new WeakSet<FastifyRequest>();
  // No promise where nothing happens: every request of a demo passes here.
  app.addHook('preHandler', (request, reply, done) => {
    try {
      const effect = happening(request);
      if (effect === NOTHING) done();
      else endure(request, reply, effect).then(() => done(), done);
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (lost.has(request)) hangUp(request, reply);
    done(null, payload);
  });

  async function endure(request: FastifyRequest, reply: FastifyReply, { delay, status, cut }: FaultEffect) {
    if (delay > 0) await pause(delay);
    if (cut === 'before') return hangUp(request, reply);
    if (cut === 'after') lost.add(request);
    if (status !== null) throw new BridgeError('rehearsed', 'a fault of the control interface', { http: status });
  }

  function happening(request: FastifyRequest): FaultEffect {
    const path = request.url.split('?', 1)[0] ?? '';
    if (NEVER_FAULTY.test(path)) return NOTHING;
    const header = request.headers[HEADER];
    if (typeof header !== 'string') return faults.meet(request.method, path, request.principal?.client ?? null);
    const effect = effectOf(header);
    if (effect) return effect;
    throw new BridgeError('badInput', `${HEADER} must be latency=MS, status=4xx or 5xx, or cut=before|after`);
  }
}

function hangUp(request: FastifyRequest, reply: FastifyReply) {
  reply.hijack();
  request.raw.socket.destroy();
}
