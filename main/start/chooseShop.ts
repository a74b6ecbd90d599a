/** Decides what `npm start` starts: the demo until a live shop has been set up, then that shop; `--shop` begins the set-up of one. */

import { type Purpose, purposeOf } from '../domain/purpose.ts';
import { readDirectory } from '../store/directory.ts';
import { readElsewhere } from '../store/unlockedReading.ts';
import { type Config, defaultDirectory } from '../world/config.ts';
import { demoIds } from '../world/demoIds.ts';

export interface ShopChoice {
  readonly purpose: Purpose;
  /** Before the options that were given. */
  readonly options: readonly string[];
  /** One line for the person at the keyboard. */
  readonly line: string;
}

/** `config`: as read from the options that were given, in whose directory a shop may stand. */
export function chooseShop(config: Config, isOwnWanted = false): ShopChoice {
  const purpose = purposeOf(config);
  if (purpose !== 'live') return { purpose, options: [], line: LINES[purpose] };
  if (holdsShop(config.data)) return { purpose, options: [], line: `Starting the shop in ${config.data}.` };
  const isBegun = config.data !== defaultDirectory('live') && readDirectory(config.data)?.purpose === 'live';
  if (isOwnWanted || isBegun)
    return { purpose, options: [], line: `No shop has been set up in ${config.data} yet: its set-up begins.` };
  return {
    purpose: 'demo',
    options: ['--demo'],
    line: `Starting the demo, because no shop has been set up in ${config.data}. Nothing is real.`,
  };
}

const LINES = {
  demo: 'Starting the demo. Nothing is real.',
  training: 'Starting the training. Nothing is real.',
} as const;

/** Is there a merchant, and not the one of the demo? Only reads; a directory in use may be asked as well. */
export function holdsShop(directory: string): boolean {
  const merchants = readElsewhere(directory, rows =>
    rows<{ count: number }>("SELECT count(*) AS count FROM sqlite_schema WHERE name = 'merchant'")[0]?.count
      ? rows<{ id: string }>('SELECT id FROM merchant')
      : [],
  );
  return merchants !== null && merchants.length > 0 && merchants.every(({ id }) => id !== demoIds.merchant);
}
