/** The result of the last change, and the button that saves. */

import type { Change } from '../../data/useChange.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useShopTexts } from '../../texts/pages/shop.ts';

interface SaveBarProps {
  readonly change: Change;
  readonly onSave: () => void;
}

export function SaveBar({ change, onSave }: SaveBarProps) {
  const { t, problem: textOf } = useShopTexts();
  const { busy, problem, done, outdated } = change;
  return (
    <div className="grid justify-items-start gap-3">
      <StatusRegion>
        {problem && !outdated && Object.keys(change.faults).length === 0 && (
          <Message tone="error">{textOf(problem)}</Message>
        )}
        {done && <Message tone="good">{t('shop.saved')}</Message>}
        {outdated && <Message tone="warn">{t('shop.changedElsewhere')}</Message>}
      </StatusRegion>
      <Button look="primary" size="tall" hint="Enter" busy={busy} onPress={onSave}>
        {t('shop.save')}
      </Button>
    </div>
  );
}
