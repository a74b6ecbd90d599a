/** A person knows what is missing and goes on with what is there. It is written into the log and into the database. */

import { sqlFunctions } from '../query/comparable.ts';
import { DatabaseRefusal, openDatabase } from '../store/database.ts';
import { type DirectoryIdentity, readDirectory } from '../store/directory.ts';
import { doubtNumbers } from '../store/queueEpochs.ts';
import { undeliveredLines } from '../store/undelivered.ts';
import { configOf, readConfig, secretsKeyOf } from '../world/configReading.ts';
import { openLog } from '../world/log.ts';
import { undeliveredIn } from './mayReplace.ts';

type Say = (line: string) => void;

const outsideKey = () => secretsKeyOf(readConfig([], process.env));

/** Throws `DatabaseRefusal` where nothing is missing. */
export async function acceptLoss(directory: string, say: Say): Promise<number> {
  const identity = readDirectory(directory);
  if (!identity) throw new DatabaseRefusal(`The directory ${directory} was never opened by this program.`);
  const loss = await lossOf(directory, identity);
  const db = openDatabase(directory, sqlFunctions, undefined, identity.purpose, {
    acceptLoss: true,
    secretsKey: outsideKey(),
  });
  try {
    const accepted = JSON.stringify({ at: new Date().toISOString(), loss });
    await db.write(() => {
      const key = `loss accepted ${Date.now()}`;
      db.prepare('INSERT INTO setting (key, value) VALUES (?, ?)').run(key, accepted);
      // Lost records may have left the shop under the numbers that would come next.
      doubtNumbers(db, 'accepted', Date.now());
    });
    openLog(configOf({ data: directory }))('warn', 'a loss was accepted', { loss });
    for (const line of undeliveredLines(undeliveredIn(db))) say(`waits: ${line}`);
    say(`Accepted: ${loss}. What was left of the rest is in ${directory}/lost-*. The till can be started again.`);
    return 0;
  } finally {
    await db.close();
  }
}

async function lossOf(directory: string, { purpose }: DirectoryIdentity): Promise<string> {
  try {
    const db = openDatabase(directory, sqlFunctions, undefined, purpose, { secretsKey: outsideKey() });
    const loss = db.risks.all().find(({ kind }) => kind === 'behind' || kind === 'foreign');
    await db.close();
    if (loss) return loss.details;
  } catch (error) {
    if (error instanceof DatabaseRefusal && /confirmed/.test(error.message)) return error.message;
    throw error;
  }
  throw new DatabaseRefusal(`Nothing is missing in ${directory}: there is nothing to accept.`);
}
