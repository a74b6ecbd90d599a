/** The customer display as a second window: its place, its page, and screens that come and go. */
import { expect, it, vi } from 'vitest';
import { dataDirectoryForEachTest, opened, URL_OF_BRIDGE } from './boot.fixture.ts';
import { displayPlace } from './displayWindow.ts';

dataDirectoryForEachTest();

const left = { x: 0, y: 0, width: 1280, height: 800 };
const right = { x: 1280, y: 0, width: 1024, height: 600 };
const facts = (...all: (typeof left)[]) => all.map((bounds, id) => ({ id, bounds, workArea: bounds }));

it('stands on the screen that is not the till’s, and nowhere while there is only one', () => {
  expect(displayPlace('second', facts(left, right), 0)).toEqual({ bounds: right, fills: true });
  expect(displayPlace('second', facts(left, right), 1)).toEqual({ bounds: left, fills: true });
  expect(displayPlace('second', facts(left), 0)).toBeNull();
  // Wayland tells no places.
  expect(displayPlace('second', facts(left, { ...right, x: 0 }), 0)).toBeNull();
  expect(displayPlace('off', facts(left, right), 0)).toBeNull();
  expect(displayPlace('window', facts(left), 0)).toEqual({
    bounds: { x: 480, y: 0, width: 800, height: 480 },
    fills: false,
  });
  expect(displayPlace('window', [], 0)?.bounds).toMatchObject({ width: 800, height: 480 });
});

it('opens with a code of its own and nothing of the shell, and follows the screens', async () => {
  const shell = await opened({ environment: { TILLBRIDGE_CUSTOMER_DISPLAY: 'second' }, screens: [left] });
  expect(shell.windows).toHaveLength(1);
  shell.plug([left, right]);
  await vi.waitFor(() => expect(shell.windows[1]?.loaded).toHaveLength(1));
  const display = shell.windows[1]!;
  expect(display.loaded).toEqual([`${URL_OF_BRIDGE}/display#code=BCD-FGH`]);
  expect(display.options).toMatchObject({ ...right, fullscreen: true, frame: false });
  expect(display.options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
  });
  expect(display.options.webPreferences?.preload).toBeUndefined();
  shell.plug([left]);
  await vi.waitFor(() => expect(display.destroyed).toBe(true));
  shell.plug([left, right]);
  await vi.waitFor(() => expect(shell.windows).toHaveLength(3));
  shell.window().emit('closed');
  expect(shell.windows[2]!.destroyed).toBe(true);
});

it('is not there unless a setting says so', async () => {
  const shell = await opened({ screens: [left, right] });
  expect(shell.windows).toHaveLength(1);
});
