/** The form in a parked record, in which a manager corrects what a target does not accept. Amounts are not among it: they stay as they were paid. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { QueuedRecord, RecordCorrection } from '../../../main/wire/queue.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { useQueueTexts } from '../../texts/pages/queue.ts';
import { useCloser } from '../unsaved.tsx';
import { correctionOf, type QueueStore } from './queueStore.ts';

interface CorrectFormProps {
  readonly store: QueueStore;
  readonly record: QueuedRecord;
  readonly onClose: () => void;
}

export function CorrectForm({ store, record, onClose }: CorrectFormProps) {
  const { t, language } = useQueueTexts();
  const busy = useStore(store, state => state.busy);
  useCloser(onClose);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const correction: RecordCorrection | null = correctionOf(record, values);
  const submit = async () => {
    if (correction && (await store.correct(record, correction))) onClose();
  };
  return (
    <section aria-label={t('queue.correctTitle')}>
      <Form onSubmit={() => void submit()} className="grid gap-4">
        <p className="text-soft">{t('queue.correctHelp')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {record.corrections.map(({ name, title, value }, index) => (
            <Field
              key={name}
              label={title[language]}
              focused={index === 0}
              numeric={name === 'trace'}
              value={values[name] ?? value ?? ''}
              onChange={typed => setValues({ ...values, [name]: typed })}
            />
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" busy={busy} disabled={correction === null} onPress={() => void submit()}>
            {t('queue.send')}
          </Button>
          <Button onPress={onClose}>{t('queue.cancel')}</Button>
        </div>
      </Form>
    </section>
  );
}
