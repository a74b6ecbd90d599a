/** Tools beside the articles: the quantity before them, a price enquiry, empties, and the overview of the keys. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button, Hint, PlainButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useTexts } from '../../texts/context.tsx';

export function SaleTools() {
  const { entry } = useApp();
  const { t } = useTexts();
  const isEnquiring = useStore(entry, ({ enquiry }) => enquiry !== 'off');
  return (
    <div className="grid gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own */}
      <div role="group" aria-label={t('entry.tools')} className="-m-1 flex gap-2 overflow-x-auto p-1.5">
        <PlainButton hint="×" onPress={() => entry.open({ name: 'pad' })} className="shrink-0">
          {t('entry.quantity')}
        </PlainButton>
        <Button
          hint={t('entry.insertKey')}
          label={t('entry.enquiryLong')}
          pressed={isEnquiring}
          onPress={entry.enquire}
          className="shrink-0"
        >
          {t('entry.enquiry')}
        </Button>
        <PlainButton onPress={() => entry.open({ name: 'empties' })} className="shrink-0">
          {t('entry.empties')}
        </PlainButton>
        <PlainButton hint="F1" onPress={() => entry.open({ name: 'keys' })} className="shrink-0">
          {t('entry.keys')}
        </PlainButton>
      </div>
      <Pending />
    </div>
  );
}

/** Settings for the next article. */
function Pending() {
  const { entry } = useApp();
  const { t } = useTexts();
  const quantity = useStore(entry, state => state.quantity);
  const isEnquiring = useStore(entry, ({ enquiry }) => enquiry === 'waiting');
  if (quantity === null && !isEnquiring) return null;
  return (
    <div role="status" className="grid gap-2">
      {quantity !== null && (
        <p className="flex items-center gap-2 rounded-control border-2 border-action bg-sunken ps-3 text-lg font-semibold">
          <span className="figures flex-1">{t('entry.times', { quantity })}</span>
          <Button look="quiet" size="icon" icon="cross" label={t('entry.dropQuantity')} onPress={entry.dropQuantity} />
        </p>
      )}
      {isEnquiring && (
        <p className="flex items-center gap-2 rounded-control border-2 border-action bg-sunken px-3 py-2 font-medium">
          <Icon name="tag" />
          <span className="flex-1">{t('entry.enquiryOn')}</span>
          <Hint>{t('entry.insertKey')}</Hint>
        </p>
      )}
    </div>
  );
}
