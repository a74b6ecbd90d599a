/** Faults of a form about people and clients, all of them in one refusal. */
import type { Texts } from '../domain/texts.ts';
import type { FieldFault } from '../masterData/people.ts';
import { BridgeError } from '../world/errors.ts';

/** Throws `accountFaults` with all of them, the first one in words. */
export function refuseFaults(faults: readonly (FieldFault | null)[]): void {
  const found = faults.filter(fault => fault !== null);
  const [first] = found;
  if (first) throw new BridgeError('accountFaults', `${first.path}: ${first.texts.en}`, { extra: { faults: found } });
}

export const fieldFault = (path: string, texts: Texts | null): FieldFault | null => (texts ? { path, texts } : null);
