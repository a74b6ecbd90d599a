import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultLimits } from '../domain/approvalRules.ts';
import { readSettings, VARIABLES } from '../office/settings.ts';
import { Config, ConfigRefusal, trainingDirectory } from './config.ts';
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
      TILLBRIDGE_OFFICE_ADDRESS: 'of the back office',
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

describe('a service elsewhere without TLS', () => {
  const credentials = { client_id: 'a', client_secret: 'b' };
  const settingsOf = (address: string): readonly NodeJS.ProcessEnv[] => [
    { TILLBRIDGE_UPSTREAM: JSON.stringify({ address, ...credentials }) },
    { TILLBRIDGE_BACKOFFICE: address },
    { TILLBRIDGE_BACKOFFICE: JSON.stringify({ address, enrol: 'ABCD-EFGH-JK' }) },
  ];

  it.each(['http://service.example', 'http://192.168.1.5:80/', 'http://[2001:db8::1]/', 'http://127.0.0.1.example/'])(
    'is refused without a word of the shop: %s',
    address => {
      for (const settings of settingsOf(address)) {
        expect(refused([], settings)).toMatch(
          /(upstream|backoffice): the address begins with http:.*"plainHttp": true/,
        );
        for (const word of ['--demo', '--plain-http']) expect(readConfig([word], settings)).toBeTruthy();
      }
    },
  );

  it.each(['https://service.example', 'http://127.0.0.1:8640', 'http://localhost', 'http://[::1]:1', 'http://0x7f.1/'])(
    'is not this one: %s',
    address => {
      for (const settings of settingsOf(address)) expect(readConfig([], settings)).toBeTruthy();
    },
  );
});

describe('refusals, in one sentence that names what is wrong', () => {
  it.each([
    [['--nothing'], /--nothing.*Options: --data/],
    [['word'], /word.*Options/],
    [['--port'], /--port.*Options/],
    [['--port', 'x'], /--port wants a number, not "x"/],
    [['--port', '-1'], /port/],
    [['--port', '70000'], /port .*65535/],
    [['--upstream', 'https://x'], /upstream: client_id and client_secret are missing/],
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
    [{ upstream: 'https://x' }, /client_id and client_secret are missing/],
    [{ upstream: { address: 'http://x', client_id: 'a', client_secret: { path: 'b' } } }, /upstream/],
    [{ queue: { warnDays: 1 } }, /queue/],
    [{ queue: { stopHours: -1 } }, /queue/],
    [{ control: true }, /live shop has no control interface/],
    [{ terminals: [{ connection: { type: 'tcp', host: 'x' } }] }, /terminals/],
    [{ terminals: [{ ...terminal, password: '12' }] }, /terminals\.0\.password/],
    [{ terminals: [{ ...terminal, shared: 'maybe' }] }, /terminals\.0\.shared/],
    [{ scanner: { gap: 1 } }, /scanner\.gap/],
    [{ language: 'fr' }, /language/],
    [
      { terminals: [{ ...terminal, pasword: '000000' }] },
      /"terminals\.0\.pasword"; did you mean "terminals\.0\.password"/,
    ],
    [
      { terminals: [{ connection: { type: 'tcp', host: 'x', hots: 'y', port: 1 } }] },
      /connection\.hots".*connection\.host"/,
    ],
    [
      { terminals: [{ connection: { type: 'tcp', port: 1 } }] },
      /^Configuration: terminals\.0\.connection\.host is missing; it must be text\.$/,
    ],
    [{ mail: { smtp: { host: 'x', pasword: 'y' } } }, /mail\.smtp\.pasword".*mail\.smtp\.password"/],
    [{ mail: { smtp: { host: 'x', user: 'y' } } }, /user and password belong together; password is missing/],
    [{ upstream: { address: 'http://x', client_idd: 'a' } }, /upstream\.client_idd/],
    [
      { terminals: [{ connection: { type: 'serial', device: { vendorId: '0403', serial: 'A' } } }] },
      /connection\.device\.serial"/,
    ],
    [{ tls: { key: 'a', cert: 'b', ca: 'c' } }, /tls\.ca/],
    [
      { allowedOrigins: ['till'] },
      /allowedOrigins\.0 must be scheme, host and port.*"till", and https:\/\/till is meant/,
    ],
    [{ allowedOrigins: ['https://till.example/'] }, /https:\/\/till\.example is meant/],
    [{ allowedHosts: ['http://till.example'] }, /allowedHosts\.0 must be a host name/],
    [{ push: { allow: ['a b'] } }, /push\.allow\.0/],
    [{ authorities: '/nope' }, /authorities: the file \/nope cannot be read \(ENOENT\)/],
    [{ push: { authorities: '/nope' } }, /push\.authorities: the file \/nope cannot be read \(ENOENT\)/],
    [{ push: { authorities: import.meta.filename } }, /holds no certificate/],
    [{ pinLength: { shortest: 8, longest: 6 } }, /pinLength: shortest is 8 and longest is 6, so no PIN fits/],
    [{ requestSeconds: 1e9 }, /requestSeconds must be between 0\.1 and 3600/],
    [{ push: { firstSeconds: 1e9 } }, /push\.firstSeconds must be between/],
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
    [{ TILLBRIDGE_ALOWED_HOSTS: '[]' }, /no variable TILLBRIDGE_ALOWED_HOSTS; did you mean TILLBRIDGE_ALLOWED_HOSTS\?/],
    [{ TILLBRIDGE_NOBODY_KNOWS: 'x' }, /no variable TILLBRIDGE_NOBODY_KNOWS\. There are: TILLBRIDGE_DATA/],
    [{ TILLBRIDGE_MAIL: '{"smtp":{"host":"x","prot":25}}' }, /mail\.smtp\.prot/],
  ])('in the environment: %j', (environment, sentence) => {
    expect(refused([], environment)).toMatch(sentence);
  });
});

it('the choice between demo and shop asks for no credentials of the upstream service', () => {
  expect(readPlace(['--upstream', 'http://x', '--data', 'there'], {})).toMatchObject({ data: 'there', upstream: null });
});

/** Every place of the settings that takes a number, with its schema. */
function numbersIn(schema: unknown, path = ''): readonly [path: string, schema: Record<string, unknown>][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties = {}, anyOf = [], items } = schema as Record<string, object> & { anyOf?: object[] };
  const isNumber = ['number', 'integer'].includes(String(type)) && !('const' in schema);
  const inside = [
    ...Object.entries(properties).map(([name, one]) => numbersIn(one, `${path}.${name}`)),
    ...anyOf.map(one => numbersIn(one, path)),
    numbersIn(items, path),
  ];
  return [
    ...(isNumber ? [[path, schema as Record<string, unknown>] as [string, Record<string, unknown>]] : []),
    ...inside.flat(),
  ];
}

/** Every object of the settings, with the names that it knows; a record takes any name. */
function objectsIn(schema: unknown, path = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, anyOf = [], items } = schema as Record<string, object> & { anyOf?: object[] };
  const inside = [
    ...Object.entries(properties ?? {}).map(([name, one]) => objectsIn(one, path === '' ? name : `${path}.${name}`)),
    ...anyOf.map(one => objectsIn(one, path)),
    objectsIn(items, `${path}.0`),
  ];
  return [...(properties && path !== '' ? [path] : []), ...inside.flat()];
}

it('every variable of the back office that its program reads is known', () => {
  const folder = join(import.meta.dirname, '..', 'office');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const texts = files.map(name => readFileSync(join(folder, name), 'utf8'));
  const read = texts.flatMap(text => text.match(/TILLBRIDGE_OFFICE_[A-Z_]*[A-Z]/g) ?? []);
  expect(read.length).toBeGreaterThan(10);
  expect(VARIABLES).toEqual(expect.arrayContaining([...new Set(read)]));
  expect(() => readSettings([], { TILLBRIDGE_OFFICE_MAIL_SEVER: 'x' })).toThrow(
    'did you mean TILLBRIDGE_OFFICE_MAIL_SERVER',
  );
});

it('every number has a least and a most', () => {
  const numbers = numbersIn(Config);
  expect(numbers.length).toBeGreaterThan(40);
  const open = numbers.filter(
    ([, { minimum, exclusiveMinimum, maximum }]) =>
      (minimum ?? exclusiveMinimum) === undefined || maximum === undefined,
  );
  expect(open.map(([path]) => path)).toEqual([]);
});

it('an unknown member is refused at every depth', () => {
  const paths = [...new Set(objectsIn(Config))];
  expect(paths).toEqual(
    expect.arrayContaining(['terminals.0', 'terminals.0.connection', 'mail.smtp', 'upstream.offline']),
  );
  for (const path of paths) {
    const content = path
      .split('.')
      .reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), {
        nobodyKnows: 1,
        ...(path.endsWith('connection') ? { type: 'tcp', host: 'x', port: 1 } : {}),
      });
    expect(refused(['--config', file(content)]), path).toMatch(/nobodyKnows|missing|cannot be read|must be one of/);
  }
});
