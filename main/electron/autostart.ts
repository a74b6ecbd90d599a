/**
 * Starts the application when its user signs in: by a desktop file where the system knows those (XDG autostart), else by a login
 * item. The system keeps the choice, so a person may also change it there.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Electron } from './surface.ts';

export interface Autostart {
  isOn(): boolean;
  set(on: boolean): void;
}

/** The program as a sign-in starts it. */
export interface StartedProgram {
  readonly path: string;
  readonly options: readonly string[];
  /** Folder of the relative paths among the options. */
  readonly folder: string;
}

/** A one-time code is used up by the first start. */
const ONCE = '--enrol';

/** `given`: the options of this start, which the next one gets as well. An AppImage runs from a folder that is gone then. */
export function programOf(
  given: readonly string[],
  { APPIMAGE }: NodeJS.ProcessEnv,
  { execPath, folder }: { readonly execPath: string; readonly folder: string },
): StartedProgram {
  const options = given.filter(
    (option, index) => option !== ONCE && !option.startsWith(`${ONCE}=`) && given[index - 1] !== ONCE,
  );
  return { path: APPIMAGE ?? execPath, options, folder };
}

/** The change at a start; null: none. The setting null leaves the choice to the person. */
export const changeAtStart = (setting: boolean | null, isOn: boolean): boolean | null =>
  setting === null || setting === isOn ? null : setting;

/** A word of an `Exec` line (Desktop Entry Specification 1.5, "The Exec key"): quoted, and escaped once more as a value. */
const word = (text: string): string =>
  `"${text.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`.replaceAll('\\', '\\\\');
const value = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

/** The desktop file that starts the program at a sign-in. */
export const desktopFile = ({ path, options, folder }: StartedProgram): string =>
  `[Desktop Entry]
Type=Application
Name=Tillbridge
Exec=${[path, ...options].map(word).join(' ')}
Path=${value(folder)}
StartupWMClass=tillbridge
Terminal=false
`;

export function autostartOf(
  { app }: Pick<Electron, 'app'>,
  platform: NodeJS.Platform,
  program: StartedProgram,
): Autostart {
  const { path, options } = program;
  const item = { path, args: [...options] };
  if (platform !== 'linux')
    return {
      isOn: () => app.getLoginItemSettings(item).openAtLogin,
      set: on => app.setLoginItemSettings({ ...item, openAtLogin: on }),
    };
  const file = join(app.getPath('appData'), 'autostart', 'tillbridge.desktop');
  return {
    isOn: () => existsSync(file),
    set(on) {
      if (!on) return rmSync(file, { force: true });
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, desktopFile(program));
    },
  };
}
