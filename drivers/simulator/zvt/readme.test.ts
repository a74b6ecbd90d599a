/** The README names everything the virtual terminal can be told to do. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { controlText } from '../../zvt/codec/apdu.ts';
import { packets } from '../../zvt/codec/packets.ts';
import { behaviours } from './behaviours.ts';
import { handlers } from './commands.ts';
import { routes } from './controlRoutes.ts';
import { streams } from './eventStream.ts';
import { profiles } from './profiles.ts';

const readme = readFileSync(new URL('../../zvt/README.md', import.meta.url), 'utf8');

it.each([
  ...Object.keys(behaviours).map(name => `| \`${name}`),
  ...Object.keys(profiles).map(name => `\`${name}\``),
  ...Object.keys(routes).map(call => `\`${call}\``),
  ...Object.keys(streams).map(path => `\`GET ${path}\``),
])('%s', name => {
  expect(readme).toContain(name);
});

it('and every command it does not know', () => {
  const commands = Object.entries(packets).filter(([name, { from }]) => from === 'ecr' && name !== 'abort');
  const unknown = commands
    .filter(([name]) => !Object.hasOwn(handlers, name))
    .map(([, { control }]) => controlText(control));
  const [, told = ''] = /It answers every command of the protocol but([^:]*):/.exec(readme) ?? [];
  expect(unknown.toSorted()).toEqual((told.match(/[0-9A-F]{2} [0-9A-F]{2}/g) ?? []).toSorted());
});
