/** Puts the menus in force: the application's once, the tray's whenever something in it changes. */
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import type { Lights } from './bridgeFace.ts';
import {
  type Action,
  type AutostartLook,
  applicationMenu,
  type Item,
  type MenuChoices,
  trayLook,
  type Versions,
} from './menus.ts';
import type { Electron } from './surface.ts';
import type { Texts } from './texts.ts';

type Actions = Readonly<Record<Action, () => void>>;

const withClicks = (items: readonly Item[], actions: Actions): MenuItemConstructorOptions[] =>
  items.map(({ submenu, ...item }) => ({
    ...item,
    ...(submenu ? { submenu: withClicks(submenu, actions) } : {}),
    ...(item.id ? { click: actions[item.id] } : {}),
  }));

export function setApplicationMenu(
  { Menu }: Pick<Electron, 'Menu'>,
  choices: MenuChoices,
  texts: Texts,
  actions: Actions,
): void {
  const items = applicationMenu(choices, texts);
  Menu.setApplicationMenu(items && Menu.buildFromTemplate(withClicks(items, actions)));
}

export interface TrayParts {
  /** Folder of the pictures, one a light. */
  readonly pictures: string;
  readonly texts: Texts;
  readonly versions: () => Versions;
  /** null: a checkout. */
  readonly autostart: () => AutostartLook | null;
  readonly actions: Actions;
}

/** Gives the function that shows the lights. Electron forgets a tray that nobody holds. */
export function openTray(
  { Menu, Tray }: Pick<Electron, 'Menu' | 'Tray'>,
  { pictures, texts, versions, autostart, actions }: TrayParts,
): (lights: Lights | null) => void {
  const pictureOf = (light: string) => join(pictures, `${light}.png`);
  const tray = new Tray(pictureOf('warn'));
  tray.on('click', actions.show);
  let shown = '';
  return lights => {
    const look = trayLook(lights, versions(), autostart(), texts);
    // A menu that is replaced closes under the hand.
    if (JSON.stringify(look) === shown) return;
    shown = JSON.stringify(look);
    tray.setImage(pictureOf(look.light));
    tray.setToolTip(look.words);
    tray.setContextMenu(Menu.buildFromTemplate(withClicks(look.menu, actions)));
  };
}
