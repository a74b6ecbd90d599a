/** Clients of the API: foreign cash registers. Everything is for use inside a job; of a secret there is a hash alone. */
import type { ClientRow } from '../store/accounts.ts';
import { timestamp } from '../world/clock.ts';
import { screenClientId } from '../world/demoIds.ts';
import { hashToken, newToken } from '../world/secrets.ts';
import { audited, type Change, type MasterData } from './masterData.ts';

export interface ClientFacts {
  readonly id: string;
  readonly scopes: readonly string[];
  /** As people read it; null: the id. */
  readonly name?: string | null;
  /** SDV_… of the till it stands for; null: the first one of the merchant. */
  readonly till?: string | null;
}

type Clients = Pick<MasterData, 'accounts' | 'audit' | 'now'>;

export const DEFAULT_SCOPES = ['smart', 'loyalty', 'payment', 'general'] as const;

const NEW = {
  ...{ rotates: 0, name: null, till: null, rotated_at: null, old_hash: null, old_until: null },
  ...{ revoked_at: null, revoke_reason: null, last_used: null },
} as const;

/** Our own screen signs in with it; nobody ever learns its secret. */
export function addScreenClient({ accounts }: Pick<Clients, 'accounts'>, merchant: string): void {
  const scope = [...DEFAULT_SCOPES, 'manage'].join(' ');
  const secret_hash = hashToken(newToken());
  accounts.putClient({ ...NEW, id: screenClientId, merchant, secret_hash, scope, rotates: 1, created: null });
}

const shown = ({ scope, name, till }: Pick<ClientRow, 'scope' | 'name' | 'till'>) => ({
  ...{ scopes: scope.split(' '), name, till },
});

export function addClient(data: Clients, change: Change, facts: ClientFacts, secretHash: string): void {
  const { merchant } = change;
  const { id, scopes, name = null, till = null } = facts;
  const created = timestamp(data.now());
  const row = { ...NEW, id, merchant, scope: scopes.join(' '), name, till, created, rotated_at: created };
  data.accounts.putClient({ ...row, secret_hash: secretHash });
  audited(data, change, { kind: 'client', subject: id, action: 'created', before: null, after: shown(row) });
}

/** `secretHash` null: the secret stays; another one takes its place at once. */
export function changeClient(
  data: Clients,
  change: Change,
  before: ClientRow,
  scopes: readonly string[],
  secretHash: string | null,
  { name = before.name, till = before.till }: Pick<ClientFacts, 'name' | 'till'> = {},
) {
  const after = { ...before, scope: scopes.join(' '), name, till };
  data.accounts.putClient(after);
  const entry = { kind: 'client', subject: before.id } as const;
  if (JSON.stringify(shown(before)) !== JSON.stringify(shown(after)))
    audited(data, change, { ...entry, action: 'changed', before: shown(before), after: shown(after) });
  if (secretHash !== null) rotateSecret(data, change, after, secretHash, 0);
}

/**
 * `overlap`: milliseconds for which the old secret is good beside the new one. 0 ends it at once, with every token that was given
 * to the client.
 */
export function rotateSecret(data: Clients, change: Change, client: ClientRow, hash: string, overlap: number): void {
  const now = data.now();
  const old_until = overlap > 0 ? timestamp(now + overlap) : null;
  const old_hash = overlap > 0 ? client.secret_hash : null;
  data.accounts.putClient({ ...client, secret_hash: hash, rotated_at: timestamp(now), old_hash, old_until });
  if (overlap === 0) data.accounts.endClient(client.id);
  const entry = { kind: 'client', subject: client.id, action: 'secretRotated' } as const;
  audited(data, change, { ...entry, before: null, after: { oldSecretUntil: old_until } });
}

/** For good: its secrets and tokens end at once, and its id is never given again. */
export function revokeClient(data: Clients, change: Change, client: ClientRow, reason: string): void {
  const ended = { old_hash: null, old_until: null, secret_hash: hashToken(newToken()) };
  data.accounts.putClient({ ...client, ...ended, revoked_at: timestamp(data.now()), revoke_reason: reason });
  data.accounts.endClient(client.id);
  const [before, after] = [{ state: 'active' }, { state: 'revoked' }];
  audited(data, change, { kind: 'client', subject: client.id, action: 'revoked', before, after, reason });
}
