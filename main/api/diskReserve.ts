/** The last megabytes of the disk belong to sales: a route that takes files refuses them before it reads one. */
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, onRouteHookHandler } from 'fastify';
import type { Config } from '../world/config.ts';
import { BridgeError } from '../world/errors.ts';
import { OPEN_BODY } from './bodyLimits.ts';

const MEGABYTE = 1_000_000;

/** Before the first route. A route with a limit of its own for its body takes files. */
export function keepDiskReserve(app: FastifyInstance, config: Pick<Config, 'data' | 'diskReserve'>): void {
  const refuse = async () => {
    const { bavail, bsize } = await statfs(config.data);
    const free = Math.floor((bavail * bsize) / MEGABYTE);
    if (free >= config.diskReserve) return;
    throw new BridgeError('diskReserve', `${free} MB are free, and ${config.diskReserve} MB are kept for sales`);
  };
  app.addHook('onRoute', route => {
    if ((route.bodyLimit ?? 0) > OPEN_BODY) route.onRequest = [...hooksOf(route.onRequest), refuse];
  });
}

type Hooks = Parameters<onRouteHookHandler>[0]['onRequest'];

const hooksOf = (hooks: Hooks) => (hooks === undefined ? [] : [hooks].flat());
