/** `npm run release:desktop`: signs the description of the installers that `npm run dist` has made, for desktops that update themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectManifest } from './packaging/debian.ts';
import { desktopPackages, writeRelease } from './packaging/release.ts';

const USAGE = `npm run release:desktop -- --key FILE [options]
Signs the installers of a folder: writes desktop-CHANNEL.json and its signature beside them and beside the lists of the builder.
  --key FILE         private Ed25519 key of the publisher (PEM)
  --from DIR         folder of the installers (default dist/installers)
  --release CHANNEL  (default stable); its lists are made by "npm run dist -- -c.publish.channel=CHANNEL"
  --version V        version of the installers (default: of package.json)
  --share N          percent of the tills that take it (default 100)
  --help             this text`;

function run(): number {
  const { values } = parseArgs({
    options: {
      key: { type: 'string' },
      from: { type: 'string', default: join(import.meta.dirname, '..', 'dist', 'installers') },
      release: { type: 'string', default: 'stable' },
      version: { type: 'string', default: projectManifest().version },
      share: { type: 'string', default: '100' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { key, release: channel, version, share } = values;
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (key === undefined) return refused('A release needs --key FILE.');
  if (!/^\d{1,2}$|^100$/.test(share)) return refused(`--share takes a whole number of 0 to 100, not ${share}.`);
  const from = resolve(values.from);
  const names = readdirSync(from);
  const lists = names.filter(name => name.startsWith(`${channel}`) && name.endsWith('.yml'));
  const listed = lists.map(name => readFileSync(join(from, name), 'utf8')).join('\n');
  const packages = desktopPackages(names, version).filter(({ name }) => listed.includes(name));
  if (packages.length === 0)
    return refused(
      `No list ${channel}*.yml in ${from} names an installer of version ${version}: run "npm run dist" first.`,
    );
  for (const { name, kind } of packages)
    writeRelease({
      ...{ product: 'tillbridge-desktop', file: join(from, name), channel, version, share: Number(share) },
      ...{ architecture: kind, key },
    });
  for (const { name, kind } of packages) console.log(`${kind} ${name}`);
  return 0;
}

function refused(sentence: string): number {
  console.error(sentence);
  return 2;
}

process.exitCode = run();
