/** Once a day the back office forgets old misses at passwords, compares a sample of the figures with the documents, and dumps the embedded database. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedDatabase } from './database/embedded.ts';
import { countThirds } from './database/thirds.ts';
import { checkDay, remakeHours, storeDays } from './ingest/rebuild.ts';
import type { Office } from './office.ts';
import { forgetGuesses } from './people/guesses.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The newest days that are looked at, and how many of their store days. */
const DAYS = 60;
const SAMPLES = 20;
/** Dumps that are kept. */
const KEPT = 7;

/** Looks each hour whether the work of the day is done. */
export function startNightly(office: Office): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = hourly(office);
  }, HOUR);
  let counting: Promise<unknown> = Promise.resolve();
  let isCounting = false;
  const hours = setInterval(() => {
    if (isCounting) return;
    isCounting = true;
    counting = remakeHours(office)
      .catch(error => office.log('error', 'hours were not counted anew; it is tried again', { error: String(error) }))
      .finally(() => {
        isCounting = false;
      });
  }, MINUTE);
  return {
    async stop() {
      clearInterval(timer);
      clearInterval(hours);
      await Promise.all([running, counting]);
    },
  };
}

/** Each work by itself: a disk that has no room for the dump of the night leaves no third of a month uncounted. */
export async function hourly(office: Office): Promise<void> {
  const tried = (work: Promise<unknown>, name: string) =>
    work.catch(error => office.log('error', `${name} failed; it is tried again in an hour`, { error: String(error) }));
  await tried(nightly(office), 'the nightly work');
  await tried(countThirds(office), 'the counting of thirds of months');
}

/** Does what is due. The hour counts by the clock of the machine. */
export async function nightly(office: Office, hour = new Date(office.clock.now()).getHours()): Promise<void> {
  // The office serves shops of many zones and works once in a night of its own machine: a calendar day is enough.
  const day = new Date(office.clock.now()).toISOString().slice(0, 10);
  const [row] = await office.database.query<{ value: string }>("SELECT value FROM setting WHERE key = 'nightly'");
  if (row?.value === day || hour < 3) return;
  await forgetGuesses(office.database, office.clock.now());
  await checkSample(office);
  // A server does that by itself; the embedded database has nobody who does.
  if (office.database.kind === 'embedded') await office.database.script('ANALYZE');
  if (office.database.kind === 'embedded' && !office.settings.demo)
    await keepDump(office.database as EmbeddedDatabase, join(office.settings.data, 'dumps'), day);
  await office.database.query(
    "INSERT INTO setting (key, value) VALUES ('nightly', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    [day],
  );
}

/** Figures that differ from their documents are an error in the log: `rebuild` mends them. */
async function checkSample({ database, clock, log }: Office): Promise<void> {
  // A sample of the last days; a day more or less makes no difference.
  const from = new Date(clock.now() - DAYS * 24 * HOUR).toISOString().slice(0, 10);
  const days = [...(await storeDays(database, from, null))];
  for (let count = 0; count < SAMPLES && days.length > 0; count += 1) {
    const [place] = days.splice(Math.floor(Math.random() * days.length), 1);
    if (!place) return;
    const tables = await checkDay(database, place);
    if (tables.length > 0) log('error', 'figures differ from their documents: rebuild them', { ...place, tables });
  }
}

/** Whole, or not there at all: halves would gather on a full disk. */
export async function keepDump(database: Pick<EmbeddedDatabase, 'dump'>, folder: string, day: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `office-${day}.tar.gz`);
  const part = `${file}.part`;
  try {
    writeFileSync(part, await database.dump('gzip'), { mode: 0o600 });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  const dumps = readdirSync(folder)
    .filter(name => /^office-.*\.tar\.gz$/.test(name))
    .sort();
  for (const old of dumps.slice(0, -KEPT)) rmSync(join(folder, old));
}
