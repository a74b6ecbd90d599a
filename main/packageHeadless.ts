/** `npm run package:headless`: builds what is stale, and makes the Debian package of the headless bridge. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildHeadlessParts } from './build.ts';
import { debianPackage, LEVEL, projectManifest } from './packaging/debian.ts';
import { ARCHITECTURES, type Architecture } from './packaging/packages.ts';
import { writeRelease } from './packaging/release.ts';

const USAGE = `npm run package:headless -- [options]
Builds the Debian package of the headless bridge.
  --arch ARCH    ${Object.keys(ARCHITECTURES).join(' or ')} (default: of this machine)
  --out DIR      folder of the package (default dist/installers)
  --version V    version of the package (default: of package.json)
  --level N      of the compression, 1 (for trials: 60 MB at once) to 19 (default ${LEVEL})
  --release CHANNEL  writes CHANNEL.json and its signature beside the package, for tills that update themselves
  --key FILE     private Ed25519 key of the publisher (PEM), with --release
  --share N      percent of the tills that take it (default 100)
  --help         this text`;

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      arch: { type: 'string', default: process.arch === 'arm64' ? 'arm64' : 'amd64' },
      out: { type: 'string', default: join(import.meta.dirname, '..', 'dist', 'installers') },
      version: { type: 'string', default: projectManifest().version },
      level: { type: 'string', default: String(LEVEL) },
      release: { type: 'string' },
      key: { type: 'string' },
      share: { type: 'string', default: '100' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { arch, out, version, level, release, key, share } = values;
  if (values.help) console.log(USAGE);
  else if ((release === undefined) !== (key === undefined)) {
    console.error('A release needs both --release CHANNEL and --key FILE.');
    return 2;
  } else if (!(arch in ARCHITECTURES)) {
    console.error(`There is no package for ${arch}: --arch takes ${Object.keys(ARCHITECTURES).join(' or ')}.`);
    return 2;
  } else if (!/^(1?[1-9]|10)$/.test(level)) {
    console.error(`--level takes a whole number of 1 to 19, not ${level}.`);
    return 2;
  } else {
    await buildHeadlessParts(line => console.error(line));
    const file = debianPackage({
      architecture: arch as Architecture,
      version,
      out: resolve(out),
      level: Number(level),
    });
    if (release !== undefined && key !== undefined)
      writeRelease({
        file,
        product: 'tillbridge-headless',
        channel: release,
        version,
        share: Number(share),
        architecture: arch,
        key,
      });
    console.log(`${file} ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  }
  return 0;
}

process.exitCode = await run();
