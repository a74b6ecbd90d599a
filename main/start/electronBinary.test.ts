import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { electronBinary, electronInstaller, fetchElectron } from './electronBinary.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'electron-package-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module","version":"45.4.1"}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(file: string, text: string) {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), text);
}

describe('finding the program', () => {
  it('finds what the installer left', () => {
    put('path.txt', 'electron');
    put('dist/version', '45.4.1');
    put('dist/electron', '');
    expect(electronBinary(folder, {})).toBe(join(folder, 'dist', 'electron'));
  });

  it('takes a folder of its own before everything else', () => {
    put('elsewhere/electron', '');
    const place = join(folder, 'elsewhere');
    expect(electronBinary(folder, { ELECTRON_OVERRIDE_DIST_PATH: place })).toBe(join(place, 'electron'));
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['nothing was fetched', {}],
    ['it was fetched for an older package', { 'path.txt': 'electron', 'dist/version': '44.0.0', 'dist/electron': '' }],
    ['it was not unpacked to the end', { 'dist/version': '45.4.1', 'dist/electron': '' }],
    ['the program is gone', { 'path.txt': 'electron', 'dist/version': '45.4.1' }],
  ])('finds none where %s', (_title, files) => {
    for (const [file, text] of Object.entries(files)) put(file, text);
    expect(electronBinary(folder, {})).toBeNull();
  });

  it('finds none in a folder that does not hold it', () => {
    expect(electronBinary(folder, { ELECTRON_OVERRIDE_DIST_PATH: folder })).toBeNull();
  });

  it('knows the installer of the installed package', () => {
    const installed = join(import.meta.dirname, '..', '..', 'node_modules', 'electron');
    expect(electronInstaller(installed)).toBe(join(installed, 'install.js'));
    expect(electronInstaller(join(folder, 'missing'))).toBeNull();
  });
});

describe('fetching the program', () => {
  const lines: string[] = [];

  /** Runs `program` in the place of the installer; it finds the file `seen` once its progress was shown. */
  function fetchWith(program: string, { silence = 10_000, signal = new AbortController().signal } = {}) {
    lines.length = 0;
    put('install.js', program);
    const say = (line: string) => {
      lines.push(line);
      if (/\d MB$/.test(line)) put('seen', '');
    };
    return fetchElectron(join(folder, 'install.js'), { signal, silence, every: 10, say });
  }

  it('is done when the installer is, and has shown its progress', async () => {
    const program = `
      import { existsSync, writeFileSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      writeFileSync(tmpdir() + '/electron.zip', Buffer.alloc(25_000_000));
      const timer = setInterval(() => existsSync(import.meta.dirname + '/seen') && clearInterval(timer), 10);`;
    expect(await fetchWith(program)).toBeNull();
    expect(lines).toEqual([
      expect.stringContaining('about 120 MB'),
      expect.stringMatching(/^Fetching Electron: 2\d MB$/),
    ]);
  });

  it('leaves nothing behind', async () => {
    const reason = await fetchWith("import { tmpdir } from 'node:os'; console.error(tmpdir()); process.exit(1)");
    const used = /\((.*)\)/.exec(reason!)![1]!;
    expect(used).toContain('tillbridge-electron-');
    expect(existsSync(used)).toBe(false);
  });

  it.each([
    ['TypeError: fetch failed\\n    at node:internal', 'fetch failed'],
    [
      'HTTPError: Response code 403 (Forbidden) for https://github.com/',
      'Response code 403 (Forbidden) for https://github.com/',
    ],
    ['Error: connect\\n [cause]: Error: getaddrinfo ENOTFOUND github.com', 'ENOTFOUND'],
  ])('gives the reason of %s', async (text, reason) => {
    expect(await fetchWith(`console.error('${text}'); process.exit(1)`)).toBe(
      `Electron cannot be downloaded (${reason})`,
    );
  });

  it('gives up when nothing arrives, and ends the installer', async () => {
    const program = `
      import { writeFileSync } from 'node:fs';
      writeFileSync(import.meta.dirname + '/pid', String(process.pid));
      setInterval(() => {}, 1_000);`;
    expect(await fetchWith(program, { silence: 1_000 })).toBe('the download of Electron stands still');
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
  });

  it('goes on as long as something arrives', async () => {
    const program = `
      import { appendFileSync, mkdirSync } from 'node:fs';
      mkdirSync(import.meta.dirname + '/dist');
      let pieces = 0;
      const timer = setInterval(() => {
        appendFileSync(import.meta.dirname + '/dist/electron', 'piece');
        pieces += 1;
        if (pieces === 80) clearInterval(timer);
      }, 50);`;
    expect(await fetchWith(program, { silence: 3_000 })).toBeNull();
  });

  it('ends when the start is ended', async () => {
    const stop = new AbortController();
    const fetching = fetchWith('setTimeout(() => {}, 60_000)', { signal: stop.signal });
    stop.abort();
    expect(await fetching).toBe('the start was ended');
  });
});
