/** The report for whoever helps: versions, lights and what went wrong. A person reads all of it before it is saved. */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lights } from './bridgeFace.ts';
import { freePlace } from './keptFiles.ts';
import type { Versions } from './menus.ts';
import type { Electron } from './surface.ts';
import type { Texts } from './texts.ts';

export interface ReportFacts {
  readonly now: Date;
  readonly versions: Versions;
  /** Of the programs inside, by name. */
  readonly programs: NodeJS.ProcessVersions;
  readonly system: string;
  readonly lights: Lights | null;
  readonly troubles: readonly string[];
  /** Times of the memory dumps of crashes, which stay on the machine. */
  readonly dumps: readonly Date[];
}

const SHOWN = 20;

export function supportReport({ now, versions, programs, system, lights, troubles, dumps }: ReportFacts): string {
  const lightsText =
    lights === null
      ? 'no answer'
      : Object.entries(lights)
          .map(pair => pair.join(' '))
          .join(', ');
  return [
    `Tillbridge ${versions.running} (installed ${versions.installed ?? 'not known'}), ${now.toISOString()}`,
    `${system}, Electron ${programs.electron ?? 'none'}, Chromium ${programs.chrome ?? 'none'}, Node ${programs.node}`,
    `Bridge: ${lightsText}`,
    `Memory dumps that stay here, because they may hold cards and names: ${dumps.map(at => at.toISOString()).join(', ') || 'none'}`,
    `Troubles: ${troubles.length === 0 ? 'none' : ''}`,
    ...troubles.slice(-SHOWN),
  ].join('\n');
}

/** Times of the dumps below the profile of the window. */
export function dumpsIn(profile: string): readonly Date[] {
  const folder = join(profile, 'Crashpad');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.dmp'));
  return files.map(name => statSync(join(folder, name)).mtime).sort((a, b) => a.getTime() - b.getTime());
}

/** Tells a person that the bridge does not stay up, why, and that nothing is lost; the report is one press away, also in a kiosk. */
export async function tellOfLoop(
  { dialog }: Pick<Electron, 'dialog'>,
  { loop, report }: Pick<Texts, 'loop' | 'report'>,
  reason: string | null,
  offer: () => void,
): Promise<void> {
  const { response } = await dialog.showMessageBox({
    ...{
      type: 'warning',
      message: loop.message,
      detail: [loop.detail, ...(reason === null ? [] : [reason])].join('\n\n'),
    },
    ...{ buttons: [loop.close, report.item], defaultId: 0, cancelId: 0, noLink: true },
  });
  if (response === 1) offer();
}

const SAVE = 0;
const LEAVE = 1;

/** Shows the report, and saves it in `folder` where the person wants that. */
export async function offerReport(
  { dialog }: Pick<Electron, 'dialog'>,
  { report, saved, notSaved }: Texts,
  folder: string,
  text: string,
): Promise<void> {
  const { response } = await dialog.showMessageBox({
    ...{ type: 'info', message: report.question, detail: text, noLink: true },
    ...{ buttons: [report.save, report.leave], defaultId: SAVE, cancelId: LEAVE },
  });
  if (response !== SAVE) return;
  const place = freePlace(folder, 'tillbridge-support.txt');
  try {
    writeFileSync(place, `${text}\n`, { flag: 'wx' });
    await dialog.showMessageBox({ type: 'info', message: saved, detail: place });
  } catch {
    await dialog.showMessageBox({ type: 'warning', message: notSaved, detail: place });
  }
}
