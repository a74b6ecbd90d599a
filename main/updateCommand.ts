/** `tillbridge-headless update`: looks at the channel once. The timer of the system calls it at night, and behind a start of the machine. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import Type, { type Static } from 'typebox';
import { lock } from './files/lock.ts';
import { loopback } from './start/setupPage.ts';
import { explain } from './startRefusal.ts';
import type { Health } from './update/decision.ts';
import { healthAt } from './update/health.ts';
import { feedMembers, feedOf, settingsIn } from './update/settings.ts';
import { type Machine, runUpdate } from './update/update.ts';
import { versionsIn } from './update/versions.ts';
import type { UpdateEnding } from './wire/update.ts';
import { readConfig } from './world/configReading.ts';

const USAGE = `tillbridge-headless update [--settings FILE]
Looks for an update at the channel of /etc/tillbridge/update.json: "url" of the folder, "publicKey" (a file), "channel".
Exit code 0 nothing is to be done or the update works, 3 it waits, 4 the version before works again, 2 refused.`;

const words = (...usual: string[]) => Type.Array(Type.String(), { default: usual });

/** Everything but the first two has its place by the package. */
const Settings = Type.Object(
  {
    ...feedMembers,
    versions: Type.String({ default: '/var/lib/tillbridge-versions' }),
    packaged: Type.String({ default: '/usr/lib/tillbridge-headless' }),
    data: Type.String({ default: '/var/lib/tillbridge/shop' }),
    config: Type.String({ default: '/etc/tillbridge/config.json' }),
    machineId: Type.String({ default: '/etc/machine-id' }),
    start: words('systemctl', 'start', 'tillbridge-headless.service'),
    stop: words('systemctl', 'stop', 'tillbridge-headless.service'),
    /** Before each tool that works with the data. */
    asUser: words('setpriv', '--reuid=tillbridge', '--regid=tillbridge', '--init-groups'),
    healthyWithin: Type.Integer({ default: 60, minimum: 5, maximum: 600 }),
  },
  { additionalProperties: false },
);
type Settings = Static<typeof Settings>;

const CODES: Readonly<Record<UpdateEnding, number>> = {
  ...{ newest: 0, notYet: 0, failedBefore: 0, updated: 0, ready: 0, running: 1 },
  ...{ waits: 3, wentBack: 4, stays: 4, broken: 4, failed: 2 },
};

const say = (line: string) => console.error(line);

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      settings: { type: 'string', default: '/etc/tillbridge/update.json' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const settings = settingsIn(values.settings, Settings);
  const { versions: folder, healthyWithin } = settings;
  // The bridge reads programs and state as a user of its own, whatever mask the caller has.
  process.umask(0o022);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const release = lock(folder);
  try {
    const { ending, version, because } = await runUpdate({
      ...{ folder, say, healthyWithin: healthyWithin * 1000 },
      architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
      machineId: readFileSync(settings.machineId, 'utf8').trim(),
      feed: feedOf('tillbridge-headless', values.settings, settings),
      versions: versionsIn(folder, settings.packaged),
      machine: machineOf(settings),
    });
    for (const line of because) say(`${ending}: ${line}`);
    console.log(`${ending} ${version ?? ''}`.trim());
    return CODES[ending];
  } finally {
    release();
  }
}

function machineOf(settings: Settings): Machine {
  const { start, stop, asUser, data, versions, packaged } = settings;
  const program = () => versionsIn(versions, packaged).home();
  /** The version that comes: both ways name it, so that nothing of another update is put back. */
  const coming = () => JSON.parse(readFileSync(join(versions, 'state.json'), 'utf8')).version as string;
  const tool = (...args: readonly string[]) =>
    ended([...asUser, join(program(), 'bin/node'), join(program(), 'dist/bridge/data.js'), ...args, '--data', data]);
  return {
    start: () => done(start),
    stop: () => done(stop),
    async waits() {
      const { code, out, errors } = await tool('may-update');
      const reasons = out.split('\n').flatMap(line => /^waits: (.*)$/.exec(line)?.[1] ?? []);
      return code === 0 ? [] : reasons.length > 0 ? reasons : [errors.trim() || `may-update ended with ${code}`];
    },
    async keep() {
      const { code, errors } = await tool('keep-version', '--version', coming());
      if (code !== 0) throw new Error(errors.trim());
    },
    async goBack() {
      const { code, errors } = await tool('go-back', '--version', coming());
      if (code !== 0 && code !== 3) throw new Error(errors.trim());
      return code === 3 ? 'sold' : 'done';
    },
    health: () => healthOf(settings.config),
  };
}

async function done(command: readonly string[]): Promise<void> {
  const { code, errors } = await ended(command);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${errors.trim()}`);
}

async function ended([program = '', ...args]: readonly string[]) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<number | null>((resolve, reject) => child.once('exit', resolve).once('error', reject));
  const [code, out, errors] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, out, errors };
}

/** The bridge at the address of its own settings. */
function healthOf(config: string): Promise<Health | null> {
  const { host, port, tls } = readConfig(['--config', config], {});
  const name = host.includes(':') ? `[${host}]` : host;
  return healthAt(loopback(`${tls === null ? 'http' : 'https'}://${name}:${port}`));
}

run().then(
  code => {
    process.exitCode = code;
  },
  error => {
    process.exitCode = explain(error);
  },
);
