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
  ...{ rotates: false, name: null, till: null, rotatedAt: null, oldHash: null, oldUntil: null },
  ...{ revokedAt: null, revokeReason: null, lastUsed: null },
} as const;

/** Our own screen signs in with it; nobody ever learns its secret. */
export function addScreenClient({ accounts }: Pick<Clients, 'accounts'>, merchant: string): void {
  const scope = [...DEFAULT_SCOPES, 'manage'].join(' ');
  const secretHash = hashToken(newToken());
  accounts.putClient({ ...NEW, id: screenClientId, merchant, secretHash, scope, rotates: true, created: null });
}

const shown = ({ scope, name, till }: Pick<ClientRow, 'scope' | 'name' | 'till'>) => ({
  ...{ scopes: scope.split(' '), name, till },
});

export function addClient(data: Clients, change: Change, facts: ClientFacts, secretHash: string): void {
  const { merchant } = change;
  const { id, scopes, name = null, till = null } = facts;
  const created = timestamp(data.now());
  const row = { ...NEW, id, merchant, scope: scopes.join(' '), name, till, created, rotatedAt: created };
  data.accounts.putClient({ ...row, secretHash });
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
  const oldUntil = overlap > 0 ? timestamp(now + overlap) : null;
  const oldHash = overlap > 0 ? client.secretHash : null;
  data.accounts.putClient({ ...client, secretHash: hash, rotatedAt: timestamp(now), oldHash, oldUntil });
  if (overlap === 0) data.accounts.endClient(client.id);
  const entry = { kind: 'client', subject: client.id, action: 'secretRotated' } as const;
  audited(data, change, { ...entry, before: null, after: { oldSecretUntil: oldUntil } });
}

/** For good: its secrets and tokens end at once, and its id is never given again. */
export function revokeClient(data: Clients, change: Change, client: ClientRow, reason: string): void {
  const ended = { oldHash: null, oldUntil: null, secretHash: hashToken(newToken()) };
  data.accounts.putClient({ ...client, ...ended, revokedAt: timestamp(data.now()), revokeReason: reason });
  data.accounts.endClient(client.id);
  const [before, after] = [{ state: 'active' }, { state: 'revoked' }];
  audited(data, change, { kind: 'client', subject: client.id, action: 'revoked', before, after, reason });
}
