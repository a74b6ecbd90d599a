/** Menus and tray of a started shell, with what their items do. A kiosk has none. */
import type { Config } from '../world/config.ts';
import { type Autostart, autostartOf, changeAtStart, programOf } from './autostart.ts';
import type { Lights } from './bridgeFace.ts';
import { dumpsIn, offerReport, supportReport } from './supportReport.ts';
import type { Electron } from './surface.ts';
import { texts } from './texts.ts';
import { openTray, setApplicationMenu } from './tray.ts';
import type { TroubleLog } from './troubleLog.ts';
import { versionsOf } from './versions.ts';

/** The start of this shell, as far as its menus need it. */
export interface MenuPlace {
  readonly kiosk: boolean;
  /** Options of the command line for the bridge, as they were given. */
  readonly given: readonly string[];
  readonly config: Pick<Config, 'language' | 'autostart'>;
  /** Folder of the window's own things. */
  readonly profile: string;
}

export interface MenuSurroundings {
  readonly environment: NodeJS.ProcessEnv;
  /** Folder of the pictures of the tray. */
  readonly pictures: string;
  /** The bill of materials beside the program, which names the installed version. */
  readonly bill: string;
  /** One line for the journal. */
  readonly say: (line: string) => void;
}

export interface MenuParts {
  show(): void;
  restart(): void;
  quit(): void;
  readonly lights: () => Lights | null;
  /** The version that a restart installs; null: none. */
  readonly ready: () => string | null;
  readonly troubles: TroubleLog;
}

/** Gives the function that shows the lights, and the report for the page; a kiosk has no menu and no tray. */
export function offerMenus(
  electron: Electron,
  around: MenuSurroundings,
  { kiosk, given, config, profile }: MenuPlace,
  { lights, ready, troubles, ...actions }: MenuParts,
): { readonly showLights: (lights: Lights | null) => void; readonly report: () => void } {
  const { app } = electron;
  const words = texts[config.language ?? 'de'];
  const onDisk = versionsOf(app.getVersion(), around.bill);
  const versions = () => ({ ...onDisk(), ...(ready() === null ? {} : { installed: ready() }) });
  const autostart = app.isPackaged ? settledAutostart(electron, around, kiosk, given, config.autostart) : null;
  let show: (lights: Lights | null) => void = () => undefined;
  let isOpen = false;
  const all = {
    ...actions,
    autostart() {
      attempt(() => autostart?.set(!autostart.isOn()), around.say);
      show(lights());
    },
    report() {
      const facts = { now: new Date(), versions: versions(), programs: process.versions, lights: lights() };
      const system = `${process.platform} ${process.arch}`;
      if (isOpen) return;
      attempt(() => {
        const text = supportReport({ ...facts, system, troubles: troubles.lines(), dumps: dumpsIn(profile) });
        isOpen = true;
        void offerReport(electron, words, profile, text).finally(() => {
          isOpen = false;
        });
      }, around.say);
    },
  };
  setApplicationMenu(electron, { kiosk, packaged: app.isPackaged, platform: process.platform }, words, all);
  const { report } = all;
  if (kiosk) return { showLights: () => undefined, report };
  const look = () => autostart && { isOn: autostart.isOn(), isSettled: config.autostart !== null };
  show = openTray(electron, { pictures: around.pictures, texts: words, versions, autostart: look, actions: all });
  return { showLights: show, report };
}

/** The start at a sign-in, as the configuration wants it where it says so. */
function settledAutostart(
  electron: Electron,
  { environment, say }: MenuSurroundings,
  kiosk: boolean,
  given: readonly string[],
  setting: boolean | null,
): Autostart {
  const options = [...(kiosk ? ['--kiosk'] : []), ...given];
  const program = programOf(options, environment, { execPath: process.execPath, folder: process.cwd() });
  const autostart = autostartOf(electron, process.platform, program);
  attempt(() => {
    const change = changeAtStart(setting, autostart.isOn());
    if (change !== null) autostart.set(change);
  }, say);
  return autostart;
}

/** A folder that cannot be read or written takes a comfort away, and no till. */
function attempt(work: () => void, say: (line: string) => void): void {
  try {
    work();
  } catch (error) {
    say(`The menu could not do what was asked: ${(error as Error).message}`);
  }
}
