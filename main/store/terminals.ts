/** Paired terminals on disk. */
import type { Connection } from '../../drivers/index.ts';
import type { SharedWith } from '../domain/terminalSharing.ts';
import { columnsOf, flag, json, type StoredRow } from './columns.ts';
import type { Database } from './database.ts';

export interface PairedTerminal {
  /** SDV_… of the terminal. */
  readonly device: string;
  readonly merchant: string;
  readonly protocol: string;
  readonly connection: Connection;
  readonly password: string | null;
  readonly currency: string | null;
  readonly profile: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly terminalId: string | null;
  readonly software: string | null;
  /** The other tills that take money there; null while nobody has answered the question. */
  readonly sharedWith: SharedWith | null;
  /** The till reports whether the goods were handed over before a payment is final. */
  readonly handOver: boolean;
  /** Milliseconds since 1970. */
  readonly pairedAt: number;
}

export interface TerminalStore {
  all(): readonly PairedTerminal[];
  find(device: string): PairedTerminal | null;
  // The rest is for use inside `write`.
  save(terminal: PairedTerminal): void;
  remove(device: string): void;
}

const columns = columnsOf<PairedTerminal>({
  device: 'device',
  merchant: 'merchant',
  protocol: 'protocol',
  connection: json('connection'),
  password: 'password',
  currency: 'currency',
  profile: 'profile',
  options: json('options'),
  terminalId: 'terminal_id',
  software: 'software',
  sharedWith: 'shared_with',
  handOver: flag('hand_over'),
  pairedAt: 'paired_at',
});

type Row = StoredRow<PairedTerminal>;

/** Passwords lie sealed in the database. */
export function createTerminals({ prepare, vault }: Pick<Database, 'prepare' | 'vault'>): TerminalStore {
  const all = prepare<Row>(`SELECT ${columns.select()} FROM paired_terminal ORDER BY paired_at, device`);
  const find = prepare<Row>(`SELECT ${columns.select()} FROM paired_terminal WHERE device = ?`);
  const save = prepare(columns.insert('paired_terminal').replace('INSERT', 'INSERT OR REPLACE'));
  const remove = prepare('DELETE FROM paired_terminal WHERE device = ?');

  function opened(row: Row): PairedTerminal {
    const terminal = columns.read(row);
    return terminal.password === null ? terminal : { ...terminal, password: vault.open(terminal.password) };
  }

  return {
    all: () => all.all().map(opened),
    find(device) {
      const row = find.get(device);
      return row ? opened(row) : null;
    },
    save({ password, ...terminal }) {
      const sealed = password === null ? null : vault.seal(password);
      save.run(...columns.values({ ...terminal, password: sealed }));
    },
    remove: device => void remove.run(device),
  };
}
