/** The reports of a witness: the command happened, did not happen, or the evidence contradicts itself. */
import type { WitnessReport } from './evidence.ts';
import type { Texts } from './texts.ts';

export const happened = (because: Texts): WitnessReport => ({ says: 'happened', because });
export const didNotHappen = (because: Texts): WitnessReport => ({ says: 'didNotHappen', because });
/** The terminal has reported that the command ended without a payment. */
export const endedWithout = (because: Texts): WitnessReport => ({ says: 'didNotHappen', because, ended: true });
export const contradiction = (because: Texts): WitnessReport => ({ says: 'contradiction', because });
