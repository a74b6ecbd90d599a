/** Menus and tray: which items there are, and which words. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Lights } from './bridgeFace.ts';
import { applicationMenu, type Item, trayLook } from './menus.ts';
import { texts } from './texts.ts';
import { versionsOf } from './versions.ts';

const flat = (items: readonly Item[]): readonly Item[] => items.flatMap(item => [item, ...flat(item.submenu ?? [])]);
const menuOf = (kiosk: boolean, packaged: boolean, platform: NodeJS.Platform = 'linux') =>
  applicationMenu({ kiosk, packaged, platform }, texts.de);
const rolesOf = (items: readonly Item[] | null) => flat(items ?? []).flatMap(({ role }) => role ?? []);

describe('the menu of the application', () => {
  it('is not there in a kiosk, on no system', () => {
    for (const platform of ['linux', 'win32', 'darwin'] as const)
      for (const packaged of [true, false]) expect(menuOf(true, packaged, platform)).toBeNull();
  });

  it('carries the keys of editing, and shows the inside of the page from a checkout alone', () => {
    for (const platform of ['linux', 'win32', 'darwin'] as const)
      expect(rolesOf(menuOf(false, true, platform))).toEqual(expect.arrayContaining(['copy', 'paste', 'selectAll']));
    expect(rolesOf(menuOf(false, true))).not.toEqual(expect.arrayContaining(['toggleDevTools']));
    expect(rolesOf(menuOf(false, false))).toContain('toggleDevTools');
  });

  it('speaks the language of the shop, which the roles of Electron do not', () => {
    for (const platform of ['linux', 'darwin'] as const) {
      const named = flat(menuOf(false, true, platform)!).filter(({ type }) => type !== 'separator');
      expect(named.filter(({ label }) => !label)).toEqual([]);
    }
    expect(flat(menuOf(false, true)!).find(({ role }) => role === 'paste')?.label).toBe('Einfügen');
  });

  it('quits by the shell, which asks first; the role of Electron would not', () => {
    expect(flat(menuOf(false, true)!).filter(({ id }) => id === 'quit')).toHaveLength(1);
    expect(rolesOf(menuOf(false, true, 'darwin'))).not.toContain('quit');
  });
});

const quiet: Lights = { terminal: 'ready', upstream: 'none', waiting: 0, running: 0, unknown: 0, midTender: 0 };
const same = { running: '0.1.0', installed: '0.1.0' };

describe('the tray', () => {
  it.each<[Partial<Lights> | null, string, string]>([
    [{}, 'good', 'Kartenterminal bereit'],
    [{ terminal: 'busy', upstream: 'up' }, 'good', 'Kartenterminal arbeitet'],
    [{ terminal: null }, 'good', 'Kein Kartenterminal'],
    [{ terminal: 'connecting' }, 'warn', 'Kartenterminal wird verbunden'],
    [{ upstream: 'down', waiting: 3 }, 'warn', 'Zentrale nicht erreichbar; verkauft wird weiter'],
    [{ upstream: 'up', waiting: 1 }, 'warn', 'Ein Beleg wartet auf die Zentrale'],
    [{ terminal: 'offline', upstream: 'down' }, 'bad', 'Kartenterminal nicht erreichbar'],
    [{ unknown: 1 }, 'bad', 'Bei einer Kartenzahlung ist offen, ob Geld geflossen ist'],
    [null, 'bad', 'Die Kasse antwortet nicht'],
  ])('%j: %s, the worst first: %s', (lights, light, words) => {
    const look = trayLook(lights && { ...quiet, ...lights }, same, null, texts.de);
    expect([look.light, look.words]).toEqual([light, `Tillbridge: ${words}`]);
    expect(look.menu.slice(-2).map(({ id }) => id)).toEqual(['show', 'quit']);
  });

  it.each([
    [null, undefined],
    [
      { isOn: true, isSettled: false },
      { checked: true, enabled: true },
    ],
    [
      { isOn: false, isSettled: true },
      { checked: false, enabled: false },
    ],
  ])('offers the start at a sign-in, and changes nothing that the configuration settles: %j', (autostart, shown) => {
    const item = trayLook(quiet, same, autostart, texts.en).menu.find(({ id }) => id === 'autostart');
    expect(item).toEqual(shown && { ...shown, id: 'autostart', type: 'checkbox', label: 'Start at sign-in' });
  });

  const update = (lights: Lights | null, installed: string | null) =>
    trayLook(lights, { running: '0.1.0', installed }, null, texts.de).menu.find(({ label }) =>
      label?.includes('Version'),
    );

  it('offers a restart with a newer program, and only when nothing runs, is unknown or waits', () => {
    expect(update(quiet, null)).toEqual({ label: 'Version 0.1.0', enabled: false });
    expect(update(quiet, '0.2.0')).toEqual({ id: 'restart', label: 'Neu starten mit Version 0.2.0' });
    for (const lights of [{ ...quiet, running: 1 }, { ...quiet, unknown: 1 }, { ...quiet, waiting: 1 }, null])
      expect(update(lights, '0.2.0')).toMatchObject({ enabled: false, label: expect.stringContaining('erst beenden') });
  });
});

it('reads the installed version anew when the package was replaced', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-versions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bill = join(folder, 'sbom.cdx.json');
  const versions = versionsOf('0.1.0', bill);
  expect(versions()).toEqual({ running: '0.1.0', installed: null });
  for (const [at, text, installed] of [
    [1, '{"metadata":{"component":{"version":"0.1.0"}}}', '0.1.0'],
    [2, '{"metadata":', null],
    [3, '{"metadata":{"component":{"version":"0.2.0"}}}', '0.2.0'],
  ] as const) {
    writeFileSync(bill, text);
    utimesSync(bill, at, at);
    expect(versions().installed).toBe(installed);
  }
});
