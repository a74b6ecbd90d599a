/** Holds what a test did over HTTP against the rights table: an operation that is not marked as audited leaves no entry of the audit log. */
import { type OperationRight, operationRights } from '../services/auth/rights.ts';

interface Call {
  readonly right: OperationRight;
  readonly supportId: string;
}

/** The rows with fewer placeholders first: `…/cards/merge` is no `…/cards/{id}`. */
const rows = operationRights
  .filter(({ operation }) => !operation.startsWith('GET '))
  .map(right => ({ right, words: right.operation.split(/\{[^}]+\}/) }))
  .sort((one, other) => one.words.length - other.words.length)
  .map(({ right, words }) => ({ right, pattern: new RegExp(`^${words.join('[^/]+')}$`, 'i') }));

/** The row of an address as it is called; undefined for reads and for what has no row. */
export const calledRight = (method: string, address: string): OperationRight | undefined =>
  rows.find(({ pattern }) => pattern.test(`${method} ${address.split('?')[0]}`))?.right;

/** Bridges that an operation left without an entry: most tests sign in, and to look for its entry each time costs more than that. */
const without = new Map<string, number>();
const ENOUGH = 20;

/** The answered changes of one bridge. */
export class AuditCheck {
  readonly #calls: Call[] = [];

  note(method: string, address: string, { ok, headers }: Pick<Response, 'ok' | 'headers'>): void {
    const right = method !== 'GET' && ok ? calledRight(method, address) : undefined;
    const supportId = headers.get('x-support-id');
    if (!right || right.audited || !supportId || (without.get(right.operation) ?? 0) >= ENOUGH) return;
    this.#calls.push({ right, supportId });
  }

  /** Operations without the mark that left an entry. `read` gives the entries as they are stored, and is asked only where needed. */
  faults(read: () => readonly string[]): readonly string[] {
    if (this.#calls.length === 0) return [];
    const written = new Set(read().map(text => (JSON.parse(text) as { supportId: string | null }).supportId));
    const called = new Set(this.#calls.map(({ right }) => right.operation));
    for (const operation of called) without.set(operation, (without.get(operation) ?? 0) + 1);
    return this.#calls.filter(({ supportId }) => written.has(supportId)).map(({ right }) => right.operation);
  }
}
