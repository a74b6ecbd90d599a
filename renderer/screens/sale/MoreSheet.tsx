/** Everything that a cashier wants less often than an article or a tender: one row each, with its key. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import type { IconName } from '../../parts/Icon.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useBasketTexts } from '../../texts/pages/basket.ts';

interface Row {
  readonly icon: IconName;
  readonly text: string;
  readonly hint?: string;
  readonly does: () => void;
  /** False: the row has nothing to do now, and is left out. */
  readonly shown?: boolean;
}

export function MoreSheet() {
  const app = useApp();
  const { entry, checkout, edit } = app;
  const { t } = useBasketTexts();
  const { lines, card, undo } = useStore(app.basket);
  const isClearable = lines.length > 0 || card !== null;
  const rows: readonly Row[] = [
    {
      icon: 'undo',
      text: t('basket.undoStep'),
      hint: t('keys.backspace'),
      does: () => edit(basket => basket.undo()),
      shown: undo !== null,
    },
    {
      icon: 'tag',
      text: t('basket.discountLong'),
      does: () => entry.open({ name: 'adjust', line: null }),
      shown: lines.length > 0,
    },
    { icon: 'heart', text: t('card.moreLong'), hint: 'F10', does: () => checkout.openCustomer() },
    { icon: 'cross', text: t('card.remove'), does: () => edit(basket => basket.dropCard()), shown: card !== null },
    { icon: 'empties', text: t('entry.empties'), does: () => entry.open({ name: 'empties' }) },
    { icon: 'question', text: t('entry.enquiryLong'), hint: t('entry.insertKey'), does: entry.enquire },
    { icon: 'keys', text: t('entry.keys'), does: () => entry.open({ name: 'keys' }) },
    { icon: 'trash', text: t('basket.clearLong'), does: () => edit(basket => basket.clear()), shown: isClearable },
  ];
  return (
    <Sheet manual="sell" title={t('more.title')} closeLabel={t('common.close')} onClose={entry.close} place="ticket">
      <ul className="grid gap-2">
        {rows
          .filter(({ shown = true }) => shown)
          .map(({ icon, text, hint, does }) => (
            <li key={text}>
              <Button
                look="quiet"
                size="row"
                icon={icon}
                hint={hint}
                onPress={() => {
                  // Closes first: the row may open a dialog in this place.
                  entry.close();
                  does();
                }}
              >
                <span className="flex-1 text-start">{text}</span>
              </Button>
            </li>
          ))}
      </ul>
    </Sheet>
  );
}
