/** Which features of a terminal the API tells: those that something of this bridge asks for. */
import type { Feature, PaymentTerminal } from '../../../drivers/terminal.ts';

/** A sale is paid whole: without cash on top, and never with a part of the goods. */
const UNUSED: ReadonlySet<Feature> = new Set<Feature>(['cashback', 'partlyHandOver']);

/** What the terminal can do and this bridge can ask of it. */
export const offeredFeatures = ({ features }: PaymentTerminal): Feature[] =>
  [...features].filter(one => !UNUSED.has(one));
