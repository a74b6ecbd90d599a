/** What became of the last change, and the button that saves. */

import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useShopTexts } from '../../texts/pages/shop.ts';
import type { VersionedDocument } from './useVersioned.ts';

type SaveState = Pick<VersionedDocument<unknown>, 'busy' | 'problem' | 'faults' | 'note'>;

export function SaveBar({ state, onSave }: { readonly state: SaveState; readonly onSave: () => void }) {
  const { t, problem: textOf } = useShopTexts();
  const { busy, problem, faults, note } = state;
  return (
    <div className="grid justify-items-start gap-3">
      <StatusRegion>
        {problem && faults.length === 0 && <Message tone="error">{textOf(problem)}</Message>}
        {note === 'saved' && <Message tone="good">{t('shop.saved')}</Message>}
        {note === 'elsewhere' && <Message tone="warn">{t('shop.changedElsewhere')}</Message>}
      </StatusRegion>
      <Button look="primary" size="tall" hint="Enter" busy={busy} onPress={onSave}>
        {t('shop.save')}
      </Button>
    </div>
  );
}
