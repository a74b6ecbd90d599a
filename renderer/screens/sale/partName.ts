/** Name of a part of a sale: its tender, and the card or voucher. */

import type { SalePart } from '../../../main/wire/transactions.ts';
import type { useTexts } from '../../texts/context.tsx';
import { methodKey } from '../../texts/method.ts';

export function partName({ method, text, card }: SalePart, t: ReturnType<typeof useTexts>['t']): string {
  const detail = text ?? [card?.cardtype, card?.last_four && `**** ${card.last_four}`].filter(Boolean).join(' ');
  return [t(methodKey(method)), detail].filter(Boolean).join(' ');
}
