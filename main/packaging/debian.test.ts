/** The Debian package of the headless bridge: what is in it, and its life on a machine, from the installation to the purge. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { item, sale } from '../doubles/bridge.fixture.ts';
import { type CleanRoot, canInstall, cleanRoot } from './cleanRoot.fixture.ts';
import { partsOf } from './contents.ts';
import { commandPackage, headlessPackage } from './headlessPackage.fixture.ts';

const root = join(import.meta.dirname, '..', '..');
const TIMEOUT = 180_000;
const isDebian = existsSync('/usr/bin/dpkg-deb');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const HOME = './usr/lib/tillbridge-headless/';

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-debian-'));
const children = new Set<ChildProcess>();
let newest = '';
/** Paths of files inside the package. */
let files: readonly string[] = [];

/** Number of the schema that the version after this one brings. */
const LATER_SCHEMA = 9999;

/** The version after this one, as a package: its schema is newer, so an upgrade meets data of an older one. */
function later(): string {
  const [tree, file] = [join(folder, 'tree'), join(folder, 'later.deb')];
  execFileSync('dpkg-deb', ['--raw-extract', newest, tree]);
  const control = join(tree, 'DEBIAN', 'control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*/m, `Version: ${version}.1`));
  const migrations = join(tree, HOME, 'main', 'store', 'migrations');
  writeFileSync(
    join(migrations, `${LATER_SCHEMA}-later.sql`),
    'CREATE TABLE of_the_later_version (id INTEGER) STRICT;',
  );
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, file], { stdio: 'ignore' });
  return file;
}

/** Unpacks the documents alone; gives their folder. */
function documents(): string {
  const [to, place] = [join(folder, 'documents'), './usr/share/doc/tillbridge-headless'];
  mkdirSync(to);
  execFileSync('sh', ['-c', 'dpkg-deb --fsys-tarfile "$0" | tar -x -C "$1" "$2"', newest, to, place]);
  return join(to, place);
}

beforeAll(async () => {
  if (!isDebian) return;
  newest = await (process.env.LONG ? commandPackage : headlessPackage)(join(folder, 'one'));
  const list = execFileSync('dpkg-deb', ['--contents', newest], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  files = list.split('\n').flatMap(line => /^-\S+ root\/root .* (\.\/.*)$/.exec(line)?.[1] ?? []);
}, TIMEOUT);
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!isDebian)('the package (needs dpkg-deb)', { timeout: TIMEOUT }, () => {
  it.skipIf(!process.env.LONG)('is the same, byte for byte, when it is made again (npm run test:long)', () => {
    expect(readFileSync(commandPackage(join(folder, 'two'))).equals(readFileSync(newest))).toBe(true);
  });

  it('holds native code for its own system alone, and no sources, maps, tests or programs of other products', () => {
    const processor = process.arch;
    expect(files.filter(file => file.endsWith('.node')).map(file => file.slice(HOME.length))).toEqual([
      `node_modules/@serialport/bindings-cpp/prebuilds/linux-${processor}/@serialport+bindings-cpp${processor === 'arm64' ? '.armv8' : ''}.glibc.node`,
      `node_modules/better-sqlite3/prebuilds/linux-${processor}.node`,
    ]);
    const sources = files.filter(file => /\.(c|cc|cpp|h|gypi?|map|[mc]?tsx?)$|\.(test|fixture|spec)\./.test(file));
    // Integrators get these two from the bridge.
    expect(sources.map(file => file.slice(HOME.length))).toEqual(['dist/api/types.d.ts', 'dist/api/typescript.ts']);
    expect(files.filter(file => /node_modules\/(vite|react|pg|recharts|electron|typescript)\//.test(file))).toEqual([]);
    expect(files.filter(file => /^\.\/(?!usr\/|etc\/tillbridge\/)/.test(file))).toEqual([]);
  });

  it.each(['x64', 'arm64'] as const)('for %s takes the native code of that processor alone', processor => {
    const architecture = processor === 'x64' ? 'amd64' : 'arm64';
    const native = partsOf(root, architecture).filter(({ to }) => to.endsWith('.node'));
    const line = processor === 'arm64' ? 'armv8.glibc' : 'glibc';
    expect(native.map(({ to }) => to.slice(HOME.length - './'.length)).toSorted()).toEqual([
      `node_modules/@serialport/bindings-cpp/prebuilds/linux-${processor}/@serialport+bindings-cpp.${line}.node`,
      `node_modules/better-sqlite3/prebuilds/linux-${processor}.node`,
    ]);
    const machines = { x64: 62, arm64: 183 } as const;
    // The machine in the head of an ELF file (System V ABI, e_machine).
    for (const { from } of native) expect(readFileSync(from).readUInt16LE(18), from).toBe(machines[processor]);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('has a unit that systemd calls closed (needs systemd)', () => {
    const unit = join(root, 'assets', 'debian', 'tillbridge-headless.service');
    // Exposure by its own scale of 0 to 10, times ten; it fails above the limit.
    const limit = ['security', '--offline=true', '--threshold=20', unit];
    expect(execFileSync('systemd-analyze', limit, { encoding: 'utf8' })).toMatch(/Overall exposure level .*: 1\.\d OK/);
  });

  it('names every package inside with its version and licence, and nothing of the back office', () => {
    const place = documents();
    const bill = JSON.parse(readFileSync(join(place, 'sbom.cdx.json'), 'utf8'));
    const names = bill.components.map(({ name }: { name: string }) => name);
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version } } });
    expect(names).toEqual(
      expect.arrayContaining(['better-sqlite3', 'fastify', 'react', `node-linux-${process.arch}`, 'undici']),
    );
    expect(names.filter((name: string) => ['pg', 'vite', 'electron', '@zxcvbn-ts/core'].includes(name))).toEqual([]);
    // Each folder of a package that is installed has its entry, and a place among the licences.
    const licences = readFileSync(join(place, 'third-party-licences.txt'), 'utf8');
    const installed = files.flatMap(
      file => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(file)?.[1] ?? [],
    );
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.filter(name => !names.includes(name))).toEqual([]);
    expect(installed.filter(name => !licences.includes(`${name} `))).toEqual([]);
  });

  it('brings its unit, its command, its page of the manual, its settings and its licences', () => {
    const places = [
      ...['usr/lib/systemd/system/tillbridge-headless.service', 'usr/bin/tillbridge-headless'],
      ...['usr/share/man/man8/tillbridge-headless.8.gz', 'etc/tillbridge/config.json'],
      ...['copyright', 'sbom.cdx.json', 'third-party-licences.txt'].map(
        name => `usr/share/doc/tillbridge-headless/${name}`,
      ),
    ];
    expect(places.filter(place => !files.includes(`./${place}`))).toEqual([]);
  });

  it('brings every file that the container starts', () => {
    const recipe = readFileSync(join(root, 'assets', 'container', 'Containerfile'), 'utf8');
    const named = [...recipe.matchAll(/"(\/(?:usr|etc)[^"]+)"/g)].map(([, path]) => `.${path}`);
    expect(named).toHaveLength(3);
    expect(named.filter(path => !files.includes(path))).toEqual([]);
  });
});

const SHOP = {
  shop: { name: 'Café am Markt', street: 'Marktplatz 1', zip: '10115', city: 'Berlin', taxNumber: '11/222/33333' },
  people: [{ username: 'manager@shop.example', name: 'Anna', role: 'manager', pin: '73916482' }],
  clients: [{ id: 'register', secret: 'a-very-long-secret-of-the-register' }],
};
const SALES = '/api/v2/Smart/Transactions';

/** The bridge as its unit starts it. */
async function service(machine: CleanRoot) {
  const unit = machine.read('usr/lib/systemd/system/tillbridge-headless.service');
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const [, user] = /^User=(.*)$/m.exec(unit) ?? [];
  const child = machine.start('setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', ...command.split(' '));
  children.add(child);
  child.stderr.resume();
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const url = line.replace('tillbridge ready ', '');
  const fields = { grant_type: 'client_credentials', client_id: 'register', client_secret: SHOP.clients[0]!.secret };
  const token = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  const { access_token } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: object) => {
    const how = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(url + path, { headers, ...how });
    expect(answer.status).toBeLessThan(300);
    return (await answer.json()) as { readonly id: string; readonly status: string; readonly count: number };
  };
  return {
    ask,
    async stop() {
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
      children.delete(child);
    },
  };
}

describe.skipIf(!canInstall)('on a machine (needs root and dpkg)', { timeout: TIMEOUT }, () => {
  const place = join(folder, 'machine');
  let machine: CleanRoot;
  let sold = '';
  const mode = (path: string) => execFileSync('stat', ['-c', '%a', join(place, path)], { encoding: 'utf8' }).trim();
  const asked = (question: (db: Sqlite.Database) => unknown) => {
    const db = new Sqlite(join(place, 'var/lib/tillbridge/shop/tillbridge.db'), { readonly: true });
    const answer = question(db);
    db.close();
    return answer;
  };
  const schema = () => asked(db => db.pragma('user_version', { simple: true }));
  let newer = '';
  const calls = () => machine.read('calls').trim().split('\n');

  beforeAll(() => {
    machine = cleanRoot(place);
  });

  it('is installed with its user, its closed folders and its service', () => {
    machine.dpkg('--install', newest);
    expect(machine.read('etc/passwd')).toMatch(/^tillbridge:.*:\/var\/lib\/tillbridge:\/usr\/sbin\/nologin$/m);
    expect(machine.read('etc/group')).toMatch(/^dialout:x:20:tillbridge$/m);
    expect([mode('var/lib/tillbridge'), mode('etc/tillbridge'), mode('etc/tillbridge/config.json')]).toEqual([
      '700',
      '750',
      '640',
    ]);
    const [unit, timer] = ['tillbridge-headless.service', 'tillbridge-headless-update.timer'];
    expect(calls()).toEqual([
      `enable ${unit} ${timer}`,
      'daemon-reload',
      ...[unit, timer].flatMap(name => [`is-enabled --quiet ${name}`, `start ${name}`]),
    ]);
  });

  it('is set up from a file and sells', async () => {
    machine.put('etc/tillbridge/config.json', '{"port": 0}');
    machine.put('etc/tillbridge/shop.json', JSON.stringify(SHOP));
    machine.run('tillbridge-headless', 'setup', '--file', '/etc/tillbridge/shop.json');
    const { ask, stop } = await service(machine);
    ({ id: sold } = await ask(SALES, sale([item(290)])));
    await ask(`${SALES}/${sold}/start/cash`, {});
    expect((await ask(`${SALES}/${sold}`)).status).toBe('ok');
    await stop();
  });

  // main/update/update.test.ts sells by card at the virtual terminal of a package.
  it.runIf(process.env.LONG)('practises with the virtual terminal, which has no sources there', async () => {
    const child = machine.start('tillbridge-headless', 'serve', '--training', '--port', '0');
    children.add(child);
    child.stderr.resume();
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const screen = await fetch(`${line.replace('tillbridge ready ', '')}/bridge/v1/screen`);
    expect(await screen.json()).toMatchObject({
      training: true,
      version,
      terminalPage: expect.stringMatching(/^http:/),
    });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    children.delete(child);
  });

  it('keeps sales and settings over an upgrade to a newer schema, and goes on selling', async () => {
    const before = schema();
    machine.put('calls', '');
    newer = later();
    machine.dpkg('--install', newer);
    expect(calls()).toEqual([
      'stop tillbridge-headless-update.timer tillbridge-headless.service',
      'daemon-reload',
      'daemon-reload',
      'is-enabled --quiet tillbridge-headless.service',
      'start tillbridge-headless.service',
      'is-enabled --quiet tillbridge-headless-update.timer',
      'start tillbridge-headless-update.timer',
    ]);
    expect(machine.read('etc/tillbridge/config.json')).toBe('{"port": 0}');
    const { ask, stop } = await service(machine);
    expect((await ask(`${SALES}/${sold}`)).status).toBe('ok');
    await ask(SALES, sale([item(100)]));
    expect((await ask(SALES)).count).toBe(2);
    await stop();
    expect(before).toBeLessThan(LATER_SCHEMA);
    expect(schema()).toBe(LATER_SCHEMA);
    expect(machine.run('tillbridge-headless', 'data', 'verify')).toMatch(/in order/);
  });

  it('loses no sale when it is removed and purged', () => {
    machine.dpkg('--remove', 'tillbridge-headless');
    expect([machine.has('usr/lib/tillbridge-headless'), machine.has('etc/tillbridge/config.json')]).toEqual([
      false,
      true,
    ]);
    const said = machine.dpkg('--purge', 'tillbridge-headless');
    expect(said).toContain('The sales of the till stay in /var/lib/tillbridge');
    expect(machine.has('etc/tillbridge/config.json')).toBe(false);
    expect(asked(db => db.prepare('SELECT id FROM smart_transaction ORDER BY number').pluck().all())).toEqual([
      sold,
      expect.stringMatching(/^STX_/),
    ]);
  });

  it.runIf(process.env.LONG)('goes on with its sales when it is installed again', async () => {
    machine.dpkg('--install', newer);
    machine.put('etc/tillbridge/config.json', '{"port": 0}');
    const { ask, stop } = await service(machine);
    expect((await ask(`${SALES}/${sold}`)).status).toBe('ok');
    await stop();
  });

  it.runIf(process.env.LONG)('leaves nothing behind on a machine without sales', () => {
    rmSync(join(place, 'var/lib/tillbridge/shop'), { recursive: true });
    machine.dpkg('--purge', 'tillbridge-headless');
    expect(machine.has('var/lib/tillbridge')).toBe(false);
    expect(machine.read('etc/passwd')).not.toContain('tillbridge');
  });
});
