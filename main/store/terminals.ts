/** Paired terminals on disk. */
import type { Connection } from '../../drivers/terminal.ts';
import type { SharedWith } from '../domain/terminalSharing.ts';
import type { Database } from './database.ts';
import type { Vault } from './vault.ts';

export interface PairedTerminal {
  /** SDV_… it stands for. */
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
  /** Who else takes money there; null: nobody has answered. */
  readonly sharedWith: SharedWith | null;
  /** The till says what became of the goods before a payment is final. */
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

interface Row {
  readonly device: string;
  readonly merchant: string;
  readonly protocol: string;
  readonly connection: string;
  readonly password: string | null;
  readonly currency: string | null;
  readonly profile: string | null;
  readonly options: string;
  readonly terminal_id: string | null;
  readonly software: string | null;
  readonly shared_with: SharedWith | null;
  readonly hand_over: number;
  readonly paired_at: number;
}

export function createTerminals(db: Database): TerminalStore {
  const all = db.prepare<Row>('SELECT * FROM paired_terminal ORDER BY paired_at, device');
  const find = db.prepare<Row>('SELECT * FROM paired_terminal WHERE device = ?');
  const save = db.prepare(`INSERT OR REPLACE INTO paired_terminal (device, merchant, protocol, connection, password,
    currency, profile, options, terminal_id, software, shared_with, hand_over, paired_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const remove = db.prepare('DELETE FROM paired_terminal WHERE device = ?');
  return {
    all: () => all.all().map(row => paired(row, db.vault)),
    find(device) {
      const row = find.get(device);
      return row ? paired(row, db.vault) : null;
    },
    save: one =>
      void save.run(
        one.device,
        one.merchant,
        one.protocol,
        JSON.stringify(one.connection),
        one.password === null ? null : db.vault.seal(one.password),
        one.currency,
        one.profile,
        JSON.stringify(one.options),
        one.terminalId,
        one.software,
        one.sharedWith,
        Number(one.handOver),
        one.pairedAt,
      ),
    remove: device => void remove.run(device),
  };
}

function paired(
  { connection, options, password, terminal_id, hand_over, shared_with, paired_at, ...row }: Row,
  vault: Vault,
): PairedTerminal {
  const parsed = { connection: JSON.parse(connection), options: JSON.parse(options) };
  const use = { sharedWith: shared_with, handOver: hand_over === 1 };
  return {
    ...row,
    password: password === null ? null : vault.open(password),
    ...parsed,
    ...use,
    terminalId: terminal_id,
    pairedAt: paired_at,
  };
}
