/** The installer configuration: valid by the builder's own schema, and as tight as it was decided. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const config = parse(read('electron-builder.yml'));
const manifest = JSON.parse(read('package.json'));

describe('electron-builder.yml', () => {
  it('is valid by the schema of the builder', () => {
    const schema = JSON.parse(read('node_modules/app-builder-lib/scheme.json'));
    const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
    validate(config);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('pins the Electron that the package pins', () => {
    expect(config.electronVersion).toBe(manifest.devDependencies.electron);
    expect(manifest.main).toBe('dist/electron/app.js');
  });

  it('takes up what the application reads, and no tests, sources or foreign binaries', () => {
    const taken: readonly string[] = config.files.filter((glob: string) => !glob.startsWith('!'));
    expect(taken).toEqual([
      'package.json',
      'dist/electron/**',
      'dist/renderer/**',
      'dist/bridge/empty-*.db',
      'main/store/migrations/*.sql',
      'drivers/simulator/zvt/page/*',
      'drivers/simulator/zvt/scenarios/*.json',
      'assets/icon.png',
      'assets/tray/*.png',
      'dist/api/{types.d.ts,typescript.ts,typescript.js,python.py}',
      'assets/guides/**',
      'assets/letters/*',
      'assets/manual/**',
      'assets/monitoring/**',
    ]);
    expect(globSync('main/store/migrations/*.sql', { cwd: root }).length).toBeGreaterThan(2);
    expect(config.files).toContain('!node_modules/node-linux-*/**');
    for (const { icon } of [config.win, config.mac, config.linux]) expect(existsSync(join(root, icon))).toBe(true);
    const sizes = [16, 24, 32, 48, 64, 128, 256, 512].map(size => `${size}x${size}.png`);
    expect(readdirSync(join(root, config.linux.icon)).toSorted()).toEqual(sizes.toSorted());
  });

  it('burns the fuses that keep the binary from running anything but the application', () => {
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('rebuilds nothing: the native packages bring a binary for every system', () => {
    expect(config.npmRebuild).toBe(false);
    const binaries = globSync('node_modules/{better-sqlite3,@serialport/bindings-cpp}/prebuilds/**/*.node', {
      cwd: root,
    });
    for (const system of ['linux-x64', 'linux-arm64', 'win32-x64', 'darwin'])
      expect(binaries.filter(file => file.includes(system)).length, system).toBeGreaterThanOrEqual(2);
  });
});
