/** The dialog of an approval: its subject, the manager, the reason, and the PIN. After that the call is sent again by itself. */

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Needs } from '../../../main/wire/approvals.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { TextLine } from '../../parts/TextLine.tsx';
import { useApprovalTexts } from '../../texts/pages/approval.ts';

export default function ApprovalSheet({ needs }: { readonly needs: Needs }) {
  const { session, approval } = useApp();
  const { t } = useApprovalTexts();
  const info = useStore(session, state => state.info);
  const { busy } = useStore(approval);
  const managers = info?.staff.filter(({ role }) => role === 'manager') ?? [];
  const [username, setUsername] = useState(managers[0]?.username ?? '');
  const [reason, setReason] = useState('');
  const [pin, setPin] = useState('');
  const isSelf = needs.by === 'self';
  const ready = reason.trim() !== '' && (isSelf || (pin !== '' && username !== ''));
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!ready || busy) return;
    await approval.submit({ username, pin, reason });
    setPin('');
  };
  return (
    <Sheet
      manual="sign-in"
      title={t(isSelf ? 'approval.reasonTitle' : 'approval.title')}
      closeLabel={t('common.close')}
      onClose={approval.cancel}
    >
      <form onSubmit={submit} className={`grid gap-4 ${isSelf ? '' : 'sm:grid-cols-2'}`}>
        <div className="grid content-start gap-3">
          <RequestedApproval needs={needs} />
          {!isSelf && managers.length > 1 && (
            <Choice
              label={t('approval.who')}
              value={username}
              options={managers.map(one => ({ value: one.username, text: one.name }))}
              onChange={setUsername}
            />
          )}
          {!isSelf && managers.length === 0 && (
            <TextLine label={t('approval.username')} value={username} maxLength={LONGEST} onChange={setUsername} />
          )}
          <Reason operation={needs.operation} value={reason} onChange={setReason} />
        </div>
        {!isSelf && (
          <Pin name={managers.find(one => one.username === username)?.name ?? ''} pin={pin} onChange={setPin} />
        )}
        <div className="flex flex-wrap justify-end gap-2 sm:col-span-full">
          <Button size="tall" onPress={approval.cancel}>
            {t(isSelf ? 'approval.stop' : 'approval.leave')}
          </Button>
          <Button look="primary" size="tall" hint="Enter" disabled={!ready} busy={busy} onPress={() => void submit()}>
            {t(busy ? 'login.busy' : isSelf ? 'approval.go' : 'approval.give')}
          </Button>
        </div>
        {/* Without a submit button, browsers ignore Enter in a form with several fields. */}
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </Sheet>
  );
}

/** The subject of the approval, its amount, and the limit without approval. */
function RequestedApproval({ needs: { texts, amount, limit, unit, by } }: { readonly needs: Needs }) {
  const { t, language, money } = useApprovalTexts();
  const shown = (value: number) => (unit === 'points' ? t('approval.points', { number: value }) : money(value));
  return (
    <div className="grid gap-1">
      <p className="text-lg font-semibold">{texts[language]}</p>
      {amount !== null && unit !== 'none' && <p className="figures text-2xl font-semibold">{shown(amount)}</p>}
      {by === 'manager' && limit !== null && unit !== 'none' && (
        <p className="text-soft">{t('approval.limit', { limit: shown(limit) })}</p>
      )}
    </div>
  );
}

const REASONS = ['mistake', 'return', 'complaint', 'goodwill'] as const;
/** A kiosk is left for the machine's sake, never for a customer's. */
const OF_MACHINE = ['evening', 'maintenance', 'update'] as const;

interface ReasonProps {
  readonly operation: Needs['operation'];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Common reasons as buttons, and a field for any other reason. */
function Reason({ operation, value, onChange }: ReasonProps) {
  const { t } = useApprovalTexts();
  const reasons = operation === 'kioskExit' ? OF_MACHINE : REASONS;
  return (
    <div className="grid gap-2">
      <TextLine focused label={t('approval.reason')} value={value} maxLength={LONGEST} onChange={onChange} />
      <div className="flex flex-wrap gap-2">
        {reasons.map(reason => {
          const text = t(`approval.reason.${reason}`);
          return (
            <Button key={reason} pressed={value === text} onPress={() => onChange(text)}>
              {text}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

interface PinProps {
  readonly name: string;
  readonly pin: string;
  readonly onChange: (pin: string) => void;
}

function Pin({ name, pin, onChange }: PinProps) {
  const { approval } = useApp();
  const { t, problem: textOf } = useApprovalTexts();
  const problem = useStore(approval, state => state.problem);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Only the PIN has to be typed again.
  useEffect(() => {
    if (problem) field.current?.focus();
  }, [problem]);
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="text-sm text-soft">
        {name === '' ? t('approval.pin') : t('login.pinFor', { name })}
      </label>
      <input
        id={id}
        ref={field}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        value={pin}
        onChange={event => onChange(event.target.value)}
        className="touch-tall w-full field px-4 text-center text-3xl tracking-[0.4em]"
      />
      <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
      <NumberPad
        label={t('login.digits')}
        deleteLabel={t('login.delete')}
        onKey={digit => onChange(pin + digit)}
        onDelete={() => onChange(pin.slice(0, -1))}
      />
    </div>
  );
}

/** Longest text that the bridge accepts. */
const LONGEST = 500;
