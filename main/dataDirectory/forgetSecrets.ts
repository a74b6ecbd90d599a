/**
 * The key of the secrets is lost for good: what it protects is given up, so that the shop can go on with a new key.
 * Terminals keep everything but their password, containers and contracts everything but the account, people everything but
 * their PIN.
 */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sqlFunctions } from '../services/query/comparable.ts';
import { openDatabase } from '../store/database.ts';
import { DIRECTORY_FILES } from '../store/directoryFiles.ts';

type Say = (line: string) => void;

/** Nothing that was sealed can be opened without its key, so it is the same as gone. */
const FORGET = [
  'UPDATE paired_terminal SET password = NULL',
  "UPDATE payment_container SET inner = json_set(inner, '$.account', NULL) WHERE inner LIKE '%\"iban\":\"sealed1.%'",
  "UPDATE general_contract SET inner = json_set(inner, '$.account', NULL) WHERE inner LIKE '%\"iban\":\"sealed1.%'",
  "UPDATE staff SET pin_hash = '' WHERE pin_hash LIKE 's2._%.%.%.%' AND pin_hash NOT LIKE 's2..%'",
  'DELETE FROM request_key',
  'DELETE FROM office_enrolment',
  "DELETE FROM setting WHERE key IN ('secrets_check', 'sealed')",
];

export async function forgetSecrets(directory: string, say: Say): Promise<number> {
  const db = openDatabase(directory, sqlFunctions);
  try {
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
