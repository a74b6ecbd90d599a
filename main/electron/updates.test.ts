/**
 * Updates of the desktop by a local server and `electron-updater` itself: offered, fetched, held up, installed, refused, and gone back
 * from. The programs are scripts, because an AppImage is one file that starts.
 */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { desktopPackages, writeRelease } from '../packaging/release.ts';
import { smallDisk } from '../store/smallDisk.fixture.ts';
import type { Health } from '../update/decision.ts';
import { type DesktopParts, desktopUpdates } from '../update/desktopUpdate.ts';
import { programBefore } from '../update/programBefore.ts';
import { updateView } from '../update/view.ts';
import { type Ending, endingOf, installerOf } from './installer.ts';
import { updateSettings } from './updates.ts';

const [FIRST, SECOND] = ['0.1.0', '0.1.1'];
const folder = mkdtempSync(join(tmpdir(), 'tillbridge-desktop-update-'));
const at = (...path: readonly string[]) => join(folder, ...path);
const keyPair = () =>
  generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const { publicKey, privateKey } = keyPair();

const BLOCK = Buffer.alloc(100_000);
/** A file of which the server gives far more than there is, and the bytes that it gave. */
let [endless, sent] = ['', 0];
let asked: string[] = [];
const server = createServer(({ url = '' }, answer) => {
  const name = new URL(url, 'http://x').pathname.slice(1);
  asked.push(name);
  if (name === endless) {
    const more = () => {
      do sent += BLOCK.length;
      while (answer.write(BLOCK) && sent < 50_000_000);
      if (sent >= 50_000_000) answer.end().off('drain', more);
    };
    more();
    answer.on('drain', more);
  } else if (name.startsWith('moved/')) answer.writeHead(302, { location: `/${name.slice(6)}` }).end();
  else if (existsSync(at('feed', name))) answer.end(readFileSync(at('feed', name)));
  else answer.writeHead(404).end();
});
let url = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The file by which a person starts the till. */
const program = at('Tillbridge-0.1.0.AppImage');
const text = (version: string, code = 0) => `#!/bin/sh\n# ${version}\nexit ${code}\n`;

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(at(name), { recursive: true });
  mkdirSync(at('feed'));
  writeFileSync(at('key.pem'), privateKey);
  writeFileSync(program, text(FIRST), { mode: 0o755 });
  vi.stubEnv('APPIMAGE', program);
  asked = [];
  [endless, sent] = ['', 0];
  return () => {
    vi.unstubAllEnvs();
  };
});

/** The list as the builder writes it, which nobody signs. */
function list(version: string, name: string): void {
  const bytes = readFileSync(at('feed', name));
  const sha512 = createHash('sha512').update(bytes).digest('base64');
  const processor = process.arch === 'x64' ? '' : `-${process.arch}`;
  writeFileSync(
    at('feed', `stable-linux${processor}.yml`),
    `version: ${version}
files:
  - url: ${name}
    sha512: ${sha512}
    size: ${bytes.length}
path: ${name}
sha512: ${sha512}
`,
  );
}

interface Published {
  readonly version?: string;
  readonly ending?: Ending;
  readonly share?: number;
  readonly content?: string;
}

function publish({
  version = SECOND,
  ending = 'AppImage',
  share = 100,
  content = text(version),
}: Published = {}): string {
  const name = `Tillbridge-${version}.${ending}`;
  writeFileSync(at('feed', name), content);
  writeRelease({
    ...{ product: 'tillbridge-desktop', file: at('feed', name), channel: 'stable', version, share },
    ...{ architecture: `${ending}-${process.arch}`, key: at('key.pem') },
  });
  list(version, name);
  return name;
}

let waiting: string[] = [];
let health: Health | null = null;
let kept: string[] = [];
let isSold = false;

/** One start of a program. */
async function started(running: string, differs: Partial<DesktopParts> = {}, ending: Ending = 'AppImage') {
  const state = at('updates');
  mkdirSync(state, { recursive: true });
  const parts: DesktopParts = {
    ...{ folder: state, running, machineId: 'a', say: () => undefined, healthyWithin: 60, healthEvery: 1 },
    feed: { url, channel: 'stable', publicKey, product: 'tillbridge-desktop' },
    installer: await installerOf({
      ending,
      version: running,
      feed: { url, channel: 'stable' },
      folder: state,
      say: () => undefined,
    }),
    before: ending === 'AppImage' ? programBefore(program, state) : null,
    data: {
      waits: () => waiting,
      keep: version => void kept.push(`keep ${version}`),
      goBack(version) {
        kept.push(`back ${version}`);
        return isSold ? 'sold' : 'done';
      },
    },
    health: async () => health,
  };
  return desktopUpdates({ ...parts, ...differs });
}

beforeEach(() => {
  waiting = [];
  kept = [];
  isSold = false;
  health = { version: FIRST, isGood: true };
});

const runs = () => /# (\S+)/.exec(readFileSync(program, 'utf8'))?.[1];
const seen = (running = FIRST) => updateView(at('updates'), running).last;

/** The second version stands in its place and has not been started yet. */
async function installed(content?: string) {
  publish(content === undefined ? {} : { content });
  const updates = await started(FIRST);
  await updates.look();
  return updates.replace();
}

/** Prepares the server; ending, and what the till says. */
const REFUSED: readonly (readonly [string, () => void, string, readonly RegExp[]])[] = [
  ['a share that does not reach this machine', () => void publish({ share: 0 }), 'notYet', []],
  ['an older version, as an attacker repeats it', () => void publish({ version: '0.0.9' }), 'newest', []],
  ['a server that is away', () => undefined, 'failed', [/does not give/]],
  [
    'a description that somebody else has signed',
    () => {
      writeFileSync(at('key.pem'), keyPair().privateKey);
      publish();
    },
    'failed',
    [/signature of the update does not fit/],
  ],
  [
    'the description of the headless package',
    () => {
      const name = publish();
      const share = { version: SECOND, share: 100, architecture: `AppImage-${process.arch}`, key: at('key.pem') };
      writeRelease({ product: 'tillbridge-headless', file: at('feed', name), channel: 'stable', ...share });
      for (const end of ['', '.sig'])
        writeFileSync(at('feed', `desktop-stable.json${end}`), readFileSync(at('feed', `stable.json${end}`)));
    },
    'failed',
    [/of tillbridge-headless, and this till runs tillbridge-desktop/],
  ],
  [
    'a list that names another version than the signed description',
    () => list('0.2.0', publish()),
    'failed',
    [/list of the builder does not name/],
  ],
];

describe('an offer', () => {
  it('is fetched and checked, waits during a payment, is installed by a restart, and works', async () => {
    publish();
    const updates = await started(FIRST);
    expect(updates.resume()).toBe('goOn');
    expect(await updates.look()).toMatchObject({ ending: 'ready', version: SECOND, because: [] });
    expect([updates.ready(), runs()]).toEqual([SECOND, FIRST]);

    waiting = ['1 payments are under way'];
    expect(await updates.replace()).toMatchObject({ step: 'idle', ending: 'ready', because: waiting });
    expect([runs(), kept]).toEqual([FIRST, []]);
    expect(seen()).toMatchObject({ ending: 'ready', because: waiting });

    waiting = [];
    expect(await updates.replace()).toMatchObject({ step: 'watching' });
    expect([runs(), kept]).toEqual([SECOND, [`keep ${SECOND}`]]);
    // Menus and starts at a sign-in know the file by its name.
    expect(readdirSync(folder).filter(name => name.endsWith('.AppImage'))).toEqual(['Tillbridge-0.1.0.AppImage']);

    const next = await started(SECOND);
    expect([next.resume(), next.isOnTrial()]).toEqual(['goOn', true]);
    health = { version: SECOND, isGood: true };
    expect(await next.watch()).toBe(true);
    expect(seen(SECOND)).toMatchObject({ ending: 'updated', version: SECOND });
    expect(existsSync(at('updates', 'before.AppImage'))).toBe(false);
    expect(await next.look()).toMatchObject({ ending: 'newest' });
  });

  it('is not fetched twice, and once more where another file has its name', async () => {
    publish();
    const updates = await started(FIRST);
    await updates.look();
    await updates.look();
    const name = `Tillbridge-${SECOND}.AppImage`;
    expect(asked.filter(file => file === name)).toHaveLength(1);
    publish({ content: `${text(SECOND)}# more\n` });
    expect(await updates.look()).toMatchObject({ ending: 'ready' });
    expect(asked.filter(file => file === name)).toHaveLength(2);
  });

  it.each(REFUSED)('%s fetches nothing', async (_title, prepared, ending, because) => {
    prepared();
    const updates = await started(FIRST);
    const state = await updates.look();
    expect(state).toMatchObject({ ending, because: because.map(line => expect.stringMatching(line)) });
    expect(asked.filter(name => name.endsWith('.AppImage'))).toEqual([]);
    await updates.replace();
    expect([updates.ready(), runs()]).toEqual([null, FIRST]);
  });

  it('is refused where file and list were altered together, which electron-updater takes', async () => {
    const name = publish();
    writeFileSync(at('feed', name), text('0.6.6'));
    list(SECOND, name);
    const updates = await started(FIRST);
    expect(await updates.look()).toMatchObject({
      ending: 'failed',
      because: [expect.stringMatching(/not what its signed/)],
    });
    expect(updates.ready()).toBeNull();
  });

  function alter() {
    const files = readdirSync(at('updates'), { recursive: true, encoding: 'utf8' });
    for (const name of files.filter(file => file.endsWith(`${SECOND}.AppImage`)))
      writeFileSync(at('updates', name), text('0.6.6'));
  }

  it('is refused where the file was altered between the fetch and the restart', async () => {
    publish();
    const updates = await started(FIRST);
    await updates.look();
    alter();
    expect(await updates.replace()).toMatchObject({ step: 'idle', ending: 'failed' });
    expect([runs(), kept]).toEqual([FIRST, []]);
  });

  it('is refused where the file was altered while the data were kept', async () => {
    publish();
    const keep = (version: string) => {
      kept.push(`keep ${version}`);
      alter();
    };
    const updates = await started(FIRST, { data: { waits: () => [], keep, goBack: () => 'done' } });
    await updates.look();
    expect(await updates.replace()).toMatchObject({
      ...{ step: 'idle', ending: 'failed' },
      because: [expect.stringMatching(/not what its signed/)],
    });
    expect([runs(), kept]).toEqual([FIRST, [`keep ${SECOND}`]]);
  });

  it.each([
    ['list', () => `stable-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`],
    ['program', (name: string) => name],
  ])('is refused where the server never stops to give its %s, before it fills memory or disk', async (_, fileOf) => {
    endless = fileOf(publish());
    const updates = await started(FIRST);
    expect(await updates.look()).toMatchObject({ ending: 'failed', because: [expect.stringMatching(/larger than/)] });
    expect(sent).toBeLessThan(10_000_000);
    expect(readdirSync(at('updates'), { recursive: true, encoding: 'utf8' }).join()).not.toMatch(/AppImage/);
  });

  it('follows no redirect', async () => {
    publish();
    const feed = { url: `${url}/moved`, channel: 'stable' };
    const installer = await installerOf({
      ending: 'AppImage',
      version: FIRST,
      feed,
      folder: at('updates'),
      say: () => undefined,
    });
    await expect(installer.fetch(SECOND, { name: 'x', size: 1, sha256: '' })).rejects.toThrow('302');
  });
});

describe('the way back', () => {
  it('a program that does not start takes no place, and is not tried again', async () => {
    expect(await installed(text(SECOND, 1))).toMatchObject({ step: 'idle', ending: 'failed', failed: [SECOND] });
    expect(runs()).toBe(FIRST);
    expect(await (await started(FIRST)).look()).toMatchObject({ ending: 'failedBefore' });
  });

  it('a version that does not become healthy goes, with its data, and the one before says so', async () => {
    await installed();
    const next = await started(SECOND);
    next.resume();
    expect(await next.watch()).toBe(false);
    expect(next.goBack('it was not healthy within a minute')).toBe('again');
    expect([runs(), kept]).toEqual([FIRST, [`keep ${SECOND}`, `back ${SECOND}`]]);
    const before = await started(FIRST);
    expect(before.resume()).toBe('goOn');
    expect(seen()).toMatchObject({ ending: 'wentBack', version: SECOND });
    expect(await before.look()).toMatchObject({ ending: 'failedBefore' });
  });

  it('a version that has sold stays', async () => {
    await installed();
    isSold = true;
    const next = await started(SECOND);
    next.resume();
    next.goBack('it was not healthy within a minute');
    expect([runs(), seen(SECOND)?.ending]).toEqual([SECOND, 'stays']);
    expect((await started(SECOND)).resume()).toBe('goOn');
  });

  it('a version that crashes at each start goes before its fourth', async () => {
    await installed();
    const starts: string[] = [];
    for (let count = 0; count < 4; count += 1) starts.push((await started(SECOND)).resume());
    expect(starts).toEqual(['goOn', 'goOn', 'goOn', 'again']);
    expect(runs()).toBe(FIRST);
  });

  it.each([
    ['while the new program was put in its place', FIRST, 'failed'],
    ['behind that', SECOND, 'running'],
  ])('a replacement that was cut off %s is brought to an end', async (_title, running, ending) => {
    await installed();
    const file = at('updates', 'state.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"watching"', '"switching"'));
    const next = await started(running);
    expect(next.resume()).toBe('goOn');
    expect([seen(running)?.ending, next.isOnTrial()]).toEqual([ending, running === SECOND]);
  });
});

const disk = smallDisk(1);
afterAll(() => disk?.free());

describe.runIf(disk !== null)('a full disk (needs root, who may mount)', () => {
  /** The programs are larger than the room that is left. */
  const large = (version: string) => `${text(version)}${'#'.repeat(300_000)}\n`;
  const fill = (left: number) => {
    const { bavail, bsize } = statfsSync(disk!.path);
    writeFileSync(join(disk!.path, 'filled'), Buffer.alloc(Math.max(0, bavail * bsize - left)));
  };
  const files = (place: string) => readdirSync(place, { recursive: true, encoding: 'utf8' });
  beforeEach(() => () => {
    for (const name of readdirSync(disk!.path)) rmSync(join(disk!.path, name), { recursive: true });
  });

  it('of the state: a look says what it found, and the till goes on', async () => {
    symlinkSync(disk!.path, at('updates'));
    const updates = await started(FIRST);
    fill(0);
    expect(await updates.look()).toMatchObject({ ending: 'failed', because: [expect.stringMatching(/does not give/)] });
    publish();
    expect(await updates.look()).toMatchObject({ ending: 'failed' });
    rmSync(join(disk!.path, 'filled'));
    expect(await updates.look()).toMatchObject({ ending: 'ready' });
    fill(0);
    expect(await updates.replace()).toMatchObject({ step: 'idle', ending: 'failed' });
    expect([runs(), updates.ready()]).toEqual([FIRST, SECOND]);
  });

  it('of the profile: nothing is replaced, and no half copy of the program takes the rest of the room', async () => {
    symlinkSync(disk!.path, at('updates'));
    writeFileSync(program, large(FIRST), { mode: 0o755 });
    publish();
    const updates = await started(FIRST);
    await updates.look();
    fill(100_000);
    expect(await updates.replace()).toMatchObject({ step: 'idle', ending: 'failed', failed: [] });
    expect(runs()).toBe(FIRST);
    expect(files(at('updates')).filter(name => name.startsWith('before'))).toEqual([]);
  });

  it('of the program: it stays where the new one, or the way back, would find no room', async () => {
    const far = join(disk!.path, 'Tillbridge-0.1.0.AppImage');
    writeFileSync(far, large(FIRST), { mode: 0o755 });
    // An AppImage that runs is mounted: its room is free when it has ended.
    const running = openSync(far, 'r');
    vi.stubEnv('APPIMAGE', far);
    publish({ content: large(SECOND) });
    const updates = async () => {
      const one = await started(FIRST, { before: programBefore(far, at('updates')) });
      await one.look();
      return one;
    };
    fill(100_000);
    expect(await (await updates()).replace()).toMatchObject({ step: 'idle', ending: 'failed', failed: [] });
    expect(readFileSync(far, 'utf8')).toBe(large(FIRST));
    rmSync(join(disk!.path, 'filled'));
    expect(await (await updates()).replace()).toMatchObject({ step: 'watching' });
    closeSync(running);
    const next = await started(SECOND, { before: programBefore(far, at('updates')) });
    next.resume();
    expect(next.goBack('it was not healthy within a minute')).toBe('again');
    expect(readFileSync(far, 'utf8')).toBe(large(FIRST));
  });
});

describe('a package of the system', () => {
  /** Stands in for the system's own program: it would install. */
  function installing(code: number): void {
    mkdirSync(at('bin'));
    writeFileSync(at('bin', 'dpkg'), `#!/bin/sh\necho "$@" >> ${at('installed')}\nexit ${code}\n`);
    for (const name of ['apt-get', 'pkexec']) writeFileSync(at('bin', name), `#!/bin/sh\nexit ${code}\n`);
    for (const name of readdirSync(at('bin'))) chmodSync(at('bin', name), 0o755);
    vi.stubEnv('PATH', `${at('bin')}:/usr/bin:/bin`);
  }

  it.runIf(process.getuid?.() === 0)(
    'is installed by the system; where it does not work, a person brings the one before, and the data follow',
    async () => {
      publish({ ending: 'deb' });
      installing(0);
      const updates = await started(FIRST, {}, 'deb');
      expect(await updates.look()).toMatchObject({ ending: 'ready' });
      expect(await updates.replace()).toMatchObject({ step: 'watching' });
      expect(readFileSync(at('installed'), 'utf8')).toMatch(/^-i .*Tillbridge-0\.1\.1\.deb\n$/);

      const next = await started(SECOND, {}, 'deb');
      next.resume();
      expect(await next.watch()).toBe(false);
      expect([next.ownsProgram, next.goBack('it was not healthy within a minute')]).toEqual([false, 'goOn']);
      expect(seen(SECOND)).toMatchObject({
        ending: 'broken',
        because: [expect.anything(), expect.stringContaining(FIRST)],
      });
      expect(kept).toEqual([`keep ${SECOND}`]);
      const before = await started(FIRST, {}, 'deb');
      expect(before.resume()).toBe('goOn');
      expect([kept.at(-1), seen()?.ending]).toEqual([`back ${SECOND}`, 'wentBack']);
    },
  );

  it('stays as it was where nobody permits the installation', async () => {
    publish({ ending: 'deb' });
    installing(1);
    const updates = await started(FIRST, {}, 'deb');
    await updates.look();
    expect(await updates.replace()).toMatchObject({ step: 'idle', ending: 'failed', failed: [] });
  });
});

it('knows how it was installed', () => {
  mkdirSync(at('resources'));
  const facts = { platform: 'linux', appImage: undefined, resources: at('resources') } as const;
  expect(endingOf(facts)).toBeNull();
  writeFileSync(at('resources', 'package-type'), 'deb');
  expect(endingOf(facts)).toBe('deb');
  expect(endingOf({ ...facts, appImage: program })).toBe('AppImage');
  expect(endingOf({ ...facts, platform: 'win32' })).toBe('exe');
  expect(endingOf({ ...facts, platform: 'darwin' })).toBeNull();
});

it.each([
  [[], join(process.cwd(), 'update.json')],
  [['--config', '/etc/till/a.json'], '/etc/till/update.json'],
  [['--demo', '--config=/etc/till/a.json'], '/etc/till/update.json'],
])('finds its settings beside those of the shop: %j', (options, file) => expect(updateSettings(options)).toBe(file));

it('the installers of a release are named by kind and processor', () => {
  const names = ['Tillbridge-0.1.1.AppImage', 'tillbridge_0.1.1_arm64.deb', 'Tillbridge-Setup-0.1.1-x64.exe'];
  expect(desktopPackages([...names, 'Tillbridge-0.1.10.AppImage', 'stable-linux.yml'], '0.1.1')).toEqual([
    { name: names[0], kind: 'AppImage-x64' },
    { name: names[1], kind: 'deb-arm64' },
    { name: names[2], kind: 'exe-x64' },
  ]);
});
