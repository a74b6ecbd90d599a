/** The audit log of master data: who changed what, when, and from what to what. */
import type { AuditAction, AuditKind } from '../wire/audit.ts';
import type { Principal } from './people.ts';

/** A person, an API client, the set-up, or the upstream service. */
export interface AuditActor {
  /** USR_…; null: no person was signed in. */
  readonly person: string | null;
  /** Name for a reader: of the person, or of the client. */
  readonly name: string;
  /** SDV_… of the till; null where none acted. */
  readonly till: string | null;
}

export interface AuditChange {
  readonly kind: AuditKind;
  /** Id or number of what was changed. */
  readonly subject: string;
  readonly action: AuditAction;
  /** State before and after the change; null: nothing. PINs, secrets and card data never stand in them. */
  readonly before: object | null;
  readonly after: object | null;
  /** The reason of the person, where the change asks for one. */
  readonly reason?: string;
}

export interface AuditLog {
  /** Inside the job of the change: the entry is part of its commit. */
  append(merchant: string, actor: AuditActor, change: AuditChange): void;
}

/** The actor behind a request. */
export const actorOf = ({ client, staff, ownTill }: Principal): AuditActor => ({
  person: staff?.id ?? null,
  name: staff?.name ?? client,
  till: ownTill,
});
