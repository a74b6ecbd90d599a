/**
 * The key of the secrets is lost for good: what it protects is given up, so that the shop can go on with a new key.
 * Terminals keep everything but their password, containers and contracts everything but the account, people everything but
 * their PIN.
 */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sqlFunctions } from '../query/comparable.ts';
import { DatabaseRefusal, openDatabase } from '../store/database.ts';
import { DIRECTORY_FILES } from '../store/directoryFiles.ts';
import { undeliveredLines } from '../store/undelivered.ts';
import { undeliveredIn } from './mayReplace.ts';

type Say = (line: string) => void;

/** Nothing that was sealed can be opened without its key, so it is the same as gone. */
const FORGET = [
  'UPDATE paired_terminal SET password = NULL',
  "UPDATE payment_container SET inner = json_set(inner, '$.account', NULL) WHERE inner LIKE '%\"iban\":\"sealed1.%'",
  "UPDATE general_contract SET inner = json_set(inner, '$.account', NULL) WHERE inner LIKE '%\"iban\":\"sealed1.%'",
  "UPDATE staff SET pin_hash = '' WHERE pin_hash LIKE 's2._%.%.%.%' AND pin_hash NOT LIKE 's2..%'",
  'DELETE FROM request_key',
  'DELETE FROM office_enrolment',
  'DELETE FROM target_setting',
  'DELETE FROM setup_draft',
  "DELETE FROM setting WHERE key IN ('secrets_check', 'sealed')",
];

/**
 * `despiteWaiting`: a person knows that the enrolment at the back office goes while records wait for it. They stay here, and go
 * there after a new enrolment. Throws `DatabaseRefusal` where they wait and nobody said so.
 */
export async function forgetSecrets(directory: string, say: Say, despiteWaiting = false): Promise<number> {
  const db = openDatabase(directory, sqlFunctions);
  try {
    const waiting = undeliveredLines(undeliveredIn(db).filter(({ target }) => target === 'office'));
    if (waiting.length > 0 && !despiteWaiting)
      throw new DatabaseRefusal(
        `Nothing was given up: ${waiting.join('; ')}, and the key of its enrolment would be forgotten. The records stay in ${directory} and go to the back office after a new enrolment; repeat the command with --despite-waiting.`,
      );
    for (const line of waiting) say(`waits: ${line}`);
    const changed = await db.write(() => FORGET.map(sql => db.prepare(sql).run().changes));
    const [terminals = 0, containers = 0, contracts = 0, people = 0] = changed;
    const key = join(directory, DIRECTORY_FILES.key);
    if (existsSync(key)) renameSync(key, `${key}.old`);
    say(
      `Given up: passwords of ${terminals} terminals, accounts of ${containers} containers and ${contracts} contracts, PINs of ${people} people. Set new PINs with "npm run setup", enter passwords and accounts again where they are needed, and enrol at the back office with a new code. Sales, receipts and day-ends are untouched.`,
    );
    return 0;
  } finally {
    await db.close();
  }
}
