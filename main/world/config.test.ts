import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultLimits } from '../domain/approvalRules.ts';
import { ConfigRefusal, trainingDirectory } from './config.ts';
import { configOf, readConfig, readPlace } from './configReading.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(content: unknown): string {
  const path = join(folder, 'tillbridge.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function refused(argv: readonly string[], environment: NodeJS.ProcessEnv = {}): string {
  try {
    readConfig(argv, environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigRefusal);
    const { message } = error as Error;
    expect(message).not.toContain('\n');
    return message;
  }
  throw new Error('nothing was refused');
}

const terminal = { protocol: 'zvt', connection: { type: 'tcp', host: '10.0.0.5', port: 20007 } };

describe('settings', () => {
  it('have defaults: loopback, no demo, nothing upstream', () => {
    expect(readConfig([], {})).toMatchObject({
      data: 'data/shop',
      host: '127.0.0.1',
      port: 8640,
      demo: false,
      upstream: null,
      terminals: [],
      allowedHosts: [],
      strictSums: false,
      reservationMinutes: 30,
      language: null,
      scanner: { prefix: '', suffix: 'Enter', gap: 50 },
    });
  });

  it.each([
    [{}, undefined],
    [{ shared: 'no' }, 'no'],
    [{ shared: 'tillbridge' }, 'tillbridge'],
    [{ shared: 'others' }, 'others'],
    [{ shared: false }, false],
    [{ shared: true }, true],
  ])('say who else takes money at a terminal: %j', (said, known) => {
    expect(readConfig(['--config', file({ terminals: [{ ...terminal, ...said }] })], {}).terminals[0]?.shared).toBe(
      known,
    );
  });

  it('come from the file, then the environment, then the command line', () => {
    const path = file({
      port: 1,
      host: 'file',
      language: 'en',
      data: 'file',
      terminals: [terminal],
      scanner: { gap: 20 },
    });
    const environment = { TILLBRIDGE_PORT: '2', TILLBRIDGE_HOST: 'environment', TILLBRIDGE_DATA: '7' };
    expect(readConfig(['--config', path, '--port', '3'], environment)).toMatchObject({
      port: 3,
      host: 'environment',
      language: 'en',
      data: '7',
      terminals: [terminal],
      scanner: { prefix: '', suffix: 'Enter', gap: 20 },
    });
  });

  it('name a directory for each purpose, and training beside the shop it practises with', () => {
    expect(readConfig([], {}).data).toBe(join('data', 'shop'));
    expect(readConfig(['--demo'], {}).data).toBe(join('data', 'demo'));
    const practised = readConfig(['--training'], {});
    expect(practised.data).toBe(join('data', 'shop'));
    expect(trainingDirectory(practised.data)).toBe(join('data', 'training'));
    expect(trainingDirectory('./data/shop')).toBe(join('data', 'training'));
    expect(trainingDirectory('/srv/shop')).toBe(join('/srv/shop', 'training'));
    expect(readConfig(['--demo', '--data', 'mine'], {}).data).toBe('mine');
  });

  it('allow the control interface where nothing is real', () => {
    const environment = { TILLBRIDGE_CONTROL: 'true' };
    expect(readConfig(['--demo'], environment).control).toBe(true);
    expect(readConfig(['--training'], environment).control).toBe(true);
  });

  it('switch a training on from everywhere', () => {
    expect(readConfig([], {}).training).toBe(false);
    expect(readConfig(['--training'], {}).training).toBe(true);
    expect(readConfig([], { TILLBRIDGE_TRAINING: 'true' }).training).toBe(true);
    expect(readConfig(['--config', file({ training: true })], {}).training).toBe(true);
  });

  it('from the environment are text or JSON, by their type', () => {
    const environment = {
      TILLBRIDGE_DEMO: 'true',
      TILLBRIDGE_LOG_LEVEL: 'silent',
      TILLBRIDGE_LANGUAGE: 'en',
      TILLBRIDGE_ALLOWED_HOSTS: '["till.shop"]',
      TILLBRIDGE_TERMINALS: JSON.stringify([{ connection: terminal.connection, password: '123456' }]),
      TILLBRIDGE_NOBODY_KNOWS: 'x',
    };
    expect(readConfig([], environment)).toMatchObject({
      demo: true,
      logLevel: 'silent',
      language: 'en',
      allowedHosts: ['till.shop'],
      terminals: [{ ...terminal, password: '123456' }],
    });
  });

  it('of what a cashier may give away alone: what is not set keeps its default, and a wrong one is refused', () => {
    expect(readConfig([], {}).limits).toEqual(defaultLimits);
    const set = readConfig(['--config', file({ limits: { cancelSale: 2000, takeBack: null } })], {}).limits;
    expect(set).toEqual({ ...defaultLimits, cancelSale: 2000, takeBack: null });
    expect(refused(['--config', file({ limits: { cancelSale: -1 } })])).toContain('limits.cancelSale');
    expect(refused(['--config', file({ limits: { cancelSales: 1 } })])).toContain('limits');
  });

  it('from the command line', () => {
    const argv = ['--data', 'd', '--host', '0.0.0.0', '--port', '0', '--demo'];
    expect(readConfig(argv, {})).toMatchObject({
      data: 'd',
      host: '0.0.0.0',
      port: 0,
      demo: true,
    });
  });

  it('given by a program do not change what it gave', () => {
    const given = { port: 0, scanner: { gap: 10 } } as never;
    configOf(given);
    expect(given).toEqual({ port: 0, scanner: { gap: 10 } });
  });
});

describe('refusals, in one sentence that names what is wrong', () => {
  it.each([
    [['--nothing'], /--nothing.*Options: --data/],
    [['word'], /word.*Options/],
    [['--port'], /--port.*Options/],
    [['--port', 'x'], /--port wants a number, not "x"/],
    [['--port', '-1'], /port/],
    [['--port', '70000'], /port .*65535/],
    [['--upstream', 'http://x'], /upstream: client_id and client_secret are missing/],
    [['--upstream', 'no address'], /upstream/],
    [['--demo', '--upstream', 'ftp://x'], /upstream/],
    [['--backoffice', 'no address'], /backoffice/],
    [['--enrol', 'ABCD-EFGH'], /--enrol wants --backoffice/],
    [['--config', '/nowhere/at/all.json'], /\/nowhere\/at\/all\.json.*ENOENT/],
  ])('%j', (argv, sentence) => {
    expect(refused(argv)).toMatch(sentence);
  });

  it.each([
    ['{', /tillbridge\.json.*JSON/],
    ['[]', /must hold one JSON object/],
    ['null', /must hold one JSON object/],
    [{ port: 'x' }, /port/],
    [{ prot: 1 }, /there is no setting "prot"; did you mean "port"\? There are: .*\bport\b/],
    [{ scanner: { pause: 1 } }, /there is no setting "scanner\.pause"/],
    [{ upstream: 'http://x' }, /client_id and client_secret are missing/],
    [{ upstream: { address: 'http://x', client_id: 'a', client_secret: { path: 'b' } } }, /upstream/],
    [{ queue: { warnDays: 1 } }, /queue/],
    [{ queue: { stopHours: -1 } }, /queue/],
    [{ control: true }, /live shop has no control interface/],
    [{ terminals: [{ connection: { type: 'tcp', host: 'x' } }] }, /terminals/],
    [{ terminals: [{ ...terminal, password: '12' }] }, /terminals\.0\.password/],
    [{ terminals: [{ ...terminal, shared: 'maybe' }] }, /terminals\.0\.shared/],
    [{ scanner: { gap: 1 } }, /scanner\.gap/],
    [{ language: 'fr' }, /language/],
  ])('in the file: %j', (content, sentence) => {
    expect(refused(['--config', file(content)])).toMatch(sentence);
  });

  it.each([
    [{ TILLBRIDGE_PORT: 'x' }, /port/],
    [{ TILLBRIDGE_DEMO: 'perhaps' }, /demo/],
    [{ TILLBRIDGE_UPSTREAM: 'https://office.example/base' }, /client_id and client_secret are missing/],
    [{ TILLBRIDGE_CONTROL: 'true' }, /live shop has no control interface/],
    [{ TILLBRIDGE_TRAINING: 'perhaps' }, /training/],
    [{ TILLBRIDGE_ALLOWED_HOSTS: 'till.shop' }, /allowedHosts/],
  ])('in the environment: %j', (environment, sentence) => {
    expect(refused([], environment)).toMatch(sentence);
  });
});

it('the choice between demo and shop asks for no credentials of the upstream service', () => {
  expect(readPlace(['--upstream', 'http://x', '--data', 'there'], {})).toMatchObject({ data: 'there', upstream: null });
});
