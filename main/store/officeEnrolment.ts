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

export interface OfficeEnrolmentStore extends OfficeEnrolments {
  /** State and address alone, without opening a secret; null: never enrolled. */
  place(): Pick<OfficeEnrolment, 'address' | 'state'> | null;
  /** Called after the enrolment changed. */
  onChanged(listener: () => void): void;
}

type EnrolmentDatabase = Pick<Database, 'prepare' | 'vault' | 'afterCommit'>;

export function createOfficeEnrolments({ prepare, vault, afterCommit }: EnrolmentDatabase): OfficeEnrolmentStore {
  const read = prepare<Row>(
    'SELECT merchant, address, state, at, code, private_key, next_key, answer, before FROM office_enrolment',
  );
  const place = prepare<Pick<Row, 'address' | 'state'>>('SELECT address, state FROM office_enrolment');
  let changed = () => {};
  const keep = prepare(`INSERT OR REPLACE INTO office_enrolment 
      (id, merchant, address, state, at, code, private_key, next_key, answer, before)
    VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
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
      afterCommit(() => changed());
    },
    place: () => place.get() ?? null,
    onChanged(listener) {
      changed = listener;
    },
  };
}
