/** The votes that a source can cast: the command happened, did not happen, or the evidence contradicts itself. */
import type { OpenCase, Vote } from './evidence.ts';
import type { Texts } from './texts.ts';

/** No terminal is expected to close its day within this time after a command, ms. */
const NOT_CLOSED_WITHIN = 10 * 60_000;

/** An empty terminal before and after has done nothing, or has closed its day in between. A clock that went back says nothing. */
export function mayHaveClosedDay({ startedAt, askedAt }: OpenCase): boolean {
  const since = askedAt - startedAt;
  return since < 0 || since > NOT_CLOSED_WITHIN;
}

export const happened = (because: Texts): Vote => ({ says: 'happened', because });
export const didNotHappen = (because: Texts): Vote => ({ says: 'didNotHappen', because });
/** The terminal has reported that the command ended without a payment. */
export const endedWithout = (because: Texts): Vote => ({ says: 'didNotHappen', because, ended: true });
export const contradiction = (because: Texts): Vote => ({ says: 'contradiction', because });
