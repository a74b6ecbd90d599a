/** In place of the quick keys where the shop has no article yet: what to do, and for a manager the way to the page of the articles. */

import { useStore } from 'zustand';
import { mayOpen } from '../../../main/wire/screenPages.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { useBasketTexts } from '../../texts/pages/basket.ts';

export default function NoArticles() {
  const { session, managerPage } = useApp();
  const { t } = useBasketTexts();
  const manages = useStore(session, ({ user }) => mayOpen(user, 'articles'));
  return (
    <div className="grid justify-items-start gap-3 p-4">
      <p className="text-lg font-semibold">{t('articles.noneYet')}</p>
      <p className="text-soft">{t(manages ? 'articles.noneYetManager' : 'articles.noneYetCashier')}</p>
      {manages && (
        <Button look="primary" icon="tag" onPress={() => managerPage.go('articles')}>
          {t('articles.toPage')}
        </Button>
      )}
    </div>
  );
}
