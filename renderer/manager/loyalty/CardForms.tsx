/** The forms inside the dialog of a card: change, correct, lock, unlock, merge. */
import { useState } from 'react';
import type { ManagedCard } from '../../../main/wire/loyaltyManagement.ts';
import type { Versioned } from '../../bridge/connection.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import type { Typed } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { ChangeForm, ReasonField, useChecks } from './ChangeForm.tsx';
import type { LoyaltyClient } from './client.ts';
import { GroupSelect, useGroups } from './GroupSelect.tsx';
import { typedAmount, typedNumber } from './sectionProps.ts';

interface CardFormProps {
  readonly client: LoyaltyClient;
  readonly currency: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

type WithCard = CardFormProps & { readonly card: ManagedCard };

export function ChangeCardForm({
  client,
  opened,
  onDone,
  onCancel,
}: CardFormProps & { readonly opened: Versioned<ManagedCard> }) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const checks = useChecks();
  const groups = useGroups(client);
  const { value: card, version } = opened;
  const [cardgroup, setGroup] = useState(card.cardgroup.id);
  const [stock, setStock] = useState(card.stock_status as 'active' | 'inactive' | 'stored');
  const submit = async ({ expiryDate }: Typed) => {
    const body = { cardgroup, expiryDate: expiryDate || null, stock };
    if (await change.run(() => client.changeCard(card.id, body, version))) onDone();
  };
  return (
    <ChangeForm
      change={change}
      checks={{ expiryDate: checks.day }}
      submit={t('programme.save')}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <GroupSelect groups={groups} value={cardgroup} onChange={setGroup} />
      <Field
        name="expiryDate"
        type="date"
        label={t('cards.expiryDate')}
        focused
        initial={card.expiry_date?.slice(0, 10) ?? ''}
      />
      <Choice
        label={t('cards.change')}
        value={stock}
        options={[
          { value: 'active', text: t('campaigns.runs') },
          { value: 'inactive', text: t('cards.inactive') },
          { value: 'stored', text: t('cards.stored') },
        ]}
        onChange={setStock}
      />
    </ChangeForm>
  );
}

/** Differences are booked; what the person saw goes along, so that two corrections at once do not add up unseen. */
export function CorrectForm({ client, currency, card, onDone, onCancel }: WithCard) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const { amount, number, reason } = useChecks();
  const checks = {
    cash: amount(currency),
    bonus: amount(currency),
    points: (text: string) => (text.trim() === '' ? null : number(text)),
    reason,
  };
  const submit = async (typed: Typed) => {
    const minor = (text = '') => typedAmount(text, currency) ?? 0;
    const body = {
      cash: minor(typed.cash),
      bonus: minor(typed.bonus),
      points: typedNumber(typed.points ?? '') ?? 0,
      reason: (typed.reason ?? '').trim(),
      seen: { cash: card.cash_balance, bonus: card.bonus_balance, points: card.points },
    };
    if (await change.run(() => client.correct(card.id, body))) onDone();
  };
  return (
    <ChangeForm change={change} checks={checks} submit={t('cards.book')} onSubmit={submit} onCancel={onCancel}>
      <p className="text-soft">{t('cards.correctHelp')}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field name="cash" label={t('cards.cashBy', { currency })} focused />
        <Field name="bonus" label={t('cards.bonusBy', { currency })} />
        <Field name="points" label={t('cards.pointsBy')} />
      </div>
      <ReasonField />
    </ChangeForm>
  );
}

const REASONS = ['1', '2', '3', '6', '8'] as const;

export function LockForm({ client, card, onDone, onCancel }: WithCard) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const [reason, setReason] = useState<string>('1');
  const submit = async ({ note = '' }: Typed) => {
    if (await change.run(() => client.lock(card.id, Number(reason), note))) onDone();
  };
  return (
    <ChangeForm change={change} submit={t('cards.lock')} danger onSubmit={submit} onCancel={onCancel}>
      <Select
        label={t('cards.lockReason')}
        value={reason}
        options={REASONS.map(value => ({ value, text: t(`cards.lock${value}`) }))}
        onChange={setReason}
      />
      <Field name="note" label={t('cards.lockNote')} maxLength={300} />
    </ChangeForm>
  );
}

export function UnlockForm({ client, card, onDone, onCancel }: WithCard) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const { reason } = useChecks();
  const submit = async (typed: Typed) => {
    if (await change.run(() => client.unlock(card.id, (typed.reason ?? '').trim()))) onDone();
  };
  return (
    <ChangeForm change={change} checks={{ reason }} submit={t('cards.unlock')} onSubmit={submit} onCancel={onCancel}>
      <ReasonField focused />
    </ChangeForm>
  );
}

export function MergeForm({
  client,
  card,
  onCancel,
  onMerged,
}: WithCard & { readonly onMerged: (id: string) => void }) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const { filled, reason } = useChecks();
  const [oldNumber, setOldNumber] = useState<'leads' | 'locked'>(card.lock_status === 'locked' ? 'locked' : 'leads');
  const [unknown, setUnknown] = useState<string | null>(null);
  const submit = async (typed: Typed) => {
    const number = (typed.into ?? '').replaceAll(' ', '');
    setUnknown(null);
    const merged = await change.run(async () => {
      const into = await client.cardByNumber(number);
      if (into === null) return 'unknown';
      return client.merge(card.id, { into, oldNumber, reason: (typed.reason ?? '').trim() });
    });
    if (merged === 'unknown') setUnknown(number);
    else if (merged) onMerged(merged.id);
  };
  return (
    <ChangeForm
      change={change}
      checks={{ into: filled, reason }}
      submit={t('cards.merge')}
      held={t('cards.mergeYes', { number: card.card.cardnumber })}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Message tone="warn">{t('cards.mergeHelp')}</Message>
      <Field
        name="into"
        label={t('cards.mergeInto')}
        focused
        numeric
        error={unknown === null ? null : t('cards.unknown', { number: unknown })}
      />
      <Choice
        label={t('cards.mergeOld')}
        value={oldNumber}
        options={[
          { value: 'leads', text: t('cards.mergeLeads') },
          { value: 'locked', text: t('cards.mergeLocked') },
        ]}
        onChange={setOldNumber}
      />
      <ReasonField />
    </ChangeForm>
  );
}
