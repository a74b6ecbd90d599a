/** The dialog in which a manager corrects what a target does not accept. Amounts are not among it: they stay as they were paid. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { QueuedRecord, RecordCorrection } from '../../../main/wire/queue.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useQueueTexts } from '../../texts/pages/queue.ts';
import { correctionOf, type QueueStore } from './queueStore.ts';
import { RecordLine } from './RecordLine.tsx';

interface CorrectSheetProps {
  readonly store: QueueStore;
  readonly record: QueuedRecord;
  readonly onClose: () => void;
}

export function CorrectSheet({ store, record, onClose }: CorrectSheetProps) {
  const { t, language } = useQueueTexts();
  const busy = useStore(store, state => state.busy);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const correction: RecordCorrection | null = correctionOf(record, values);
  const submit = async () => {
    if (correction && (await store.correct(record, correction))) onClose();
  };
  return (
    <Sheet title={t('queue.correctTitle')} closeLabel={t('common.close')} onClose={onClose}>
      <Form onSubmit={() => void submit()} className="grid gap-4">
        <RecordLine record={record} />
        <p className="text-soft">{t('queue.correctHelp')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {record.corrections.map(({ name, title, value }) => (
            <Field
              key={name}
              label={title[language]}
              numeric={name === 'trace'}
              value={values[name] ?? value ?? ''}
              onChange={typed => setValues({ ...values, [name]: typed })}
            />
          ))}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onPress={onClose}>{t('queue.cancel')}</Button>
          <Button look="primary" busy={busy} disabled={correction === null} onPress={() => void submit()}>
            {t('queue.send')}
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}
