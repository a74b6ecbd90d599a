/** Lets the faults of the control interface meet the requests they are meant for. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Control } from '../../control/control.ts';
import { effectOf, type FaultEffect } from '../../control/faults.ts';
import { BridgeError } from '../../world/errors.ts';

const HEADER = 'x-tillbridge-fault';

/** Requests of the control interface itself always pass, or nobody could end a fault. */
const NEVER_FAULTY = /^\/(bridge\/v1\/control|docs|healthz|metrics)/;

export function addFaultHooks(app: FastifyInstance, { faults }: Control): void {
  const lost = new WeakSet<FastifyRequest>();
  app.addHook('preHandler', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (NEVER_FAULTY.test(path)) return;
    const { delay, status, cut } = happening(request, path);
    if (delay > 0) await pause(delay);
    if (cut === 'before') return hangUp(request, reply);
    if (cut === 'after') lost.add(request);
    if (status !== null) throw new BridgeError('rehearsed', 'a fault of the control interface', { http: status });
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (lost.has(request)) return hangUp(request, reply);
    return payload;
  });

  function happening(request: FastifyRequest, path: string): FaultEffect {
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
