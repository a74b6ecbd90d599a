/**
 * `npm run setup`: sets up a live shop from a file, shows what a file would change, or saves the set-up of a shop as a file. Exit
 * code 0 done, 2 wrong use or a wrong file (one sentence for each fault, nothing was changed), 1 anything else.
 */

import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFilesPrivate } from './files/rights.ts';
import { sqlFunctions } from './query/comparable.ts';
import { ClientSecrets } from './services/auth/clientSecrets.ts';
import { createPins, type Pins, pinCosts } from './services/auth/pins.ts';
import { applyPlan } from './setup/applyPlan.ts';
import { keepNewCode } from './setup/codeFile.ts';
import { exportFile } from './setup/exportFile.ts';
import { linesOf, type PlanBook } from './setup/planBook.ts';
import { hashPins, hashSecrets } from './setup/planPeople.ts';
import { readSetupFile, SetupRefusal, type SetupSource, setupSchema } from './setup/setupFile.ts';
import { planSetup } from './setup/setupPlan.ts';
import { EMPTY, readState } from './setup/shopState.ts';
import { explain } from './startRefusal.ts';
import { type Database, DatabaseRefusal, openDatabase } from './store/database.ts';
import { readDirectory } from './store/directory.ts';
import { DIRECTORY_FILES } from './store/directoryFiles.ts';
import { readElsewhere } from './store/unlockedReading.ts';
import { masterDataOf } from './wiring/masterData.ts';
import { openTables } from './wiring/tables.ts';
import { systemClock } from './world/clock.ts';
import { wantsHelp } from './world/commandLine.ts';
import { type Config, ConfigRefusal, defaultDirectory } from './world/config.ts';
import { readPlace, secretsKeyOf } from './world/configReading.ts';

const USAGE = `npm run setup -- [options]
Sets up a live shop from a file, all of it or nothing. Repeating it changes nothing.
  --file FILE    the set-up file (JSON); lists it names lie beside it
  --data DIR     data directory (default ${defaultDirectory('live')}); it is made where there is none
  --config FILE  settings of the bridge, for secretsKeyFile and loyaltyPrefixes; TILLBRIDGE_… variables as well
  --dry-run      only says what would change
  --export       writes the set-up of the shop as such a file, without secrets; --out FILE, else standard output
  --schema       writes the JSON schema of the file
  --new-code     makes a new one-time code for the set-up in the browser, while the bridge runs
  --help         this text
exit code 0 done, 2 wrong use or a wrong file (one sentence for each fault; nothing was changed), 1 anything else`;

const OPTIONS = {
  file: { type: 'string' },
  data: { type: 'string' },
  config: { type: 'string' },
  out: { type: 'string' },
  'dry-run': { type: 'boolean' },
  export: { type: 'boolean' },
  schema: { type: 'boolean' },
  'new-code': { type: 'boolean' },
} as const;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function run(argv: readonly string[]): Promise<void> {
  const asked = options(argv);
  if (asked.schema) return say(JSON.stringify(setupSchema(), null, 2));
  const config = settings(asked);
  if (asked.export) return exportTo(config, asked.out);
  if (asked['new-code']) return giveNewCode(config);
  if (asked.file === undefined)
    throw new ConfigRefusal('--file is missing: the set-up file. More: npm run setup -- --help');
  const source = readSetupFile(asked.file, process.env);
  await (asked['dry-run'] ? show(config, source) : setUp(config, source));
}

function options(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS }).values;
  } catch (error) {
    throw new ConfigRefusal(`${(error as Error).message.split('.')[0]}. More: npm run setup -- --help`);
  }
}

function settings({ data, config }: { readonly data?: string; readonly config?: string }): Config {
  const args = [...(data === undefined ? [] : ['--data', data]), ...(config === undefined ? [] : ['--config', config])];
  const read = readPlace(args, process.env);
  if (read.demo || read.training)
    throw new ConfigRefusal(
      'A demo and a training are made by themselves (--demo, --training); the set-up is for a live shop.',
    );
  return read;
}

const isThere = ({ data }: Config): boolean =>
  (statSync(join(data, DIRECTORY_FILES.database), { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Throws `DirectoryRefusal` for a demo, and `DatabaseRefusal` while somebody works there. */
function open(config: Config, readOnly: boolean): Database {
  makeFilesPrivate(config.data);
  try {
    const how = { readOnly, secretsKey: secretsKeyOf(config) };
    return openDatabase(config.data, sqlFunctions, undefined, 'live', how);
  } catch (error) {
    if (!(error instanceof DatabaseRefusal) || !error.message.includes('in use by')) throw error;
    throw new DatabaseRefusal(`${error.message} Stop it, then repeat this; or change the shop at its screen.`, {
      cause: error,
    });
  }
}

async function plan(config: Config, db: Database | null, source: SetupSource) {
  const data = db && masterDataOf(openTables(db, systemClock), systemClock.now);
  const state = data ? readState(data) : EMPTY;
  const pins: Pins = db?.readOnly
    ? { ...createPins(pinCosts.live, db.vault.pepper), hash: async () => 'planned' }
    : createPins(pinCosts.live, db?.vault.pepper ?? null);
  const pinHashes = await hashPins(state, source.parts, pins);
  const secretHashes = await hashSecrets(state, source.parts, new ClientSecrets(pins));
  const around = { pinHashes, secretHashes, prefixes: config.loyaltyPrefixes, now: systemClock.now() };
  const book = await planSetup(state, source, around);
  if (book.faults.length > 0) throw new SetupRefusal(book.faults);
  return { data, book };
}

function note({ warnings }: PlanBook): void {
  for (const line of linesOf(warnings)) console.error(`note: ${line}`);
}

async function show(config: Config, source: SetupSource): Promise<void> {
  const db = isThere(config) ? open(config, true) : null;
  try {
    const { book } = await plan(config, db, source);
    note(book);
    report(book.changes, 'This would change:', `Nothing would change in ${config.data}.`);
  } finally {
    await db?.close();
  }
}

async function setUp(config: Config, source: SetupSource): Promise<void> {
  // A file with faults makes no directory.
  if (!isThere(config)) await plan(config, null, source);
  const db = open(config, false);
  try {
    if (db.readOnly)
      throw new DatabaseRefusal(
        db.risks
          .all()
          .map(({ cause, cure }) => `${cause.en} ${cure.en}`)
          .join(' '),
      );
    const { data, book } = await plan(config, db, source);
    const { changes } = book;
    note(book);
    if (data && changes.length > 0) await db.write(() => applyPlan(data, book, source));
    report(changes, `Set up in ${config.data}:`, `Nothing to change: the shop in ${config.data} is as the file says.`);
    if (changes.length > 0) say(`Start it with: npm start -- --data ${config.data}`);
  } finally {
    await db.close();
  }
}

function report(changes: Parameters<typeof linesOf>[0], title: string, nothing: string): void {
  say(changes.length === 0 ? nothing : title);
  for (const line of linesOf(changes)) say(`  ${line}`);
}

/** The bridge may run meanwhile, so the database is only read. */
function giveNewCode(config: Config): void {
  const hasShop = readElsewhere(config.data, rows => rows('SELECT id FROM merchant LIMIT 1').length > 0);
  if (hasShop === null || readDirectory(config.data)?.purpose !== 'live')
    throw new ConfigRefusal(`No set-up waits in ${config.data}: start the bridge there first (npm start -- --shop).`);
  if (hasShop) throw new ConfigRefusal(`A shop has been set up in ${config.data}; a manager changes it at the screen.`);
  say(`One-time code: ${keepNewCode(config.data)}`);
  say('Good for one window, until the bridge is started again.');
}

async function exportTo(config: Config, out: string | undefined): Promise<void> {
  if (!isThere(config)) throw new ConfigRefusal(`No shop has been set up in ${config.data}.`);
  const db = open(config, true);
  try {
    const state = readState(masterDataOf(openTables(db, systemClock), systemClock.now));
    if (state.shop === null) throw new ConfigRefusal(`No shop has been set up in ${config.data}.`);
    const file = exportFile(state);
    const text = JSON.stringify(file, null, 2);
    console.error(`note: ${file.$comment}`);
    if (out === undefined) say(text);
    else writeFileSync(out, `${text}\n`, { mode: 0o600 });
  } finally {
    await db.close();
  }
}

/** Faults one a line; everything else as every program of the bridge. */
function ended(error: unknown): number {
  if (!(error instanceof SetupRefusal)) return explain(error);
  for (const line of linesOf(error.faults)) console.error(line);
  console.error('Nothing was changed.');
  return 2;
}

makeFilesPrivate();
const argv = process.argv.slice(2);
if (wantsHelp(argv)) say(USAGE);
else
  run(argv).catch(error => {
    process.exitCode = ended(error);
  });
