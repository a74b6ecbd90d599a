/** The keys of the sale, and the switch for those that are single characters. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useBasketTexts } from '../../texts/pages/basket.ts';

export function KeysSheet() {
  const { entry, settings } = useApp();
  const { t } = useBasketTexts();
  const singleKeys = useStore(settings, state => state.singleKeys);
  const keys: readonly (readonly [key: string, does: string])[] = [
    [t('keys.digits'), t('keys.digitsDo')],
    [t('keys.times'), t('keys.timesDo')],
    [t('keys.arrowKeys'), t('keys.arrows')],
    ['+ −', t('keys.plus')],
    [t('keys.deleteKey'), t('keys.delete')],
    [t('keys.backspace'), t('keys.undo')],
    ['F1', t('keys.manual')],
    ['F2', t('keys.search')],
    ['F3', t('keys.card')],
    ['F6', t('keys.part')],
    ['F7', t('keys.loyalty')],
    ['F8', t('keys.cash')],
    ['F9', t('keys.cashless')],
    ['F10', t('keys.customer')],
    [t('entry.insertKey'), t('keys.enquiry')],
    [t('entry.endKey'), t('keys.park')],
    ['Pause', t('keys.lock')],
  ];
  return (
    <Sheet manual="keys" title={t('keys.title')} closeLabel={t('common.close')} onClose={entry.close} wide>
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {keys.map(([key, does]) => (
          <div key={key} className="grid grid-cols-[9rem_1fr] items-baseline gap-3">
            <dt className="text-end font-semibold">
              {key.length < 7 ? (
                // Not the hint of a button, which hides until somebody works with keys: these are here to be learned.
                <span className="rounded-small border border-current px-1.5 text-sm font-normal">{key}</span>
              ) : (
                key
              )}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <Choice
          label={t('keys.single')}
          value={singleKeys ? 'on' : 'off'}
          options={[
            { value: 'on', text: t('keys.singleOn') },
            { value: 'off', text: t('keys.singleOff') },
          ]}
          onChange={value => settings.set({ singleKeys: value === 'on' })}
        />
      </div>
    </Sheet>
  );
}
