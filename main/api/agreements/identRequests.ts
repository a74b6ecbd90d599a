/** Identifications of merchants, which pushes with the target `services.identrequests` name. */
import type { FastifyInstance } from 'fastify';
import { identRequestQueries } from '../../store/agreements.ts';
import { IdentRequest } from '../../wire/agreements.ts';
import { addListRoute, addReadRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const resource = {
  path: '/api/v2/Services/Identrequests',
  tag: 'Identifications',
  object: 'services.identrequests',
  item: IdentRequest,
  queries: identRequestQueries,
};

export function identRequestRoutes(app: FastifyInstance, services: Services): void {
  addListRoute(app, services, resource);
  addReadRoute(app, resource, services.world.agreements.identRequests.bytes);
}
