/**
 * Rights of the back office: each operation has one row, and an operation without a row stops the start (admission.ts). The stores that a person
 * sees are bound in every statement; this table says who gets as far as that.
 */
import type { OfficeRole } from '../people/principal.ts';

/** `till` signs its requests with an enrolled key; people have a session. */
export type OfficeCaller = OfficeRole | 'till';

export interface Right {
  /** Null: whoever comes; what the operation then asks for, a code or a password, it checks by itself. */
  readonly callers: readonly OfficeCaller[] | null;
  /** The entry of the audit log for a call that succeeded; null: no entry. */
  readonly audited: string | null;
  /** Allowed to a session that is good for setting up a second factor alone, too. */
  readonly whileLimited?: boolean;
}

const right = (callers: Right['callers'], audited: string | null = null): Right => ({ callers, audited });

const whileLimited = (row: Right): Right => ({ ...row, whileLimited: true });

const everybody = ['chain', 'store', 'readonly'] as const;
/** People who run a shop. */
const lead = ['chain', 'store'] as const;
const chain = ['chain'] as const;
const till = ['till'] as const;

export const rights: Readonly<Record<string, Right>> = {
  'POST /office/v1/enrolments': right(null, 'bridgeEnrolled'),
  'POST /office/v1/keys': right(till, 'bridgeKeyMade'),
  'POST /office/v1/heartbeats': right(till),
  'POST /office/v1/batches': right(till),

  'GET /office/v1/sign-in': right(null),
  'POST /office/v1/token': right(null, 'signIn'),
  'DELETE /office/v1/token': right(null),
  'GET /office/v1/open-id': right(null),
  'GET /office/v1/open-id/callback': right(null, 'signIn'),

  'GET /office/v1/me': right(everybody),
  'PATCH /office/v1/me': right(everybody, 'selfChanged'),
  'POST /office/v1/me/password': right(everybody, 'passwordChanged'),
  'GET /office/v1/me/sessions': right(everybody),
  'POST /office/v1/me/sessions/end': right(everybody, 'sessionsEnded'),

  'GET /office/v1/me/second-factor': whileLimited(right(everybody)),
  'POST /office/v1/me/second-factor/begin': whileLimited(right(everybody)),
  'POST /office/v1/me/second-factor/confirm': whileLimited(right(everybody, 'secondFactorSet')),
  'POST /office/v1/me/second-factor/recovery-codes': right(everybody, 'recoveryCodesMade'),
  'POST /office/v1/me/second-factor/end': right(everybody, 'secondFactorEnded'),

  'GET /office/v1/people': right(chain),
  'POST /office/v1/people': right(chain, 'personAdded'),
  'PATCH /office/v1/people/:id': right(chain, 'personChanged'),
  'POST /office/v1/people/:id/password': right(chain, 'passwordSet'),
  'POST /office/v1/people/:id/second-factor/reset': right(chain, 'secondFactorReset'),
  'GET /office/v1/audit': right(chain),
  'GET /office/v1/audit/check': right(chain),

  'PATCH /office/v1/merchant': right(chain, 'merchantChanged'),
  'PATCH /office/v1/stores/:id': right(chain, 'storeChanged'),
  'GET /office/v1/targets': right(everybody, 'targetsExported'),
  'PUT /office/v1/targets': right(chain, 'targetsChanged'),
  'POST /office/v1/codes': right(lead, 'codeMade'),
  'POST /office/v1/bridges/:id/revoke': right(lead, 'bridgeRevoked'),

  'GET /office/v1/sales': right(everybody),
  'GET /office/v1/sales/:id': right(everybody, 'receiptRead'),
  'GET /office/v1/sales/:id/documents': right(everybody, 'documentsRead'),
  'GET /office/v1/closings/:id': right(everybody),
  'GET /office/v1/stores': right(everybody),
  'GET /office/v1/tills': right(everybody),
  'GET /office/v1/bridges': right(everybody),
  'GET /office/v1/gaps': right(everybody),
  'GET /office/v1/refused': right(everybody),
  'GET /office/v1/waiting': right(everybody),
  'GET /office/v1/set-aside': right(everybody),
  'POST /office/v1/records/:id/set-aside': right(lead, 'recordsSetAside'),
  'POST /office/v1/records/:id/take-back': right(lead, 'recordsTakenBack'),

  'GET /office/v1/reports': right(everybody),
  // A report or the targets at the screen are not audited; their files are.
  'GET /office/v1/reports/:name': right(everybody, 'reportExported'),
  'GET /office/v1/views': right(everybody),
  'POST /office/v1/views': right(everybody, 'viewKept'),
  'PUT /office/v1/views/:id/mail': right(everybody, 'viewMailChanged'),
  'DELETE /office/v1/views/:id': right(everybody, 'viewRemoved'),
  'GET /office/v1/exports/sales.csv': right(everybody, 'exported'),
  'GET /office/v1/exports/documents.jsonl': right(everybody, 'exported'),
  'GET /office/v1/exports/dsfinvk.zip': right(everybody, 'exported'),
  'GET /office/v1/exports/datev.csv': right(everybody, 'exported'),

  'POST /office/v1/bank/preview': right(lead),
  'GET /office/v1/bank/files': right(everybody),
  'POST /office/v1/bank/files': right(lead, 'bankFileImported'),
};
