/** Joins the first run of a live directory with the tables it writes and with what it opens afterwards. */

import { keptCodeHash, removeKeptCode } from '../setup/codeFile.ts';
import type { FirstRun, SetupSteps } from '../setup/firstRun.ts';
import { createSetupAccess, type KeptCode, type SetupAccess } from '../setup/setupAccess.ts';
import type { Foundation } from './foundation.ts';
import { masterDataOf } from './masterData.ts';
import { storePresence, syncPairedTerminals } from './terminals.ts';

/** Opens without a restart what a set-up made: its terminals. Merchants, tills and people are read from the database anyway. */
export function openFirstRun(foundation: Foundation, forget: () => void): FirstRun {
  const { config, db, tables, pins, terminals, openers, parts, hub, world } = foundation;
  const access = accessOf(foundation);
  const isWaiting = waitingFor(tables);
  let loading: Promise<SetupSteps> | null = null;
  const steps = () => {
    loading ??= import('../setup/firstRun.ts').then(({ createSetupSteps }) =>
      createSetupSteps({
        ...{ pins, prefixes: config.loyaltyPrefixes, write: db.write, access, isWaiting },
        data: masterDataOf(tables, world.clock.now),
        drafts: tables.setupDrafts,
        async activate() {
          forget();
          await syncPairedTerminals(tables, terminals, openers, parts.log);
          await db.write(() => storePresence(tables.devices, terminals, world.clock.now()));
          hub.publish(null, 'reset', {});
        },
      }),
    );
    return loading;
  };
  return {
    access,
    isWaiting,
    state: async () => (await steps()).state(),
    change: async input => (await steps()).change(input),
    discard: async () => (await steps()).discard(),
    finish: async () => (await steps()).finish(),
  };
}

/** Asked with every request: once there is a shop, there is one for ever. */
function waitingFor({ merchants }: Foundation['tables']): () => boolean {
  let isSetUp = false;
  return () => {
    isSetUp ||= merchants.firstMerchant() !== null;
    return !isSetUp;
  };
}

/** A shop that is there, and a database that is only read, need no code. */
function accessOf({ config, db, tables, world }: Foundation): SetupAccess {
  const { data } = config;
  const kept: KeptCode = { hash: () => keptCodeHash(data), remove: () => db.readOnly || removeKeptCode(data) };
  const access = createSetupAccess(world.clock.elapsed, kept);
  if (db.readOnly || db.directory?.purpose !== 'live' || tables.merchants.firstMerchant() !== null) access.end();
  return access;
}
