/** What a witness of a verdict may say. */
import type { Testimony } from './verdict.ts';
import type { Texts } from './verdictTexts.ts';

export const happened = (because: Texts): Testimony => ({ says: 'happened', because });
export const didNotHappen = (because: Texts): Testimony => ({ says: 'didNotHappen', because });
export const contradiction = (because: Texts): Testimony => ({ says: 'contradiction', because });
