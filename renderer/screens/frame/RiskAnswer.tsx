/** The way of a manager to the page that answers a doubt of the till about itself. */
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { canOpenPage } from '../../stores/managerPage.ts';
import { screenOf } from '../../stores/till.ts';
import { useTexts } from '../../texts/context.tsx';

export default function RiskAnswer() {
  const { session, managerPage, till } = useApp();
  const { t } = useTexts();
  const mayAnswer = useStore(session, ({ user }) => user?.role === 'manager');
  const isOpen = useStore(managerPage, ({ page }) => page === 'doubts');
  const canOpen = useStore(till, state => canOpenPage(screenOf(state)));
  if (!mayAnswer || isOpen || !canOpen) return null;
  return (
    <Button look="quiet" onPress={() => managerPage.go('doubts')}>
      {t('risk.answer')}
    </Button>
  );
}
