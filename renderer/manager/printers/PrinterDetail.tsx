/** One printer: its state with what cures it, the test slip, its settings, its latest slips, and its end. A new one has its fields alone. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { Printer } from '../../../main/wire/printers.ts';
import { useApp } from '../../app/context.tsx';
import { useChange } from '../../data/useChange.ts';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { usePrinterTexts } from '../../texts/pages/printers.ts';
import { BesideForm, SaveBar } from '../Beside.tsx';
import { Remove } from '../Remove.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { Jobs } from './Jobs.tsx';
import { PrinterForm } from './PrinterForm.tsx';
import { changesOf, draftOf, isComplete, NEW_DRAFT } from './printerDraft.ts';

const PATH = '/bridge/v1/printers';

interface PrinterDetailProps {
  /** Null: a new one. */
  readonly printer: Printer | null;
  /** The printer was made just now. */
  readonly isMade: boolean;
  /** After each change. */
  readonly onSaved: (printer: Printer) => void;
  readonly onGone: () => void;
  readonly onClose: () => void;
}

export function PrinterDetail({ printer, isMade, onSaved, onGone, onClose }: PrinterDetailProps) {
  const { client } = useApp();
  const { t, problem: textOf } = usePrinterTexts();
  const change = useChange();
  const removal = useChange();
  const [kept, setKept] = useState(printer ? draftOf(printer) : NEW_DRAFT);
  const [draft, setDraft] = useState(kept);
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(kept));
  const [done, setDone] = useState<'saved' | 'made' | 'tested' | null>(isMade ? 'made' : null);
  /** Counts prints, so that the list of slips is read again. */
  const [tests, setTests] = useState(0);

  async function save(): Promise<void> {
    if (!isComplete(draft)) return;
    setDone(null);
    const [method, path] = printer ? ['PUT', `${PATH}/${printer.id}`] : ['POST', PATH];
    const answer = await change.run(() => client.ask<Printer>(method, path, changesOf(draft)));
    if (!answer) return;
    setKept(draftOf(answer));
    setDraft(draftOf(answer));
    setDone('saved');
    onSaved(answer);
  }
  async function test(): Promise<void> {
    if (!printer || !(await change.run(() => client.ask('POST', `${PATH}/${printer.id}/test`)))) return;
    setDone('tested');
    setTests(count => count + 1);
  }
  async function remove(): Promise<void> {
    if (printer && (await removal.run(() => client.ask('DELETE', `${PATH}/${printer.id}`)))) onGone();
  }
  return (
    <BesideForm title={printer?.name ?? t('printers.add')} onClose={onClose}>
      {printer && <PrinterTrouble printer={printer} />}
      <StatusRegion>
        {change.problem && <Message tone="error">{textOf(change.problem)}</Message>}
        {done && !change.problem && <Message tone="good">{t(`printers.${done}`)}</Message>}
      </StatusRegion>
      {printer && (
        <Button icon="print" className="justify-self-start" busy={change.busy} onPress={() => void test()}>
          {t('printers.test')}
        </Button>
      )}
      <Form onSubmit={() => void save()} className="grid gap-4">
        <PrinterForm draft={draft} onChange={setDraft} />
      </Form>
      {printer && <Jobs key={tests} printer={printer.id} />}
      {printer && (
        <Remove
          act="remove"
          name={printer.name}
          note={t('printers.removeNote')}
          change={removal}
          onRemove={() => void remove()}
        />
      )}
      <SaveBar busy={change.busy} disabled={!isComplete(draft)} onSave={() => void save()} />
    </BesideForm>
  );
}

/** Causes with a cure, which the light of the counter says in the same words. */
const CURES = ['paperOut', 'coverOpen', 'error', 'offline', 'unreachable'] as const;

function PrinterTrouble({ printer }: { readonly printer: Printer }) {
  const { lights } = useApp();
  const { t } = usePrinterTexts();
  const { state, paper_low } = useStore(lights, ({ printers }) => printers[printer.id]) ?? printer.status;
  const cure = CURES.find(one => one === state);
  return (
    <StatusRegion>
      {cure && (
        <Message tone="warn">
          {t('printer.light', { state: t(`printer.state.${cure}`) })}. {t(`printer.cure.${cure}`)}
        </Message>
      )}
      {!cure && paper_low && <Message tone="warn">{t('printer.paperLow')}</Message>}
    </StatusRegion>
  );
}
