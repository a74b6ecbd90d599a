/** Cash put in and taken out with a reason and a slip, and openings of the drawer without a sale. */

import { useState } from 'react';
import type { CashMovement, MovementInput } from '../../../main/wire/cash.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { usePrint } from '../../parts/usePrint.tsx';
import { parseMoney } from '../../texts/money.ts';
import { useCashTexts } from '../../texts/pages/cash.ts';
import { Act } from '../Steps.tsx';
import type { CashClient } from './client.ts';

interface CashSectionProps {
  readonly client: CashClient;
  readonly currency: string;
  readonly onChanged: () => void;
}

/** The most frequent purpose stands first. */
const KINDS = {
  in: ['float', 'bank', 'private'],
  out: ['expense', 'bank', 'private', 'wage', 'tipPayout', 'float'],
} as const;

export function MovementSection({ client, currency, onChanged }: CashSectionProps) {
  const { t, money, problem: textOf } = useCashTexts();
  const [direction, setDirection] = useState<'in' | 'out'>('out');
  const [kind, setKind] = useState<MovementInput['kind']>('expense');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const [booked, setBooked] = useState<CashMovement | null>(null);
  const change = useChange();
  const sum = parseMoney(amount, currency);
  const wrong = sum === null || sum === 0;
  const book = async () => {
    setAsked(true);
    if (wrong || reason.trim() === '') return;
    const made = await change.run(() => client.move({ kind, direction, amount: sum, reason }));
    if (!made) return;
    setBooked(made);
    setAmount('');
    setReason('');
    setAsked(false);
    onChanged();
  };
  return (
    <Act title={t('money.move')}>
      <Form onSubmit={() => void book()} className="grid gap-3">
        <Choice
          label={t('money.direction')}
          value={direction}
          options={(['out', 'in'] as const).map(value => ({ value, text: t(`money.${value}`) }))}
          onChange={value => {
            setDirection(value);
            setKind(KINDS[value][0]);
          }}
        />
        <div className="grid items-start gap-3 sm:grid-cols-3">
          <Select
            label={t('money.kind')}
            value={kind}
            options={KINDS[direction].map(value => ({ value, text: t(`money.kind.${value}`) }))}
            onChange={value => setKind(value as MovementInput['kind'])}
          />
          <Field
            label={t('money.amount')}
            value={amount}
            decimal
            maxLength={12}
            error={asked && wrong ? t('money.badAmount') : null}
            onChange={setAmount}
          />
          <Field
            label={t('money.reason')}
            value={reason}
            maxLength={200}
            error={asked && reason.trim() === '' ? t('money.noReason') : null}
            onChange={setReason}
          />
        </div>
        <Button
          look="primary"
          size="tall"
          className="justify-self-start"
          busy={change.busy}
          onPress={() => void book()}
        >
          {t('money.book')}
        </Button>
      </Form>
      <StatusRegion>
        {change.problem && <Message tone="error">{textOf(change.problem)}</Message>}
        {booked && !change.problem && (
          <Message tone="good" action={<PrintSlip movement={booked} />}>
            {t('money.booked', { sum: money(booked.amount), slip: booked.slip })}
          </Message>
        )}
      </StatusRegion>
    </Act>
  );
}

function PrintSlip({ movement }: { readonly movement: CashMovement }) {
  const { t } = useCashTexts();
  const { print, printout } = usePrint({ slip: movement.receipt }, 'slip');
  return (
    <>
      <Button icon="print" onPress={() => print('slip')}>
        {t('money.print')}
      </Button>
      {printout}
    </>
  );
}

export function DrawerSection({ client }: Pick<CashSectionProps, 'client'>) {
  const { t, problem: textOf } = useCashTexts();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const [drawer, setDrawer] = useState<'opened' | 'noDrawer' | 'unreachable' | null>(null);
  const change = useChange();
  const open = async () => {
    setAsked(true);
    if (reason.trim() === '') return;
    const answer = await change.run(() => client.openDrawer({ reason }));
    if (!answer) return;
    setDrawer(answer.drawer);
    setReason('');
    setAsked(false);
  };
  return (
    <Act title={t('money.drawer')}>
      <p className="text-soft">{t('money.drawerHelp')}</p>
      <Form onSubmit={() => void open()} className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field
          label={t('money.reason')}
          value={reason}
          maxLength={200}
          error={asked && reason.trim() === '' ? t('money.noReason') : null}
          onChange={setReason}
        />
        <Button look="primary" busy={change.busy} onPress={() => void open()}>
          {t('money.openDrawer')}
        </Button>
      </Form>
      <StatusRegion>
        {change.problem && <Message tone="error">{textOf(change.problem)}</Message>}
        {drawer && !change.problem && (
          <Message tone={drawer === 'opened' ? 'good' : 'info'}>{t(`money.drawer.${drawer}`)}</Message>
        )}
      </StatusRegion>
    </Act>
  );
}
