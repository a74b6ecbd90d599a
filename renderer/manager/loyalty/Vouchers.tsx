/** Vouchers: found by code, issued one or many, locked and unlocked. */
import { useState } from 'react';
import type { Batch, Voucher } from '../../../main/wire/loyaltyManagement.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { useRows } from '../../data/useRows.ts';
import { Field } from '../../form/Field.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Fact, Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { formatMoney } from '../../texts/money.ts';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { Section } from '../Page.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { NameFields, nameIn, namesOf, type TypedNames } from './NameFields.tsx';
import { RowList, Search, Tile } from './Rows.tsx';
import { type SectionProps, shownAmount, shownDay, typedAmount, typedDay, typedNumber } from './sectionProps.ts';

export function Vouchers(props: SectionProps) {
  const { client, currency } = props;
  const { t, language } = useLoyaltyTexts();
  const [typed, setTyped] = useState('');
  const rows = useRows(typed, offset => client.vouchers(typed, offset));
  const [open, setOpen] = useState<string | null>(null);
  const close = () => {
    setOpen(null);
    rows.reload();
  };
  return (
    <Section title={t('programme.vouchers')}>
      <div className="flex flex-wrap items-end gap-3">
        <Search label={t('vouchers.find')} value={typed} onSearch={setTyped} />
        <Button look="primary" icon="plus" onPress={() => setOpen('')}>
          {t('vouchers.new')}
        </Button>
      </div>
      <RowList of={rows} keyOf={({ id }) => id}>
        {voucher => (
          <Tile
            title={voucher.code}
            label={t('vouchers.open', { code: voucher.code })}
            facts={[
              valueText(voucher, minor => formatMoney(minor, currency, language)),
              t(`vouchers.state.${voucher.state}`),
            ]}
            onOpen={() => setOpen(voucher.id)}
          />
        )}
      </RowList>
      {open === '' && <NewVoucherSheet {...props} onClose={close} />}
      {open !== null && open !== '' && <VoucherSheet {...props} id={open} onClose={close} />}
    </Section>
  );
}

/** Five euros, or ten per cent. */
function valueText({ effect }: Voucher, money: (minor: number) => string): string {
  const { amount, percent } = effect as { amount?: number; percent?: number };
  return amount === undefined ? `${percent ?? 0} %` : money(amount);
}

type VoucherSheetProps = SectionProps & { readonly id: string; readonly onClose: () => void };

function VoucherSheet({ client, currency, id, onClose }: VoucherSheetProps) {
  const { t, language, problem: textOf } = useLoyaltyTexts();
  const change = useChange();
  const { value: opened, problem } = useResource(id, () => client.voucher(id));
  const voucher = opened?.value ?? null;
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const isLocked = voucher?.state === 'locked';
  const submit = async () => {
    setTried(true);
    if (reason.trim().length < 3) return;
    const changed = await change.run(() => client.lockVoucher(id, !isLocked, reason.trim()));
    if (changed) onClose();
  };
  const validTo = (voucher?.condition as { validTo?: string } | undefined)?.validTo;
  return (
    <Sheet
      title={t('vouchers.title', { code: voucher?.code ?? '…' })}
      closeLabel={t('programme.close')}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
        {voucher && (
          <dl className="grid gap-1">
            <Fact name={t('programme.name')}>{nameIn({ ...voucher, name: voucher.name ?? '' }, language)}</Fact>
            <Fact name={t('campaigns.value')}>
              {valueText(voucher, minor => formatMoney(minor, currency, language))}
            </Fact>
            <Fact name={t('cards.expires')}>{validTo ? shownDay(validTo, 1) : t('cards.never')}</Fact>
            <Fact name={t('vouchers.stateName')}>{t(`vouchers.state.${voucher.state}`)}</Fact>
            {voucher.lockNote && <Fact name={t('programme.reason')}>{voucher.lockNote}</Fact>}
          </dl>
        )}
        {voucher?.state === 'open' && (
          <VoucherForm client={client} currency={currency} voucher={voucher} onClose={onClose} />
        )}
        {voucher && (voucher.state === 'open' || isLocked) && (
          <ChangeForm
            change={change}
            submit={t(isLocked ? 'cards.unlock' : 'cards.lock')}
            danger={!isLocked}
            onSubmit={() => void submit()}
            onCancel={onClose}
          >
            <Field
              label={t('programme.reason')}
              maxLength={300}
              value={reason}
              onChange={setReason}
              error={tried && reason.trim().length < 3 ? t('programme.missing') : null}
            />
          </ChangeForm>
        )}
      </div>
    </Sheet>
  );
}

interface VoucherFormProps extends Pick<SectionProps, 'client' | 'currency'> {
  readonly voucher: Voucher;
  readonly onClose: () => void;
}

/** Name, value and last day of a coupon that nobody has used yet; a change of its value needs a reason. */
function VoucherForm({ client, currency, voucher, onClose }: VoucherFormProps) {
  const { t, language } = useLoyaltyTexts();
  const change = useChange();
  const { type, amount: minor, percent } = voucher.effect as { type: string; amount?: number; percent?: number };
  const isAmount = type === 'amount';
  const { validTo: before } = voucher.condition as { validTo?: string };
  const [names, setNames] = useState<TypedNames>({ name: voucher.name ?? '', nameEn: voucher.nameEn ?? '' });
  const [value, setValue] = useState(isAmount ? shownAmount(minor, currency, language) : String(percent ?? ''));
  const [to, setTo] = useState(shownDay(before, 1));
  const [tried, setTried] = useState(false);
  const amount = isAmount ? typedAmount(value, currency) : typedNumber(value);
  const isWrong = amount === null || amount <= 0 || (!isAmount && amount > 100);
  const validTo = to === shownDay(before, 1) ? (before ?? null) : typedDay(to, 1);
  const isNoDay = to !== '' && validTo === null;
  const submit = async () => {
    setTried(true);
    if (isWrong || names.name.trim() === '' || isNoDay) return;
    const { validTo: _, ...condition } = voucher.condition as { validTo?: string };
    const effect = isAmount ? ({ type: 'amount', amount } as const) : ({ type: 'percent', percent: amount } as const);
    const wanted = { ...namesOf(names), effect, condition: { ...condition, ...(validTo ? { validTo } : {}) } };
    const changed = await change.run(() => client.changeVoucher(voucher.id, wanted));
    if (changed) onClose();
  };
  return (
    <ChangeForm change={change} submit={t('vouchers.save')} onSubmit={() => void submit()} onCancel={onClose}>
      <NameFields
        {...names}
        error={tried && names.name.trim() === '' ? t('programme.missing') : null}
        onChange={part => setNames({ ...names, ...part })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={isAmount ? t('programme.amount', { currency }) : t('campaigns.value')}
          decimal
          value={value}
          onChange={setValue}
          error={tried && isWrong ? t('programme.badAmount') : null}
        />
        <Field
          label={t('vouchers.to')}
          value={to}
          onChange={setTo}
          error={tried && isNoDay ? t('campaigns.badDay') : null}
        />
      </div>
    </ChangeForm>
  );
}

function NewVoucherSheet({ client, currency, onClose }: SectionProps & { readonly onClose: () => void }) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const [names, setNames] = useState<TypedNames>({ name: '', nameEn: '' });
  const [type, setType] = useState<'amount' | 'percent'>('amount');
  const [value, setValue] = useState('');
  const [count, setCount] = useState('1');
  const [to, setTo] = useState('');
  const [tried, setTried] = useState(false);
  const [batch, setBatch] = useState<Batch | null>(null);
  const amount = type === 'amount' ? typedAmount(value, currency) : typedNumber(value);
  const many = typedNumber(count);
  const validTo = typedDay(to, 1);
  const isWrong = amount === null || amount <= 0 || (type === 'percent' && amount > 100);
  const submit = async () => {
    setTried(true);
    if (amount === null || isWrong || many === null || many < 1 || names.name.trim() === '' || (to !== '' && !validTo))
      return;
    const effect = type === 'amount' ? { type, amount } : { type, percent: amount };
    const voucher = { ...namesOf(names), effect, condition: validTo ? { validTo } : {} };
    const made = await change.run<Voucher | Batch>(() =>
      many === 1 ? client.makeVoucher(voucher) : client.makeVouchers({ ...voucher, count: many }),
    );
    if (!made) return;
    if (made.object === 'loyalty.batches') setBatch(made);
    else onClose();
  };
  return (
    <Sheet title={t('vouchers.new')} closeLabel={t('programme.close')} onClose={onClose}>
      {batch ? (
        <BatchProgress client={client} begun={batch} onClose={onClose} />
      ) : (
        <ChangeForm change={change} submit={t('vouchers.make')} onSubmit={() => void submit()} onCancel={onClose}>
          <NameFields
            {...names}
            focused
            error={tried && names.name.trim() === '' ? t('programme.missing') : null}
            onChange={part => setNames({ ...names, ...part })}
          />
          <Choice
            label={t('campaigns.effect')}
            value={type}
            options={[
              { value: 'amount', text: t('campaigns.amount') },
              { value: 'percent', text: t('campaigns.percent') },
            ]}
            onChange={setType}
          />
          <div className="grid gap-4 sm:grid-cols-3">
            <Field
              label={type === 'amount' ? t('programme.amount', { currency }) : t('campaigns.value')}
              decimal
              value={value}
              onChange={setValue}
              error={tried && isWrong ? t('programme.badAmount') : null}
            />
            <Field
              label={t('vouchers.count')}
              numeric
              value={count}
              onChange={setCount}
              error={tried && (many === null || many < 1) ? t('programme.badNumber') : null}
            />
            <Field
              label={t('vouchers.to')}
              value={to}
              onChange={setTo}
              error={tried && to !== '' && !validTo ? t('campaigns.badDay') : null}
            />
          </div>
        </ChangeForm>
      )}
    </Sheet>
  );
}
