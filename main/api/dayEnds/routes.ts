/** The end-of-day of a terminal: what stands in its way, run, compared with the journal, kept, and run by itself. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { decideByPerson, preview, run, scheduleOf, setSchedule, terminalOf } from '../../terminal/dayEnd/index.ts';
import {
  DayEnd,
  DayEndInput,
  DayEndList,
  DayEndPreview,
  DayEndQuery,
  DayEndVerdict,
  ScheduleInput,
} from '../../wire/dayEnds.ts';
import { BridgeError } from '../../world/errors.ts';
import type { World } from '../../world/world.ts';
import { registerReader } from '../etag.ts';
import { describeRoute, describeWaitingRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const tag = 'Terminal';
const terminalPath = '/bridge/v1/terminals/:device/day-end';
const path = '/bridge/v1/day-ends';

interface TerminalPath {
  Params: { device: string };
}

export function dayEndRoutes(app: FastifyInstance, services: Services): void {
  registerReader(app, terminalPath, {
    object: 'terminal.dayEnds',
    bytes(merchant, id) {
      const found = services.world.dayEnds.find(merchant, id);
      return found ? Buffer.from(JSON.stringify(found.document)) : undefined;
    },
  });
  runRoutes(app, services);
  recordRoutes(app, services);
  decisionRoute(app, services);
  scheduleRoute(app, services);
}

function runRoutes(app: FastifyInstance, { world }: Services): void {
  app.get<TerminalPath>(
    terminalPath,
    describeRoute(tag, 'What an end-of-day would close, and what stands in its way', DayEndPreview),
    ({ principal, params }) => preview(world, principal, params.device),
  );

  app.post<TerminalPath & { Body: DayEndInput | null | undefined }>(
    terminalPath,
    describeWaitingRoute(
      'Terminal',
      'Run the end-of-day, blocking; `blockers` of a refusal say what has to be cleared first',
      DayEnd,
      { body: nullableBody },
    ),
    ({ principal, params, body }) => run(world, principal, params.device, body ?? {}),
  );
}

/** The ends of days that have been, each with its comparison. */
function recordRoutes(app: FastifyInstance, { world }: Services): void {
  app.get<{ Querystring: DayEndQuery }>(
    path,
    describeRoute(tag, 'Ends of days with their comparison, newest first', DayEndList, { querystring: DayEndQuery }),
    async ({ principal, query }) => {
      const device = query.device ?? null;
      if (device !== null) requireOwnDevice(world, principal.merchant, device);
      const [count, offset] = [Math.min(Number(query.count ?? 10), 1000), Number(query.offset ?? 0)];
      return {
        count: world.dayEnds.count(principal.merchant, device),
        data: [...world.dayEnds.list(principal.merchant, device, count, offset)],
      };
    },
  );

  app.get<{ Params: { id: string } }>(
    `${path}/:id`,
    describeRoute(tag, 'One end-of-day', DayEnd),
    async ({ principal, params }) => {
      const found = world.dayEnds.find(principal.merchant, params.id);
      if (!found) throw new BridgeError('notFound', `there is no end-of-day ${params.id}`);
      return found.document;
    },
  );
}

function decisionRoute(app: FastifyInstance, { world }: Services): void {
  app.post<{ Params: { id: string }; Body: DayEndVerdict }>(
    `${path}/:id/verdict`,
    describeRoute(tag, 'A person decides whether an end-of-day took place, where the terminal could not tell', DayEnd, {
      body: DayEndVerdict,
    }),
    ({ principal, params, body }) => decideByPerson(world, principal, params.id, body.took_place),
  );
}

function scheduleRoute(app: FastifyInstance, { world }: Services): void {
  app.put<{ Body: ScheduleInput }>(
    `${path}/schedule`,
    describeRoute(
      tag,
      'When the day is closed by itself: for one terminal, or for all of them',
      DayEndPreview.properties.schedule,
      { body: ScheduleInput },
    ),
    async ({ principal, body }) => {
      if (body.device !== undefined) requireOwnDevice(world, principal.merchant, body.device);
      const device = body.device === undefined ? null : terminalOf(world, principal, body.device);
      await setSchedule(world, principal.merchant, device, body.at);
      return scheduleOf(world, principal.merchant, device ?? '');
    },
  );
}

function requireOwnDevice({ devices }: Pick<World, 'devices'>, merchant: string, device: string): void {
  if (!devices.owned(merchant, device)) throw new BridgeError('notFound', `there is no device ${device}`);
}

/** An end-of-day needs no settings, so the body may be left out. */
const nullableBody = Type.Union([DayEndInput, Type.Null()]);
