/** Where a file of a kiosk goes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { freePlace } from './keptFiles.ts';

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
