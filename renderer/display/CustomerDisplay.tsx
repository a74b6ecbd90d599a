/** The customer display: pairing, idle picture, basket, the terminal's words, thanks. */

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { type DisplayStore, languageOf } from './displayStore.ts';
import { Idle } from './Idle.tsx';
import { LiveText } from './LiveText.tsx';
import { Pairing } from './Pairing.tsx';
import { SaleView } from './SaleView.tsx';
import { displayTexts } from './texts.ts';

export function CustomerDisplay({ store }: { readonly store: DisplayStore }) {
  const state = useStore(store);
  const { token, view, offline } = state;
  const language = languageOf(state, navigator.language);
  const t = displayTexts(language);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `${view?.shop ?? 'Tillbridge'} – ${t('title')}`;
  }, [language, view?.shop, t]);
  if (token === null) return <Pairing store={store} state={state} t={t} />;
  const isSale = view !== null && view.sale !== null;
  return (
    <div className="display" data-state={view?.state ?? 'connecting'}>
      {view?.training && <p className="band band-training">{t('training')}</p>}
      {offline && (
        <p className="band band-offline" role="status">
          {t('offline')}
        </p>
      )}
      {isSale ? (
        <SaleView view={view} language={language} t={t} onLanguage={store.choose} />
      ) : (
        <Idle view={view} token={token} t={t} />
      )}
      <LiveText view={view} language={language} t={t} />
    </div>
  );
}
