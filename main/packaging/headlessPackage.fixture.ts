/** The package of this version, made by the command once in a run of tests: compressed little, and offered as a release. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { madeOnce } from '../doubles/madeOnce.ts';
import { ARCHITECTURE } from './cleanRoot.fixture.ts';
import { projectManifest } from './debian.ts';

const root = join(import.meta.dirname, '..', '..');
const NAME = `tillbridge-headless_${projectManifest().version}_${ARCHITECTURE}.deb`;

/** Puts the package into a folder; gives its path. */
export async function headlessPackage(folder: string): Promise<string> {
  const bytes = await madeOnce(NAME, make);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, NAME), bytes);
  return join(folder, NAME);
}

async function make(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-headless-'));
  try {
    const key = join(folder, 'key.pem');
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    commandPackage(folder, '--level', '1', '--release', 'stable', '--key', key);
    return readFileSync(join(folder, NAME));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the package as `npm run package:headless` does; gives its path. */
export function commandPackage(folder: string, ...options: readonly string[]): string {
  const program = ['main/run.mjs', 'main/packageHeadless.ts', '--out', folder, ...options];
  execFileSync(process.execPath, program, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  return join(folder, NAME);
}
