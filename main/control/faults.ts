/** Faults that integrators rehearse with: which request they meet, and what becomes of it. Pure but for the counting. */

export interface RehearsedFault {
  readonly id: string;
  /** Method and path with `*` for anything, for example `POST /api/v2/Smart/Transactions/*`. */
  readonly operation: string;
  /** The client that it meets; null: all. */
  readonly client: string | null;
  readonly effect: Effect;
  /** How often it happens before all is normal again; null: until it is removed. */
  readonly times: number | null;
}

/** `before`: nothing is done. `after`: all is done, and only the answer is lost. */
export type Cut = 'before' | 'after';

export interface Effect {
  /** Pause before the request is handled: fixed, or from … to by chance, ms. */
  readonly latency?: { readonly from: number; readonly to: number; readonly seed: number };
  /** HTTP status it is answered with instead of being handled. */
  readonly status?: number;
  readonly cut?: Cut;
}

export interface Faults {
  list(): readonly RehearsedFault[];
  add(fault: RehearsedFault): void;
  remove(id: string): boolean;
  clear(): void;
  /** The effect on this request; counts one time for every fault that applies. */
  meet(method: string, path: string, client: string | null): FaultEffect;
}

export interface FaultEffect {
  readonly delay: number;
  readonly status: number | null;
  readonly cut: Cut | null;
}

export const NOTHING: FaultEffect = { delay: 0, status: null, cut: null };

export function createFaults(): Faults {
  let faults: readonly RehearsedFault[] = [];
  const met = new Map<string, number>();

  return {
    list: () => faults.map(fault => ({ ...fault, times: left(fault) })),
    add(fault) {
      faults = [...faults, fault];
    },
    remove(id) {
      const known = faults.some(fault => fault.id === id);
      faults = faults.filter(fault => fault.id !== id);
      met.delete(id);
      return known;
    },
    clear() {
      faults = [];
      met.clear();
    },
    meet(method, path, client) {
      const applying = faults.filter(fault => applies(fault, method, path, client) && left(fault) !== 0);
      return applying.map(happens).reduce(together, NOTHING);
    },
  };

  function left({ id, times }: RehearsedFault): number | null {
    return times === null ? null : Math.max(0, times - (met.get(id) ?? 0));
  }

  function happens({ id, effect }: RehearsedFault): FaultEffect {
    const count = met.get(id) ?? 0;
    met.set(id, count + 1);
    const { latency, status = null, cut = null } = effect;
    return { delay: latency ? pause(latency, count) : 0, status, cut };
  }
}

const together = (a: FaultEffect, b: FaultEffect): FaultEffect => ({
  delay: a.delay + b.delay,
  status: a.status ?? b.status,
  cut: a.cut ?? b.cut,
});

const applies = (fault: RehearsedFault, method: string, path: string, client: string | null): boolean =>
  (fault.client === null || fault.client === client) && meets(fault.operation, `${method} ${path}`);

/** Without regard to case, or to a slash at the end of the request. */
function meets(operation: string, request: string): boolean {
  const [pattern, text] = [operation.toLowerCase(), request.toLowerCase()];
  return fits(pattern, text) || (text.endsWith('/') && fits(pattern, text.slice(0, -1)));
}

/** Every part is looked for once, from left to right: a regular expression with many stars could take for ever. */
function fits(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === first;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.startsWith(first) && text.endsWith(last) && text.length - last.length >= at;
}

/** The same seed gives the same row of pauses (xorshift, 32 bits). */
function pause({ from, to, seed }: NonNullable<Effect['latency']>, count: number): number {
  let state = (seed + 1) * 2_654_435_761 + count * 40_503;
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return Math.round(from + ((state >>> 0) / 2 ** 32) * (to - from));
}

/** `latency=500`, `status=500`, `cut=after`, several joined by commas: the header of a single request. Null when it cannot be read. */
export function effectOf(header: string): FaultEffect | null {
  const parts = header.split(',').map(part => HEADER.exec(part.trim())?.groups);
  if (parts.some(groups => groups === undefined)) return null;
  return parts.map(groups => partOf(groups ?? {})).reduce(together, NOTHING);
}

const HEADER = /^(?:latency=(?<latency>\d{1,6})|status=(?<status>[45]\d\d)|cut=(?<cut>before|after))$/;

const partOf = ({ latency, status, cut }: Readonly<Record<string, string | undefined>>): FaultEffect => ({
  delay: Number(latency ?? 0),
  status: status === undefined ? null : Number(status),
  cut: (cut as Cut | undefined) ?? null,
});
