/** Work at a terminal that moves no money; only what this model can do is offered. */

import { useId, useState } from 'react';
import { useStore } from 'zustand';
import type { TaskAnswer } from '../../main/api/terminals/contract.ts';
import type { ReceiptLine } from '../../main/api/wire.ts';
import { Button } from '../parts/Button.tsx';
import { Message } from '../parts/Panel.tsx';
import { Sheet } from '../parts/Sheet.tsx';
import { Paper, usePrint } from '../parts/usePrint.tsx';
import { useManagerWords } from '../texts/manager/words.ts';
import type { TerminalSheetProps } from './ChangeSheet.tsx';
import { Field } from './Field.tsx';
import { Form } from './Form.tsx';
import { type TaskDraft, type TaskName, taskOf, tasksOf } from './pairing.ts';

const emptyTask: TaskDraft = { from: '', to: '', language: '', lines: '' };
/** Tasks that need more than their name. */
const ASKS: readonly TaskName[] = ['reprint', 'selectLanguage', 'display'];

export function TasksSheet({ terminal, store, onClose }: TerminalSheetProps) {
  const { t, problem: textOf } = useManagerWords();
  const { busy, done, problem } = useStore(store);
  const [chosen, setChosen] = useState<TaskName | null>(null);
  /** What was done is said only beside the task that did it. */
  const answer = done?.do === chosen ? done : null;
  const run = (name: TaskName, draft: TaskDraft) => {
    const task = taskOf(name, draft);
    if (task && busy === null) void store.run(terminal.device, task);
  };
  const choose = (name: TaskName) => {
    setChosen(name);
    if (!ASKS.includes(name)) run(name, emptyTask);
  };
  return (
    <Sheet title={`${terminal.description}: ${t('terminals.tasks')}`} closeLabel={t('common.close')} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap gap-2">
          {tasksOf(terminal.features).map(name => (
            <Button
              key={name}
              look={name === chosen ? 'primary' : 'outline'}
              pressed={name === chosen}
              disabled={busy !== null}
              onPress={() => choose(name)}
            >
              {t(`task.${name}`)}
            </Button>
          ))}
        </div>
        {chosen && ASKS.includes(chosen) && (
          <TaskForm key={chosen} name={chosen} busy={busy !== null} onRun={draft => run(chosen, draft)} />
        )}
        <div role="status">
          {busy === 'task' && <Message tone="info">{t('terminals.taskRunning')}</Message>}
          {problem && <Message tone="error">{textOf(problem)}</Message>}
          {answer && chosen && <Done answer={answer} name={chosen} />}
        </div>
        {answer && <Slip lines={answer.receipt as readonly ReceiptLine[]} />}
      </div>
    </Sheet>
  );
}

interface TaskFormProps {
  readonly name: TaskName;
  readonly busy: boolean;
  readonly onRun: (draft: TaskDraft) => void;
}

function TaskForm({ name, busy, onRun }: TaskFormProps) {
  const { t } = useManagerWords();
  const [draft, setDraft] = useState(emptyTask);
  const id = useId();
  const set = (key: keyof TaskDraft) => (value: string) => setDraft({ ...draft, [key]: value });
  const submit = () => onRun(draft);
  return (
    <Form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      {name === 'reprint' && (
        <>
          <Field label={t('terminals.from')} numeric value={draft.from} onChange={set('from')} maxLength={4} />
          <Field label={t('terminals.to')} numeric value={draft.to} onChange={set('to')} maxLength={4} />
        </>
      )}
      {name === 'selectLanguage' && (
        <Field label={t('terminals.language')} value={draft.language} onChange={set('language')} maxLength={2} />
      )}
      {name === 'display' && (
        <label htmlFor={id} className="grid w-full gap-1">
          <span className="text-sm text-soft">{t('terminals.lines')}</span>
          <textarea
            id={id}
            rows={3}
            value={draft.lines}
            onChange={event => set('lines')(event.target.value)}
            className="w-full rounded-panel border border-edge bg-panel p-3 font-mono text-lg"
          />
        </label>
      )}
      <Button look="primary" disabled={busy || taskOf(name, draft) === null} onPress={submit}>
        {t(`task.${name}`)}
      </Button>
    </Form>
  );
}

function Done({ answer, name }: { readonly answer: TaskAnswer; readonly name: TaskName }) {
  const { t, money } = useManagerWords();
  return (
    <Message tone="good">
      <span className="block">{t('terminals.taskDone', { task: t(`task.${name}`) })}</span>
      {answer.totals && (
        <span className="figures block">{t('terminals.totals', { amount: money(answer.totals.amount) })}</span>
      )}
      {answer.follows && <span className="block font-normal">{t(`terminals.follows.${answer.follows}`)}</span>}
    </Message>
  );
}

function Slip({ lines }: { readonly lines: readonly ReceiptLine[] }) {
  const { t } = useManagerWords();
  const { print, printout } = usePrint({ slip: lines }, 'slip');
  if (lines.length === 0) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      <Button icon="print" onPress={() => print('slip')}>
        {t('manager.print')}
      </Button>
      <Paper title={t('terminals.slip')} lines={lines} />
      {printout}
    </div>
  );
}
