/** Texts of a running and a failed payment by card, and of a terminal that takes no cards; loaded with them. */

import { addTexts } from '../context.tsx';
import { de } from './de.ts';
import { en } from './en.ts';

export const usePaymentTexts = addTexts({ de, en });
export type PaymentTexts = ReturnType<typeof usePaymentTexts>;
