/**
 * `npm run data -- bundle`: what whoever helps wants to know about a till, from a directory that may be in use. A line passes by what it
 * consists of, never by what was found in it: words of the program, codes, ids, numbers and times. So no card, name, address, secret or
 * hash can be in it, whatever a person, a terminal or a service wrote.
 */
import { existsSync, readdirSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { basename, join } from 'node:path';
import { payOutMethods } from '../domain/returns.ts';
import { blocks } from '../services/auth/rightsTable.ts';
import { readDirectory } from '../store/directory.ts';
import { openForReading } from '../store/unlockedReading.ts';
import { ConfigRefusal } from '../world/config.ts';
import { errors } from '../world/errors.ts';
import { version } from '../world/programVersion.ts';
import { undeliveredIn } from './mayReplace.ts';

type Say = (line: string) => void;
type Facts = Readonly<Record<string, unknown>>;

/** Newest lines of each part; with the id of a request all of its lines. */
const SHOWN = 100;

/** Prints the report; `out` saves the same text, and never over a file. `request`: the id of an answer (`supportId`). */
export function bundle(directory: string, out: string | undefined, request: string | undefined, say: Say): number {
  if (request !== undefined && !SUPPORT_ID.test(request))
    throw new ConfigRefusal('--request wants the id of an answer (supportId), such as 0a1b2c3d4e-17.');
  if (!existsSync(directory)) throw new ConfigRefusal(`There is no directory ${directory}.`);
  const lines = [
    ...part('Directory', () => aboutMachine(directory)),
    ...part('Database', () => aboutDatabase(directory)),
    ...part('Log', () => aboutLog(directory, request)),
    ...part('Requests', () => aboutRequests(directory, request)),
    ...part('Terminals', () => aboutTerminals(directory, request)),
  ];
  for (const line of lines) say(line);
  if (out === undefined) {
    say('-- nothing was saved: read it, and repeat the command with --out FILE, which saves exactly this');
    return 0;
  }
  try {
    writeFileSync(out, `${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new ConfigRefusal(`The report was not saved in ${out} (${(error as NodeJS.ErrnoException).code}).`);
  }
  say(`-- saved in ${out}`);
  return 0;
}

/** On a bad day a part may be unreadable; the others are shown all the same. */
function part(name: string, lines: () => readonly string[]): readonly string[] {
  try {
    return lines();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? codesIn(String(error));
    return [`${name}: cannot be read${code === '' ? '' : ` (${code})`}; npm run data -- verify says more`];
  }
}

function aboutMachine(directory: string): readonly string[] {
  const { bavail, bsize } = statfsSync(directory);
  const identity = readDirectory(directory);
  const files = readdirSync(directory).filter(name => KNOWN_FILE.test(name));
  return [
    `Tillbridge ${version}, ${new Date().toISOString()}`,
    `${type()} ${release()} ${arch()}, Node ${process.versions.node}, ${cpus().length} processors, ${inMegabytes(totalmem())} MB`,
    `Directory: ${identity === null ? 'without identity' : `${identity.purpose}, made ${identity.made}`}`,
    `Room: ${inMegabytes(bavail * bsize)} MB`,
    ...files.map(name => `File: ${name} ${statSync(join(directory, name)).size} bytes`),
  ];
}

const KNOWN_FILE = /^(tillbridge(\.\w+)*(-wal|-shm)?|secrets\.key|tls\.(key|pem|crt))$/;
const inMegabytes = (bytes: number) => Math.round(bytes / 1_000_000);

function aboutDatabase(directory: string): readonly string[] {
  const reading = openForReading(directory);
  try {
    const counts = COUNTED.map(table => `${table} ${countOf(reading, table)}`);
    const waiting = undeliveredIn(reading).map(({ target, waiting }) => `${target} ${waiting}`);
    return [`Rows: ${counts.join(', ')}`, `Waiting records: ${waiting.join(', ') || 'none'}`];
  } finally {
    reading.close();
  }
}

const COUNTED = ['smart_transaction', 'intent', 'terminal_journal', 'queue_record', 'print_job', 'push', 'audit_entry'];

function countOf(reading: ReturnType<typeof openForReading>, table: string): number | string {
  try {
    return reading.prepare<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0;
  } catch (error) {
    return codesIn(String(error)) || 'cannot be read';
  }
}

const isOf = (request: string | undefined, facts: Facts): boolean =>
  request === undefined || facts.supportId === request;
/** The newest lines; of one request all. */
const shownOf = (request: string | undefined, lines: readonly string[]) =>
  request === undefined ? lines.slice(-SHOWN) : lines;

function aboutLog(directory: string, request: string | undefined): readonly string[] {
  const lines = ['tillbridge.1.log', 'tillbridge.log'].flatMap(name => factsIn(join(directory, name)));
  const shown = lines.filter(
    facts => isOf(request, facts) && (request !== undefined || Number(facts.level) >= WARNING),
  );
  return ['Log:', ...shownOf(request, shown.map(logLine))];
}

function aboutRequests(directory: string, request: string | undefined): readonly string[] {
  const isRefused = ({ kind, status }: Facts) => kind === 'request' && Number(status) >= 400;
  const shown = segmentsIn(join(directory, 'journal')).filter(
    facts => isOf(request, facts) && (request !== undefined || isRefused(facts)),
  );
  return ['Requests:', ...shownOf(request, shown.map(journalLine))];
}

const aboutTerminals = (directory: string, request: string | undefined): readonly string[] =>
  foldersIn(join(directory, 'traces')).flatMap(device => {
    const lines = segmentsIn(device).filter(facts => isOf(request, facts));
    return [`Terminal ${idsIn(basename(device))}:`, ...shownOf(request, lines.map(traceLine))];
  });

/** Of pino. */
const WARNING = 40;

const factsIn = (file: string): readonly Facts[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parsed) : [];

const foldersIn = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).map(name => join(folder, name)) : [];

const segmentsIn = (folder: string): readonly Facts[] =>
  foldersIn(folder)
    .filter(file => file.endsWith('.jsonl'))
    .sort()
    .flatMap(factsIn);

/** A line that a crash or a full disk has cut is left out. */
function parsed(line: string): readonly Facts[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? [value as Facts] : [];
  } catch {
    return [];
  }
}

/** A refusal says its code; the words of others are those of the program, and its facts are codes and ids. */
function logLine(facts: Facts): string {
  const { time, level, msg, code, supportId, stack, ...rest } = facts;
  const row = Object.values(errors).find(one => one.code === code);
  const said = row ? `${code} ${row.en}` : wordsIn(String(msg ?? ''));
  const codes = Object.entries(rest).flatMap(([name, value]) => {
    const text = typeof value === 'number' ? String(value) : joined(idsIn(String(value)), codesIn(String(value)));
    return text === '' || !NAME.test(name) ? [] : [`${name}=${text}`];
  });
  return joined(timeIn(time), `level ${Number(level)}`, idIn(supportId), said, ...codes, placesIn(String(stack ?? '')));
}

function journalLine(facts: Facts): string {
  const { at, kind, supportId, method, url, status, ms, object, id, type: change, state, answer } = facts;
  const head = [timeIn(at), idIn(supportId), kind === 'request' ? '' : String(kind)];
  if (kind !== 'request')
    return joined(...head, ...[object, change, state].map(word => wordsIn(String(word ?? ''))), idsIn(String(id)));
  const { error_code: error } = (answer ?? {}) as Facts;
  return joined(
    ...head,
    wordsIn(String(method)),
    pathIn(String(url)),
    `${Number(status)}`,
    `${Number(ms)} ms`,
    keyIn(error),
  );
}

/** Direction and command: the words of a message may be a customer's, the bytes of its head may not. */
function traceLine({ at, supportId, direction, text, hex }: Facts): string {
  const head = typeof hex === 'string' ? hex.slice(0, 6) : '';
  const words = direction === 'note' ? joined(codesIn(String(text))) : '';
  return joined(timeIn(at), idIn(supportId), wordsIn(String(direction)), head.replace(/[^0-9A-F]/g, ''), words);
}

/** The second form is that of bytes which never became a request. */
const SUPPORT_ID = /^[0-9a-f]{10}(-\d{1,15}|[0-9a-f]{10})$/;
const NAME = /^[a-zA-Z]{1,30}$/;
const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ');
const idIn = (value: unknown): string => (typeof value === 'string' && SUPPORT_ID.test(value) ? value : '');
const keyIn = (value: unknown): string => (typeof value === 'string' && value in errors ? value : '');

function timeIn(value: unknown): string {
  const time = new Date(typeof value === 'number' || typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** Messages of the program are words without a number; a long text, or one with signs in it, may be anybody's. */
const wordsIn = (text: string): string => (/^[a-zA-Z][a-zA-Z ,;’'()/-]{0,150}$/.test(text) ? text : '');

/** Codes of the system and of the database, and classes of errors. */
const codesIn = (text: string): string =>
  [...text.matchAll(/\b(E[A-Z]{3,20}|SQLITE_[A-Z_]{2,30}|ERR_[A-Z_]{3,40}|[A-Z][a-zA-Z]{0,30}Error)\b/g)]
    .map(([code]) => code)
    .join(' ');

/** Ids that the bridge gives: STX_…, SDV_…, evt_… */
const idsIn = (text: string): string => (/^[A-Za-z]{2,5}_[A-Za-z0-9]{4,40}$/.test(text) ? text : '');

/** Words of the routes and ids; every other part of a path may be a name or a number of a card. */
const pathIn = (url: string): string =>
  (url.split('?')[0] ?? '')
    .split('/')
    .map(part => (ROUTE_WORDS.has(part) ? part : idsIn(part) || '…'))
    .join('/');

/** Words of the addresses of all operations, and the ways to pay that stand in some. */
const ROUTE_WORDS: ReadonlySet<string> = new Set([
  ...['', 'oauth', 'token', ...payOutMethods],
  ...blocks
    .flatMap(({ operations }) => operations.flatMap(line => line.split(/[ /]/)))
    .filter(part => /^[\w-]+$/.test(part)),
]);

/** Files and lines of our own that an error came through. */
const placesIn = (stack: string): string =>
  [...stack.matchAll(/([a-zA-Z0-9]+\.(?:ts|js|mjs)):(\d+):\d+/g)]
    .slice(0, 6)
    .map(([, file, line]) => `${file}:${line}`)
    .join(' < ');
