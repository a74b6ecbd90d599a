/** Settings are checked as a start would, all at once, before anything starts. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { startLiveShop } from '../doubles/liveShop.fixture.ts';
import { checkConfig } from './configCheck.ts';

afterEach(closeAll);

/** `data` and a settings file beside it. */
function place(settings: unknown, mode = 0o600) {
  const folder = temporaryDirectory();
  const [data, file, to] = [join(folder, 'shop'), join(folder, 'config.json'), join(folder, 'backups')];
  mkdirSync(data);
  mkdirSync(to);
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings), { mode });
  chmodSync(file, mode);
  return { data, file, to };
}

async function check(given: { data: string; file: string | undefined }, environment: NodeJS.ProcessEnv = {}) {
  const lines: string[] = [];
  const code = await checkConfig(given, environment, line => void lines.push(line));
  return { code, lines };
}

it('names every misspelt setting at once, with the one that was meant', async () => {
  const wrong = {
    prot: 1,
    backup: { too: '/x', passphrasefile: 'y' },
    terminals: [{ protocol: 'zvt', conection: {} }],
    port: 99_999,
  };
  const { code, lines } = await check(place(wrong));
  expect(code).toBe(2);
  const all = lines.join('\n');
  for (const meant of [
    /"prot"; did you mean "port"/,
    /"backup.too". There are: to,/,
    /backup.passphraseFile/,
    /connection/,
    /port .*99999/,
  ])
    expect(all).toMatch(meant);
  expect(await check(place('{"port": 1,}'))).toMatchObject({
    code: 2,
    lines: [expect.stringMatching(/config\.json: .*JSON/)],
  });
  expect(await check(place({}), { TILLBRIDGE_PROT: '1' })).toMatchObject({
    code: 2,
    lines: [expect.stringMatching(/TILLBRIDGE_PORT/)],
  });
});

it('looks at port, folders, rights and addresses, and changes nothing', async () => {
  const taken = createServer();
  await new Promise<void>(done => taken.listen(0, '127.0.0.1', done));
  const { port } = taken.address() as AddressInfo;
  const terminals = [
    { protocol: 'zvt', connection: { type: 'tcp', host: '127.0.0.1', port: 1 } },
    { protocol: 'zvt', connection: { type: 'serial', path: '/dev/ttyUSB99' } },
  ];
  const upstream = { address: 'http://127.0.0.1:1', client_id: 'a', client_secret: 'b' };
  const given = place({ port, terminals, upstream, backup: { to: '/nowhere', passphraseFile: '/none' } }, 0o644);
  const { code, lines } = await check(given);
  taken.close();
  expect(code).toBe(2);
  expect(lines).toEqual([
    expect.stringMatching(/^wrong: port: \d+ at 127\.0\.0\.1 is used by another program/),
    expect.stringMatching(/^doubt: .*config\.json can be read by everybody.*chmod o=/),
    expect.stringMatching(/^wrong: The file \/none of the passphrase cannot be read/),
    expect.stringMatching(/^doubt: backup\.to: \/nowhere is not there/),
    expect.stringMatching(/^doubt: terminals\.0: nothing answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)/),
    expect.stringMatching(/^doubt: terminals\.1: \/dev\/ttyUSB99 is not there/),
    expect.stringMatching(/^doubt: upstream: http:\/\/127\.0\.0\.1:1 cannot be reached now/),
  ]);
  expect(readdirSync(given.data)).toEqual([]);
  const open = place({ host: '0.0.0.0', port: 0 });
  expect((await check(open)).lines[0]).toMatch(/^wrong: 0\.0\.0\.0 can be reached from other machines.*"tls"/);
});

it('is quiet about settings that are right, also while their till runs, and refuses a directory of another purpose', async () => {
  const { data, url, close } = await startLiveShop();
  const { file, to } = place({});
  writeFileSync(file, JSON.stringify({ port: Number(new URL(url).port), backup: { to } }), { mode: 0o600 });
  expect(await check({ data, file })).toEqual({ code: 0, lines: ['in order: a start with these settings works'] });
  await close();
  expect(await check({ data, file }, { TILLBRIDGE_DEMO: 'true' })).toMatchObject({
    code: 2,
    lines: [expect.stringMatching(/is a live directory/)],
  });
  const words = ['main/run.mjs', 'main/dataDirectory/cli.ts', 'config', '--data', data, '--config', file];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, 'in order: a start with these settings works\n']);
});
