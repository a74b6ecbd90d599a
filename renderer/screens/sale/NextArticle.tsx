/** The settings for the next article: its quantity, or the enquiry of its price. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button, Hint } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useBasketTexts } from '../../texts/pages/basket.ts';

export default function NextArticle() {
  const { entry } = useApp();
  const { t } = useBasketTexts();
  const quantity = useStore(entry, state => state.quantity);
  const isEnquiring = useStore(entry, ({ enquiry }) => enquiry === 'waiting');
  if (quantity === null && !isEnquiring) return null;
  return (
    <div role="status" className="grid gap-2">
      {quantity !== null && (
        <p className={`${LOOK} ps-4`}>
          <span className="figures flex-1">{t('entry.times', { quantity })}</span>
          <Button look="quiet" size="icon" icon="cross" label={t('entry.dropQuantity')} onPress={entry.dropQuantity} />
        </p>
      )}
      {isEnquiring && (
        <p className={`${LOOK} px-4`}>
          <Icon name="question" />
          <span className="flex-1">{t('entry.enquiryOn')}</span>
          <Hint>{t('entry.insertKey')}</Hint>
          <Button look="quiet" size="icon" icon="cross" label={t('entry.enquiryEnd')} onPress={entry.enquire} />
        </p>
      )}
    </div>
  );
}

const LOOK = 'flex items-center gap-2 rounded-control bg-action-tint text-lg font-semibold text-action-ink';
