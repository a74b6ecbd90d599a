/** Entries of the audit log about terminals: what a terminal is called, who pays there, and where and how it is reached. */
import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '../../wire/audit.ts';
import { noteAudit } from '../../world/requestContext.ts';
import type { TerminalSetup } from './terminalSetup.ts';
import { tillsOf } from './tillAssignment.ts';

type Place = { readonly merchant: string; readonly device: string };

/** Null for a terminal that is not paired. The password of the terminal is a secret and stands in no entry. */
function factsOf({ store, devices }: TerminalSetup, { merchant, device }: Place): object | null {
  const row = store.find(device);
  const place = devices.find(merchant, device);
  if (!row && !place) return null;
  const tills = tillsOf(devices, merchant, device).map(({ description, id }) => description || id);
  const named = { description: place?.description ?? '', tills };
  if (!row) return named;
  const { protocol, connection, currency, profile, options, sharedWith, handOver, terminalId } = row;
  return { ...named, protocol, connection, currency, profile, options, sharedWith, handOver, terminalId };
}

/** Inside a job: runs `change`, and says who changed what. */
export function auditedTerminal(terminals: TerminalSetup, place: Place, change: () => void): void {
  const wasPaired = terminals.store.find(place.device) !== null;
  const before = factsOf(terminals, place);
  change();
  const isPaired = terminals.store.find(place.device) !== null;
  const after = factsOf(terminals, place);
  const action: AuditAction = wasPaired === isPaired ? 'changed' : isPaired ? 'created' : 'removed';
  if (action === 'changed' && isDeepStrictEqual(before, after)) return;
  const entry = { kind: 'terminal', subject: place.device, action } as const;
  noteAudit({ ...entry, before: action === 'created' ? null : before, after: action === 'removed' ? null : after });
}
