/** Records that cannot be delivered: each with its reason, and what a manager can do about it. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { QueuedRecord } from '../../../main/wire/queue.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { useQueueTexts } from '../../texts/pages/queue.ts';
import { Section } from '../Page.tsx';
import { CorrectForm } from './CorrectForm.tsx';
import type { QueueStore } from './queueStore.ts';
import { RecordLine } from './RecordLine.tsx';

export function ParkedRecords({ store }: { readonly store: QueueStore }) {
  const { t } = useQueueTexts();
  const parked = useStore(store, state => state.parked);
  return (
    <Section title={t('queue.parked')}>
      {parked?.length === 0 && <p className="text-soft">{t('queue.parkedNone')}</p>}
      <ul className="grid gap-2">
        {parked?.map(record => (
          <li key={`${record.target} ${record.id}`} className="grid gap-3 well p-3">
            <RecordLine record={record} />
            <Actions store={store} record={record} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface RecordProps {
  readonly store: QueueStore;
  readonly record: QueuedRecord;
}

function Actions({ store, record }: RecordProps) {
  const { t } = useQueueTexts();
  const busy = useStore(store, state => state.busy);
  const [asked, setAsked] = useState<'discard' | 'correct' | null>(null);
  if (asked === 'discard')
    return (
      <Confirmation
        text={t('queue.discardSure')}
        yes={t('queue.discardYes')}
        no={t('queue.cancel')}
        held={t('queue.discardAgain')}
        busy={busy}
        onNo={() => setAsked(null)}
        onYes={() => void store.discard(record)}
      />
    );
  if (asked === 'correct') return <CorrectForm store={store} record={record} onClose={() => setAsked(null)} />;
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={busy} onPress={() => void store.retry(record)}>
        {t('queue.retry')}
      </Button>
      {record.corrections.length > 0 && <Button onPress={() => setAsked('correct')}>{t('queue.correct')}</Button>}
      <Button look="danger" onPress={() => setAsked('discard')}>
        {t('queue.discard')}
      </Button>
    </div>
  );
}
