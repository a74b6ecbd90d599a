/** `npm run backoffice`: the back office as a process of its own. Prints one line on standard output when it is ready. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildOfficeScreenIfStale } from '../build/screens.ts';
import { DatabaseRefusal } from '../files/refusal.ts';
import { makeFilesPrivate } from '../files/rights.ts';
import { closeServer, countOpenRequests } from '../http/closeServer.ts';
import { listen } from '../http/listen.ts';
import { ConfigRefusal } from '../world/config.ts';
import { buildOfficeServer } from './api/server.ts';
import { runCommand } from './commands.ts';
import { SchemaRefusal } from './database/migrate.ts';
import { readMailSettings } from './exports/mailSettings.ts';
import { startMails } from './exports/mails.ts';
import { createOfficeMail } from './exports/mailTransport.ts';
import { startNightly } from './nightly.ts';
import type { Office } from './office.ts';
import { openOffice } from './openOffice.ts';
import { sealSecrets, vaultOf } from './people/secondFactor.ts';
import { readSettings, USAGE } from './settings.ts';

/** Answers that run when the end is asked for may take this long, ms. */
const CLOSE_WITHIN = 10_000;

const REFUSALS = [ConfigRefusal, DatabaseRefusal, SchemaRefusal];

interface Running {
  close(): Promise<void>;
}

let running: Running | null = null;
let state: 'starts' | 'asked' | 'closes' = 'starts';
process.on('SIGINT', end).on('SIGTERM', end);

makeFilesPrivate();
try {
  const { settings, command } = readSettings(process.argv.slice(2), process.env);
  if (command.name === 'help') console.log(USAGE);
  else if (command.name === 'serve') {
    // The screen is built while the database opens.
    const [office] = await Promise.all([openOffice(settings), buildOfficeScreenIfStale(line => console.error(line))]);
    running = await serve(office);
  } else await runCommand(settings, command);
  if ((state as string) === 'asked') end();
} catch (error) {
  // A signal during the start ends the program without the error of a start that failed because of it.
  process.exit((state as string) === 'asked' ? 0 : explain(error));
}

/** The same signal may come twice, for example from the group and from npm: the first begins the end. */
function end(): void {
  if (state === 'closes') return;
  state = running ? 'closes' : 'asked';
  running?.close().then(
    () => process.exit(0),
    error => process.exit(explain(error)),
  );
}

async function serve(office: Office): Promise<Running> {
  await sealSecrets(office.database, vaultOf(office.settings));
  const demo = office.settings.demo ? await startDemo(office) : null;
  const app = await buildOfficeServer(office);
  const openRequests = countOpenRequests(app);
  const nightly = startNightly(office);
  const mail = readMailSettings(process.env, join(office.settings.data, 'mails'), office.settings.address ?? null);
  const mails = startMails({ ...office, ...mail, send: createOfficeMail(mail) });
  const close = async () => {
    demo?.stop();
    const idle = Promise.all([nightly.stop(), mails.close()]);
    await closeServer(app, openRequests, CLOSE_WITHIN);
    // Work of the night that hangs is cut off with the database.
    await Promise.race([idle, pause(CLOSE_WITHIN)]);
    await office.database.close();
  };
  try {
    const address = await listen(app, { ...office.settings, tls: null });
    process.stdout.write(`backoffice ready ${address}\n`);
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A live back office does not load the demo. */
async function startDemo(office: Office): Promise<{ stop(): void }> {
  const { keepDemoInTouch, seedDemo } = await import('./demo/seedDemo.ts');
  await seedDemo(office, office.settings.demoDays ?? 90);
  return keepDemoInTouch(office);
}

/** One clear sentence and exit code 2 for what the person at the keyboard can mend; everything else with its stack. */
function explain(error: unknown): number {
  const isRefusal = REFUSALS.some(kind => error instanceof kind);
  console.error(isRefusal ? (error as Error).message : error);
  return isRefusal ? 2 : 1;
}
