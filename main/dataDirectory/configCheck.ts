/** `npm run data -- config`: would a start with these settings work? Everything is looked at, and nothing is changed. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import { purposeOf } from '../domain/purpose.ts';
import { isRunning } from '../files/lock.ts';
import { openPortWarning, refuseOpenPort, tlsFiles } from '../http/listen.ts';
import { readDirectory } from '../store/directory.ts';
import { type Config, ConfigRefusal } from '../world/config.ts';
import { configProblems, passphraseIn, readConfig, secretsKeyOf } from '../world/configReading.ts';
import { backOfficeOf, upstreamOf } from '../world/targetSettings.ts';

type Say = (line: string) => void;
/** `wrong`: a start refuses, or something will not work. `doubt`: it works, and somebody should look. */
interface Finding {
  readonly weight: 'wrong' | 'doubt';
  readonly text: string;
}
type Look = (config: Config, given: Given) => readonly Finding[] | Promise<readonly Finding[]>;
interface Given {
  readonly data: string;
  readonly file: string | undefined;
}

const EXIT = { fine: 0, wrong: 2, doubt: 3 } as const;
const wrong = (text: string): readonly Finding[] => [{ weight: 'wrong', text }];
const doubt = (text: string): readonly Finding[] => [{ weight: 'doubt', text }];
const NOTHING: readonly Finding[] = [];

/** 0 a start would work, 2 it would not, 3 it would, and somebody should look at something. */
export async function checkConfig(given: Given, environment: NodeJS.ProcessEnv, say: Say): Promise<number> {
  const argv = ['--data', given.data, ...(given.file === undefined ? [] : ['--config', given.file])];
  const problems = configProblems(argv, environment);
  for (const problem of problems) say(`wrong: ${problem}`);
  if (problems.length > 0) return EXIT.wrong;
  const config = readConfig(argv, environment);
  const found: Finding[] = [];
  for (const look of LOOKS) found.push(...(await look(config, given)));
  for (const { weight, text } of found) say(`${weight}: ${text}`);
  if (found.some(({ weight }) => weight === 'wrong')) return EXIT.wrong;
  say(found.length === 0 ? 'in order: a start with these settings works' : 'a start works; look at what is said above');
  return found.length === 0 ? EXIT.fine : EXIT.doubt;
}

/** A refusal of the start is said in the words of the start. */
function refusalOf(start: () => unknown): readonly Finding[] {
  try {
    start();
    return NOTHING;
  } catch (error) {
    if (error instanceof ConfigRefusal) return wrong(error.message.replace(/^Configuration: /, ''));
    throw error;
  }
}

const mayUse = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
};

const WRITE = constants.R_OK | constants.W_OK;

function dataDirectory(config: Config): readonly Finding[] {
  const { data } = config;
  if (!existsSync(data)) {
    const above = dirname(data);
    if (mayUse(above, constants.W_OK))
      return doubt(`data: ${data} is not there; a start makes it, and a set-up begins.`);
    return wrong(
      `data: ${data} is not there and cannot be made by this user: make it, and give it to the user of the till.`,
    );
  }
  if (!mayUse(data, WRITE | constants.X_OK))
    return wrong(`data: ${data} may not be read and written by this user: chown it to the user of the till.`);
  const identity = readDirectory(data);
  const purpose = purposeOf(config);
  if (identity && identity.purpose !== purpose)
    return wrong(
      `data: ${data} is a ${identity.purpose} directory and these settings start a ${purpose} one: name another with --data, or leave out demo and training.`,
    );
  return NOTHING;
}

const door = (config: Config): readonly Finding[] => {
  const refused = [...refusalOf(() => refuseOpenPort(config)), ...refusalOf(() => tlsFiles(config))];
  const warning = refused.length > 0 ? null : openPortWarning(config);
  return warning === null ? refused : doubt(`host: ${warning}.`);
};

/** The till itself may hold the port. */
async function port({ host, port: number, data }: Config): Promise<readonly Finding[]> {
  if (number === 0) return NOTHING;
  const code = await listenCode(host, number);
  if (code === null || (code === 'EADDRINUSE' && isRunning(data))) return NOTHING;
  if (code === 'EADDRINUSE')
    return wrong(`port: ${number} at ${host} is used by another program: end that, or choose another port.`);
  if (code === 'EACCES') return wrong(`port: ${number} is not allowed to this user: choose one above 1023.`);
  return wrong(`host: this machine has no address ${host} (${code}): 127.0.0.1, 0.0.0.0 or one of its own.`);
}

const listenCode = (host: string, number: number): Promise<string | null> =>
  new Promise(resolve => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port: number, exclusive: true }, () => server.close(() => resolve(null)));
  });

function secrets({ backup }: Config, { file }: Given): readonly Finding[] {
  const files = [file, backup.passphraseFile].filter(path => typeof path === 'string');
  return files.flatMap(path => {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    return process.platform !== 'win32' && (mode & 0o004) !== 0
      ? doubt(`${path} can be read by everybody on this machine, and may hold passwords: chmod o= ${path}.`)
      : NOTHING;
  });
}

function backups({ backup: { to, passphraseFile } }: Config): readonly Finding[] {
  const passphrase = refusalOf(() => passphraseIn(passphraseFile));
  if (to === null) return [...passphrase, ...doubt('backup.to: no folder is named, so no backups are made.')];
  if (!statSync(to, { throwIfNoEntry: false })?.isDirectory())
    return [...passphrase, ...doubt(`backup.to: ${to} is not there: plug in its disk, or make the folder.`)];
  return mayUse(to, WRITE)
    ? passphrase
    : [...passphrase, ...wrong(`backup.to: ${to} may not be written by this user.`)];
}

const keys = (config: Config): readonly Finding[] => refusalOf(() => secretsKeyOf(config));

/** ms */
const LONGEST = 2000;

async function terminals({ terminals: all }: Config): Promise<readonly Finding[]> {
  const found = await Promise.all(
    all.map(async ({ connection }, index): Promise<readonly Finding[]> => {
      const name = `terminals.${index}`;
      if (connection.type === 'serial') return serialFinding(name, connection.path);
      if (connection.type !== 'tcp') return NOTHING;
      const { host, port: number } = connection;
      const code = await connectCode(host, number);
      return code === null
        ? NOTHING
        : doubt(
            `${name}: nothing answers at ${host}:${number} (${code}): is the terminal on, and is this its address?`,
          );
    }),
  );
  return found.flat();
}

function serialFinding(name: string, path: string | undefined): readonly Finding[] {
  if (path === undefined || /^COM\d/i.test(path)) return NOTHING;
  if (!existsSync(path)) return doubt(`${name}: ${path} is not there: check cable and power, and its name in /dev.`);
  return mayUse(path, WRITE)
    ? NOTHING
    : wrong(`${name}: ${path} may not be opened by this user: sudo usermod -aG dialout USER, then sign in anew.`);
}

const connectCode = (host: string, number: number): Promise<string | null> =>
  new Promise(resolve => {
    const socket = connect({ host, port: number });
    const end = (code: string | null) => {
      socket.destroy();
      resolve(code);
    };
    socket.setTimeout(LONGEST, () => end('no answer'));
    socket.once('connect', () => end(null));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });

async function targets(config: Config): Promise<readonly Finding[]> {
  const named = { upstream: upstreamOf(config)?.address, backoffice: backOfficeOf(config)?.address };
  const found = await Promise.all(
    Object.entries(named).map(async ([name, address]): Promise<readonly Finding[]> => {
      if (address === undefined) return NOTHING;
      const { hostname, port: number, protocol } = new URL(address);
      const code = await connectCode(hostname, Number(number) || (protocol === 'https:' ? 443 : 80));
      return code === null
        ? NOTHING
        : doubt(`${name}: ${address} cannot be reached now (${code}); the till sells, and sends later.`);
    }),
  );
  return found.flat();
}

const LOOKS: readonly Look[] = [dataDirectory, door, port, secrets, backups, keys, terminals, targets];
