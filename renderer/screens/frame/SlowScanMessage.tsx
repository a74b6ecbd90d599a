/** Message about a scan that was too slow, with a button that takes its code and a button that teaches the scanner's pace. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useMenuTexts } from '../../texts/pages/menu.ts';

export default function SlowScanMessage() {
  const { scanner, codes } = useApp();
  const { t } = useMenuTexts();
  const slow = useStore(scanner, state => state.slow);
  if (!slow) return null;
  const take = () => codes.take(slow.code);
  const learn = () => {
    scanner.learn(slow.pace);
    take();
  };
  return (
    <Message
      tone="warn"
      action={
        <Button
          look="quiet"
          size="icon"
          icon="cross"
          label={t('common.close')}
          onPress={() => scanner.showSlow(null)}
        />
      }
    >
      <span className="block">{t('scan.slow', { pace: slow.pace })}</span>
      <span className="figures block font-normal">{t('scan.slowCode', { code: slow.code })}</span>
      <span className="mt-1 flex flex-wrap gap-2">
        <Button onPress={take}>{t('scan.slowTake')}</Button>
        <Button onPress={learn}>{t('scan.slowLearn')}</Button>
      </span>
    </Message>
  );
}
