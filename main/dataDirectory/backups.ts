/** `npm run data -- backup`, `backups`, `rehearse` and `restore`. */
import { existsSync, statSync } from 'node:fs';
import { DatabaseRefusal } from '../files/refusal.ts';
import { backupsIn, viewOf } from '../services/backup/manifest.ts';
import { rehearse, restore } from '../services/backup/restore.ts';
import { runBackup } from '../services/backup/run.ts';
import { readDirectory } from '../store/directory.ts';
import type { Backup } from '../wire/backups.ts';
import { ConfigRefusal } from '../world/config.ts';
import { passphraseIn, readConfig, secretsKeyOf } from '../world/configReading.ts';
import { version } from '../world/programVersion.ts';
import { verify } from './verify.ts';

type Say = (line: string) => void;

/** The options of the command line that are about backups. */
interface Asked {
  readonly data: string;
  /** The file with the settings of the till. */
  readonly config?: string | undefined;
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  readonly passphraseFile?: string | undefined;
}

/** Settings stand in for what the command line leaves out. Throws `ConfigRefusal`. */
function settingsFor({ config: file, to, passphraseFile }: Asked) {
  const config = readConfig(file === undefined ? [] : ['--config', file], process.env);
  const { days, weeks, months, ...backup } = config.backup;
  return {
    to: to ?? backup.to,
    keep: { days, weeks, months },
    passphrase: passphraseIn(passphraseFile ?? backup.passphraseFile),
    secretsKey: secretsKeyOf(config),
  };
}

function placeOf(asked: Asked): string {
  const { to } = settingsFor(asked);
  if (to !== null) return to;
  throw new ConfigRefusal('Name the folder of the backups: --to FOLDER, or the setting backup.to.');
}

function orderOf(asked: Asked) {
  const { passphrase, secretsKey } = settingsFor(asked);
  if (asked.from === undefined)
    throw new ConfigRefusal('Name the backup: --from FOLDER ("backups --to FOLDER" lists them).');
  return { from: asked.from, passphrase, secretsKey };
}

const line = ({ name, made, program, sales, receipt, bytes, sealed, has_key }: Backup): string =>
  `${name}  made ${made} by ${program}, ${sales} sales up to receipt ${receipt}, ${(bytes / 1_000_000).toFixed(1)} MB${sealed ? ', encrypted' : ''}${has_key ? '' : ', without the key of the secrets'}`;

/** Each gives the exit code. They throw `DatabaseRefusal` and `ConfigRefusal`. */
export const backupCommands = {
  async backup(asked: Asked, say: Say): Promise<number> {
    const { keep, passphrase, secretsKey } = settingsFor(asked);
    const order = { directory: asked.data, to: placeOf(asked), passphrase, secretsKey };
    const { made, removed } = await runBackup({ ...order, program: version, now: Date.now(), keep });
    say(`backed up and read back: ${line(made)}`);
    for (const name of removed) say(`removed, superseded: ${name}`);
    if (!made.has_key)
      say('The key of the secrets is kept elsewhere and is not in it: keep that key, or give backups a passphrase.');
    else if (!made.sealed)
      say(
        'Whoever has this folder can read everything in it, the secrets too: keep it locked, or give backups a passphrase.',
      );
    return 0;
  },

  async backups(asked: Asked, say: Say): Promise<number> {
    const to = placeOf(asked);
    const identity = readDirectory(asked.data);
    if (!identity) throw new DatabaseRefusal(`The directory ${asked.data} was never opened by this program.`);
    if (!statSync(to, { throwIfNoEntry: false })?.isDirectory())
      throw new DatabaseRefusal(`The folder ${to} is not there: plug in its disk or connect its share.`);
    const found = backupsIn(to, identity.id);
    for (const backup of found) say(line(viewOf(backup)));
    say(`${found.length} backups of ${asked.data} in ${to}`);
    return 0;
  },

  rehearse: (asked: Asked, say: Say): Promise<number> =>
    rehearse(orderOf(asked), async folder => {
      const found = await verify(folder, say);
      say(
        found === 0 ? 'This backup can be put back.' : 'Something was found in this backup: try an earlier one, too.',
      );
      return found;
    }),

  async restore(asked: Asked, say: Say): Promise<number> {
    const there = existsSync(asked.data);
    const { sales, receipt, purpose, hasKey, before } = await restore(orderOf(asked), asked.data, new Date());
    say(`restored ${asked.data}${there ? '' : ' (new)'}: ${sales} sales up to receipt ${receipt}`);
    if (before !== null) say(`what was there before is kept in ${before}`);
    if (!hasKey) say('The backup holds no key of the secrets: start with the key that was kept elsewhere.');
    if (purpose === 'live')
      say('Sales after this time are not in it. The till sells once a manager has named the highest numbers on paper.');
    return 0;
  },
} as const;

export const isBackupCommand = (command: string): command is keyof typeof backupCommands => command in backupCommands;
