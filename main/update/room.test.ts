/** An update that could not be fetched or unpacked as a whole leaves nothing behind: a half takes the room that the till needs to sell. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallDisk } from '../store/smallDisk.fixture.ts';
import { type Feed, fetchPackage } from './feed.ts';
import { versionsIn } from './versions.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-room-'));
const disk = smallDisk(1);
const bytes = Buffer.alloc(3_000_000, 'x');
const server = createServer((_, answer) => void answer.end(bytes));
let feed: Feed;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  feed = { url, channel: 'stable', publicKey: '', product: 'tillbridge-headless' };
});
afterAll(() => {
  server.close();
  disk?.free();
  rmSync(folder, { recursive: true });
});

const wanted = (size: number) => ({ name: 'a.deb', size, sha256: createHash('sha256').update(bytes).digest('hex') });

it('a package that is larger than its description', async () => {
  await expect(fetchPackage(feed, wanted(1_000_000), join(folder, 'a.deb'))).rejects.toThrow('larger');
  expect(readdirSync(folder)).toEqual([]);
});

describe.runIf(disk !== null)('on a full disk (needs root, who may mount)', () => {
  it('a package that finds no room', async () => {
    await expect(fetchPackage(feed, wanted(bytes.length), join(disk!.path, 'a.deb'))).rejects.toThrow('ENOSPC');
    expect(readdirSync(disk!.path)).toEqual([]);
  });

  it.runIf(existsSync('/usr/bin/dpkg-deb'))('a program that finds no room', () => {
    const tree = join(folder, 'tree');
    mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
    // A bridge in this process has made its files private.
    chmodSync(join(tree, 'DEBIAN'), 0o755);
    writeFileSync(
      join(tree, 'DEBIAN', 'control'),
      'Package: a\nVersion: 1\nArchitecture: all\nMaintainer: a\nDescription: a\n',
    );
    writeFileSync(join(tree, 'large'), bytes);
    const file = join(folder, 'b.deb');
    execFileSync('dpkg-deb', ['--build', tree, file], { stdio: 'ignore' });
    expect(() => versionsIn(disk!.path, '').unpack(file, '0.1.1')).toThrow();
    expect(readdirSync(disk!.path)).toEqual([]);
  });
});
