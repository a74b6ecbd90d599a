/** Everything that a cashier wants less often than an article or a tender: one row each, with its key. */

import { useStore } from 'zustand';
import type { TileAction } from '../../../main/wire/tiles.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import type { IconName } from '../../parts/Icon.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useBasketTexts } from '../../texts/pages/basket.ts';
import { ACTIONS } from './saleActions.ts';

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
  const { entry, edit } = app;
  const { t } = useBasketTexts();
  const { lines, card, undo } = useStore(app.basket);
  const action = (name: TileAction): Row => {
    const { icon, text, begin } = ACTIONS[name];
    return { icon, text: t(text), does: () => begin(app) };
  };
  const isClearable = lines.length > 0 || card !== null;
  const rows: readonly Row[] = [
    {
      icon: 'undo',
      text: t('basket.undoStep'),
      hint: t('keys.backspace'),
      does: () => edit(basket => basket.undo()),
      shown: undo !== null,
    },
    { ...action('discount'), shown: lines.length > 0 },
    { ...action('customer'), hint: 'F10' },
    { icon: 'cross', text: t('card.remove'), does: () => edit(basket => basket.dropCard()), shown: card !== null },
    { icon: 'basket', text: t('keys.park'), hint: t('entry.endKey'), does: () => entry.open({ name: 'parked' }) },
    action('empties'),
    { ...action('enquiry'), hint: t('entry.insertKey') },
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
