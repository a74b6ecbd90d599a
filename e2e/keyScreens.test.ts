/** No screen and no dialog is left out of the stories of the keys: a new one needs a row, or a reason. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONTROLS } from './keyBursts.ts';
import { AWAY, COUNTER, DECISIONS, DIALOGS, FIRST_RUN, PAGES, TERMINAL } from './keyScreens.ts';

const RENDERER = join(import.meta.dirname, '..', 'renderer');
const read = (file: string) => readFileSync(join(RENDERER, file), 'utf8');

/**
 * The screens that `Screen.tsx` chooses from, every file that opens a dialog, and every one that listens to keys itself. The back office
 * and the page of the components listen to no scanner.
 */
function screensOfSource(): readonly string[] {
  const chosen = [...read('Screen.tsx').matchAll(/'\.\/((?:screens|manager|setup)\/[\w/]+\.tsx)'/g)].map(
    ([, file]) => file!,
  );
  const dialogs = globSync('**/*.tsx', { cwd: RENDERER }).filter(
    file => !/^(office|gallery)\//.test(file) && file !== 'parts/Sheet.tsx' && /<Sheet\b/.test(read(file)),
  );
  const listening = globSync('screens/**/*.tsx', { cwd: RENDERER }).filter(file => /\buseKeys\(/.test(read(file)));
  return [...new Set([...chosen, ...dialogs, ...listening])].filter(file => file !== 'screens/frame/Frame.tsx').sort();
}

const rows = [...COUNTER, ...AWAY, ...TERMINAL, ...DECISIONS, ...PAGES, ...DIALOGS];

test('every screen has a row', () => {
  const known = new Set([...rows.flatMap(({ shows }) => shows), 'setup/Setup.tsx']);
  expect(screensOfSource().filter(file => !known.has(file))).toEqual([]);
});

test('a customer display has no key of its own, but for the form of its code', () => {
  const own = globSync('display/**/*.{ts,tsx}', { cwd: RENDERER }).filter(file =>
    /useKeys|onKey|keydown|keyup|keypress|accessKey/i.test(read(file)),
  );
  expect(own).toEqual([]);
});

test('every step of the first run has its row', () => {
  const [, steps = ''] = /STEPS = \[([^\]]+)\]/.exec(read('setup/steps.ts')) ?? [];
  expect(FIRST_RUN.length).toBe(steps.split(',').length);
});

test('no row names a file that is gone, and no name stands twice', () => {
  const named = rows.flatMap(({ shows }) => shows);
  expect(named.filter(file => !existsSync(join(RENDERER, file)))).toEqual([]);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

test('every key that a screen or a field listens for is among the keys of a burst', () => {
  const handled = globSync('**/*.{ts,tsx}', { cwd: RENDERER })
    .filter(file => !/\.test\.|^office\//.test(file))
    .flatMap(file => [...read(file).matchAll(/\[\s*'([A-Z][A-Za-z0-9]+)',/g)].map(([, key]) => key!))
    .filter(key => /^(F\d+|Escape|Insert|End|Home|Pause|Delete|Backspace|Page(Up|Down)|Arrow\w+)$/.test(key));
  expect(handled.length).toBeGreaterThan(10);
  expect(handled.filter(key => !CONTROLS.some(control => control.key === key && !control.modifier))).toEqual([]);
});
