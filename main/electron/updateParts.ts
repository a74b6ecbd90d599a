/** The parts of the updates of an installed desktop: its installer, its data, its bridge. Loaded only where a till looks for updates. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sayMayUpdate } from '../dataDirectory/mayReplace.ts';
import { writeDurably } from '../store/directory.ts';
import { goBack, keepVersion } from '../store/keptVersion.ts';
import { type DesktopData, type DesktopUpdates, desktopUpdates } from '../update/desktopUpdate.ts';
import { healthAt } from '../update/health.ts';
import { programBefore } from '../update/programBefore.ts';
import { FeedSettings, feedOf, settingsIn } from '../update/settings.ts';
import { endingOf, installerOf } from './installer.ts';

export interface UpdateSurroundings {
  /** `update.json`. */
  readonly settings: string;
  /** Of the state and the files, in the profile. */
  readonly folder: string;
  readonly data: string;
  readonly running: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Address of the bridge, once it works. */
  readonly url: () => string | null;
  readonly say: (line: string) => void;
}

const HEALTHY_WITHIN = 60_000;

/** null: a program of this kind is not replaced from inside. Throws `ConfigRefusal`. */
export async function updatesOf(around: UpdateSurroundings): Promise<DesktopUpdates | null> {
  const { settings: file, folder, data, running, environment, url, say } = around;
  const appImage = environment.APPIMAGE;
  const ending = endingOf({
    platform: process.platform,
    appImage,
    resources: join(dirname(process.execPath), 'resources'),
  });
  if (ending === null) {
    say(`${file} is not used: a program of this kind is updated by its installer.`);
    return null;
  }
  const feed = feedOf('tillbridge-desktop', file, settingsIn(file, FeedSettings));
  mkdirSync(folder, { recursive: true });
  return desktopUpdates({
    ...{ folder, running, feed, say, healthyWithin: HEALTHY_WITHIN },
    machineId: machineIdIn(folder),
    installer: await installerOf({ ending, version: running, feed, folder, say }),
    before: ending === 'AppImage' && appImage !== undefined ? programBefore(resolve(appImage), folder) : null,
    data: dataIn(data, say),
    async health() {
      const address = url();
      return address === null ? null : healthAt(address);
    },
  });
}

/** Random and constant: chooses the place of this machine among all. */
function machineIdIn(folder: string): string {
  const file = join(folder, 'machine-id');
  if (!existsSync(file)) writeDurably(file, randomUUID());
  return readFileSync(file, 'utf8').trim();
}

function dataIn(directory: string, say: (line: string) => void): DesktopData {
  // Before the first start of a shop nothing waits, and nothing can be lost.
  const isEmpty = () => !existsSync(join(directory, 'tillbridge.db'));
  return {
    waits() {
      if (isEmpty()) return [];
      const reasons: string[] = [];
      const code = sayMayUpdate(directory, line => {
        const reason = /^waits: (.*)$/.exec(line)?.[1];
        if (reason !== undefined) reasons.push(reason);
      });
      return code === 0 || reasons.length > 0 ? reasons : ['the data do not say whether anything waits'];
    },
    keep: version => void (isEmpty() || keepVersion(directory, version, say)),
    goBack: version => (isEmpty() || goBack(directory, version, say) === 0 ? 'done' : 'sold'),
  };
}
