/** The entry of a terminal in a configuration file that people have written. */
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TerminalSettings } from '../terminal.ts';
import { ConfigFileError, readConfigFile, writeTerminalEntry } from './configFile.ts';

const settings: TerminalSettings = {
  protocol: 'zvt',
  connection: { type: 'tcp', host: '192.0.2.10', port: 20_007 },
  password: '123456',
  profile: 'hobex',
};

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'configFile-'));
  path = join(folder, 'bridge.json');
});
afterEach(() => rm(folder, { recursive: true }));

const content = async () => JSON.parse(await readFile(path, 'utf8'));

describe('an entry', () => {
  it('is added to the other entries, in their indentation', async () => {
    const serial = { connection: { type: 'serial', path: '/dev/ttyS0' }, shared: true };
    await writeFile(path, JSON.stringify({ port: 8641, terminals: [serial], unknown: { kept: 1 } }, null, '\t'));
    expect(await writeTerminalEntry(path, settings)).toBe('added');
    expect(await content()).toEqual({ port: 8641, terminals: [serial, settings], unknown: { kept: 1 } });
    expect(await readFile(path, 'utf8')).toContain('\n\t"terminals": [');
    expect(await readdir(folder)).toEqual(['bridge.json']);
  });

  it('replaces the entry for the same connection, and keeps its other members', async () => {
    const before = { device: 'SDV_1', handOver: true, connection: settings.connection, password: '000000' };
    await writeFile(path, JSON.stringify({ terminals: [before] }));
    expect(await writeTerminalEntry(path, settings)).toBe('replaced');
    expect(await content()).toEqual({ terminals: [{ ...before, ...settings }] });
  });

  it('makes a new file that only its owner can read', async () => {
    expect(await writeTerminalEntry(path, settings)).toBe('added');
    expect(await content()).toEqual({ terminals: [settings] });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('keeps the rights of a file and the target of a link', async () => {
    const real = join(folder, 'real.json');
    await writeFile(real, '{}');
    await chmod(real, 0o640);
    await symlink(real, path);
    await writeTerminalEntry(path, settings);
    expect(JSON.parse(await readFile(real, 'utf8'))).toEqual({ terminals: [settings] });
    expect((await stat(real)).mode & 0o777).toBe(0o640);
    expect((await readdir(folder)).sort()).toEqual(['bridge.json', 'real.json']);
  });
});

/** Only root can give a file away. */
const asRoot = describe.runIf(process.getuid?.() === 0);
const SERVICE = 4711;

asRoot('the file of another user', () => {
  beforeEach(async () => {
    await writeFile(path, '{}', { mode: 0o600 });
    await chown(path, SERVICE, SERVICE + 1);
  });

  it('still belongs to its owner', async () => {
    await writeTerminalEntry(path, settings);
    expect(await content()).toEqual({ terminals: [settings] });
    const { uid, gid, mode } = await stat(path);
    expect([uid, gid, mode & 0o777]).toEqual([SERVICE, SERVICE + 1, 0o600]);
  });

  it('is refused to a user who cannot keep the owner', async () => {
    await chmod(path, 0o644);
    await chmod(folder, 0o777);
    process.seteuid!(SERVICE + 2);
    const refused = await writeTerminalEntry(path, settings)
      .catch((error: unknown) => error)
      .finally(() => process.seteuid!(0));
    expect(refused).toBeInstanceOf(ConfigFileError);
    expect(String(refused)).toContain(`cannot be written: it would no longer belong to user ${SERVICE}`);
    expect(await readFile(path, 'utf8')).toBe('{}');
    expect(await readdir(folder)).toEqual(['bridge.json']);
  });
});

describe('a refused entry leaves the file as it was', () => {
  it.each([
    ['{ "terminals": [', 'is no valid JSON'],
    ['', 'is no valid JSON'],
    ['[]', 'must hold one JSON object'],
    ['{ "terminals": {} }', 'terminals must be a list'],
  ])('%j', async (text, why) => {
    await writeFile(path, text);
    await expect(writeTerminalEntry(path, settings)).rejects.toThrow(why);
    await expect(readConfigFile(path)).rejects.toThrow(why);
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await readdir(folder)).toEqual(['bridge.json']);
  });
});
