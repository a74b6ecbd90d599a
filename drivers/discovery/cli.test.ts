/** `npm run zvt -- find` and `pair` as somebody types them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../zvt/virtual/start.ts';

const CLI = join(import.meta.dirname, '..', 'zvt', 'cli.ts');

let virtual: RunningVirtualTerminal;
beforeAll(async () => {
  virtual = await startVirtualTerminal({ delay: 0, password: '123456' });
});
afterAll(() => virtual.close());

const zvt = (...args: string[]) =>
  new Promise<{ code: number; out: string; told: string }>(resolve => {
    const child = execFile(process.execPath, [CLI, ...args], (_error, out, told) =>
      resolve({ code: child.exitCode ?? -1, out, told }),
    );
  });

describe('pair', () => {
  it('prints the entry for the configuration, without the password', async () => {
    const { code, out, told } = await zvt('pair', '--tcp', virtual.address, '--password', '123456');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      protocol: 'zvt',
      connection: { type: 'tcp', host: '127.0.0.1', port: virtual.port },
      password: '******',
      profile: 'generic',
    });
    expect(told).toMatch(/^note: terminals that tills on other machines use .*\nterminal \d{8} .*ready\n$/);
  });

  it('says why not', async () => {
    const wrong = await zvt('pair', '--tcp', virtual.address, '--password', '654321');
    expect([wrong.code, wrong.out]).toEqual([3, '']);
    expect(wrong.told).toContain('wrong password');
    expect((await zvt('pair')).code).toBe(2);
  });
});

describe('find', () => {
  it('refuses what is no network, and tells when nobody answered', async () => {
    expect(await zvt('find', '--subnet', '10.0.0.0/8')).toMatchObject({ code: 2, out: '' });
    expect(await zvt('find', '--subnet', '127.0.0.254')).toMatchObject({
      code: 3,
      out: 'no terminal answered\n',
      told: expect.stringMatching(/^note: terminals that tills on other machines use/),
    });
  });
});
