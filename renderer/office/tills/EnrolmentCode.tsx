/** Makes a code with which a till enrols. The code is shown once, in this dialog only. */

import { useState } from 'react';
import type { NewEnrolmentCode } from '../../../main/wire/office/enrolment.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { formatTimeIn } from '../../report/figures.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useFormats, useMe, useOffice, useProblemText } from '../context.tsx';

export function EnrolmentCode() {
  const { t } = useOfficeTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" icon="plus" onPress={() => setOpen(true)}>
        {t('code.title')}
      </Button>
      {open && <CodeSheet onClose={() => setOpen(false)} />}
    </>
  );
}

function CodeSheet({ onClose }: { readonly onClose: () => void }) {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const { stores } = useMe();
  const problemText = useProblemText();
  const [store, setStore] = useState(stores[0]?.id ?? '');
  const [uses, setUses] = useState('1');
  const [code, setCode] = useState<NewEnrolmentCode | null>(null);
  const { busy, problem, run } = useChange();
  const formats = useFormats(store);
  const make = async () => setCode(await run(() => client.makeCode(store, Number(uses))));
  return (
    <Sheet title={t('code.title')} closeLabel={t('office.close')} onClose={onClose}>
      <div className="grid gap-4">
        <p>{t('code.help')}</p>
        {!code && (
          <>
            <Select
              label={t('code.store')}
              value={store}
              options={stores.map(({ id, name }) => ({ value: id, text: name }))}
              onChange={setStore}
            />
            <Field
              label={t('code.uses')}
              help={t('code.usesHelp')}
              value={uses}
              onChange={setUses}
              numeric
              maxLength={3}
              error={areUses(uses) ? null : t('code.usesWrong')}
            />
          </>
        )}
        <StatusRegion>
          {problem && <Message tone="error">{problemText(problem)}</Message>}
          {code && (
            <div className="grid gap-2">
              <p className="rounded-control border border-edge bg-sunken p-4 text-center font-mono text-3xl font-semibold tracking-widest wrap-anywhere">
                <span className="sr-only">{t('code.label')}: </span>
                {code.code}
              </p>
              {code.uses > 1 && <p>{t('code.forMany', { count: code.uses })}</p>}
              <Message tone="warn">{t('code.once', { until: formatTimeIn(code.expires, formats) })}</Message>
            </div>
          )}
        </StatusRegion>
        {code ? (
          <Button onPress={onClose}>{t('code.done')}</Button>
        ) : (
          <Button look="primary" size="tall" busy={busy} disabled={!areUses(uses)} onPress={() => void make()}>
            {t('code.make')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

const areUses = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 500;
