/** The dialog in which a manager corrects what a target does not accept. Amounts are not among it: they stay as they were paid. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useQueueTexts } from '../../texts/queue/texts.ts';
import type { QueueRecord } from './client.ts';
import type { QueueStore } from './queueStore.ts';
import { RecordLine } from './RecordLine.tsx';

interface CorrectSheetProps {
  readonly store: QueueStore;
  readonly record: QueueRecord;
  readonly onClose: () => void;
}

const FIELDS = ['cardtype', 'tid', 'trace', 'cardnumber'] as const;
type Values = Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;

export function CorrectSheet({ store, record, onClose }: CorrectSheetProps) {
  const { t } = useQueueTexts();
  const busy = useStore(store, state => state.busy);
  const [values, setValues] = useState<Values>({});
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  const submit = async () => {
    if (Object.keys(filled).length > 0 && (await store.correct(record, filled))) onClose();
  };
  return (
    <Sheet title={t('queue.correctTitle')} closeLabel={t('common.close')} onClose={onClose}>
      <Form onSubmit={() => void submit()} className="grid gap-4">
        <RecordLine record={record} />
        <p className="text-soft">{t('queue.correctHelp')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {FIELDS.map(name => (
            <Field
              key={name}
              label={t(`queue.field.${name}`)}
              value={values[name] ?? ''}
              onChange={value => setValues({ ...values, [name]: value })}
            />
          ))}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onPress={onClose}>{t('queue.cancel')}</Button>
          <Button look="primary" busy={busy} disabled={Object.keys(filled).length === 0} onPress={() => void submit()}>
            {t('queue.send')}
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}
