/** The version of the program and its updates, for a manager at the screen. */
import type { FastifyInstance } from 'fastify';
import { Update } from '../../wire/update.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

export function updateRoutes(app: FastifyInstance, { update }: Services): void {
  app.get(
    '/bridge/v1/update',
    describeRoute('Backups', 'Which version works, and how the last look for an update ended', Update),
    async () => update(),
  );
}
