/** Entries of the audit log about devices and routings of the API: their documents before and after, without what changes by itself. */
import { isDeepStrictEqual } from 'node:util';
import type { AuditKind } from '../../wire/audit.ts';
import { noteAudit } from '../../world/requestContext.ts';

type Documented = { readonly id: string };

const BY_ITSELF: ReadonlySet<string> = new Set([
  ...['object', 'id', 'merchant', 'created', 'updated', 'online', 'status', 'user_pin', 'routing'],
]);

/** Inside a job. Null: nothing stands there. Members without a value are left out. */
export function noteDocument(
  kind: Extract<AuditKind, 'device' | 'routing'>,
  before: Documented | null,
  after: Documented | null,
): void {
  const [was, is] = [before && factsOf(before), after && factsOf(after)];
  const subject = (after ?? before)?.id;
  if (subject === undefined || isDeepStrictEqual(was, is)) return;
  noteAudit({
    kind,
    subject,
    action: was === null ? 'created' : is === null ? 'removed' : 'changed',
    before: was,
    after: is,
  });
}

/** The facts of a document; a reference keeps its id alone. */
const factsOf = (document: object): object =>
  Object.fromEntries(
    Object.entries(document)
      .filter(([name, value]) => !BY_ITSELF.has(name) && value !== null && value !== '')
      .map(([name, value]) => [name, plainOf(value)]),
  );

function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}
