/** Clients of the API: foreign cash registers. Everything is for use inside a job; of a secret there is a hash alone. */
import type { ClientRow } from '../store/accounts.ts';
import { screenClientId } from '../world/demoIds.ts';
import { hashToken, newToken } from '../world/secrets.ts';
import { audited, type Change, type MasterData } from './masterData.ts';

export interface ClientFacts {
  readonly id: string;
  readonly scopes: readonly string[];
}

export const DEFAULT_SCOPES = ['smart', 'loyalty', 'payment', 'general'] as const;

/** Our own screen signs in with it; nobody ever learns its secret. */
export function addScreenClient({ accounts }: MasterData, merchant: string): void {
  const scope = [...DEFAULT_SCOPES, 'manage'].join(' ');
  accounts.putClient({ id: screenClientId, merchant, secret_hash: hashToken(newToken()), scope, rotates: 1 });
}

export function addClient(data: MasterData, change: Change, { id, scopes }: ClientFacts, secretHash: string): void {
  const { merchant } = change;
  data.accounts.putClient({ id, merchant, secret_hash: secretHash, scope: scopes.join(' '), rotates: 0 });
  audited(data, change, { kind: 'client', subject: id, action: 'created', before: null, after: { scopes } });
}

/** `secretHash` null: the secret stays. */
export function changeClient(
  data: MasterData,
  change: Change,
  before: ClientRow,
  scopes: readonly string[],
  secretHash: string | null,
) {
  const scope = scopes.join(' ');
  data.accounts.putClient({ ...before, scope, secret_hash: secretHash ?? before.secret_hash });
  const entry = { kind: 'client', subject: before.id } as const;
  if (scope !== before.scope)
    audited(data, change, {
      ...entry,
      action: 'changed',
      before: { scopes: before.scope.split(' ') },
      after: { scopes },
    });
  if (secretHash !== null) audited(data, change, { ...entry, action: 'secretRotated', before: null, after: null });
}
