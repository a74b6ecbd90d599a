/** Identifications of merchants: what a push with the target `services.identrequests` tells of. */
import type { FastifyInstance } from 'fastify';
import { identRequestQueries } from '../../store/contracts.ts';
import { IdentRequest } from '../../wire/contracts.ts';
import { listRoute, readRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const resource = {
  path: '/api/v2/Services/Identrequests',
  tag: 'Identifications',
  object: 'services.identrequests',
  item: IdentRequest,
  queries: identRequestQueries,
};

export function identRequestRoutes(app: FastifyInstance, services: Services): void {
  listRoute(app, services, resource);
  readRoute(app, resource, services.world.contracts.identRequests.bytes);
}
