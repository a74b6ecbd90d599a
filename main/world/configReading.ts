/**
 * The reading of the settings: defaults, the configuration file, `TILLBRIDGE_…` environment variables and the command line, each
 * overriding the one before.
 */
import { readFileSync } from 'node:fs';
import { purposeOf } from '../domain/purpose.ts';
import { readCommandLine } from './commandLine.ts';
import { Config, ConfigRefusal, defaultDirectory, settingNames } from './config.ts';
import { fits, withDefaults } from './contractCheck.ts';
import { refuseUnknownVariables } from './environment.ts';
import { settingProblem } from './settingRules.ts';
import { type ShapeFault, shapeFaults } from './shapeFaults.ts';
import { targetProblem } from './targetSettings.ts';

/** Reads the settings of one start. Throws `ConfigRefusal`. */
export function readConfig(argv: readonly string[], environment: NodeJS.ProcessEnv): Config {
  const { settings, enrol } = settingsGiven(argv, environment);
  return checked(enrol === undefined ? settings : withCode(settings, enrol));
}

/**
 * The settings by which a start chooses between demo and shop. Where records go is left out: a demo needs no credentials
 * for it, and a shop does. Throws `ConfigRefusal`.
 */
export const readPlace = (argv: readonly string[], environment: NodeJS.ProcessEnv): Config =>
  checked({ ...settingsGiven(argv, environment).settings, upstream: null, backoffice: null });

function settingsGiven(argv: readonly string[], environment: NodeJS.ProcessEnv) {
  const line = readCommandLine(argv);
  const file = line.config === undefined ? {} : configFile(line.config);
  const settings: Readonly<Record<string, unknown>> = { ...file, ...fromEnvironment(environment), ...line.settings };
  return { settings, enrol: line.enrol };
}

/** The one-time code of the command line belongs to the back office that is named there or elsewhere. */
function withCode(settings: Readonly<Record<string, unknown>>, enrol: string): Record<string, unknown> {
  const { backoffice } = settings;
  if (backoffice == null) throw new ConfigRefusal('--enrol wants --backoffice, the address that the code is for.');
  const known = typeof backoffice === 'object' ? backoffice : { address: backoffice };
  return { ...settings, backoffice: { ...known, enrol } };
}

/** Completes and checks settings given by a program, for example a test. */
export const configOf = (settings: Partial<Config>): Config => checked(settings);

/** Wider limits of a demo, which is also the place for load tests. */
const DEMO = { requestsPerMinute: 10_000_000 } as const;
/**
 * The writer of a client learns of typing errors and of sums that its lines do not add up to; a training behaves as the
 * shop.
 */
const NO_TRAINING = { strict: 'misspelt', strictSums: true } as const;
/** The vouchers of the demo data, which a training has as well, begin like payment cards. */
const DEMO_DATA = { loyaltyPrefixes: ['500000000000'] } as const;

function checked(settings: Readonly<Record<string, unknown>>): Config {
  const complete = completed(settings);
  const [problem] = problemsOf(complete);
  if (problem !== undefined) throw new ConfigRefusal(`Configuration: ${problem}`);
  const config = complete as Config;
  refuseContradiction(config);
  refuseTargets(config);
  refuseControl(config);
  refuseShorterWaits(config);
  return config;
}

/** Every setting that a start would refuse, one sentence each; a contradiction shows only once each of them is right by itself. */
export function configProblems(argv: readonly string[], environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    const problems = problemsOf(completed(settingsGiven(argv, environment).settings));
    if (problems.length === 0) readConfig(argv, environment);
    return problems;
  } catch (error) {
    if (error instanceof ConfigRefusal) return [error.message.replace(/^Configuration: /, '')];
    throw error;
  }
}

function completed(settings: Readonly<Record<string, unknown>>): unknown {
  const data = defaultDirectory(settings.demo === true && settings.training !== true ? 'demo' : 'live');
  const wider = {
    ...(settings.demo === true ? DEMO : {}),
    ...(settings.demo === true && settings.training !== true ? NO_TRAINING : {}),
    ...(settings.demo === true || settings.training === true ? DEMO_DATA : {}),
  };
  return withDefaults(Config, structuredClone({ data, ...wider, ...settings }));
}

/** One sentence a fault: which setting, what is allowed, what came; none where every member is known and right. */
function problemsOf(complete: unknown): readonly string[] {
  const faults = shapeFaults(Config, complete);
  return faults.length > 0 || fits(Config, complete) ? faults.map(problemOf) : ['settings cannot be read.'];
}

function problemOf({ path: place, texts, expected, received }: ShapeFault): string {
  const path = place.replace(/\[(\d+)\]/g, '.$1');
  const unknown = /^is not known; .*?(there are: (.*))?\.$/.exec(texts.en);
  if (!unknown) {
    const came = received === 'nothing' ? wantedAs(expected) : `; it is ${received}`;
    return `${path || 'settings'} ${texts.en.slice(0, -1)}${came}.`;
  }
  const above = path.includes('.') ? path.slice(0, path.lastIndexOf('.') + 1) : '';
  const list = unknown[2] ?? (above === '' ? settingNames.join(', ') : null);
  const meant = expected === null ? '' : `; did you mean "${above}${expected}"`;
  return `there is no setting "${path}"${meant}${meant === '' ? '.' : '?'}${list === null ? '' : ` There are: ${list}.`}`;
}

/** The right value of a member that is missing. */
const wantedAs = (expected: string | null): string =>
  expected === null || expected === '' || expected === 'is missing' ? '' : `; it must be ${expected}`;

function refuseContradiction(config: Config): void {
  const problem = settingProblem(config);
  if (problem !== null) throw new ConfigRefusal(`Configuration: ${problem}.`);
}

/** A configuration that names an upstream service has to be complete: its owner expects that sales leave the shop. */
function refuseTargets(config: Config): void {
  const problem = targetProblem(config);
  if (problem !== null) throw new ConfigRefusal(`Configuration: ${problem}.`);
}

/** It sets clocks, replaces data and rehearses faults. */
function refuseControl(config: Config): void {
  if (config.control && purposeOf(config) === 'live')
    throw new ConfigRefusal(
      'Configuration: control: a live shop has no control interface; start with --demo, or without TILLBRIDGE_CONTROL and "control" in the file.',
    );
}

/** A terminal that still works would be called idle. */
function refuseShorterWaits(config: Config): void {
  if (config.waitScale !== 1 && purposeOf(config) === 'live')
    throw new ConfigRefusal('Configuration: waitScale: a live shop always waits the whole time; leave it out.');
}

function configFile(path: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return content as Record<string, unknown>;
  } catch (error) {
    throw new ConfigRefusal(`Configuration file ${path}: ${(error as Error).message}.`);
  }
  throw new ConfigRefusal(`Configuration file ${path} must hold one JSON object.`);
}

/** Read by others than the bridge: the start, printer commands, the guides, and the tests with their browser. */
const OTHER_VARIABLES = ['WRAPPED', 'PRINTER', 'URL', 'CHROMIUM', 'PICTURES', 'MACHINE_FOLDER'].map(
  name => `TILLBRIDGE_${name}`,
);
/** The back office of the same machine reads these. */
const OFFICE = 'TILLBRIDGE_OFFICE_';

/** `TILLBRIDGE_LOG_LEVEL=debug` sets `logLevel`; values that are not text are JSON. */
function fromEnvironment(environment: NodeJS.ProcessEnv): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  refuseUnknownVariables(environment, [...settingNames.map(variableOf), ...OTHER_VARIABLES], 'TILLBRIDGE_', OFFICE);
  for (const [key, schema] of Object.entries(Config.properties)) {
    const text = environment[variableOf(key)];
    if (text !== undefined) settings[key] = 'type' in schema && schema.type === 'string' ? text : asJson(text);
  }
  return settings;
}

/** The environment variable of a setting: `logLevel` is `TILLBRIDGE_LOG_LEVEL`. */
export const variableOf = (setting: string): string =>
  `TILLBRIDGE_${setting.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`;

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? null : text;
  }
}

const SHORTEST_PASSPHRASE = 12;

/** The passphrase of backups in `file`, or null without one. Throws `ConfigRefusal`. */
export function passphraseIn(file: string | null): string | null {
  if (file === null) return null;
  try {
    const passphrase = readFileSync(file, 'utf8').trim();
    if (passphrase.length >= SHORTEST_PASSPHRASE) return passphrase;
  } catch (error) {
    throw new ConfigRefusal(`The file ${file} of the passphrase cannot be read: ${(error as Error).message}.`);
  }
  throw new ConfigRefusal(`The file ${file} must hold a passphrase of at least ${SHORTEST_PASSPHRASE} characters.`);
}

/** The key of the secrets that comes from outside, or null. Throws `ConfigRefusal`. */
export function secretsKeyOf({ secretsKey, secretsKeyFile: file }: Config): string | null {
  if (secretsKey !== null || file === null) return secretsKey;
  try {
    const key = readFileSync(file, 'utf8').trim();
    if (key.length >= 32) return key;
  } catch (error) {
    throw new ConfigRefusal(`Configuration: secretsKeyFile ${file} cannot be read: ${(error as Error).message}.`);
  }
  throw new ConfigRefusal(`Configuration: secretsKeyFile ${file} must hold at least 32 characters.`);
}
