/** The first screen of a person who only reads: the pages she may open, in the place of the sale. */

import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { ScreenTitle } from '../../parts/Panel.tsx';
import { useMenuTexts } from '../../texts/pages/menu.ts';

export default function ReadOnlyStart() {
  const { managerPage } = useApp();
  const { t } = useMenuTexts();
  return (
    <main className="mx-auto grid w-full max-w-3xl flex-1 content-start gap-4 p-4">
      <ScreenTitle className="text-2xl font-bold">{t('readOnly.title')}</ScreenTitle>
      <p>{t('readOnly.help')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="tall" icon="chart" onPress={() => managerPage.go('reports')}>
          {t('menu.reports')}
        </Button>
        <Button size="tall" icon="person" onPress={() => managerPage.go('people')}>
          {t('menu.people')}
        </Button>
        <Button size="tall" icon="lock" onPress={() => managerPage.go('audit')}>
          {t('menu.audit')}
        </Button>
      </div>
    </main>
  );
}
