/** One printer: its settings, the test slip, its latest slips, and its end. A new one has its fields alone. */

import { useState } from 'react';
import type { Printer } from '../../../main/wire/printers.ts';
import { useApp } from '../../app/context.tsx';
import { useChange } from '../../data/useChange.ts';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { usePrinterTexts } from '../../texts/pages/printers.ts';
import { Jobs } from './Jobs.tsx';
import { PrinterForm } from './PrinterForm.tsx';
import { changesOf, draftOf, isComplete, NEW_DRAFT } from './printerDraft.ts';

const PATH = '/bridge/v1/printers';

interface PrinterSheetProps {
  /** Null: a new one. */
  readonly printer: Printer | null;
  readonly onClose: () => void;
}

export function PrinterSheet({ printer: given, onClose }: PrinterSheetProps) {
  const { client } = useApp();
  const { t, problem: textOf } = usePrinterTexts();
  const change = useChange();
  const [printer, setPrinter] = useState(given);
  const [draft, setDraft] = useState(given ? draftOf(given) : NEW_DRAFT);
  const [done, setDone] = useState<'saved' | 'made' | 'tested' | null>(null);
  /** Counts prints, so that the list of slips is read again. */
  const [tests, setTests] = useState(0);

  async function save(): Promise<void> {
    setDone(null);
    const [method, path] = printer ? ['PUT', `${PATH}/${printer.id}`] : ['POST', PATH];
    const answer = await change.run(() => client.ask<Printer>(method, path, changesOf(draft)));
    if (!answer) return;
    setPrinter(answer);
    setDraft(draftOf(answer));
    setDone(printer ? 'saved' : 'made');
  }
  async function test(): Promise<void> {
    if (!printer) return;
    const answer = await change.run(() => client.ask('POST', `${PATH}/${printer.id}/test`));
    if (!answer) return;
    setDone('tested');
    setTests(count => count + 1);
  }
  return (
    <Sheet wide title={printer?.name ?? t('printers.add')} closeLabel={t('common.close')} onClose={onClose}>
      <Form onSubmit={() => void save()} className="grid gap-4">
        <PrinterForm draft={draft} onChange={setDraft} />
        <StatusRegion>
          {change.problem && <Message tone="error">{textOf(change.problem)}</Message>}
          {done && !change.problem && <Message tone="good">{t(`printers.${done}`)}</Message>}
        </StatusRegion>
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            icon="check"
            disabled={!isComplete(draft)}
            busy={change.busy}
            onPress={() => void save()}
          >
            {t('printers.save')}
          </Button>
          {printer && (
            <Button icon="print" busy={change.busy} onPress={() => void test()}>
              {t('printers.test')}
            </Button>
          )}
        </div>
      </Form>
      {printer && (
        <div className="mt-4 grid gap-4 border-t border-line pt-4">
          <Jobs key={tests} printer={printer.id} />
          <Remove id={printer.id} onGone={onClose} />
        </div>
      )}
    </Sheet>
  );
}

function Remove({ id, onGone }: { readonly id: string; readonly onGone: () => void }) {
  const { client } = useApp();
  const { t, problem: textOf } = usePrinterTexts();
  const change = useChange();
  const [sure, setSure] = useState(false);
  async function remove(): Promise<void> {
    if (await change.run(() => client.ask('DELETE', `${PATH}/${id}`))) onGone();
    else setSure(false);
  }
  return (
    <div className="grid gap-2">
      <StatusRegion>{change.problem && <Message tone="error">{textOf(change.problem)}</Message>}</StatusRegion>
      {sure ? (
        <Confirmation
          danger
          text={t('printers.removeSure')}
          yes={t('printers.removeYes')}
          no={t('printers.removeNo')}
          onYes={() => void remove()}
          onNo={() => setSure(false)}
        />
      ) : (
        <Button icon="trash" className="justify-self-start" onPress={() => setSure(true)}>
          {t('printers.remove')}
        </Button>
      )}
    </div>
  );
}
