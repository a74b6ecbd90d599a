/** Tasks at a terminal that move no money: only those that it supports. */

import { useId, useState } from 'react';
import { useStore } from 'zustand';
import type { ReceiptLine } from '../../../main/wire/shapes.ts';
import type { TaskAnswer } from '../../../main/wire/terminals.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message } from '../../parts/Panel.tsx';
import { Paper, usePrint } from '../../parts/usePrint.tsx';
import { type ManagerTexts, useManagerTexts } from '../../texts/pages/manager.ts';
import { BesideForm } from '../Beside.tsx';
import type { TerminalFormProps } from './ChangeForm.tsx';
import { emptyTask, type Repeat, repeatsOf, type TaskDraft, type TaskName, taskOf, tasksOf } from './pairing.ts';

/** Tasks with fields to fill in. */
const TASKS_WITH_FIELDS: readonly TaskName[] = [
  'repeatReceipt',
  'reprint',
  'selectLanguage',
  'display',
  'ask',
  'print',
];
/** Tasks that take lines of text. */
const TASKS_WITH_LINES: readonly TaskName[] = ['display', 'ask', 'print'];
/** Tasks that only fetch a slip. */
const TASKS_FOR_SLIPS: readonly TaskName[] = ['repeatReceipt', 'reprint'];

export function Tasks({ terminal, store, onClose }: TerminalFormProps) {
  const { t, problem: textOf } = useManagerTexts();
  const { busy, done, problem } = useStore(store);
  const [chosen, setChosen] = useState<TaskName | null>(null);
  /** The answer is only shown beside its own task. */
  const answer = done?.do === chosen ? done : null;
  const run = (name: TaskName, draft: TaskDraft) => {
    if (busy !== null) return;
    const task = taskOf(name, draft);
    if (task) void store.run(terminal.device, task);
  };
  const choose = (name: TaskName) => {
    setChosen(name);
    if (!TASKS_WITH_FIELDS.includes(name)) run(name, emptyTask);
  };
  return (
    <BesideForm title={`${terminal.description}: ${t('terminals.tasks')}`} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap gap-2">
          {tasksOf(terminal.features).map(name => (
            <Button
              key={name}
              look={name === chosen ? 'primary' : 'tonal'}
              pressed={name === chosen}
              busy={busy !== null}
              onPress={() => choose(name)}
            >
              {t(`task.${name}`)}
            </Button>
          ))}
        </div>
        {chosen && TASKS_WITH_FIELDS.includes(chosen) && (
          <TaskForm key={chosen} name={chosen} features={terminal.features} onRun={draft => run(chosen, draft)} />
        )}
        <div role="status">
          {busy === 'task' && <Message tone="info">{t('terminals.taskRunning')}</Message>}
          {problem && <Message tone="error">{textOf(problem)}</Message>}
          {answer && chosen && <TaskDone answer={answer} name={chosen} />}
        </div>
        {answer && <Slip lines={answer.receipt as readonly ReceiptLine[]} />}
      </div>
    </BesideForm>
  );
}

interface TaskFormProps {
  readonly name: TaskName;
  readonly features: readonly string[];
  readonly onRun: (draft: TaskDraft) => void;
}

function TaskForm({ name, features, onRun }: TaskFormProps) {
  const { t } = useManagerTexts();
  const [draft, setDraft] = useState(emptyTask);
  const id = useId();
  const set = (key: keyof TaskDraft) => (value: string) => setDraft({ ...draft, [key]: value });
  const submit = () => onRun(draft);
  return (
    <Form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      {name === 'repeatReceipt' && (
        <Choice
          label={t('terminals.which')}
          value={draft.which}
          options={repeatsOf(features).map(which => ({ value: which, text: t(`terminals.which.${which}`) }))}
          onChange={which => setDraft({ ...draft, which: which as Repeat })}
        />
      )}
      {name === 'reprint' && (
        <>
          <Field label={t('terminals.from')} numeric value={draft.from} onChange={set('from')} maxLength={4} />
          <Field label={t('terminals.to')} numeric value={draft.to} onChange={set('to')} maxLength={4} />
        </>
      )}
      {name === 'selectLanguage' && (
        <Field label={t('terminals.language')} value={draft.language} onChange={set('language')} maxLength={2} />
      )}
      {TASKS_WITH_LINES.includes(name) && (
        <label htmlFor={id} className="grid w-full gap-1">
          <span className="text-sm text-soft">{t(name === 'print' ? 'terminals.printLines' : 'terminals.lines')}</span>
          <textarea
            id={id}
            rows={3}
            value={draft.lines}
            onChange={event => set('lines')(event.target.value)}
            className="w-full field p-3 font-mono text-lg"
          />
        </label>
      )}
      {name === 'ask' && features.includes('digits') && (
        <Toggle on={draft.digits} text={t('terminals.askDigits')} onChange={digits => setDraft({ ...draft, digits })} />
      )}
      <Button look="primary" disabled={taskOf(name, draft) === null} onPress={submit}>
        {t(`task.${name}`)}
      </Button>
    </Form>
  );
}

function TaskDone({ answer, name }: { readonly answer: TaskAnswer; readonly name: TaskName }) {
  const { t, money } = useManagerTexts();
  const entered = terminalAnswer(answer, t);
  return (
    <Message tone="good">
      <span className="block">{t('terminals.taskDone', { task: t(`task.${name}`) })}</span>
      {answer.totals && (
        <span className="figures block">{t('terminals.totals', { amount: money(answer.totals.amount) })}</span>
      )}
      {entered !== null && <span className="figures block">{t('terminals.answer', { answer: entered })}</span>}
      {TASKS_FOR_SLIPS.includes(name) && answer.receipt.length === 0 && (
        <span className="block font-normal">{t('terminals.noSlip')}</span>
      )}
      {answer.follows && <span className="block font-normal">{t(`terminals.follows.${answer.follows}`)}</span>}
    </Message>
  );
}

/** The key or the digits that the customer entered at the terminal; null when the task asks nothing. */
function terminalAnswer({ answer }: TaskAnswer, t: ManagerTexts['t']): string | null {
  if (!answer) return null;
  const { key, typed_digits } = answer;
  const known = KEYS.find(one => one === key);
  return typed_digits ?? (known ? t(`terminals.key.${known}`) : (key ?? '').toUpperCase());
}

const KEYS = ['ok', 'clear', 'stop', 'up', 'down', 'card'] as const;

function Slip({ lines }: { readonly lines: readonly ReceiptLine[] }) {
  const { t } = useManagerTexts();
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
