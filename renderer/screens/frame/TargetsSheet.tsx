/** Explains the connections of the till to the upstream service and to the back office. */

import { useStore } from 'zustand';
import { mayOpen } from '../../../main/wire/screenPages.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { TargetFacts } from '../../parts/TargetFacts.tsx';
import { targetNames } from '../../parts/targets.ts';
import { canOpenPage } from '../../stores/managerPage.ts';
import { screenOf } from '../../stores/till.ts';
import { useQueueTexts } from '../../texts/pages/queue.ts';

export function TargetsSheet({ onClose }: { readonly onClose: () => void }) {
  const { lights, session, till, managerPage } = useApp();
  const { t } = useQueueTexts();
  const targets = useStore(lights, state => state.queue?.targets);
  const user = useStore(session, state => state.user);
  const canOpen = useStore(till, state => canOpenPage(screenOf(state)));
  return (
    <Sheet manual="office-away" title={t('target.title')} closeLabel={t('common.close')} wide onClose={onClose}>
      <div className="grid gap-4">
        <p>{t('target.selling')}</p>
        <div className="grid items-start gap-3 sm:grid-cols-2">
          {targetNames.map(name => {
            const target = targets?.[name];
            return target && <TargetFacts key={name} name={name} target={target} />;
          })}
        </div>
        {mayOpen(user, 'queue') && canOpen && (
          <Button
            onPress={() => {
              onClose();
              managerPage.go('queue');
            }}
          >
            {t('target.page')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
