/** A blind count: pieces of every note and coin. The sum of the typed pieces is shown; what is expected is not. */

import { type ReactNode, useId, useRef, useState } from 'react';
import type { CountAnswer } from '../../../main/wire/cash.ts';
import { useChange } from '../../data/useChange.ts';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { NumberInput } from '../../parts/NumberEntry.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useCashTexts } from '../../texts/pages/cash.ts';
import type { Pieces } from './client.ts';
import { type CountDraft, PIECES, readDraft, withoutCents, withZeros } from './countDraft.ts';

interface CountFormProps {
  readonly denominations: readonly number[];
  /** Further fields below the pieces. */
  readonly children?: ReactNode;
  /** The reason why the further fields are not filled in; null where they are. */
  readonly lacks?: string | null;
  readonly send: (pieces: Pieces) => Promise<CountAnswer>;
  readonly onCounted: (answer: CountAnswer) => void;
  readonly onCancel?: () => void;
}

export function CountForm({ denominations, children, lacks = null, send, onCounted, onCancel }: CountFormProps) {
  const { t, money, problem: textOf } = useCashTexts();
  const [draft, setDraft] = useState<CountDraft>({});
  const [asked, setAsked] = useState(false);
  const [sure, setSure] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const change = useChange();
  const { sum, missing, pieces } = readDraft(denominations, draft);
  const check = () => {
    setAsked(true);
    if (missing === null && lacks === null) return setSure(true);
    fields.current?.querySelector<HTMLInputElement>(`[data-value="${missing}"]`)?.focus();
  };
  const commit = async () => {
    const answer = await change.run(() => send(pieces));
    setSure(false);
    if (answer) onCounted(answer);
  };
  return (
    <Form onSubmit={check} className="grid gap-4">
      <p className="text-soft">{t('money.countHelp')}</p>
      <div ref={fields} className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3 lg:grid-cols-5">
        {denominations.map(value => (
          <PieceField
            key={value}
            value={value}
            text={draft[value] ?? ''}
            wrong={asked && !pieces.some(one => one.value === value)}
            onChange={text => setDraft(before => ({ ...before, [value]: text }))}
          />
        ))}
      </div>
      {children}
      <p className="flex items-baseline justify-between gap-4 border-t border-line pt-3 text-xl font-bold">
        <span>{t('money.sum')}</span>
        <output className="figures text-3xl">{money(sum)}</output>
      </p>
      <StatusRegion>
        {asked && missing !== null && (
          <Message tone="warn">{t('money.missing', { value: withoutCents(money(missing)) })}</Message>
        )}
        {asked && missing === null && lacks !== null && <Message tone="warn">{lacks}</Message>}
        {change.problem && <Message tone="error">{textOf(change.problem)}</Message>}
      </StatusRegion>
      {sure ? (
        <Confirmation
          text={t('money.sure', { sum: money(sum) })}
          no={t('money.again')}
          yes={t('money.commit')}
          icon="check"
          onNo={() => setSure(false)}
          onYes={() => void commit()}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button look="primary" size="tall" icon="check" busy={change.busy} onPress={check}>
            {t('money.commit')}
          </Button>
          <Button size="tall" onPress={() => setDraft(before => withZeros(denominations, before))}>
            {t('money.zeros')}
          </Button>
          {onCancel && (
            <Button size="tall" look="quiet" onPress={onCancel}>
              {t('money.notNow')}
            </Button>
          )}
        </div>
      )}
    </Form>
  );
}

interface PieceFieldProps {
  readonly value: number;
  readonly text: string;
  readonly wrong: boolean;
  readonly onChange: (text: string) => void;
}

/** A plain field: fifteen of them stand together, and Enter in one goes to the next. */
function PieceField({ value, text, wrong, onChange }: PieceFieldProps) {
  const { t, money } = useCashTexts();
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5rem] items-center gap-2">
      <label htmlFor={id} className="figures text-end font-medium whitespace-nowrap">
        <span className="sr-only">{t('money.pieces', { value: money(value) })}</span>
        <span aria-hidden="true">{withoutCents(money(value))} ×</span>
      </label>
      <NumberInput
        id={id}
        data-value={value}
        text={text}
        form={PIECES}
        invalid={wrong}
        wordClass="col-span-full text-end"
        onChange={onChange}
        onKeyDown={event => {
          if (event.key !== 'Enter') return;
          const next = nextField(event.currentTarget);
          if (!next) return;
          event.preventDefault();
          next.focus();
        }}
        className={`touch figures w-full rounded-control border bg-surface px-2 text-end text-lg ${wrong ? 'border-bad' : 'border-edge'}`}
      />
    </div>
  );
}

function nextField(field: HTMLInputElement): HTMLInputElement | null {
  const all = [...(field.form?.querySelectorAll<HTMLInputElement>('input[data-value]') ?? [])];
  return all[all.indexOf(field) + 1] ?? null;
}
