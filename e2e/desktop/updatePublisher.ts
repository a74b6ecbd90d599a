/** A publisher of desktop packages: a folder of signed releases behind a server, and an AppImage that is replaced by them. */
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export interface UpdatePublisher {
  /** The profile of a person whose `update.json` names this publisher. */
  readonly home: string;
  /** The AppImage of that person: a script, because the twin starts the application itself. */
  readonly program: string;
  /** The version of the project. */
  readonly version: string;
  /** The version of the AppImage that lies there now. */
  runs(): string | undefined;
  publish(version: string): void;
  /** The shell of the application under another number, as a package of that version brings it; `broken`: its bridge does not start. */
  application(version: string, broken?: boolean): string;
  close(): void;
}

export async function openPublisher(): Promise<UpdatePublisher> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-updates-'));
  const [feed, home, program] = ['feed', 'home', 'Tillbridge.AppImage'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [feed, home]) mkdirSync(made);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const server = createServer(({ url = '' }, answer) => {
    const file = join(feed, new URL(url, 'http://x').pathname);
    if (existsSync(file)) answer.end(readFileSync(file));
    else answer.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = { url: `http://127.0.0.1:${port}`, publicKey: 'publisher.pem' };
  writeFileSync(join(home, 'update.json'), JSON.stringify(settings));
  writeFileSync(join(home, 'publisher.pem'), publicKey);
  writeFileSync(join(folder, 'key.pem'), privateKey);
  writeFileSync(program, script(manifest.version), { mode: 0o755 });
  return {
    ...{ home, program, version: manifest.version },
    runs: () => /# (\S+)/.exec(readFileSync(program, 'utf8'))?.[1],
    publish: version => publishIn(feed, version, join(folder, 'key.pem')),
    application: (version, broken = false) => applicationIn(join(folder, version), { ...manifest, version }, broken),
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const script = (version: string) => `#!/bin/sh\n# ${version}\n`;

/** The package, the list as electron-builder writes it, and the signed description beside them. */
function publishIn(feed: string, version: string, key: string): void {
  const name = `Tillbridge-${version}.AppImage`;
  writeFileSync(join(feed, name), script(version));
  const sha512 = createHash('sha512').update(script(version)).digest('base64');
  const processor = process.arch === 'x64' ? '' : `-${process.arch}`;
  const list = `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\npath: ${name}\nsha512: ${sha512}\n`;
  writeFileSync(join(feed, `stable-linux${processor}.yml`), list);
  const release = ['--from', feed, '--version', version, '--key', key];
  execFileSync(process.execPath, [join(root, 'main/run.mjs'), 'main/releaseDesktop.ts', ...release], {
    stdio: 'pipe',
  });
}

const PARTS = [
  'dist/electron',
  'dist/renderer',
  'dist/bridge',
  'main/store/migrations',
  'drivers/simulator/zvt',
  'assets',
] as const;

function applicationIn(home: string, manifest: object, broken: boolean): string {
  for (const part of PARTS) cpSync(join(root, part), join(home, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  if (broken) writeFileSync(join(home, 'dist/electron/bridgeProcess.js'), 'process.exit(1);');
  return join(home, 'dist', 'electron', 'app.js');
}
