import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Choice, chooseHost, type Machine } from './chooseHost.ts';

const desktop: Machine = {
  platform: 'linux',
  environment: { DISPLAY: ':0' },
  runsAsRoot: false,
  binary: '/electron/dist/electron',
  installer: '/electron/install.js',
};
const noDisplay: Choice = { host: 'headless', because: 'there is no display' };
const window: Choice = { host: 'desktop', binary: '/electron/dist/electron' };

describe('which host starts', () => {
  it.each<[string, Partial<Machine>, Choice]>([
    ['a window on X', {}, window],
    ['a window on Wayland', { environment: { WAYLAND_DISPLAY: 'wayland-0' } }, window],
    ['a window on Windows', { platform: 'win32', environment: {} }, window],
    ['a window on a Mac', { platform: 'darwin', environment: {} }, window],
    ['no window without a display', { environment: {} }, noDisplay],
    ['no window with an empty display', { environment: { DISPLAY: '' } }, noDisplay],
    ['no download without a display', { environment: {}, binary: null }, noDisplay],
    ['a download where the program is missing', { binary: null }, { host: 'fetch', installer: '/electron/install.js' }],
    [
      'no download where the package is missing',
      { binary: null, installer: null },
      { host: 'headless', because: 'Electron is not installed' },
    ],
    [
      'no download where it is not wanted',
      { binary: null, environment: { DISPLAY: ':0', ELECTRON_SKIP_BINARY_DOWNLOAD: '1' } },
      { host: 'headless', because: 'ELECTRON_SKIP_BINARY_DOWNLOAD is set' },
    ],
    [
      'no download for root',
      { binary: null, runsAsRoot: true },
      { host: 'headless', because: 'Electron does not run as root' },
    ],
  ])('%s', (_title, differs, choice) => expect(chooseHost({ ...desktop, ...differs })).toEqual(choice));

  it('opens a window only with a program and a display, and always says why not', () => {
    const machine = fc.record({
      platform: fc.constantFrom<NodeJS.Platform>('linux', 'freebsd', 'win32', 'darwin'),
      environment: fc.record({ DISPLAY: fc.constantFrom('', ':0') }),
      runsAsRoot: fc.boolean(),
      binary: fc.option(fc.constant('/electron')),
      installer: fc.option(fc.constant('/install.js')),
    });
    fc.assert(
      fc.property(machine, facts => {
        const choice = chooseHost(facts);
        if (choice.host === 'headless') expect(choice.because).not.toBe('');
        else
          expect(choice).toEqual(
            facts.binary === null
              ? { host: 'fetch', installer: facts.installer }
              : { host: 'desktop', binary: facts.binary },
          );
      }),
    );
  });
});
