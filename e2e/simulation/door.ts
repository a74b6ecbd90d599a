/** The HTTP API of a simulated till: the real server with its routes, hooks and key store, as the bridge joins them, without a port. */

import type { FastifyInstance, InjectOptions } from 'fastify';
import { resources } from '../../main/api/resources.ts';
import { buildServer } from '../../main/api/server.ts';
import { openSandbox } from '../../main/sandbox/sandbox.ts';
import { plainPins as pins } from '../../main/services/auth/pins.ts';
import { Doubts } from '../../main/services/doubts/doubts.ts';
import type { Foundation } from '../../main/wiring/foundation.ts';
import { openPrinting } from '../../main/wiring/printing.ts';
import { openQueueMonitor } from '../../main/wiring/queue.ts';
import { createServices } from '../../main/wiring/services.ts';
import { systemClock as clock } from '../../main/world/clock.ts';
import { configOf } from '../../main/world/configReading.ts';
import { now, pause } from './clock.ts';
import type { Till } from './till.ts';

/** Nobody reads the journal of requests here, and its files would be written in real time. */
const config = { ...configOf({ demo: true }), journal: 'off' } as const;

/** ms that running requests may take when the till ends, as in the bridge. */
const CLOSE_TIMEOUT = 5_000;
/** The framework's own: `inject`. */
type Request = InjectOptions;

export interface Door {
  /** Null: nobody answers here any more. */
  ask<T>(request: Request): Promise<{ readonly status: number; readonly body: T } | null>;
}

/** In the group of the till. */
export async function openDoor(till: Till): Promise<Door> {
  const app = await serverOf(till);
  let open = 0;
  let isClosed = false;
  till.closings.push(async () => {
    isClosed = true;
    for (const until = now() + CLOSE_TIMEOUT; open > 0 && now() < until; ) await pause(10);
  });
  return {
    async ask<T>(request: Request) {
      if (isClosed) return null;
      open += 1;
      try {
        const response = await app.inject(request);
        return { status: response.statusCode, body: response.json<T>() };
      } finally {
        open -= 1;
      }
    },
  };
}

function serverOf({ db, tables, hub, world }: Till): Promise<FastifyInstance> {
  const { log } = world;
  const address = () => 'http://127.0.0.1';
  const queueMonitor = openQueueMonitor({ config, tables, db, hub, clock });
  const doubts = new Doubts({
    db,
    numbers: tables.givenNumbers,
    clocks: tables.clockDoubts,
    audit: tables.audit,
    clock,
    log,
  });
  const printing = openPrinting({ config, tables, hub, clock, log, address }).services;
  const foundation: Pick<Foundation, Exclude<keyof Foundation, 'terminals'>> = {
    ...{ config, db, tables, world, hub, pins, queueMonitor, doubts, printing },
    processing: openSandbox(db),
    parts: { log: () => undefined, openTerminal: () => Promise.reject(new Error('no further terminal')) },
    openers: {} as Foundation['openers'],
    queueWorkers: new Set(),
    liveUpstream: null,
    upstreamAcquirer: null,
    controlledClock: null,
    setAddress: () => undefined,
  };
  const terminals = { all: () => [], view: () => null } as unknown as Foundation['terminals'];
  return buildServer(
    createServices({ ...foundation, terminals }, null, () => ({}) as never),
    resources,
  );
}
