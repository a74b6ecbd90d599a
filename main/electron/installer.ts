/** The installer of the kind of package that this program came in: `electron-updater` fetches and installs, and decides nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request as insecure } from 'node:http';
import { request as secure } from 'node:https';
import { basename, join } from 'node:path';
import type { BaseUpdater } from 'electron-updater';
import type { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import type { Installer } from '../update/desktopUpdate.ts';
import type { Feed } from '../update/feed.ts';
import { UpdateRefusal } from '../update/manifest.ts';

/** Endings of packages that can be replaced from inside. */
export type Ending = 'AppImage' | 'deb' | 'rpm' | 'exe';

export interface ProgramFacts {
  readonly platform: NodeJS.Platform;
  /** Of a running AppImage: its file. */
  readonly appImage: string | undefined;
  /** Folder of Electron's own files, in which the builder notes the kind of a Linux package. */
  readonly resources: string;
}

/** null: macOS, which takes updates of a signed program alone, and a program that nobody installed. */
export function endingOf({ platform, appImage, resources }: ProgramFacts): Ending | null {
  if (platform === 'win32') return 'exe';
  if (platform !== 'linux') return null;
  if (appImage !== undefined) return 'AppImage';
  const note = join(resources, 'package-type');
  const kind = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  return kind === 'deb' || kind === 'rpm' ? kind : null;
}

export interface InstallerParts {
  readonly ending: Ending;
  readonly version: string;
  readonly feed: Pick<Feed, 'url' | 'channel'>;
  /** Of the files that were fetched. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

export async function installerOf(parts: InstallerParts): Promise<Installer> {
  const { ending } = parts;
  const answer = { most: LARGEST_LIST };
  const updater = await updaterOf(parts, answer);
  let failure: Error | null = null;
  updater.on('error', error => {
    failure = error;
  });
  return {
    kind: `${ending}-${process.arch}`,
    async fetch(version, { name, size }) {
      answer.most = LARGEST_LIST;
      const found = await updater.checkForUpdates();
      const files = found?.updateInfo.files.map(({ url }) => basename(url)) ?? [];
      if (!found?.isUpdateAvailable || found.updateInfo.version !== version || !files.includes(name))
        throw new UpdateRefusal(
          `The list of the builder does not name ${name} of version ${version}, as the signed description does: the folder was not uploaded as a whole.`,
        );
      answer.most = size;
      const [file] = await updater.downloadUpdate();
      if (file === undefined) throw new Error(`${name} was not fetched.`);
      return file;
    },
    install(file) {
      if (ending === 'AppImage') tryOut(file);
      let made: string | null = null;
      updater.once('appimage-filename-updated', place => {
        made = place;
      });
      // Windows closes the program for its installer, which starts the new one.
      const isInstalled = updater.install(ending === 'exe', ending === 'exe');
      if (made !== null) moved(made, isInstalled ? process.env.APPIMAGE : undefined);
      if (!isInstalled) throw failure ?? new Error('nothing was installed');
    },
  };
}

/** Menus, units and starts at a sign-in know the file by the name that it had. */
function moved(made: string, place: string | undefined): void {
  if (place === undefined) rmSync(made, { force: true });
  else renameSync(made, place);
}

const STARTS_WITHIN = 60_000;

/** The program ends at once when it is asked to; one that cannot even do that takes no place. Throws `UpdateRefusal`. */
function tryOut(file: string): void {
  const env = { ...process.env, APPIMAGE_EXIT_AFTER_INSTALL: 'true' };
  const { status, error } = spawnSync(file, [], { env, stdio: 'ignore', timeout: STARTS_WITHIN });
  if (status !== 0) throw new UpdateRefusal(`The new program does not start here (${error?.message ?? status}).`);
}

const MODULES = {
  AppImage: async () => (await import('electron-updater/out/AppImageUpdater.js')).AppImageUpdater,
  deb: async () => (await import('electron-updater/out/DebUpdater.js')).DebUpdater,
  rpm: async () => (await import('electron-updater/out/RpmUpdater.js')).RpmUpdater,
  exe: async () => (await import('electron-updater/out/NsisUpdater.js')).NsisUpdater,
} as const;

/** A list is a few hundred bytes. */
const LARGEST_LIST = 100_000;

/** The most bytes that the next answer may have: a server that nobody has signed for must fill neither memory nor disk. */
interface AnswerBound {
  readonly most: number;
}

async function updaterOf(
  { ending, version, feed, folder, say }: InstallerParts,
  bound: AnswerBound,
): Promise<BaseUpdater> {
  mkdirSync(folder, { recursive: true });
  // Its own settings say no more than where the files lie; the address comes from ours.
  const settings = join(folder, 'updater.yml');
  writeFileSync(settings, 'updaterCacheDirName: files\n');
  const Updater = await MODULES[ending]();
  const updater: BaseUpdater = new Updater(null, {
    ...{ version, name: 'Tillbridge', isPackaged: true, appUpdateConfigPath: settings },
    ...{ userDataPath: folder, baseCachePath: folder },
    whenReady: () => Promise.resolve(),
    // The shell ends and starts itself.
    ...{ quit: () => undefined, relaunch: () => undefined, onQuit: () => undefined },
  });
  const line = (text?: unknown) => say(`electron-updater: ${String(text).split('\n', 1)[0]}`);
  Object.assign(updater, {
    ...{ autoDownload: false, autoInstallOnAppQuit: false, autoRunAppAfterInstall: false, allowDowngrade: false },
    ...{ disableDifferentialDownload: true, disableWebInstaller: true },
    logger: { info: () => undefined, warn: line, error: line },
    httpExecutor: await nodeRequests(bound),
  });
  // Its provider takes the requests over as they are now.
  updater.setFeedURL({ provider: 'generic', url: feed.url, channel: feed.channel });
  return updater;
}

type Asking = ElectronHttpExecutor['createRequest'];

/** Requests of Node, as those for the signed description. */
async function nodeRequests(bound: AnswerBound): Promise<ElectronHttpExecutor> {
  const { ElectronHttpExecutor } = await import('electron-updater/out/electronHttpExecutor.js');
  const createRequest = (options: Parameters<Asking>[0], callback: Parameters<Asking>[1]) => {
    const request = (options.protocol === 'https:' ? secure : insecure)({ ...options, agent: false });
    let left = bound.most;
    return request.on('response', answer => {
      const { statusCode = 0 } = answer;
      // A redirect leads nowhere.
      if (statusCode >= 300 && statusCode < 400)
        return void request.destroy(new Error(`the update server answers ${statusCode}`));
      callback(answer);
      answer
        .on('error', () => undefined)
        .on('data', (part: string | Buffer) => {
          left -= part.length;
          if (left < 0) answer.destroy(new Error(`${options.path} is larger than it should be`));
        });
    });
  };
  return Object.assign(new ElectronHttpExecutor(), { createRequest });
}
