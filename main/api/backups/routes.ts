/** Backups of the data directory, for a manager at the screen and for whoever looks after many tills. */
import type { FastifyInstance } from 'fastify';
import { Backups } from '../../wire/backups.ts';
import { BridgeError } from '../../world/errors.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/backups';
const tag = 'Backups';

export function backupRoutes(app: FastifyInstance, { backups }: Services): void {
  app.get(path, describeRoute(tag, 'When the data was backed up, and when it will be', Backups), async () =>
    backups.view(),
  );

  app.post(path, describeRoute(tag, 'Begin a backup now; the answer does not wait for it', Backups), async () => {
    if (backups.view().to === null)
      throw new BridgeError('backupPlaceMissing', 'the setting backup.to names no folder for backups');
    void backups.start();
    return backups.view();
  });
}
