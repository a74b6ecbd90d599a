/** Commands of the back office that end by themselves: a code to enrol with, figures made anew, a dump put back. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigRefusal } from '../world/config.ts';
import { BridgeError } from '../world/errors.ts';
import { newId, newKey } from '../world/ids.ts';
import { makeCode } from './enrolment/codes.ts';
import { rebuildDay, storeDays } from './ingest/rebuild.ts';
import type { Office, OfficeSettings } from './office.ts';
import { openOffice, restoringFolder } from './openOffice.ts';
import { checkAudit } from './people/audit.ts';
import { addPerson } from './people/persons.ts';
import type { OfficeCommand } from './settings.ts';

type Command = Exclude<OfficeCommand, { name: 'serve' | 'help' }>;

/** Prints what came of it. Throws ConfigRefusal with one sentence. */
export async function runCommand(settings: OfficeSettings, command: Command): Promise<void> {
  if (command.name === 'restore') return restore(settings, command.file);
  const office = await openOffice(settings);
  try {
    if (command.name === 'enrol') await printCode(office, command.store);
    if (command.name === 'person') await printPassword(office, command.username);
    if (command.name === 'audit') await checkChains(office);
    if (command.name === 'rebuild') await rebuild(office, command);
  } finally {
    await office.database.close();
  }
}

/**
 * Opens the dump beside, looks at all of it, and only then puts it in its place: a dump that cannot be restored leaves nothing that
 * would open as an empty back office.
 */
async function restore(settings: OfficeSettings, file: string): Promise<void> {
  checkRestore(settings, file);
  const beside = restoringFolder(settings.data);
  const isNew = !existsSync(settings.data);
  rmSync(beside, { recursive: true, force: true });
  try {
    const office = await openOffice({ ...settings, data: beside }, file);
    await checkWhole(office).finally(() => office.database.close());
    renameSync(join(beside, 'postgres'), join(settings.data, 'postgres'));
  } catch (error) {
    if (isNew) rmSync(settings.data, { recursive: true, force: true });
    const why = (error as Error).message || (error as { code?: string }).code || 'it cannot be read';
    throw new ConfigRefusal(
      `The dump ${file} cannot be restored (${why.replace(/\.$/, '')}). Nothing was changed; restore the dump of another day.`,
      { cause: error },
    );
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  console.log(`The dump ${file} is the database in ${settings.data} now.`);
}

/** Reads every row, because PostgreSQL notices a file that is missing when it reads it. */
async function checkWhole({ database }: Office): Promise<void> {
  const tables = await database.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  for (const { name } of tables) await database.query(`SELECT count(*) FROM ${name}`);
  if ((await database.query('SELECT 1 FROM merchant LIMIT 1')).length === 0)
    throw new ConfigRefusal('it holds no back office');
}

/** A dump never takes the place of a database that is there. */
function checkRestore({ data, database }: OfficeSettings, file: string): void {
  if (database !== null) throw new ConfigRefusal('restore is for the embedded database; a server has its own backups.');
  if (!existsSync(file)) throw new ConfigRefusal(`There is no dump ${file}.`);
  if (existsSync(join(data, 'postgres')))
    throw new ConfigRefusal(`${join(data, 'postgres')} holds a database: move it away, then restore the dump.`);
}

/** The first code also makes the merchant and the store. */
async function printCode({ database, clock }: Office, name: string): Promise<void> {
  const code = await database.transaction(async sql => {
    const [found] = await sql.query<{ id: string }>('SELECT id FROM store WHERE name = $1 OR id = $1', [name]);
    if (found) return makeCode(sql, found.id, null, clock.now());
    const [merchant] = await sql.query<{ id: string; time_zone: string }>(
      `INSERT INTO merchant (id, name, currency, time_zone)
       SELECT $1, $2, 'EUR', $3 WHERE NOT EXISTS (SELECT 1 FROM merchant) RETURNING id, time_zone`,
      [newId('MRC'), name, Intl.DateTimeFormat().resolvedOptions().timeZone],
    );
    const [owner] = merchant
      ? [merchant]
      : await sql.query<{ id: string; time_zone: string }>('SELECT id, time_zone FROM merchant LIMIT 1');
    const store = newId('STO');
    await sql.query('INSERT INTO store (id, merchant, name, time_zone) VALUES ($1, $2, $3, $4)', [
      store,
      owner?.id,
      name,
      owner?.time_zone,
    ]);
    return makeCode(sql, store, null, clock.now());
  });
  console.log(code);
}

/** Shown once: the person changes it after signing in. */
async function printPassword({ database }: Office, username: string): Promise<void> {
  const [merchant] = await database.query<{ id: string }>('SELECT id FROM merchant LIMIT 1');
  if (!merchant) throw new ConfigRefusal('There is no store yet: make one with enrol --store NAME.');
  const password = newKey().slice(0, 20);
  await addPerson(database, { merchant: merchant.id, username, name: username, role: 'chain', password }).catch(
    error => {
      throw error instanceof BridgeError ? new ConfigRefusal(`${error.message}.`) : error;
    },
  );
  console.log(password);
}

/** The hash of the head is printed, because whoever keeps it elsewhere notices rows that were cut off together with it. */
async function checkChains({ database }: Office): Promise<void> {
  const merchants = await database.query<{ id: string; name: string }>('SELECT id, name FROM merchant ORDER BY id');
  for (const { id, name } of merchants) {
    const { ok, rows, broken, head } = await checkAudit(database, id);
    console.log(`${name}: ${rows} rows, ${ok ? `whole, head ${head || '-'}` : `broken at row ${broken}`}`);
    if (!ok) process.exitCode = 1;
  }
}

async function rebuild(
  office: Office,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): Promise<void> {
  const days = await storeDays(office.database, from, to);
  let left = 0;
  for (const place of days) {
    if (await rebuildDay(office.database, place)) continue;
    left += 1;
    office.log('warn', 'facts without documents stay as they are', { ...place });
  }
  console.log(`${days.length - left} store days made anew${left > 0 ? `, ${left} left as they are` : ''}.`);
}
