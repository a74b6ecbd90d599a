/** The list of resources, one line each; to add one, write its folder and list it here. */
import type { FastifyInstance } from 'fastify';
import { cardRoutes } from './cards/routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { deviceRoutes } from './devices/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { screenRoutes } from './screen/routes.ts';
import type { Services } from './services.ts';
import { sessionRoutes } from './session/routes.ts';
import { tillRoutes } from './till/routes.ts';
import { tokenRoutes } from './token/routes.ts';
import { transactionRoutes } from './transactions/routes.ts';

export type Resource = (app: FastifyInstance, services: Services) => void | Promise<void>;

export const resources: readonly Resource[] = [
  // First, because it collects the descriptions of all that follow.
  docsRoutes,
  tokenRoutes,
  transactionRoutes,
  deviceRoutes,
  sessionRoutes,
  catalogueRoutes,
  cardRoutes,
  tillRoutes,
  eventRoutes,
  healthRoutes,
  screenRoutes,
];
