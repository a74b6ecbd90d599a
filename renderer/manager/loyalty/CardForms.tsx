/** The forms inside the dialog of a card: change, correct, lock, unlock, merge. */
import { useState } from 'react';
import type { ManagedCard } from '../../../main/wire/loyaltyManagement.ts';
import type { Versioned } from '../../bridge/connection.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Select } from '../../form/Select.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { ChangeForm } from './ChangeForm.tsx';
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
  const groups = useGroups(client);
  const { value: card, version } = opened;
  const [group, setGroup] = useState(card.cardgroup.id);
  const [day, setDay] = useState(card.expiry_date?.slice(0, 10) ?? '');
  const [stock, setStock] = useState(card.stock_status);
  const [tried, setTried] = useState(false);
  const wrong = day !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(day);
  const submit = async () => {
    setTried(true);
    if (wrong) return;
    const body = { cardgroup: group, expiryDate: day || null, stock: stock as 'active' | 'inactive' | 'stored' };
    if (await change.run(() => client.changeCard(card.id, body, version))) onDone();
  };
  return (
    <ChangeForm change={change} submit={t('programme.save')} onSubmit={() => void submit()} onCancel={onCancel}>
      <GroupSelect groups={groups} value={group} onChange={setGroup} />
      <Field
        label={t('cards.expiryDate')}
        focused
        value={day}
        onChange={setDay}
        error={tried && wrong ? t('campaigns.badDay') : null}
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
  const [cash, setCash] = useState('');
  const [bonus, setBonus] = useState('');
  const [points, setPoints] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const money = [typedAmount(cash, currency), typedAmount(bonus, currency)] as const;
  const count = points.trim() === '' ? 0 : typedNumber(points);
  const wrongAmount = (value: number | null) => (tried && value === null ? t('programme.badAmount') : null);
  const submit = async () => {
    setTried(true);
    const [byCash, byBonus] = money;
    if (byCash === null || byBonus === null || count === null || reason.trim().length < 3) return;
    const seen = { cash: card.cash_balance, bonus: card.bonus_balance, points: card.points };
    const body = { cash: byCash, bonus: byBonus, points: count, reason: reason.trim(), seen };
    if (await change.run(() => client.correct(card.id, body))) onDone();
  };
  return (
    <ChangeForm
      change={change}
      fields={['cash']}
      submit={t('cards.book')}
      onSubmit={() => void submit()}
      onCancel={onCancel}
    >
      <p className="text-soft">{t('cards.correctHelp')}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label={t('cards.cashBy', { currency })}
          focused
          value={cash}
          onChange={setCash}
          error={wrongAmount(money[0]) ?? change.fault('cash')}
        />
        <Field
          label={t('cards.bonusBy', { currency })}
          value={bonus}
          onChange={setBonus}
          error={wrongAmount(money[1])}
        />
        <Field
          label={t('cards.pointsBy')}
          value={points}
          onChange={setPoints}
          error={tried && count === null ? t('programme.badNumber') : null}
        />
      </div>
      <Field
        label={t('programme.reason')}
        maxLength={300}
        value={reason}
        onChange={setReason}
        error={tried && reason.trim().length < 3 ? t('programme.missing') : null}
      />
    </ChangeForm>
  );
}

const REASONS = ['1', '2', '3', '6', '8'] as const;

export function LockForm({ client, card, onDone, onCancel }: WithCard) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const [reason, setReason] = useState<string>('1');
  const [note, setNote] = useState('');
  const submit = async () => {
    if (await change.run(() => client.lock(card.id, Number(reason), note))) onDone();
  };
  return (
    <ChangeForm change={change} submit={t('cards.lock')} danger onSubmit={() => void submit()} onCancel={onCancel}>
      <Select
        label={t('cards.lockReason')}
        value={reason}
        options={REASONS.map(value => ({ value, text: t(`cards.lock${value}`) }))}
        onChange={setReason}
      />
      <Field label={t('cards.lockNote')} maxLength={300} value={note} onChange={setNote} />
    </ChangeForm>
  );
}

export function UnlockForm({ client, card, onDone, onCancel }: WithCard) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const submit = async () => {
    setTried(true);
    if (reason.trim().length < 3) return;
    if (await change.run(() => client.unlock(card.id, reason.trim()))) onDone();
  };
  return (
    <ChangeForm change={change} submit={t('cards.unlock')} onSubmit={() => void submit()} onCancel={onCancel}>
      <Field
        label={t('programme.reason')}
        focused
        maxLength={300}
        value={reason}
        onChange={setReason}
        error={tried && reason.trim().length < 3 ? t('programme.missing') : null}
      />
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
  const [number, setNumber] = useState('');
  const [old, setOld] = useState<'leads' | 'locked'>(card.lock_status === 'locked' ? 'locked' : 'leads');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [unknown, setUnknown] = useState(false);
  const submit = async () => {
    setTried(true);
    setUnknown(false);
    if (reason.trim().length < 3 || number.trim() === '') return;
    const merged = await change.run(async () => {
      const into = await client.cardByNumber(number.replaceAll(' ', ''));
      return into === null ? 'unknown' : client.merge(card.id, { into, oldNumber: old, reason: reason.trim() });
    });
    if (merged === 'unknown') setUnknown(true);
    else if (merged) onMerged(merged.id);
  };
  return (
    <ChangeForm
      change={change}
      fields={['into']}
      submit={t('cards.merge')}
      danger
      onSubmit={() => void submit()}
      onCancel={onCancel}
    >
      <Message tone="warn">{t('cards.mergeHelp')}</Message>
      <Field
        label={t('cards.mergeInto')}
        focused
        numeric
        value={number}
        onChange={setNumber}
        error={
          unknown
            ? t('cards.unknown', { number })
            : (change.fault('into') ?? (tried && number.trim() === '' ? t('programme.missing') : null))
        }
      />
      <Choice
        label={t('cards.mergeOld')}
        value={old}
        options={[
          { value: 'leads', text: t('cards.mergeLeads') },
          { value: 'locked', text: t('cards.mergeLocked') },
        ]}
        onChange={setOld}
      />
      <Field
        label={t('programme.reason')}
        maxLength={300}
        value={reason}
        onChange={setReason}
        error={tried && reason.trim().length < 3 ? t('programme.missing') : null}
      />
    </ChangeForm>
  );
}
