/** The documents name everything that the virtual terminal can do. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { controlText } from '../../zvt/codec/apdu.ts';
import { packets } from '../../zvt/codec/packets.ts';
import { handlers } from './commands/handlers.ts';
import { streams } from './control/eventStream.ts';
import { routes } from './control/routes.ts';
import { behaviours } from './engine/behaviours.ts';
import { profiles } from './engine/profiles.ts';

const readme = ['virtual-terminal', 'zvt-settings']
  .map(page => readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8'))
  .join('\n');

it.each([
  ...Object.keys(behaviours).map(name => `| \`${name}`),
  ...Object.keys(profiles).map(name => `\`${name}\``),
  ...Object.keys(routes).map(call => `\`${call}\``),
  ...Object.keys(streams).map(path => `\`GET ${path}\``),
])('%s', name => {
  expect(readme).toContain(name);
});

it('the commands that the terminal does not know', () => {
  const commands = Object.entries(packets).filter(([name, { from }]) => from === 'ecr' && name !== 'abort');
  const unknown = commands
    .filter(([name]) => !Object.hasOwn(handlers, name))
    .map(([, { control }]) => controlText(control));
  const [, text = ''] = /refuses with 84 83:([^.]*)\./.exec(readme) ?? [];
  expect(unknown.toSorted()).toEqual((text.match(/[0-9A-F]{2} [0-9A-F]{2}/g) ?? []).toSorted());
});
