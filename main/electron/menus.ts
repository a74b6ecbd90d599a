/** Menus of the application and of its tray, as data: who may reach which item is decided here, and nothing is drawn. */
import type { MenuItemConstructorOptions } from 'electron';
import { mayReplace } from '../store/unfinished.ts';
import type { Lights } from './bridgeFace.ts';
import type { MenuRole, Texts } from './texts.ts';

/** Items that the shell itself acts on; all others have a role of Electron. */
export type Action = 'show' | 'restart' | 'quit' | 'autostart' | 'report';

export type Item = Pick<
  MenuItemConstructorOptions,
  'label' | 'role' | 'type' | 'enabled' | 'checked' | 'accelerator'
> & {
  readonly id?: Action;
  readonly submenu?: Item[];
};

const LINE: Item = { type: 'separator' };

/** For writers of the product, who read English. */
const WRITERS: Item[] = [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }];

export interface MenuChoices {
  readonly kiosk: boolean;
  /** From a checkout: its writer may look into the page. */
  readonly packaged: boolean;
  readonly platform: NodeJS.Platform;
}

/** The start at a sign-in: as the system has it, and whether the configuration decides about it. */
export interface AutostartLook {
  readonly isOn: boolean;
  readonly isSettled: boolean;
}

/** null: a checkout, which nobody starts that way. */
const autostartItem = (look: AutostartLook | null, label: string): Item[] =>
  look === null ? [] : [{ id: 'autostart', type: 'checkbox', label, checked: look.isOn, enabled: !look.isSettled }];

/** null: no menu. In a kiosk customers reach the keys; elsewhere the menu also carries the keys for copy and paste. */
export function applicationMenu(
  { kiosk, packaged, platform }: MenuChoices,
  { menus: words, quit, report }: Texts,
): Item[] | null {
  if (kiosk) return null;
  // Electron's own words for its roles are English, whatever the language of the machine.
  const roles = (...names: readonly MenuRole[]): Item[] => names.map(role => ({ role, label: words.roles[role] }));
  const ofMac = platform === 'darwin' ? [...roles('about'), LINE, ...roles('hide', 'hideOthers', 'unhide'), LINE] : [];
  return [
    {
      label: 'Tillbridge',
      submenu: [
        ...ofMac,
        { id: 'report', label: report.item },
        LINE,
        { id: 'quit', label: quit, accelerator: 'CmdOrCtrl+Q' },
      ],
    },
    {
      label: words.edit,
      submenu: [...roles('undo', 'redo'), LINE, ...roles('cut', 'copy', 'paste', 'selectAll')],
    },
    {
      label: words.view,
      submenu: [
        ...roles('resetZoom', 'zoomIn', 'zoomOut'),
        LINE,
        ...roles('togglefullscreen'),
        ...(packaged ? [] : WRITERS),
      ],
    },
    { label: words.window, submenu: roles('minimize', 'zoom') },
  ];
}

/** Of the program that runs, and of the one on the disk; null: not known. */
export interface Versions {
  readonly running: string;
  readonly installed: string | null;
}

export type Light = 'good' | 'warn' | 'bad';

export interface TrayLook {
  readonly light: Light;
  /** One line for a pointer that rests on the icon. */
  readonly words: string;
  readonly menu: Item[];
}

const WORSE: readonly Light[] = ['good', 'warn', 'bad'];

/** `lights` null: the bridge does not answer. */
export function trayLook(
  lights: Lights | null,
  versions: Versions,
  autostart: AutostartLook | null,
  { tray, quit, report }: Texts,
): TrayLook {
  const lines = lights === null ? [['bad', tray.silent] as const] : linesOf(lights, tray);
  const light = WORSE.findLast(one => lines.some(([level]) => level === one)) ?? 'good';
  const [[, first = ''] = []] = lines.toSorted(([a], [b]) => WORSE.indexOf(b) - WORSE.indexOf(a));
  return {
    light,
    words: `Tillbridge: ${first}`,
    menu: [
      ...lines.map(([, label]): Item => ({ label, enabled: false })),
      LINE,
      updateItem(lights, versions, tray),
      ...autostartItem(autostart, tray.autostart),
      { id: 'report', label: report.item },
      LINE,
      { id: 'show', label: tray.show },
      { id: 'quit', label: quit },
    ],
  };
}

function linesOf(
  lights: Lights,
  { terminal, upstream, waiting, unknown }: Texts['tray'],
): (readonly [Light, string])[] {
  const ofTerminal: Readonly<Record<string, Light>> = { offline: 'bad', closed: 'bad', connecting: 'warn' };
  const state = lights.terminal ?? 'none';
  const lines: (readonly [Light, string])[] = [[ofTerminal[state] ?? 'good', terminal[state]]];
  if (lights.unknown > 0) lines.push(['bad', unknown]);
  if (lights.upstream !== 'none') lines.push([lights.upstream === 'up' ? 'good' : 'warn', upstream[lights.upstream]]);
  if (lights.waiting > 0) lines.push(['warn', waiting(lights.waiting)]);
  return lines;
}

/** A newer program on the disk runs after a restart, which waits for everything that `mayReplace` waits for. */
function updateItem(lights: Lights | null, { running, installed }: Versions, { update }: Texts['tray']): Item {
  if (installed === null || installed === running) return { label: update.current(running), enabled: false };
  return lights !== null && mayReplace(lights)
    ? { id: 'restart', label: update.ready(installed) }
    : { label: update.waits(installed), enabled: false };
}
