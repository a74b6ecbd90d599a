/** The number under which a command goes to the terminal, where the protocol takes one from the till and repeats it. */
import type { IntentRow } from '../../world/sales.ts';

const MOST = 99_999_999;

/**
 * 1 to 8 digits. It follows from the id of the intent, so that a till that was killed right behind the command still knows the name
 * under which the terminal keeps it.
 */
export const commandReference = (id: string): string => String((Number.parseInt(id.slice(0, 12), 16) % MOST) + 1);

/** What the driver reported counts: an older version of the bridge chose the number there. */
export const referenceOf = ({ id, facts }: Pick<IntentRow, 'id' | 'facts'>): string =>
  facts?.reference ?? commandReference(id);
