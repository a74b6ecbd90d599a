/** The start at a sign-in: what is decided, what the desktop file says, and what is kept by the system. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { autostartOf, changeAtStart, desktopFile, programOf } from './autostart.ts';

it.each([
  [null, true, null],
  [null, false, null],
  [true, false, true],
  [true, true, null],
  [false, true, false],
  [false, false, null],
])('the setting %s where it is %s: %s', (setting, isOn, change) => {
  expect(changeAtStart(setting, isOn)).toBe(change);
});

const here = { execPath: '/opt/Tillbridge/tillbridge', folder: '/home/anna' };

it('starts the same till again, an AppImage by its file, and never with a code that is used up', () => {
  const options = ['--kiosk', '--enrol', 'ABC', '--data', 'x', '--enrol=DEF'];
  expect(programOf(options, {}, here)).toEqual({
    ...here,
    path: here.execPath,
    options: ['--kiosk', '--data', 'x'],
    execPath: undefined,
  });
  expect(programOf([], { APPIMAGE: '/home/anna/till.AppImage' }, here).path).toBe('/home/anna/till.AppImage');
});

it('quotes every word of the line, so that no name of a folder becomes a command', () => {
  const file = desktopFile({
    path: '/opt/a b',
    options: ['--data', '/x/"$(id)"`\\100%'],
    folder: '/home/anna\nExec=evil',
  });
  expect(file.split('\n').slice(3, 5)).toEqual([
    'Exec="/opt/a b" "--data" "/x/\\\\"\\\\$(id)\\\\"\\\\`\\\\\\\\100%%"',
    String.raw`Path=/home/anna\nExec=evil`,
  ]);
});

it('is a desktop file where the system knows those', () => {
  const folder = mkdtempSync(join(tmpdir(), 'autostart-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const app = { getPath: () => folder };
  const autostart = autostartOf({ app } as never, 'linux', programOf(['--kiosk'], {}, here));
  const file = join(folder, 'autostart', 'tillbridge.desktop');
  expect(autostart.isOn()).toBe(false);
  autostart.set(true);
  expect([autostart.isOn(), readFileSync(file, 'utf8')]).toEqual([
    true,
    expect.stringContaining('Exec="/opt/Tillbridge/tillbridge" "--kiosk"\n'),
  ]);
  autostart.set(false);
  autostart.set(false);
  expect([autostart.isOn(), existsSync(file)]).toEqual([false, false]);
});

it.each(['win32', 'darwin'] as const)('is a login item of %s, with the options of this start', platform => {
  const calls: unknown[] = [];
  let openAtLogin = false;
  const app = {
    getLoginItemSettings: (asked: object) => ({ openAtLogin, asked: calls.push(asked) }),
    setLoginItemSettings(item: { readonly openAtLogin: boolean }) {
      ({ openAtLogin } = item);
      calls.push(item);
    },
  };
  const autostart = autostartOf({ app } as never, platform, programOf(['--kiosk'], {}, here));
  autostart.set(true);
  expect(autostart.isOn()).toBe(true);
  const item = { path: here.execPath, args: ['--kiosk'] };
  expect(calls).toEqual([{ ...item, openAtLogin: true }, item]);
});
