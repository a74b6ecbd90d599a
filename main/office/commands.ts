/** Commands of the back office that end by themselves: a code to enrol with, figures made anew, a dump put back. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ConfigRefusal } from '../world/config.ts';
import { BridgeError } from '../world/errors.ts';
import { newId, newKey } from '../world/ids.ts';
import { distribute, distributionStatements } from './database/distribution.ts';
import type { Sql } from './database/officeDatabase.ts';
import { makeCode } from './enrolment/codes.ts';
import { moveDays } from './ingest/businessDays.ts';
import { rebuildDay, storeDays } from './ingest/rebuild.ts';
import type { Office, OfficeSettings } from './office.ts';
import { openOffice, restoringFolder } from './openOffice.ts';
import { addAudit, checkAudit } from './people/audit.ts';
import { addPerson } from './people/persons.ts';
import { endFactor } from './people/secondFactor.ts';
import { closeSessionsOf } from './people/sessions.ts';
import { currencyFault, zoneFault } from './people/shopFacts.ts';
import type { MerchantOptions, OfficeCommand } from './settings.ts';

type Command = Exclude<OfficeCommand, { name: 'serve' | 'help' }>;

/** Prints what came of it. Throws ConfigRefusal with one sentence. */
export async function runCommand(settings: OfficeSettings, command: Command): Promise<void> {
  if (command.name === 'restore') return restore(settings, command.file);
  if (command.name === 'distribute') return spread(settings, command);
  const office = await openOffice(settings);
  try {
    if (command.name === 'enrol') await printCode(office, command);
    if (command.name === 'person') await printPassword(office, command.username);
    if (command.name === 'reset-factor') await resetFactor(office, command.username);
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
async function printCode({ database, clock }: Office, command: Extract<Command, { name: 'enrol' }>): Promise<void> {
  const [owner] = await database.query<MerchantRow>('SELECT id, time_zone FROM merchant LIMIT 1');
  const facts = owner ? null : await factsOf(command);
  const code = await database.transaction(async sql => {
    const [found] = await sql.query<{ id: string }>('SELECT id FROM store WHERE name = $1 OR id = $1', [command.store]);
    if (found) return makeCode(sql, found.id, null, clock.now());
    const merchant = owner ?? (facts && (await makeMerchant(sql, facts)));
    const store = newId('STO');
    await sql.query('INSERT INTO store (id, merchant, name, time_zone, zone_from) VALUES ($1, $2, $3, $4, $5)', [
      store,
      merchant?.id,
      command.store,
      command.merchant.timeZone ?? merchant?.time_zone,
      command.merchant.timeZone === undefined ? 'merchant' : 'person',
    ]);
    return makeCode(sql, store, null, clock.now());
  });
  console.log(code);
}

interface MerchantRow {
  readonly id: string;
  readonly time_zone: string;
}

type MerchantFacts = { readonly [Member in keyof MerchantOptions]: string };

async function makeMerchant(sql: Sql, { name, currency, timeZone }: MerchantFacts): Promise<MerchantRow> {
  const id = newId('MRC');
  await sql.query('INSERT INTO merchant (id, name, currency, time_zone) VALUES ($1, $2, $3, $4)', [
    id,
    name,
    currency,
    timeZone,
  ]);
  return { id, time_zone: timeZone };
}

/** The facts that the options name; the rest is asked at a keyboard, and without a keyboard taken from this machine and said. */
async function factsOf({ store, merchant }: Extract<Command, { name: 'enrol' }>): Promise<MerchantFacts> {
  const proposal: MerchantFacts = {
    name: merchant.name ?? store,
    currency: merchant.currency ?? 'EUR',
    timeZone: merchant.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  if (Object.values(merchant).every(value => value !== undefined)) return proposal;
  const facts = process.stdin.isTTY ? await askFor(merchant, proposal) : proposal;
  console.error(
    `The merchant is "${facts.name}", its currency ${facts.currency}, its clock that of ${facts.timeZone}: change it on the page Shop of the back office.`,
  );
  return facts;
}

async function askFor(given: MerchantOptions, proposal: MerchantFacts): Promise<MerchantFacts> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ask = async (member: keyof MerchantFacts, question: string, fault: (text: string) => string | null) => {
    const said = given[member];
    if (said !== undefined) return said;
    for (;;) {
      const answer = (await terminal.question(`${question} [${proposal[member]}]: `)).trim() || proposal[member];
      const wrong = fault(answer);
      if (wrong === null) return answer;
      console.error(`${wrong}.`);
    }
  };
  try {
    return {
      name: await ask('name', 'Name of the merchant, also for the tax office', () => null),
      currency: await ask('currency', 'Currency', currencyFault),
      timeZone: await ask('timeZone', 'Time zone of the stores', zoneFault),
    };
  } finally {
    terminal.close();
  }
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

/** For the last person of the chain, whom nobody else can help. */
async function resetFactor({ database, clock }: Office, username: string): Promise<void> {
  const [person] = await database.query<{ id: string; merchant: string }>(
    'SELECT id, merchant FROM person WHERE lower(username) = lower($1)',
    [username],
  );
  if (!person) throw new ConfigRefusal(`There is no person ${username}.`);
  const ended = await database.transaction(async sql => {
    if (!(await endFactor(sql, person.id))) return false;
    await closeSessionsOf(sql, person.id);
    const facts = { of: person.id, by: 'command' };
    await addAudit(sql, { ...person, person: null, action: 'secondFactorReset', facts, at: clock.now() });
    return true;
  });
  if (!ended) throw new ConfigRefusal(`${username} has no second factor.`);
  console.log(
    `${username} signs in with the password alone now, and sets a new second factor up on the page My account.`,
  );
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

async function spread(
  settings: OfficeSettings,
  { shards, dryRun }: Extract<Command, { name: 'distribute' }>,
): Promise<void> {
  if (dryRun) {
    for (const { text } of distributionStatements(shards)) console.log(`${text};`);
    return;
  }
  if (settings.database === null)
    throw new ConfigRefusal(
      'distribute is for a Citus database: name it with --database, or see the statements with --dry-run.',
    );
  const office = await openOffice(settings);
  try {
    await distribute(office.database, { shards, say: line => console.log(line) });
  } finally {
    await office.database.close();
  }
}

async function rebuild(
  office: Office,
  { from, to, days: anew }: { readonly from: string | null; readonly to: string | null; readonly days: boolean },
): Promise<void> {
  if (anew) console.log(`${await moveDays(office.database, from, to)} records are on another business day now.`);
  const days = await storeDays(office.database, from, to);
  let left = 0;
  for (const place of days) {
    if (await rebuildDay(office.database, place)) continue;
    left += 1;
    office.log('warn', 'facts without documents stay as they are', { ...place });
  }
  console.log(`${days.length - left} store days made anew${left > 0 ? `, ${left} left as they are` : ''}.`);
}
