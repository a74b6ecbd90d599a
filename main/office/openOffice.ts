/** Joins the parts of a back office: database, partitions, log, and the purpose of its data. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { tighten } from '../files/rights.ts';
import { systemClock } from '../world/clock.ts';
import { ConfigRefusal } from '../world/config.ts';
import { openLog } from '../world/log.ts';
import type { OfficeDatabase } from './database/officeDatabase.ts';
import { openDatabase } from './database/open.ts';
import type { Office, OfficeSettings } from './office.ts';

/** Where a dump is opened before it takes its place. */
export const restoringFolder = (data: string): string => join(data, 'restoring');

/** Throws ConfigRefusal, DatabaseRefusal or SchemaRefusal, each with one sentence. */
export async function openOffice(settings: OfficeSettings, dump?: string): Promise<Office> {
  if (settings.database === null && existsSync(restoringFolder(settings.data)))
    throw new ConfigRefusal(
      `The restore of a dump into ${settings.data} was interrupted: repeat it, or remove ${restoringFolder(settings.data)}.`,
    );
  const log = openLog({ data: settings.data, logLevel: 'info', loyaltyPrefixes: [] });
  // PGlite opens the files of a dump, and of a new database, to everybody: they are closed once more when it is open, and until
  // then the directory above keeps others out.
  const close = () => {
    for (const open of tighten(settings.data)) log('warn', 'this stays open to others on this machine', { open });
  };
  close();
  const database = await openDatabase({
    address: settings.database,
    data: settings.data,
    ...(dump === undefined ? {} : { dump }),
    lost: error => log('warn', 'a connection to the database broke', { error: error.message }),
  }).catch(error => {
    throw settings.database === null ? error : unreachable(error);
  });
  close();
  try {
    await checkPurpose(database, settings.demo ? 'demo' : 'live');
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, clock: systemClock, log, settings };
}

/** The message of PostgreSQL, without the password that stands in the address. */
function unreachable(error: Error & { code?: string }): Error {
  if (error.constructor.name === 'SchemaRefusal') return error;
  return new ConfigRefusal(
    `The database cannot be used (${error.code ?? error.name}: ${error.message || 'no answer'}): check --database and that PostgreSQL runs.`,
    { cause: error },
  );
}

/** Demo data never lies beside that of a shop. */
async function checkPurpose(database: OfficeDatabase, purpose: 'demo' | 'live'): Promise<void> {
  await database.query("INSERT INTO setting (key, value) VALUES ('purpose', $1) ON CONFLICT DO NOTHING", [purpose]);
  const [row] = await database.query<{ value: string }>("SELECT value FROM setting WHERE key = 'purpose'");
  if (row?.value === purpose) return;
  throw new ConfigRefusal(
    row?.value === 'demo'
      ? 'This database holds demo data: start it with --demo, or name another with --data or --database.'
      : 'This database is that of a shop: start it without --demo, or name another with --data or --database.',
  );
}
