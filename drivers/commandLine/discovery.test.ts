/** `npm run zvt -- find` and `pair` as programs: output and exit codes. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../simulator/zvt/start.ts';
import { listenTcp } from '../transport/tcp.ts';

const CLI = join(import.meta.dirname, 'zvt.ts');

let virtual: RunningVirtualTerminal;
beforeAll(async () => {
  virtual = await startVirtualTerminal({ delay: 0, password: '123456' });
});
afterAll(() => virtual.close());

const zvt = (...args: string[]) =>
  new Promise<{ code: number; out: string; stderr: string }>(resolve => {
    const child = execFile(process.execPath, [CLI, ...args], (_error, out, stderr) =>
      resolve({ code: child.exitCode ?? -1, out, stderr }),
    );
  });

/** The terminal calls the till as soon as that listens. */
function calls(till: number, terminal: number): Promise<Socket> {
  return new Promise(resolve => {
    const out = connect(till, '127.0.0.1');
    out.once('error', () => calls(till, terminal).then(resolve));
    out.once('connect', () => {
      const line = connect(terminal, '127.0.0.1');
      out.pipe(line).pipe(out);
      line.on('error', () => out.destroy());
      resolve(out);
    });
  });
}

describe('pair', () => {
  it('prints the entry for the configuration, without the password', async () => {
    const { code, out, stderr } = await zvt('pair', '--tcp', virtual.address, '--password', '123456');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      protocol: 'zvt',
      connection: { type: 'tcp', host: '127.0.0.1', port: virtual.port },
      password: '******',
      profile: 'generic',
    });
    expect(stderr).toMatch(
      /^note: terminals that tills on other machines use .*\nterminal \d{8} .*ready\n.*--config FILE/,
    );
  });

  it('writes the entry with its password into the configuration of the bridge', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pair-'));
    const file = join(folder, 'bridge.json');
    await writeFile(file, '{ "port": 8641 }');
    const args = ['pair', '--tcp', virtual.address, '--password', '123456', '--config', file] as const;
    const { code, out } = await zvt(...args);
    expect([code, out]).toEqual([0, `added in ${file}: the bridge uses it from its next start on\n`]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      port: 8641,
      terminals: [{ connection: { type: 'tcp', port: virtual.port }, password: '123456', profile: 'generic' }],
    });
    expect((await zvt(...args)).stderr).toContain('--shared no');
    const answered = await zvt(...args, '--shared', 'no');
    expect(answered.stderr).not.toContain('--shared');
    expect(JSON.parse(await readFile(file, 'utf8')).terminals).toMatchObject([{ shared: 'no' }]);
    expect((await zvt(...args)).stderr).not.toContain('--shared');
    expect((await zvt(...args, '--shared', 'maybe')).code).toBe(2);
    await writeFile(file, '{ "port": ');
    const broken = await zvt(...args);
    expect([broken.code, broken.out]).toEqual([2, '']);
    expect(broken.stderr).toMatch(/is no valid JSON: .*; nothing was written\n$/);
    expect(await readFile(file, 'utf8')).toBe('{ "port": ');
    await rm(folder, { recursive: true });
  });

  it('introduces a terminal that calls', async () => {
    const { port, close } = await listenTcp({ host: '127.0.0.1', port: 0 }, () => undefined);
    await close();
    const pairing = zvt('pair', '--tcp-listen', String(port), '--caller', '127.0.0.1', '--password', '123456');
    const line = await calls(port, virtual.port);
    const { code, out } = await pairing;
    line.destroy();
    expect(code).toBe(0);
    expect(JSON.parse(out).connection).toEqual({
      type: 'tcpListen',
      port,
      from: '127.0.0.1',
      terminalId: expect.stringMatching(/^\d{8}$/),
    });
    const withoutAddress = await zvt('pair', '--tcp-listen', String(port), '--caller', 'the terminal');
    expect([withoutAddress.code, withoutAddress.stderr]).toEqual([
      2,
      expect.stringContaining('connection.from must be'),
    ]);
  });

  it('names the reason of a failure', async () => {
    const wrong = await zvt('pair', '--tcp', virtual.address, '--password', '654321');
    expect([wrong.code, wrong.out]).toEqual([3, '']);
    expect(wrong.stderr).toContain('wrong password');
    expect((await zvt('pair')).code).toBe(2);
  });
});

describe('find', () => {
  it('refuses a text that is no network, and reports that no terminal answered', async () => {
    expect(await zvt('find', '--subnet', '10.0.0.0/8')).toMatchObject({ code: 2, out: '' });
    expect(await zvt('find', '--subnet', '127.0.0.254')).toMatchObject({
      code: 3,
      out: 'no terminal answered\n',
      stderr: expect.stringMatching(/^note: terminals that tills on other machines use/),
    });
  });
});
