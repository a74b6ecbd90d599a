/** Shop scales: list with their states, add, change, remove; and `POST /bridge/v1/scales/{id}/weigh`, by which a till weighs. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkScale, newScale, removeScale, saveScale, scaleSettings } from '../../masterData/scales.ts';
import type { ScaleRow } from '../../store/scales.ts';
import { NewScale, ScaleInput, ShopScale, ShopScales, Weighed, WeighingInput } from '../../wire/scales.ts';
import { Result } from '../../wire/shapes.ts';
import { change } from '../masterDataChange.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import { adapterAt } from '../serialPorts.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/scales';
const tag = 'Scales';

interface One {
  Params: { id: string };
}

export function scaleRoutes(app: FastifyInstance, services: Services): void {
  const { scales, runningScales } = services;
  app.get(path, describeRoute(tag, 'The shop scales at serial ports', ShopScales), async ({ principal }) => {
    const data = scales.all(principal.merchant).map(row => scaleOf(services, row));
    return { count: data.length, data };
  });

  app.post<One & { Body: WeighingInput }>(
    `${path}/:id/weigh`,
    describeRoute(tag, 'Weigh what lies on the scale', Weighed, {
      body: WeighingInput,
      description:
        'Answers at once with the weight, or with the reason why there is none; nothing is sold by it. Whoever waits for goods to be put on asks again.',
    }),
    async ({ principal, params, body }) => {
      const { id } = orNotFound(scales.find(principal.merchant, params.id), 'scales', params.id);
      return runningScales.weigh(id, body.pricePerKilogram);
    },
  );
  changeRoutes(app, services);
}

const scaleOf = ({ runningScales }: Services, row: ScaleRow): ShopScale => ({
  object: 'scales',
  id: row.id,
  ...scaleSettings(row),
  ...runningScales.condition(row.id),
});

function changeRoutes(app: FastifyInstance, services: Services): void {
  const { scales, scanners, runningScales, masterData, world } = services;
  const data = { ...masterData, scales, scanners };

  /** One commit with its entry in the audit log, then the scale is opened with what holds now. */
  async function save(
    { principal }: FastifyRequest,
    id: string,
    after: (before: ScaleRow | null) => ScaleRow,
  ): Promise<ShopScale> {
    const row = await change(services, principal, own => saveScale(data, own, id, after));
    await runningScales.open(row);
    return scaleOf(services, row);
  }

  app.post<{ Body: NewScale }>(
    path,
    describeRoute(tag, 'Add a scale to a till', ShopScale, { body: NewScale }),
    async request => {
      const { principal, body } = request;
      checkScale(data, principal.merchant, body, null);
      const row = newScale(principal.merchant, body, await adapterAt(body.path), world.clock.now());
      return save(request, row.id, () => row);
    },
  );

  app.put<One & { Body: ScaleInput }>(
    `${path}/:id`,
    describeRoute(tag, 'Change a scale; what is left out stays', ShopScale, { body: ScaleInput }),
    async request => {
      const { principal, params, body } = request;
      const held = orNotFound(scales.find(principal.merchant, params.id), 'scales', params.id);
      checkScale(data, principal.merchant, body, params.id);
      const moved = body.path !== undefined && body.path !== held.path;
      const adapter = moved ? await adapterAt(body.path ?? '') : held.adapter;
      return save(request, params.id, now => ({ ...orNotFound(now, 'scales', params.id), ...body, adapter }));
    },
  );

  app.delete<One>(`${path}/:id`, describeRoute(tag, 'Remove a scale', Result), async ({ principal, params }) => {
    await change(services, principal, own => {
      removeScale(data, own, orNotFound(scales.find(principal.merchant, params.id), 'scales', params.id));
    });
    await runningScales.close(params.id);
    return { result: true };
  });
}
