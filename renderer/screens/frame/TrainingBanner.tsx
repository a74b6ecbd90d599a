/** The strip above every screen in training: nothing here is real. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { useTexts } from '../../texts/context.tsx';

export function TrainingBanner() {
  const { session } = useApp();
  const { t } = useTexts();
  const isTraining = useStore(session, state => state.info?.training === true);
  return (
    isTraining && (
      <section
        aria-label={t('training.title')}
        className="training flex h-7 shrink-0 items-center justify-center text-sm font-semibold"
      >
        <p>{t('training.banner')}</p>
      </section>
    )
  );
}
