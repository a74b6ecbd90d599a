/**
 * `npm run data -- COMMAND --data DIR`: checks a data directory, backs it up and restores it, saves what is readable, and goes on
 * after a loss. Exit code 0 in order, 3 something was found, 2 wrong use or nothing to be done.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeFilesPrivate } from '../files/rights.ts';
import { explain } from '../startRefusal.ts';
import { goBack, keepVersion } from '../store/keptVersion.ts';
import { wantsHelp } from '../world/commandLine.ts';
import { ConfigRefusal } from '../world/config.ts';
import { acceptLoss } from './acceptLoss.ts';
import { backupCommands, isBackupCommand } from './backups.ts';
import { bundle } from './bundle.ts';
import { rebuildBusinessDays } from './businessDays.ts';
import { sayCertificate } from './certificate.ts';
import { checkConfig } from './configCheck.ts';
import { exportRows } from './export.ts';
import { forgetFigures } from './figures.ts';
import { forgetSecrets } from './forgetSecrets.ts';
import { sayMayReplace, sayMayUpdate } from './mayReplace.ts';
import { verify } from './verify.ts';

const USAGE = `npm run data -- COMMAND --data DIR
  verify          checks the pages, the mark and the chain of closed sales; 0 in order, 3 something was found
  config          would a start with --config FILE and the environment work? Names every setting that is wrong, and looks at
                  ports, folders, rights and addresses; 0 yes, 2 no, 3 yes, and something should be looked at
  bundle          shows what whoever helps wants to know, without cards, names, secrets and hashes; --out FILE saves the same;
                  --request ID has everything of one request, by the supportId of its answer
  export          writes every readable row as one line of JSON; --out FILE, else standard output
  accept-loss     goes on with what is there after a loss; what was left of the rest is kept beside it
  forget-secrets  goes on after the key of the secrets was lost: gives up what only it could open; refuses while records
                  wait for the back office, unless --despite-waiting says that they are known
  certificate     the fingerprint and the pin of the certificate that the bridge made for itself ("tls": "generated")
  business-days   makes the business days of earlier records anew by the zone and the start of the day of the shop
  figures         forgets the figures of the till, which the next start counts anew from its records
  may-replace     may the program be updated or the directory given up: 0 yes, 3 payments or records wait
  may-update      the same about the program alone, as an update asks it
  keep-version    keeps the data of a stopped bridge before the version --version works with them
  go-back         puts them back where that version has booked nothing: 0 as before, 3 it has, and its data stay
  backup          makes a backup in --to FOLDER, also while the till sells, and reads it back; removes what it supersedes
  backups         lists the backups of the directory in --to FOLDER
  rehearse        unpacks the backup --from FOLDER elsewhere, checks it as verify does, and throws it away again
  restore         puts the backup --from FOLDER back; what was there is kept beside it, and the till asks for the highest
                  numbers on paper. Backups with a passphrase: --passphrase-file FILE. What is left out is taken from the
                  settings "backup" of the till: --config FILE and TILLBRIDGE_BACKUP`;

const COMMANDS =
  /^(verify|config|bundle|export|accept-loss|forget-secrets|certificate|business-days|figures|may-replace|may-update|keep-version|go-back|backup|backups|rehearse|restore)$/;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function run(argv: readonly string[]): Promise<number> {
  const { command, data, out, request, despiteWaiting, version, ...backup } = asked(argv);
  if (command === 'config') return checkConfig({ data, file: backup.config }, process.env, say);
  makeFilesPrivate(data);
  if (command === 'verify') return verify(data, say);
  if (command === 'bundle') return bundle(data, out, request, say);
  if (command === 'accept-loss') return acceptLoss(data, say);
  if (command === 'forget-secrets') return forgetSecrets(data, say, despiteWaiting);
  if (command === 'certificate') return sayCertificate(data, say);
  if (command === 'business-days') return rebuildBusinessDays(data, say);
  if (command === 'figures') return forgetFigures(data, say);
  if (command === 'may-replace') return sayMayReplace(data, say);
  if (command === 'may-update') return sayMayUpdate(data, say);
  if (command === 'keep-version') return keepVersion(data, version, say);
  if (command === 'go-back') return goBack(data, version, say);
  if (isBackupCommand(command)) return backupCommands[command]({ ...backup, data }, say);
  const stream = out === undefined ? process.stdout : createWriteStream(out, { mode: 0o600 });
  const found = await exportRows(data, line => (stream.write(`${line}\n`) ? undefined : once(stream, 'drain')), report);
  if (out !== undefined) await new Promise<void>(done => stream.end(() => done()));
  return found;
}

const report = (line: string) => console.error(line);

function asked(argv: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        out: { type: 'string' },
        request: { type: 'string' },
        config: { type: 'string' },
        to: { type: 'string' },
        from: { type: 'string' },
        version: { type: 'string', default: '' },
        'passphrase-file': { type: 'string' },
        'despite-waiting': { type: 'boolean', default: false },
      },
    });
    const [command = ''] = positionals;
    const isNamed = values.version !== '' || !/^(keep-version|go-back)$/.test(command);
    if (COMMANDS.test(command) && positionals.length === 1 && values.data && isNamed)
      return {
        ...{
          version: values.version,
          command,
          data: values.data,
          out: values.out,
          request: values.request,
          despiteWaiting: values['despite-waiting'],
        },
        ...{ config: values.config, to: values.to, from: values.from, passphraseFile: values['passphrase-file'] },
      };
  } catch {
    // The usage says what is right.
  }
  throw new ConfigRefusal(USAGE);
}

makeFilesPrivate();
const argv = process.argv.slice(2);
if (wantsHelp(argv)) say(USAGE);
else
  run(argv).then(
    code => {
      process.exitCode = code;
    },
    error => {
      process.exitCode = explain(error);
    },
  );
