/** Actions of the till that stand on a tile and in the sheet "More". */

import type { TileAction } from '../../../main/wire/tiles.ts';
import type { App } from '../../app/app.ts';
import type { IconName } from '../../parts/Icon.tsx';
import type { TextKey } from '../../texts/de.ts';
import type { basketTexts } from '../../texts/pages/basket.ts';

interface SaleAction {
  readonly icon: IconName;
  readonly text: TextKey | keyof typeof basketTexts;
  readonly begin: (app: Pick<App, 'basket' | 'entry' | 'checkout' | 'managerPage'>) => void;
}

export const ACTIONS: Readonly<Record<TileAction, SaleAction>> = {
  discount: {
    icon: 'tag',
    text: 'basket.discountLong',
    // Without an article there is nothing to take a discount off.
    begin: ({ basket, entry }) => basket.getState().lines.length > 0 && entry.open({ name: 'adjust', line: null }),
  },
  customer: { icon: 'heart', text: 'card.moreLong', begin: ({ checkout }) => checkout.openCustomer() },
  empties: { icon: 'empties', text: 'entry.empties', begin: ({ entry }) => entry.open({ name: 'empties' }) },
  enquiry: { icon: 'question', text: 'entry.enquiryLong', begin: ({ entry }) => entry.enquire() },
  returns: { icon: 'undo', text: 'basket.returned', begin: ({ managerPage }) => managerPage.go('sales') },
};
