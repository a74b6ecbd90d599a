/** The control interface: only with `--demo` or when the configuration switches it on, for tokens of the scope `control`. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Control } from '../../control/control.ts';
import type { RehearsedFault } from '../../control/faults.ts';
import { scenarios } from '../../control/scenarios.ts';
import {
  ApproveInput,
  ClockInput,
  type ClockView,
  ClockView as ClockViewSchema,
  ControlView,
  Done,
  FaultInput,
  Faults,
  PracticeInput,
  ResetInput,
  SnapshotInput,
  Snapshots,
  VirtualBehaviour,
  VirtualCard,
  VirtualKey,
  VirtualPin,
} from '../../wire/control.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newKey } from '../../world/ids.ts';
import { describeRoute as describedAs } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/control';
const described = (summary: string, answer: object, more?: object) => describedAs('Control', summary, answer, more);

const done = { result: true } as const;

export function controlRoutes(app: FastifyInstance, services: Services): void {
  const { control } = services;
  if (services.config.training) practiceRoute(app, services);
  if (!control) return;
  app.get(path, described('Everything there is to control', ControlView), async () => ({
    clock: clockView(control),
    faults: control.faults.list(),
    snapshots: control.snapshots(),
    scenarios: Object.entries(scenarios).map(([name, { about }]) => ({ name, about })),
  }));
  dataRoutes(app, control);
  clockRoutes(app, control);
  faultRoutes(app, control);
  terminalRoutes(app, services);
  app.post<{ Body: { user_code: string } }>(
    `${path}/devices/approve`,
    described('Let a device in that shows this code', Done, { body: ApproveInput }),
    async ({ body, principal }) => {
      await services.deviceGrant.approveDevice(body.user_code, {
        merchant: principal.merchant,
        name: principal.client,
      });
      return done;
    },
  );
}

function dataRoutes(app: FastifyInstance, control: Control) {
  app.post<{ Body: ResetInput | undefined }>(
    `${path}/reset`,
    described('Demo data anew, and what the scenario tells; who is signed in stays so', Done, { body: ResetInput }),
    async ({ body }) => {
      await control.reset(body?.scenario ?? 'demo');
      return done;
    },
  );
  app.get(`${path}/snapshots`, described('Names of the snapshots', Snapshots), async () => ({
    snapshots: control.snapshots(),
  }));
  app.post<{ Body: { name: string } }>(
    `${path}/snapshots`,
    described('Keep everything as it is now under a name', Done, { body: SnapshotInput }),
    async ({ body }) => {
      control.take(body.name);
      return done;
    },
  );
  app.post<{ Params: { name: string } }>(
    `${path}/snapshots/:name/restore`,
    described('Everything as it was then', Done, { params: SnapshotInput }),
    async ({ params }) => {
      await control.restore(params.name);
      return done;
    },
  );
  app.delete<{ Params: { name: string } }>(
    `${path}/snapshots/:name`,
    described('Forget a snapshot', Done, { params: SnapshotInput }),
    async ({ params }) => {
      control.forget(params.name);
      return done;
    },
  );
}

function clockRoutes(app: FastifyInstance, control: Control) {
  const { clock } = control;
  app.get(`${path}/clock`, described('What time the bridge believes it is', ClockViewSchema), async () =>
    clockView(control),
  );
  app.put<{ Body: ClockInput }>(
    `${path}/clock`,
    described('Set or move the clock; what is due by then happens', ClockViewSchema, { body: ClockInput }),
    async ({ body }) => {
      if (body.release) clock.release();
      else clock.move(movementOf(body, clock.now()));
      return clockView(control);
    },
  );
}

/** Timestamps have four digits for the year; everything that is kept has to be tellable. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1), Date.UTC(2200, 0, 1)];

function movementOf({ by, now: wanted }: ClockInput, now: number): number {
  const movement = by ?? Date.parse(wanted ?? '') - now;
  const then = now + movement;
  if (then >= EARLIEST && then < LATEST) return movement;
  throw new BridgeError('badInput', 'the clock can be set to the years 2000 to 2199');
}

const clockView = ({ clock }: Control): ClockView => ({ now: timestamp(clock.now()), offset: clock.offset() });

function faultRoutes(app: FastifyInstance, { faults }: Control) {
  app.get(`${path}/faults`, described('Faults that requests meet', Faults), async () => ({ faults: faults.list() }));
  app.post<{ Body: FaultInput }>(
    `${path}/faults`,
    described('A fault: latency, a status instead of an answer, or a cut line', Faults, { body: FaultInput }),
    async ({ body }) => {
      faults.add(faultOf(body));
      return { faults: faults.list() };
    },
  );
  app.delete(`${path}/faults`, described('No more faults', Done), async () => {
    faults.clear();
    return done;
  });
  app.delete<{ Params: { id: string } }>(`${path}/faults/:id`, described('End one fault', Done), async ({ params }) => {
    if (!faults.remove(params.id)) throw new BridgeError('notFound', `there is no fault ${params.id}`);
    return done;
  });
}

function faultOf({ operation, client = null, latency, status, cut, times = null }: FaultInput): RehearsedFault {
  if (!latency && status === undefined && !cut)
    throw new BridgeError('badInput', 'a fault needs latency, status or cut');
  const { from = 0, to = from, seed = 1 } = latency ?? {};
  if (to < from) throw new BridgeError('badInput', 'latency.to must not be below latency.from');
  const effect = {
    ...(latency ? { latency: { from, to, seed } } : {}),
    ...(status === undefined ? {} : { status }),
    ...(cut ? { cut } : {}),
  };
  return { id: newKey().slice(0, 8), operation, client, effect, times };
}

/** Actions of a customer at the virtual terminal, whose own control refuses a call that is not valid. */
const TERMINAL = [
  ['GET', 'state'],
  ['GET', 'totals'],
  ['GET', 'paper'],
  ['DELETE', 'paper'],
  ['POST', 'card', VirtualCard],
  ['POST', 'pin', VirtualPin],
  ['POST', 'key', VirtualKey],
  ['POST', 'behaviour', VirtualBehaviour],
] as const;

function terminalRoutes(app: FastifyInstance, { terminalControl }: Services) {
  for (const [method, action, body] of TERMINAL)
    app.route({
      method,
      url: `${path}/terminal/${action}`,
      ...described(`The virtual terminal: ${method} ${action}`, Type.Unknown(), body && { body }),
      handler: ({ body }) => askTerminal(terminalControl(), method, action, body),
    });
}

async function askTerminal(base: string | null, method: string, action: string, body: unknown): Promise<unknown> {
  if (base === null) throw new BridgeError('noDevice', 'there is no virtual terminal');
  const answer = await fetch(`${base}/${action}`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  const said = (await answer.json()) as { error?: string };
  if (answer.ok) return said;
  throw new BridgeError('badInput', said.error ?? `the virtual terminal answered ${answer.status}`);
}

/** In a training whoever is at the till chooses what the virtual terminal plays in an exercise of the screen. */
function practiceRoute(app: FastifyInstance, { terminalControl }: Services) {
  app.put(
    '/bridge/v1/practice',
    described('What the virtual terminal of a training plays next', Done, { body: PracticeInput }),
    async ({ body }) => {
      await askTerminal(terminalControl(), 'POST', 'behaviour', body);
      return done;
    },
  );
}
