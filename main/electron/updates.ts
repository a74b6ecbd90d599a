/** Restart and updates of this shell: `update.json` beside the settings of the shop names their folder, channel and key; without it there are none. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Shutdown } from './shutdown.ts';
import type { Electron } from './surface.ts';

export interface ShellUpdateParts {
  /** `update.json`. */
  readonly settings: string;
  readonly data: string;
  readonly profile: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
}

/** How often the channel is looked at, ms. */
const LOOKS_EVERY = 900_000;

/** Restart and updates as the shell uses them. */
export interface ShellUpdates {
  /** Goes to the bridge, which shows the updates to managers. */
  readonly environment: NodeJS.ProcessEnv;
  /** The program has to be started again at once: what was cut off has been brought to an end. */
  readonly isAgain: boolean;
  /** The version that a restart installs. */
  ready(): string | null;
  /** The next end is a restart, which installs what is ready. */
  chooseRestart(isChosen: boolean): void;
  /** The bridge works at this address: a new version is watched, then the channel is looked at. */
  begin(url: string): void;
  /** The bridge did not start. Throws the error, except where a new version has to go. */
  failed(error: unknown): null;
}

export async function shellUpdates(
  { app }: Pick<Electron, 'app'>,
  { settings, data, profile, environment, say }: ShellUpdateParts,
  ending: Pick<Shutdown, 'before' | 'end'>,
): Promise<ShellUpdates> {
  const folder = join(profile, 'updates');
  let origin: string | null = null;
  const around = { settings, folder, data, running: app.getVersion(), environment, say, url: () => origin };
  const updates = existsSync(settings) ? await (await import('./updateParts.ts')).updatesOf(around) : null;
  let [isChosen, trial] = [false, null as string | null];
  let timer: NodeJS.Timeout | undefined;
  const isAgain = updates?.resume() === 'again';
  // The first to be registered is the last to be closed: the bridge has ended by then.
  ending.before(async () => {
    clearInterval(timer);
    try {
      if (trial !== null) updates?.goBack(trial);
      else if (isChosen) await updates?.replace();
    } finally {
      if (isAgain || isChosen || trial !== null) app.relaunch(programAgain(environment));
    }
  });
  return {
    isAgain,
    environment: updates ? { ...environment, TILLBRIDGE_UPDATES: folder } : environment,
    ready: () => updates?.ready() ?? null,
    chooseRestart(chosen) {
      isChosen = chosen;
    },
    begin(url) {
      origin = url;
      void updates?.watch().then(isHealthy => {
        if (!isHealthy && updates.ownsProgram) {
          trial = UNHEALTHY;
          return ending.end();
        }
        if (!isHealthy) updates.goBack(UNHEALTHY);
        timer = setInterval(() => void updates.look(), LOOKS_EVERY).unref();
        return updates.look().then(() => undefined);
      });
    },
    failed(error) {
      if (!updates?.isOnTrial()) throw error;
      trial = `it did not start: ${(error as Error).message}`;
      return null;
    },
  };
}

const UNHEALTHY = 'it was not healthy within a minute';

/** An AppImage is started by its file; the program inside is gone with the process. */
const programAgain = ({ APPIMAGE }: NodeJS.ProcessEnv) => ({
  execPath: APPIMAGE ?? process.execPath,
  args: process.argv.slice(1),
});

/** Beside the settings of the shop, which `--config` names. */
export function updateSettings(options: readonly string[]): string {
  const given = options.findIndex(option => /^--config(=|$)/.test(option));
  const named = options[given]?.split('=')[1] ?? options[given + 1];
  return resolve(given === -1 || named === undefined ? '.' : dirname(named), 'update.json');
}
