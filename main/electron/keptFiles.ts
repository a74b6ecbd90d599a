/**
 * Files that a person saves in a kiosk: they lie in one folder and a box names it, because the question of the system where to
 * save a file shows the folders of the machine, and from there every program.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { DownloadItem } from 'electron';
import type { Electron } from './surface.ts';
import type { Texts } from './texts.ts';

/** Saves each file in `folder`, which is made when the first one comes; no file takes the place of another. */
export function keptFiles(
  { dialog }: Pick<Electron, 'dialog'>,
  folder: string,
  { saved, notSaved }: Texts,
): (item: Pick<DownloadItem, 'getFilename' | 'setSavePath' | 'once' | 'cancel'>) => void {
  return item => {
    const place = freePlace(folder, item.getFilename());
    const tell = (done: boolean) =>
      void dialog.showMessageBox({ type: done ? 'info' : 'warning', message: done ? saved : notSaved, detail: place });
    try {
      mkdirSync(folder, { recursive: true });
    } catch {
      // A full disk ends no till.
      item.cancel();
      return tell(false);
    }
    item.setSavePath(place);
    item.once('done', (_event, state) => tell(state === 'completed'));
  };
}

/** `name` in the folder, with a number where a file of that name is there; a name never leads out of the folder. */
export function freePlace(folder: string, name: string): string {
  const { name: stem, ext } = parse(name.replace(/^\.+/, ''));
  const numbered = (number: number) => join(folder, number === 1 ? `${stem}${ext}` : `${stem} ${number}${ext}`);
  let number = 1;
  while (existsSync(numbered(number))) number += 1;
  return numbered(number);
}
