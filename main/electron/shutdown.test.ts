/** The end of the desktop shell: questions, kiosk, and the order of closing. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { begin, data, dataDirectoryForEachTest, opened, URL_OF_BRIDGE } from './boot.fixture.ts';
import { event } from './electron.fixture.ts';
import type { Unfinished } from './gate.ts';
import { channels } from './shellChannel.ts';

dataDirectoryForEachTest();

describe('the end', () => {
  const paying: Unfinished = { running: 1, unknown: 0, midTender: 1 };
  const requests = [
    ['closing the window', shell => shell.window().emit('close', event())],
    ['quitting', shell => shell.app.emit('before-quit', event())],
  ] as const satisfies readonly (readonly [string, (shell: Awaited<ReturnType<typeof opened>>) => unknown])[];

  it.each(requests)('%s closes the bridge, then the application', async (_title, request) => {
    const shell = await opened();
    request(shell);
    expect(await shell.exit).toBe(0);
    expect(shell.log.slice(-2)).toEqual(['bridge ends', 'exit 0']);
    expect(shell.questions).toEqual([]);
  });

  it.each(requests)('%s asks first while a payment runs, and stays', async (_title, request) => {
    const shell = await opened({ unfinished: paying, press: 0 });
    request(shell);
    request(shell);
    await vi.waitFor(() => expect(shell.questions).toHaveLength(1));
    expect(shell.questions[0]).toMatchObject({ defaultId: 0, cancelId: 0, buttons: ['Weiterarbeiten', 'Beenden'] });
    expect(shell.questions[0]?.detail).toMatch(/läuft eine Zahlung.*zum Teil bezahlt/s);
    expect(shell.log).not.toContain('bridge ends');
  });

  it.each(requests)('%s is refused in a kiosk that no manager has permitted to leave', async (_title, request) => {
    const shell = await opened({ options: ['--data', data, '--kiosk'] });
    request(shell);
    const quit = shell.channels.get(channels.quit)!;
    expect(await quit({ senderFrame: { url: `${URL_OF_BRIDGE}/`, parent: null } })).toBe(false);
    expect(shell.log).not.toContain('exit 0');
  });

  it.each(requests)('%s leaves a kiosk with the permission of a manager', async (_title, request) => {
    const shell = await opened({ options: ['--data', data, '--kiosk'], permitted: true });
    request(shell);
    expect(await shell.exit).toBe(0);
  });

  it('closes a bridge that is not ready yet', async () => {
    const shell = begin({ stillStarts: true });
    await vi.waitFor(() => expect(shell.log).toContain('bridge'));
    await shell.ending.end();
    expect(await shell.exit).toBe(0);
    expect(shell.log.slice(-2)).toEqual(['bridge ends', 'exit 0']);
  });

  it('of the machine ends a kiosk without a question', async () => {
    const shell = await opened({ options: ['--data', data, '--kiosk'] });
    await shell.ending.end();
    expect(await shell.exit).toBe(0);
  });

  it('asks also where the position of the window cannot be written', async () => {
    const shell = await opened({ unfinished: paying });
    mkdirSync(join(data, 'desktop', 'window.json'));
    const closing = event();
    shell.window().emit('close', closing);
    expect(closing.prevented).toBe(true);
    await vi.waitFor(() => expect(shell.questions).toHaveLength(1));
  });

  it('asks also without a window, every time', async () => {
    const shell = await opened({ unfinished: paying });
    shell.window().destroyed = true;
    const quit = shell.channels.get(channels.quit)!;
    for (const times of [1, 2]) {
      await quit({ senderFrame: { url: `${URL_OF_BRIDGE}/`, parent: null } });
      expect(shell.questions).toHaveLength(times);
    }
    expect(() => shell.app.emit('second-instance')).not.toThrow();
  });

  it('asks again after a question that could not be shown', async () => {
    const shell = await opened({ unfinished: paying });
    const { dialog } = shell.electron;
    const { showMessageBox } = dialog;
    dialog.showMessageBox = () => Promise.reject(new Error('no display'));
    shell.app.emit('before-quit', event());
    await vi.waitFor(() => expect(shell.said.at(-1)).toContain('no display'));
    dialog.showMessageBox = showMessageBox;
    shell.app.emit('before-quit', event());
    await vi.waitFor(() => expect(shell.questions).toHaveLength(1));
  });

  it('ends against the advice of the question', async () => {
    const shell = await opened({ unfinished: { ...paying, running: 0 }, press: 1 });
    shell.window().emit('close', event());
    expect(await shell.exit).toBe(0);
  });

  it('asks nothing when nothing is unfinished', async () => {
    const shell = await opened({ unfinished: { running: 0, unknown: 0, midTender: 0 } });
    shell.window().emit('close', event());
    expect(await shell.exit).toBe(0);
    expect(shell.questions).toEqual([]);
  });

  it('stops the window from closing by itself', async () => {
    const { window, app } = await opened();
    for (const [emitter, name] of [
      [window(), 'close'],
      [app, 'before-quit'],
    ] as const) {
      const closing = event();
      emitter.emit(name, closing);
      expect(closing.prevented).toBe(true);
    }
  });

  it('happens once, however often it is requested', async () => {
    const { ending, log } = await opened();
    await Promise.all([ending.end(), ending.end(), ending.end()]);
    expect(log.filter(step => step === 'bridge ends' || step.startsWith('exit'))).toEqual(['bridge ends', 'exit 0']);
  });

  it('ends even when the bridge cannot close, and says so', async () => {
    const { ending, exit, said } = await opened({ closing: () => Promise.reject(new Error('disk full')) });
    await ending.end();
    expect(await exit).toBe(1);
    expect(said.at(-1)).toContain('disk full');
  });
});
