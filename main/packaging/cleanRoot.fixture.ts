/**
 * A root of its own for an installation: the few programs of Debian that the package asks for, empty accounts, and an empty list of
 * packages. `systemctl` is a script there that writes down how it was called, because no service manager runs in a folder.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PROGRAMS = {
  '/bin': ['sh', 'ls', 'rm', 'chmod', 'chown'],
  '/usr/bin': ['getent', 'id', 'install', 'setpriv'],
  '/usr/sbin': ['groupadd', 'useradd', 'usermod', 'userdel', 'nologin'],
} as const;
/** Their files are those of this machine, and so is what dpkg knows about them. */
const INSTALLED = ['libc6', 'libstdc++6', 'libgcc-s1', 'passwd', 'util-linux'];
const FILES = {
  'etc/passwd': 'root:x:0:0:root:/root:/bin/sh\n',
  'etc/group': 'root:x:0:\ndialout:x:20:\n',
  'etc/shadow': 'root:*:19000:0:99999:7:::\n',
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\n',
  'usr/bin/systemctl': '#!/bin/sh\necho "$@" >> /calls\n',
} as const;
export const ARCHITECTURE = process.arch === 'arm64' ? 'arm64' : 'amd64';
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

export type CleanRoot = ReturnType<typeof cleanRoot>;

/** Only root may enter such a folder, and only Debian has dpkg. */
export const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/dpkg');

/** Makes the root in an empty folder. */
export function cleanRoot(root: string) {
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const copy = (file: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    if (!existsSync(join(root, file))) copyFileSync(realpathSync(file), join(root, file));
  };
  for (const [folder, names] of Object.entries(PROGRAMS))
    for (const file of names.map(name => join(folder, name))) [file, ...librariesOf(file)].forEach(copy);
  // The bundled Node links them, so the package depends on them.
  librariesOf(process.execPath).forEach(copy);
  for (const [file, text] of Object.entries(FILES)) put(file, text);
  chmodSync(join(root, 'usr/bin/systemctl'), 0o755);
  for (const folder of [
    'dev',
    'proc',
    'tmp',
    'run/systemd/system',
    'var/lib/dpkg/info',
    'var/lib/dpkg/updates',
    'var/cache',
  ])
    mkdirSync(join(root, folder), { recursive: true });
  execFileSync('mknod', ['-m', '666', join(root, 'dev/null'), 'c', '1', '3']);
  put('var/lib/dpkg/status', execFileSync('dpkg-query', ['--status', ...INSTALLED], { encoding: 'utf8' }));
  // Without these lists dpkg warns of each of them, each time.
  for (const name of INSTALLED)
    for (const kind of ['', `:${ARCHITECTURE}`]) put(`var/lib/dpkg/info/${name}${kind}.list`, '');
  const inside = (words: readonly string[]) => [root, ...words];
  return {
    /** Runs dpkg on this root; gives what it said. */
    dpkg: (...options: readonly string[]) =>
      execFileSync('dpkg', [`--root=${root}`, '--force-unsafe-io', ...options], { encoding: 'utf8', env: { PATH } }),
    run: (...words: readonly string[]) =>
      execFileSync('chroot', inside(words), { encoding: 'utf8', stdio: 'pipe', env: { PATH } }),
    start: (...words: readonly string[]) =>
      spawn('chroot', inside(words), { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH } }),
    read: (file: string) => readFileSync(join(root, file), 'utf8'),
    put,
    has: (file: string) => existsSync(join(root, file)),
  };
}

/** Paths of the libraries that a program links. */
const librariesOf = (program: string): readonly string[] => {
  const list = execFileSync('ldd', [program], { encoding: 'utf8' });
  return [...list.matchAll(/(?:=> |^\s*)(\/\S+)/gm)].map(([, path = '']) => path);
};
