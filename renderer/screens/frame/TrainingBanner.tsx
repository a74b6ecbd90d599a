/** The banner above every screen in training: nothing here is real. It links to the virtual terminal. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { useTexts } from '../../texts/context.tsx';

export function TrainingBanner() {
  const { session } = useApp();
  const { t } = useTexts();
  const info = useStore(session, state => state.info);
  if (!info?.training) return null;
  return (
    <section
      aria-label={t('training.title')}
      className="training-stripes flex flex-wrap items-center justify-center px-4"
    >
      <p className="training-plate inline-flex min-h-12 items-center font-semibold">{t('training.banner')}</p>
      {info.terminalPage && <TerminalLink page={info.terminalPage} />}
    </section>
  );
}

/** Opens the page of the virtual terminal beside the till. */
export function TerminalLink({ page }: { readonly page: string }) {
  const { t } = useTexts();
  return (
    <a
      href={page}
      target="_blank"
      rel="noreferrer"
      className="training-plate inline-flex min-h-12 items-center underline"
    >
      {t('training.terminal')}
    </a>
  );
}
