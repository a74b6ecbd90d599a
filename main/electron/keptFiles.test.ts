/** Where a file of a kiosk goes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { freePlace, keptFiles } from './keptFiles.ts';
import { texts } from './texts.ts';

it('stays in its folder, and takes no place of another file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-files-'));
  for (const name of ['../../etc/passwd', '/etc/passwd', '..', '.bashrc', 'a/b.csv', ''])
    expect(dirname(freePlace(folder, name)), name).toBe(folder);
  for (const place of ['umsatz.csv', 'umsatz 2.csv', 'umsatz 3.csv'].map(name => join(folder, name))) {
    expect(freePlace(folder, 'umsatz.csv')).toBe(place);
    writeFileSync(place, '');
  }
  rmSync(folder, { recursive: true });
});

it('is refused with a sentence where no folder can be made, and the till goes on', () => {
  const home = mkdtempSync(join(tmpdir(), 'tillbridge-files-'));
  writeFileSync(join(home, 'file'), '');
  const log: unknown[] = [];
  const dialog = { showMessageBox: async (asked: object) => ({ response: log.push(asked) }) };
  const folder = join(home, 'file', 'downloads');
  const item = { getFilename: () => 'umsatz.csv', cancel: () => log.push('cancelled') };
  keptFiles({ dialog } as never, folder, texts.en)(item as never);
  expect(log).toEqual([
    'cancelled',
    { type: 'warning', message: texts.en.notSaved, detail: join(folder, 'umsatz.csv') },
  ]);
  rmSync(home, { recursive: true });
});
