/** Tills and terminals of the merchant. */
import type { FastifyInstance } from 'fastify';
import { BridgeError } from '../../errors.ts';
import { deviceOf } from '../../store/shop.ts';
import type { Services } from '../services.ts';
import { ErrorBody, ListQuery, listOf } from '../wire.ts';
import { Device } from './contract.ts';

export function deviceRoutes(app: FastifyInstance, { shop, terminalView }: Services): void {
  const online = (id: string) => ['ready', 'busy'].includes(terminalView(id)?.state ?? '');

  app.get<{ Querystring: ListQuery }>(
    '/api/v2/Smart/Devices',
    {
      schema: {
        tags: ['Devices'],
        summary: 'List devices, terminals first',
        querystring: ListQuery,
        response: { 200: listOf(Device), '4xx': ErrorBody },
      },
    },
    async request => {
      const all = shop.devices(request.principal.merchant, online);
      const [offset, count] = [number('offset', request.query.offset, 0), number('count', request.query.count, 10)];
      return { count: all.length, data: all.slice(offset, offset + count) };
    },
  );

  app.get<{ Params: { id: string } }>(
    '/api/v2/Smart/Devices/:id',
    {
      schema: {
        tags: ['Devices'],
        summary: 'Read a device; `me` is the till of the token',
        response: { 200: Device, '4xx': ErrorBody },
      },
    },
    async ({ principal, params }) => {
      const id = params.id.toLowerCase() === 'me' ? principal.device : params.id;
      const found = id === null ? null : shop.device(principal.merchant, id);
      if (!found) throw new BridgeError('notFound', `there is no device ${params.id}`);
      return deviceOf(found, online(found.id));
    },
  );
}

function number(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new BridgeError('badInput', `${name} must be a whole number, 0 or more`);
}
