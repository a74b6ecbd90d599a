/** The enrolment at the back office, with sealed keys: a copy of the database alone cannot sign for this bridge. */
import type { OfficeEnrolment, OfficeEnrolments } from '../world/officeLink.ts';
import type { Database } from './database.ts';

interface Row {
  readonly merchant: string;
  readonly address: string;
  readonly state: OfficeEnrolment['state'];
  readonly at: number;
  readonly code: string | null;
  readonly private_key: string | null;
  readonly next_key: string | null;
  readonly answer: string | null;
  readonly before: string | null;
}

export function createOfficeEnrolments({ prepare, vault }: Pick<Database, 'prepare' | 'vault'>): OfficeEnrolments {
  const read = prepare<Row>('SELECT * FROM office_enrolment');
  const keep = prepare('INSERT OR REPLACE INTO office_enrolment VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const seal = (text: string | null) => text && vault.seal(text);
  const open = (text: string | null) => text && vault.open(text);
  return {
    read() {
      const row = read.get();
      if (!row) return null;
      const { merchant, address, state, at } = row;
      const before = open(row.before);
      return {
        ...{ merchant, address, state, at },
        code: open(row.code),
        privateKey: open(row.private_key),
        nextKey: open(row.next_key),
        answer: row.answer === null ? null : JSON.parse(row.answer),
        before: before === null ? null : JSON.parse(before),
      };
    },
    keep({ merchant, address, state, at, code, privateKey, nextKey, answer, before }) {
      const sealed = [seal(code), seal(privateKey), seal(nextKey)] as const;
      const known = [answer && JSON.stringify(answer), seal(before && JSON.stringify(before))] as const;
      keep.run(merchant, address, state, at, ...sealed, ...known);
    },
  };
}
