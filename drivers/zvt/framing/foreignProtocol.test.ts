/** Real servers of other protocols at the port of a terminal, and serial ports that cannot be opened: each is named with its cure. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { ptyPair } from '../../doubles/ptyPair.ts';
import { openTerminal } from '../../index.ts';
import { openFailure } from '../../transport/opener.ts';
import { openSerial } from '../../transport/serial.ts';
import { foreignProtocol } from './foreignProtocol.ts';

const servers: Server[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tillbridge-foreign-'));
  folders.push(path);
  return path;
}

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

async function tlsServer(): Promise<Server> {
  const place = folder();
  const [key, cert] = [join(place, 'key.pem'), join(place, 'cert.pem')];
  const subject = ['-subj', '/CN=terminal', '-days', '1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  });
  return createTls({ key: readFileSync(key), cert: readFileSync(cert) });
}

const says = (words: Buffer | string) => async () =>
  createServer(socket => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(words));
  });
const XML = Buffer.concat([
  Buffer.of(0, 0, 0, 60),
  Buffer.from('<?xml version="1.0" encoding="utf-8"?><CardServiceResponse'),
]);

describe('at the port of a terminal', () => {
  it.each([
    ['a terminal that speaks TLS only', says(Buffer.from('1503030002020a', 'hex')), /TLS only.*ZVT without TLS/],
    ['a web server', async () => createHttp() as Server, /web server.*address and port/],
    ['remote access', says('SSH-2.0-OpenSSH_9.6\r\n'), /Another service/],
    ['a terminal with O.P.I.', says(XML), /XML.*"opi"/],
  ] as const)('%s is told apart by its bytes, in both languages', async (_, start, cure) => {
    const connection = { type: 'tcp', host: '127.0.0.1', port: await portOf(await start()) } as const;
    const terminal = await openTerminal({ protocol: 'zvt', connection });
    try {
      const paid = await terminal.pay({ amount: 100 });
      expect(paid).toMatchObject({ kind: 'notSent', reason: { code: 'garbled', text: expect.stringMatching(cure) } });
      expect(paid).toMatchObject({ reason: { texts: { de: expect.any(String) } } });
    } finally {
      await terminal.close();
    }
  });

  it('a server of TLS that says nothing gets a hint', async () => {
    const connection = { type: 'tcp', host: '127.0.0.1', port: await portOf(await tlsServer()) } as const;
    const terminal = await openTerminal({ protocol: 'zvt', connection });
    const reason = { code: 'lineLost', texts: { en: expect.stringMatching(/without a byte .* TLS only/) } };
    expect(await terminal.pay({ amount: 100 })).toMatchObject({ kind: 'notSent', reason });
    await terminal.close();
  });

  it('a garbled line and the banner of a terminal are none of them', () => {
    for (const hex of ['ff', '15', '1503', '16', '0600', '00000000', '57656c636f6d65', '060f00', '10020f00'])
      expect(foreignProtocol(Buffer.from(hex, 'hex'))).toBeNull();
  });
});

describe('a serial port', () => {
  const failure = async (path: string, baudRate = 9600) => {
    const error = await openSerial({ path, baudRate }).then(
      port => {
        port.close();
        return null;
      },
      (refused: Error) => refused,
    );
    return error && openFailure(error);
  };

  it('that is gone, no port, or taken says so with its cure', async () => {
    expect(await failure('/dev/ttyUSB99')).toMatchObject({
      code: 'unreachable',
      text: expect.stringMatching(/is not there: check the cable/),
    });
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(await failure(file)).toMatchObject({ text: expect.stringMatching(/is no serial port/) });
    const ports = await ptyPair();
    const first = await openSerial({ path: ports.till });
    try {
      expect(await failure(ports.till)).toMatchObject({
        text: expect.stringMatching(/in use by another program/),
        texts: { de: expect.stringMatching(/belegt/) },
      });
    } finally {
      first.close();
      await first.closed;
      await ports.close();
    }
  });

  it.skipIf(process.getuid?.() !== 0)('that the user may not open names the group, also by hand', async () => {
    const ports = await ptyPair();
    try {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        ['drivers/commandLine/zvt.ts', 'status', '--serial', ports.till],
        { uid: 65_534, gid: 65_534, encoding: 'utf8' },
      );
      expect(`${stdout}${stderr}`).toMatch(/usermod -aG dialout/);
    } finally {
      await ports.close();
    }
  });
});
