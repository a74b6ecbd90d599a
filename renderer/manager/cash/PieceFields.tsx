/** The fields of a count with what each comes to, and beside them the digits for touch, which write into the field that was chosen last. */

import { useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { NumberInput } from '../../parts/NumberEntry.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { useCashTexts } from '../../texts/pages/cash.ts';
import {
  type CountDraft,
  PIECES,
  piecesOf,
  rollOf,
  withDigit,
  withoutCents,
  withoutDigit,
  withRoll,
} from './countDraft.ts';

interface PieceFieldsProps {
  readonly denominations: readonly number[];
  readonly draft: CountDraft;
  /** The count was to be finished: empty fields are marked. */
  readonly asked: boolean;
  readonly onDraft: (change: (before: CountDraft) => CountDraft) => void;
}

export function PieceFields({ denominations, draft, asked, onDraft }: PieceFieldsProps) {
  const { session } = useApp();
  const { t, money } = useCashTexts();
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const [active, setActive] = useState(denominations[0] ?? 0);
  const fields = useRef<HTMLDivElement>(null);
  const half = Math.floor(denominations.length / 2);
  const roll = rollOf(active, currency);
  const field = (value: number) => (
    <PieceField
      key={value}
      value={value}
      text={draft[value] ?? ''}
      isActive={value === active}
      wrong={asked && piecesOf(draft, value) === null}
      onActive={() => setActive(value)}
      onNext={() => focusNext(fields.current, value)}
      onChange={text => onDraft(before => ({ ...before, [value]: text }))}
    />
  );
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div ref={fields} className="grid min-w-0 flex-1 basis-72 grid-cols-2 items-start gap-x-4">
        {[denominations.slice(0, half), denominations.slice(half)].map(column => (
          <div key={column[0] ?? 0} className="grid gap-2">
            {column.map(field)}
          </div>
        ))}
      </div>
      <div className="grid w-full max-w-52 gap-2 max-sm:hidden xl:max-w-64">
        <p aria-live="polite" className="figures font-semibold">
          {t('money.pieces', { value: withoutCents(money(active)) })}
        </p>
        <NumberPad
          label={t('money.pad')}
          deleteLabel={t('money.padDelete')}
          onKey={key => onDraft(before => withDigit(before, active, key))}
          onDelete={() => onDraft(before => withoutDigit(before, active))}
        />
        <Button icon="next" onPress={() => setActive(denominations[denominations.indexOf(active) + 1] ?? active)}>
          {t('money.nextField')}
        </Button>
        {roll !== null && (
          <Button icon="plus" onPress={() => onDraft(before => withRoll(before, active, roll))}>
            {t('money.roll', { count: roll })}
          </Button>
        )}
      </div>
    </div>
  );
}

interface PieceFieldProps {
  readonly value: number;
  readonly text: string;
  /** The pad writes into it. */
  readonly isActive: boolean;
  readonly wrong: boolean;
  readonly onActive: () => void;
  /** Goes to the next field; false where there is none. */
  readonly onNext: () => boolean;
  readonly onChange: (text: string) => void;
}

/** A plain field: fifteen of them stand together, and Enter in one goes to the next. */
function PieceField({ value, text, isActive, wrong, onActive, onNext, onChange }: PieceFieldProps) {
  const { t, money } = useCashTexts();
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_4.5rem] items-center gap-x-2 xl:grid-cols-[minmax(0,1fr)_4.5rem_minmax(0,1.2fr)]">
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
        onFocus={onActive}
        onKeyDown={event => {
          if (event.key === 'Enter' && onNext()) event.preventDefault();
        }}
        className={`touch figures w-full rounded-control border px-2 text-end text-lg ${isActive ? 'bg-action-tint' : 'bg-surface'} ${wrong ? 'border-bad' : 'border-edge'}`}
      />
      <span className="figures text-end text-sm text-soft max-xl:hidden">
        {money(value * (piecesOf({ [value]: text }, value) ?? 0))}
      </span>
    </div>
  );
}

function focusNext(fields: HTMLElement | null, value: number): boolean {
  const all = [...(fields?.querySelectorAll<HTMLInputElement>('input[data-value]') ?? [])];
  const next = all[all.findIndex(field => field.dataset.value === String(value)) + 1];
  next?.focus();
  return next !== undefined;
}
