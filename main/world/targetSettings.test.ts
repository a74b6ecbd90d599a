import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { configOf, readConfig } from './configReading.ts';
import { backOfficeOf, secretText, upstreamOf } from './targetSettings.ts';

it('has neither upstream service nor back office unless they are named', () => {
  const config = readConfig([], {});
  expect(upstreamOf(config)).toBeNull();
  expect(backOfficeOf(config)).toBeNull();
  expect(config.queue).toEqual({
    ...{ warnHours: 24, warnRecords: 10_000, warnMoney: null },
    ...{ stopHours: null, stopRecords: null, stopMoney: null },
  });
});

it('signs a demo in at the upstream service with the credentials of a demo', () => {
  const config = readConfig(['--demo', '--upstream', 'http://127.0.0.1:8641/'], {});
  expect(upstreamOf(config)).toMatchObject({
    address: 'http://127.0.0.1:8641',
    clientId: 'demo-client',
    clientSecret: 'demo-secret',
    offline: { redeem: 'refuse' },
  });
});

it('takes the code of the command line for the back office of the command line, the environment or the file', () => {
  const backoffice = 'http://127.0.0.1:8650';
  const named = (argv: readonly string[], environment: NodeJS.ProcessEnv) =>
    backOfficeOf(readConfig(argv, environment));
  expect(named(['--backoffice', backoffice, '--enrol', 'ABCDE-FGHJK'], {})).toEqual({
    address: backoffice,
    enrol: 'ABCDE-FGHJK',
  });
  expect(named(['--enrol', 'ABCDE-FGHJK'], { TILLBRIDGE_BACKOFFICE: backoffice })?.enrol).toBe('ABCDE-FGHJK');
  const text = JSON.stringify({ address: backoffice, enrol: 'OLD-CODE' });
  expect(named(['--enrol', 'ABCDE-FGHJK'], { TILLBRIDGE_BACKOFFICE: text })?.enrol).toBe('ABCDE-FGHJK');
  expect(named(['--demo', '--backoffice', backoffice], {})?.enrol).toBe('DEMO-TILL');
  expect(named(['--backoffice', backoffice], {})?.enrol).toBeNull();
});

it('sends nothing from a training', () => {
  const config = configOf({
    training: true,
    upstream: { address: 'http://127.0.0.1:1', client_id: 'a', client_secret: 'b' } as never,
    backoffice: 'http://127.0.0.1:2',
  });
  expect(upstreamOf(config)).toBeNull();
  expect(backOfficeOf(config)).toBeNull();
});

it('reads a secret as text, from a file and from the environment, and names the place where it is missing', () => {
  const file = join(temporaryDirectory(), 'secret');
  writeFileSync(file, 'of the file\n');
  expect(secretText('text', 'upstream.client_secret')).toBe('text');
  expect(secretText({ file }, 'upstream.client_secret')).toBe('of the file');
  expect(secretText({ env: 'SECRET' }, 'upstream.client_secret', { SECRET: 'of the environment' })).toBe(
    'of the environment',
  );
  expect(() => secretText({ env: 'SECRET' }, 'upstream.client_secret', {})).toThrow(
    /upstream\.client_secret: the variable SECRET is empty/,
  );
  expect(() => secretText({ file: '/nowhere' }, 'upstream.client_secret')).toThrow(
    /upstream\.client_secret: the file \/nowhere cannot be read/,
  );
});
