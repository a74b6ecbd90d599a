import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingSwitch, shellOptions } from '../start/shellOptions.ts';
import { mayReplace } from '../store/unfinished.ts';
import { optionOf } from '../world/commandLine.ts';
import { leavingOf, type Reason, reasons, reasonsToWait } from './gate.ts';
import { isPermissionAllowed, ownPage } from './page.ts';
import { DELAYS, FORGIVEN_AFTER, type RendererFailure, reloadAfter } from './reloadDelays.ts';
import { isFromOwnPage } from './shellChannel.ts';
import { texts } from './texts.ts';

const ORIGIN = 'http://127.0.0.1:8640';

describe('where the window may go', () => {
  it.each([`${ORIGIN}/`, `${ORIGIN}/docs`, `${ORIGIN}/?q=http://elsewhere.example`, `${ORIGIN}/#basket`])(
    'stays on %s',
    url => expect(ownPage(url, ORIGIN)).toBe(true),
  );

  it.each([
    'http://127.0.0.1:8641/',
    'https://127.0.0.1:8640/',
    'http://localhost:8640/',
    'http://127.0.0.1:8640@elsewhere.example/',
    'http://someone@127.0.0.1:8640/',
    'http://127.0.0.1.elsewhere.example:8640/',
    'https://elsewhere.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,hello',
    `blob:${ORIGIN}/6f1c`,
    `view-source:${ORIGIN}/`,
    'about:blank',
    'devtools://devtools/bundled/inspector.html',
    '//127.0.0.1:8640/',
    '',
  ])('refuses %s', url => expect(ownPage(url, ORIGIN)).toBe(false));

  it('goes to every path of the bridge', () => {
    fc.assert(fc.property(fc.webPath(), path => ownPage(`${ORIGIN}${path}`, ORIGIN)));
  });

  it('goes to no other address', () => {
    fc.assert(fc.property(fc.webUrl({ validSchemes: ['http', 'https', 'ftp'] }), url => !ownPage(url, ORIGIN)));
  });

  it('takes whatever text it is given', () => {
    fc.assert(fc.property(fc.string(), text => typeof ownPage(text, ORIGIN) === 'boolean'));
  });
});

describe('what the page may do', () => {
  const names = permissionNames();

  it('knows the names of this Electron', () => {
    expect(names.length).toBeGreaterThan(40);
    expect(names).toEqual(expect.arrayContaining(['serial', 'usb', 'hid', 'local-network-access', 'openExternal']));
  });

  it.each(names)('%s', name => {
    const expected = name === 'clipboard-sanitized-write' || name === 'fullscreen';
    expect(isPermissionAllowed(name, `${ORIGIN}/`, ORIGIN)).toBe(expected);
    expect(isPermissionAllowed(name, 'https://elsewhere.example/', ORIGIN)).toBe(false);
  });

  it('refuses names that are invented later', () => {
    fc.assert(fc.property(fc.string(), name => names.includes(name) || !isPermissionAllowed(name, ORIGIN, ORIGIN)));
  });
});

/** Every permission Electron's own types name, for asking and for checking. */
function permissionNames(): readonly string[] {
  const types = readFileSync(new URL('../../node_modules/electron/electron.d.ts', import.meta.url), 'utf8');
  const unions = [...types.matchAll(/set\w*Permission\w*Handler\(.*? permission: ((?:'[\w-]+'(?: \| )?)+)/g)];
  return [...new Set(unions.flatMap(([, union = '']) => union.split(' | ').map(name => name.replaceAll("'", ''))))];
}

describe('messages from the page', () => {
  const page = { url: `${ORIGIN}/`, parent: null };

  it('hears the page itself', () => expect(isFromOwnPage(page, [], ORIGIN)).toBe(true));

  it.each([
    ['a page of another origin', { url: 'https://elsewhere.example/', parent: null }, []],
    ['a frame inside the page', { url: `${ORIGIN}/`, parent: {} }, []],
    ['a frame that is gone', null, []],
    ['a message with something in it', page, [{}]],
    ['a message with nothing in it', page, [undefined]],
  ])('does not hear %s', (_title, sender, args) => expect(isFromOwnPage(sender, args, ORIGIN)).toBe(false));
});

describe('the request to close the window', () => {
  it('lets nobody replace a till whose records are not confirmed, and asks nothing about them when it closes', () => {
    const waits = { running: 0, unknown: 0, midTender: 0, waiting: 3 };
    expect(mayReplace(waits)).toBe(false);
    expect(mayReplace({ ...waits, waiting: 0 })).toBe(true);
    expect(mayReplace({ ...waits, waiting: 0, unknown: 1 })).toBe(false);
    expect(leavingOf({ kiosk: false, permitted: false, unfinished: waits })).toBe('ended');
  });

  const nothing = { running: 0, unknown: 0, midTender: 0 };
  const paying = { ...nothing, running: 1 };

  it.each([
    [false, false, nothing, 'ended'],
    [false, false, paying, 'asked'],
    [true, false, nothing, 'refused'],
    [true, false, paying, 'refused'],
    [true, true, nothing, 'ended'],
    [true, true, paying, 'asked'],
  ] as const)('kiosk %s, permitted %s, %j: %s', (kiosk, permitted, unfinished, expected) => {
    expect(leavingOf({ kiosk, permitted, unfinished })).toBe(expected);
  });
});

describe('what speaks against an end', () => {
  const all: readonly Reason[] = [...reasons, 'silent'];
  const count = fc.nat(3);

  it('names exactly what is unfinished, the worst first', () => {
    fc.assert(
      fc.property(fc.record({ running: count, unknown: count, midTender: count }), unfinished => {
        const why = reasonsToWait(unfinished);
        for (const reason of reasons) expect(why.includes(reason)).toBe(unfinished[reason] > 0);
        expect([...why].sort(byTable)).toEqual(why);
      }),
    );
  });

  it('has a sentence for each reason in both languages', () => {
    for (const { reasons: sentences } of Object.values(texts))
      for (const reason of all) expect(sentences[reason]).toMatch(/\w+.*\.$/);
  });

  const byTable = (a: Reason, b: Reason) => all.indexOf(a) - all.indexOf(b);
});

describe('what happens when something fails', () => {
  const crash: RendererFailure = { part: 'page', reason: 'crashed' };

  it.each<[RendererFailure, boolean]>([
    [crash, true],
    [{ part: 'page', reason: 'oom' }, true],
    [{ part: 'page', reason: 'killed' }, true],
    [{ part: 'page', reason: 'launch-failed' }, true],
    [{ part: 'page', reason: 'clean-exit' }, false],
    [{ part: 'child', type: 'GPU', reason: 'crashed' }, true],
    [{ part: 'child', type: 'GPU', reason: 'clean-exit' }, false],
    [{ part: 'child', type: 'Utility', reason: 'crashed' }, false],
    [{ part: 'load', code: -102 }, true],
    [{ part: 'load', code: -3 }, false],
  ])('%j', (trouble, reloads) => expect(reloadAfter(trouble, [], 0)).toBe(reloads ? 0 : null));

  it('waits longer each time, and no longer than the last delay', () => {
    const earlier: number[] = [];
    const waits = Array.from({ length: DELAYS.length + 2 }, () => {
      const wait = reloadAfter(crash, earlier, 1_000);
      earlier.push(1_000);
      return wait;
    });
    expect(waits).toEqual([...DELAYS, DELAYS.at(-1), DELAYS.at(-1)]);
  });

  it('forgives in time', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(FORGIVEN_AFTER), { maxLength: 9 }), earlier => {
        expect(reloadAfter(crash, earlier, FORGIVEN_AFTER * 2)).toBe(0);
        // A clock that was set back: what seems to come is long over.
        expect(reloadAfter(crash, [86_400_000, 86_400_001], 0)).toBe(0);
      }),
    );
  });
});

describe('the command line', () => {
  it.each<[string, readonly string[], boolean, boolean, readonly string[]]>([
    ['a start by hand', ['electron', '/tillbridge', '--demo', '--port', '0'], false, false, ['--demo', '--port', '0']],
    [
      'a test driver',
      ['electron', '--inspect=0', '--remote-debugging-port=0', '/tillbridge', '--demo'],
      false,
      false,
      ['--demo'],
    ],
    ['no application', ['electron'], false, false, []],
    [
      'installed',
      ['/opt/Tillbridge/tillbridge', '--kiosk', '--config', 'shop.json'],
      true,
      true,
      ['--config', 'shop.json'],
    ],
    [
      'switches of Chromium',
      ['tillbridge', '--no-sandbox', '--ozone-platform=wayland', '--disable-gpu'],
      true,
      false,
      [],
    ],
    ['the Finder', ['Tillbridge', '-psn_0_12345'], true, false, []],
    ['a wrong option stays for the bridge to refuse', ['tillbridge', '--prot', '1'], true, false, ['--prot', '1']],
  ])('%s', (_title, argv, packaged, kiosk, bridge) => {
    expect(shellOptions(argv, packaged)).toEqual({ kiosk, bridge });
  });
});

describe('the switches of an installed application', () => {
  const OPENING = [
    ...['--no-sandbox', '-no-sandbox', '--disable-sandbox', '--disable-setuid-sandbox', '--disable-web-security'],
    ...['--remote-debugging-port=1', '--remote-debugging-pipe', '--inspect', '--inspect-brk=1', '--js-flags=x'],
    ...['--load-extension=/x', '--renderer-cmd-prefix=sh', '--utility-cmd-prefix=sh', '--gpu-launcher=sh'],
    ...['--host-resolver-rules=MAP * x', '--proxy-server=x', '--ignore-certificate-errors', '--log-net-log=/x'],
    ...['--ssl-key-log-file=/x', '--user-data-dir=/x', '--enable-logging', '--enable-features=X', '--single-process'],
    ...['--disable-features=X', '--unsafely-treat-insecure-origin-as-secure=http://x', '--password-store=basic'],
    ...['--allow-file-access-from-files', '--require=/x', '--app=/x', '--use-fake-ui-for-media-stream', '--'],
  ];
  it.each(OPENING)('%s stops the start', option => {
    expect(openingSwitch(['till', '--demo', option], 'linux')).toBe(option);
  });

  it('count on Windows with a slash and in capitals as well', () => {
    for (const option of ['/no-sandbox', '--NO-SANDBOX', '-Remote-Debugging-Port=1'])
      expect(openingSwitch(['till', option], 'win32')).toBe(option);
  });

  it('of the till and of the screen are taken, and the values of options', () => {
    const own = ['--kiosk', '--data', '/var/lib/till', '--port=0', '--config', 'x.json', '--training', '-h'];
    expect(
      openingSwitch(['till', ...own, '--ozone-platform=wayland', '--force-device-scale-factor=2'], 'linux'),
    ).toBeNull();
  });

  it('are every option that the command line of the bridge knows', () => {
    for (const setting of [
      'data',
      'port',
      'host',
      'plainHttp',
      'demo',
      'history',
      'training',
      'upstream',
      'backoffice',
      'readOnly',
    ])
      expect(openingSwitch(['till', optionOf(setting)!.split(' ')[0]!], 'linux'), setting).toBeNull();
  });
});
