/** Updates of the headless package, by a local server and real builds: taken, refused, delayed, rolled back, and killed in every step. */
import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../drivers/doubles/freePort.ts';
import { closeAll, demoDirectory, item, sale, until } from '../doubles/bridge.fixture.ts';
import { ARCHITECTURE } from '../packaging/cleanRoot.fixture.ts';
import { projectManifest } from '../packaging/debian.ts';
import { headlessPackage } from '../packaging/headlessPackage.fixture.ts';
import { writeRelease } from '../packaging/release.ts';
import type { UpdateState } from './state.ts';
import { versionsIn } from './versions.ts';

const TIMEOUT = 240_000;
const FIRST: string = projectManifest().version;
const later = (number: number) => FIRST.replace(/\d+$/, last => String(Number(last) + number));
const [SECOND, BROKEN, THIRD] = [later(1), later(2), later(3)] as const;
const SALES = '/api/v2/Smart/Transactions';

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-update-'));
const at = (...path: readonly string[]) => join(folder, ...path);
const fileOf = (version: string) => at('feed', `tillbridge-headless_${version}_${ARCHITECTURE}.deb`);
const keyPair = () =>
  generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

const server = createServer(({ url = '' }, answer) => {
  const file = at('feed', url.slice(1));
  if (existsSync(file)) answer.end(readFileSync(file));
  else answer.writeHead(404).end();
});
let port = 0;
let url = '';

/** Starts and stops the bridge as systemd does, and kills its caller where a test wants that. */
const SERVICE = `
folder=$1
shift
name=
for word in "$@"; do
  case $word in start | stop | may-update | keep-version | go-back) name=\${name:-$word} ;; esac
done
wanted=$(cat "$folder/kill" 2> /dev/null)
dies() {
  [ "$wanted" = "$1 $name" ] || return 0
  rm "$folder/kill"
  kill -KILL $PPID
}
runs() { kill -0 "$(cat "$folder/pid" 2> /dev/null)" 2> /dev/null; }
code=0
dies before
if [ "$*" = start ]; then
  if ! runs; then
    home=$(readlink -e "$folder/versions/current" || echo "$folder/packaged")
    set -- "$home/bin/node" "$home/dist/bridge/headless.js" --demo --data "$folder/data" --config "$folder/config.json"
    setsid "$@" < /dev/null >> "$folder/log" 2>&1 &
    echo $! > "$folder/pid"
  fi
elif [ "$*" = stop ]; then
  runs && kill -TERM "$(cat "$folder/pid")"
  while runs; do sleep 0.05; done
else
  "$@"
  code=$?
fi
dies after
exit $code
`;

/** Before the program of the broken version: it ends once it has answered, that is behind its changes of the database. */
const DIES = `
const { readFileSync: config } = process.getBuiltinModule('node:fs');
const address = 'http://127.0.0.1:' + JSON.parse(config(process.argv[process.argv.indexOf('--config') + 1], 'utf8')).port;
const dieOnceItAnswers = () =>
  fetch(address + '/healthz').then(
    () => process.kill(process.pid, 'SIGKILL'),
    () => setTimeout(dieOnceItAnswers, 100),
  );
dieOnceItAnswers();
`;

const service = (...words: readonly string[]) => ['/bin/sh', at('service.sh'), folder, ...words];
const command = (words: readonly string[]) => execFileSync(words[0]!, words.slice(1), { stdio: 'pipe' });

beforeAll(async () => {
  writeFileSync(at('service.sh'), SERVICE);
  const { publicKey, privateKey } = keyPair();
  writeFileSync(at('key.pem'), privateKey);
  writeFileSync(at('public.pem'), publicKey);
  versionsIn(at(), '').unpack(await headlessPackage(at('feed')), FIRST);
  execFileSync('mv', [at(FIRST), at('packaged')]);
  laterVersions();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}, TIMEOUT);

/**
 * The same program under two further numbers; and a version that changes the database, answers for a moment, and dies. They run on the
 * Node of this machine where the long run is not asked for: it is two thirds of what is packed, fetched, checked and unpacked.
 */
function laterVersions() {
  const tree = at('tree');
  const home = join(tree, 'usr/lib/tillbridge-headless');
  for (const place of ['usr/lib', 'DEBIAN']) mkdirSync(join(tree, place), { recursive: true });
  writeFileSync(join(tree, 'DEBIAN', 'control'), execFileSync('dpkg-deb', ['--field', fileOf(FIRST)]));
  execFileSync('cp', ['-a', at('packaged'), home]);
  if (!process.env.LONG) {
    rmSync(join(home, 'bin/node'));
    symlinkSync(process.execPath, join(home, 'bin/node'));
  }
  const rename = (from: string, to: string) => {
    for (const file of [join(home, 'package.json'), join(tree, 'DEBIAN', 'control')])
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };
  const pack = (version: string) =>
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z1', '--build', tree, fileOf(version)], {
      stdio: 'ignore',
    });
  let before: string = FIRST;
  for (const version of process.env.LONG ? [SECOND, THIRD] : [SECOND]) {
    rename(before, version);
    pack(version);
    before = version;
  }
  rename(before, BROKEN);
  writeFileSync(
    join(home, 'main/store/migrations/9998-broken.sql'),
    'CREATE TABLE of_the_broken_one (id INTEGER) STRICT;',
  );
  const program = join(home, 'dist/bridge/headless.js');
  writeFileSync(program, `${DIES}\n${readFileSync(program, 'utf8')}`);
  pack(BROKEN);
}

afterAll(async () => {
  command(service('stop'));
  await closeAll();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A till with the version of its package, that has sold once. */
async function newTill() {
  command(service('stop'));
  for (const name of ['versions', 'data', 'log', 'kill']) rmSync(at(name), { recursive: true, force: true });
  cpSync(await demoDirectory('demo'), at('data'), { recursive: true });
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  writeFileSync(at('config.json'), JSON.stringify({ port }));
  writeFileSync(at('machine-id'), '4c1b6b3d\n');
  writeFileSync(
    at('update.json'),
    JSON.stringify({
      ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, publicKey: at('public.pem') },
      ...{ versions: at('versions'), packaged: at('packaged'), data: at('data'), config: at('config.json') },
      ...{ machineId: at('machine-id'), start: service('start'), stop: service('stop'), asUser: service() },
    }),
  );
  command(service('start'));
  await until(async () => (await health())?.version === FIRST);
  await sell();
}

interface Health {
  readonly version: string;
  readonly risks: readonly unknown[];
}

const health = (): Promise<Health | null> =>
  fetch(`${url}/healthz`).then(
    answer => answer.json() as Promise<Health>,
    () => null,
  );

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const fields = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  const token = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  const { access_token } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return (await answer.json()) as T;
}

async function sell() {
  const { id } = await ask<{ id: string }>('POST', SALES, sale([item(290)]));
  await ask('POST', `${SALES}/${id}/start/cash`, {});
}

const sold = async () => (await ask<{ count: number }>('GET', `${SALES}?q=status:ok`)).count;

/** Nobody waits long for the broken version, and every other one has the time of a busy machine. */
function offer(version: string, { key = at('key.pem'), share = 100 } = {}) {
  const settings = JSON.parse(readFileSync(at('update.json'), 'utf8'));
  writeFileSync(at('update.json'), JSON.stringify({ ...settings, healthyWithin: version === BROKEN ? 12 : 120 }));
  writeRelease({
    product: 'tillbridge-headless',
    file: fileOf(version),
    channel: 'stable',
    version,
    share,
    architecture: ARCHITECTURE,
    key,
  });
}

const PROGRAM = () => join(versionsIn(at('versions'), at('packaged')).home(), 'dist/bridge/update.js');

/** One look, as the timer of the system starts it; gives its exit code. */
async function look(): Promise<number | null> {
  const child = spawn(process.execPath, [PROGRAM(), '--settings', at('update.json')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', part => {
    said += part;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (process.env.SHOW) console.log(said);
  return code;
}

const state = (): UpdateState => JSON.parse(readFileSync(at('versions', 'state.json'), 'utf8'));

/** The look that brings an update to its end which was killed at a moment. */
async function lookAfterKill(moment: string) {
  writeFileSync(at('kill'), moment);
  expect(await look()).toBe(null);
  expect(state().step).not.toBe('idle');
  // A restarted machine starts the bridge, too: a whole program stands behind the link.
  command(service('start'));
  await look();
  expect(state().step).toBe('idle');
}

async function expectWorking(version: string, sales: number) {
  await until(async () => (await health())?.version === version);
  expect(await health()).toMatchObject({ version, risks: [] });
  expect(await sold()).toBe(sales);
  await sell();
  expect(await sold()).toBe(sales + 1);
}

describe.skipIf(!existsSync('/usr/bin/dpkg-deb'))(
  'an update of the headless package (needs dpkg-deb)',
  { timeout: TIMEOUT },
  () => {
    // The tests are the life of one till, because each start of a bridge costs more than what is asked of it.
    beforeAll(newTill, TIMEOUT);

    it('is refused with a wrong signature, changed bytes or another channel, and nothing of it stays', async () => {
      writeFileSync(at('foreign.pem'), keyPair().privateKey);
      offer(SECOND, { key: at('foreign.pem') });
      expect(await look()).toBe(2);
      expect(state()).toMatchObject({
        ending: 'failed',
        because: [expect.stringContaining('The signature of the update')],
      });
      offer(SECOND);
      const bytes = readFileSync(fileOf(SECOND));
      writeFileSync(fileOf(SECOND), Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]));
      expect(await look()).toBe(2);
      expect(state().because[0]).toContain('is not what its signed description says');
      writeFileSync(fileOf(SECOND), Buffer.concat([bytes, bytes]));
      expect(await look()).toBe(2);
      expect(state().because[0]).toContain('is larger than its description says');
      writeFileSync(fileOf(SECOND), bytes);
      for (const end of ['', '.sig'])
        execFileSync('cp', [at('feed', `stable.json${end}`), at('feed', `beta.json${end}`)]);
      const settings = readFileSync(at('update.json'), 'utf8');
      writeFileSync(at('update.json'), JSON.stringify({ ...JSON.parse(settings), channel: 'beta' }));
      expect(await look()).toBe(2);
      expect(state().because[0]).toContain('is of the channel stable');
      expect([existsSync(at('versions', SECOND)), existsSync(at('versions', `${SECOND}.deb`))]).toEqual([false, false]);
      writeFileSync(at('update.json'), settings);
      await expectWorking(FIRST, 1);
    });

    it('waits for its turn and for a payment that is under way, is then taken with every sale and setting, and nothing more is to be done', async () => {
      offer(SECOND, { share: 0 });
      expect(await look()).toBe(0);
      expect(state()).toMatchObject({ ending: 'notYet' });
      offer(SECOND);
      const { terminalPage } = (await (await fetch(`${url}/bridge/v1/screen`)).json()) as { terminalPage: string };
      const tell = (path: string, body: object) =>
        fetch(`${terminalPage}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      await tell('/behaviour', { behaviour: 'manual' });
      const { id } = await ask<{ id: string }>('POST', SALES, sale([item(500)]));
      const paid = ask<{ status: string }>('POST', `${SALES}/${id}/start/cashless`, {});
      await until(async () => (await look()) === 3);
      expect(state()).toMatchObject({ step: 'idle', ending: 'waits', because: ['1 payments are under way'] });
      expect((await health())?.version).toBe(FIRST);
      await until(async () => (await tell('/card', { card: 'girocard-contactless' })).ok);
      await paid;
      // The new version runs, and is watched on by the next look: cutOff.test.ts holds the way back from the steps before.
      if (process.env.LONG) expect(await look()).toBe(0);
      else await lookAfterKill('after start');
      expect(state()).toMatchObject({ step: 'idle', ending: 'updated', version: SECOND, from: SECOND, because: [] });
      await expectWorking(SECOND, 3);
      expect(await look()).toBe(0);
      expect(state()).toMatchObject({ ending: 'newest' });
      // An older offer, as an attacker repeats it, is none.
      offer(FIRST);
      expect(await look()).toBe(0);
      expect((await health())?.version).toBe(SECOND);
    });

    it('goes back by itself from a version that changed the database and dies, and does not try it again', async () => {
      offer(BROKEN);
      expect(await look()).toBe(4);
      expect(state()).toMatchObject({ step: 'idle', ending: 'wentBack', from: SECOND, failed: [BROKEN] });
      expect(state().because).toEqual([`version ${BROKEN} was not healthy within 12 s`]);
      await expectWorking(SECOND, 4);
      expect(await look()).toBe(0);
      expect(state()).toMatchObject({ ending: 'failedBefore' });
    });

    const MOMENTS = [
      'before stop',
      'after stop',
      'before keep-version',
      'after keep-version',
      'before start',
      'after start',
    ];
    const BACK = ['before go-back', 'after go-back'];

    // Above, `npm test` kills the update that is taken.
    it.runIf(process.env.LONG).each([...MOMENTS, ...BACK])(
      'that is killed %s comes to an end at the next look, with every sale',
      async moment => {
        await newTill();
        const [version, sales] = [(await health())!.version, await sold()];
        const isBroken = moment.endsWith('go-back');
        offer(isBroken ? BROKEN : THIRD);
        await lookAfterKill(moment);
        if (isBroken) await expectWorking(version, sales);
        else {
          await look();
          expect(state().failed).not.toContain(THIRD);
          await expectWorking(THIRD, sales);
        }
      },
    );
  },
);
