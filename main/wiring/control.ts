/** The control interface of this bridge. */
import { join } from 'node:path';
import type { ControlledClock } from '../control/clock.ts';
import { type Control, createControl } from '../control/control.ts';
import { createFaults } from '../control/faults.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createMerchants } from '../store/merchants.ts';
import type { Config } from '../world/config.ts';
import type { World } from '../world/world.ts';

/** The control interface that tests and demonstrations use on a running bridge. */
export function openControl(config: Config, db: Database, world: World, clock: ControlledClock): Control {
  return createControl({
    data: config.data,
    clock,
    faults: createFaults(),
    world,
    copyTo: db.copyTo,
    replaceBy: db.replaceBy,
    async seed(directory) {
      const fresh = openDatabase(directory, sqlFunctions);
      try {
        const { seedDemo } = await import('../demo/demoShop.ts');
        await seedDemo(fresh, createMerchants(fresh), world.clock.now());
        const file = join(directory, 'seed.db');
        fresh.copyTo(file);
        return file;
      } finally {
        await fresh.close();
      }
    },
  });
}
