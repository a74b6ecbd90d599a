/** The form in which a person replaces a PIN that somebody else has set, before she is signed in. */

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { faultsIn, needsOwnPin } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useMenuTexts } from '../../texts/pages/menu.ts';

export interface OwnPinFormProps {
  readonly name: string;
  readonly onSave: (pin: string) => Promise<void>;
}

export default function OwnPinForm({ name, onSave }: OwnPinFormProps) {
  const { session } = useApp();
  const texts = useMenuTexts();
  const { t } = texts;
  const busy = useStore(session, state => state.busy);
  const problem = useStore(session, state => state.problem);
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [differ, setDiffer] = useState(false);
  const fault = faultsIn(problem).get('new_pin')?.[texts.language];
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy || pin === '') return;
    setDiffer(pin !== again);
    if (pin !== again) return;
    await onSave(pin);
  };
  // The reason for this form is no fault of hers.
  const shown = differ
    ? t('login.pinsDiffer')
    : needsOwnPin(problem) || !problem
      ? null
      : (fault ?? texts.problem(problem));
  return (
    <form
      onSubmit={submit}
      aria-label={t('login.ownPin')}
      className="grid content-start gap-3 rounded-control bg-surface p-4 shadow-sm"
    >
      <button type="submit" hidden tabIndex={-1} />
      <h2 className="text-lg font-semibold">{t('login.ownPin')}</h2>
      <p className="text-soft">{t('login.ownPinWhy')}</p>
      <p className="sr-only">{name}</p>
      <StatusRegion>{shown && <Message tone="error">{shown}</Message>}</StatusRegion>
      <PinField label={t('login.newPin')} value={pin} onChange={setPin} focused />
      <PinField label={t('login.newPinAgain')} value={again} onChange={setAgain} />
      <Button look="primary" size="tall" hint="Enter" disabled={pin === ''} busy={busy} onPress={() => void submit()}>
        {busy ? t('login.busy') : t('login.savePin')}
      </Button>
    </form>
  );
}

interface PinFieldProps {
  readonly label: string;
  readonly value: string;
  readonly focused?: boolean;
  readonly onChange: (value: string) => void;
}

export function PinField({ label, value, onChange, focused = false }: PinFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  return (
    <label className="grid gap-1">
      <span className="text-soft">{label}</span>
      <input
        ref={field}
        type="password"
        inputMode="numeric"
        autoComplete="new-password"
        value={value}
        onChange={event => onChange(event.target.value)}
        className="touch-tall w-full field px-4 text-center text-2xl tracking-[0.4em]"
      />
    </label>
  );
}
