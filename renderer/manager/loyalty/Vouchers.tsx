/** Vouchers: found by code, issued one or many, locked and unlocked. */
import { useState } from 'react';
import type { Batch, Voucher } from '../../../main/wire/loyaltyManagement.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { useRows } from '../../data/useRows.ts';
import { Field } from '../../form/Field.tsx';
import type { Typed } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Fact, Message, StatusRegion } from '../../parts/Panel.tsx';
import { formatMoney } from '../../texts/money.ts';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { Beside, BesideForm, useOpened } from '../Beside.tsx';
import { SaveList } from '../lists/SaveList.tsx';
import { Section } from '../Page.tsx';
import { VoucherFile } from './BatchFile.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { ChangeForm, ReasonField, useChecks } from './ChangeForm.tsx';
import { NameFields, nameIn, namesOf } from './NameFields.tsx';
import { RowList, SearchRows, Tile } from './Rows.tsx';
import { type SectionProps, shownAmount, shownDay, typedAmount, typedDay, typedNumber } from './sectionProps.ts';

/** Opened in place of a coupon; no coupon has such an id. */
const FILE = '+file';

export function Vouchers(props: SectionProps) {
  const { client, currency } = props;
  const { t, language } = useLoyaltyTexts();
  const [typed, setTyped] = useState('');
  const rows = useRows(typed, offset => client.vouchers(typed, offset));
  const { open, show, replace } = useOpened<string>();
  const done = () => {
    replace(null);
    rows.reload();
  };
  const shared = { ...props, onClose: () => show(null), onDone: done };
  const form =
    open !== null &&
    (open === '' ? (
      <NewVoucher key={open} {...shared} />
    ) : open === FILE ? (
      <VoucherFile key={open} {...props} onClose={done} />
    ) : (
      <VoucherDetail key={open} {...shared} id={open} />
    ));
  return (
    <Beside form={form}>
      <Section title={t('programme.vouchers')}>
        <div className="flex flex-wrap items-end gap-3">
          <SearchRows label={t('vouchers.find')} value={typed} onSearch={setTyped} />
          <Button look={form ? 'tonal' : 'primary'} icon="plus" onPress={() => show('')}>
            {t('vouchers.new')}
          </Button>
          <Button onPress={() => show(FILE)}>{t('vouchers.file')}</Button>
          <SaveList name="coupons" load={() => client.exported('vouchers')} />
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
              isChosen={voucher.id === open}
              onOpen={() => show(voucher.id)}
            />
          )}
        </RowList>
      </Section>
    </Beside>
  );
}

/** Five euros, or ten per cent. */
function valueText({ effect }: Voucher, money: (minor: number) => string): string {
  const { amount, percent } = effect as { amount?: number; percent?: number };
  return amount === undefined ? `${percent ?? 0} %` : money(amount);
}

type DetailProps = SectionProps & {
  readonly onClose: () => void;
  /** Made, changed, locked or unlocked. */
  readonly onDone: () => void;
};

function VoucherDetail({ client, currency, id, onClose, onDone }: DetailProps & { readonly id: string }) {
  const { t, language, problem: textOf } = useLoyaltyTexts();
  const change = useChange();
  const { value: opened, problem } = useResource(id, () => client.voucher(id));
  const voucher = opened?.value ?? null;
  const { reason } = useChecks();
  const [isLocking, setLocking] = useState(false);
  const isLocked = voucher?.state === 'locked';
  const submit = async (typed: Typed) => {
    const changed = await change.run(() => client.lockVoucher(id, !isLocked, (typed.reason ?? '').trim()));
    if (changed) onDone();
  };
  const validTo = (voucher?.condition as { validTo?: string } | undefined)?.validTo;
  return (
    <BesideForm title={t('vouchers.title', { code: voucher?.code ?? '…' })} manual="voucher" onClose={onClose}>
      <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
      {voucher && (
        <dl className="grid gap-1">
          <Fact name={t('vouchers.stateName')}>{t(`vouchers.state.${voucher.state}`)}</Fact>
          {voucher.lockNote && <Fact name={t('programme.reason')}>{voucher.lockNote}</Fact>}
          <Fact name={t('programme.name')}>{nameIn({ ...voucher, name: voucher.name ?? '' }, language)}</Fact>
          <Fact name={t('campaigns.value')}>{valueText(voucher, minor => formatMoney(minor, currency, language))}</Fact>
          <Fact name={t('cards.expires')}>{validTo ? shownDay(validTo, 1) : t('cards.never')}</Fact>
        </dl>
      )}
      {voucher && (voucher.state === 'open' || isLocked) && !isLocking && (
        <Button icon="lock" className="justify-self-start" onPress={() => setLocking(true)}>
          {t(isLocked ? 'cards.unlock' : 'cards.lock')}
        </Button>
      )}
      {isLocking && (
        <ChangeForm
          change={change}
          checks={{ reason }}
          submit={t(isLocked ? 'cards.unlock' : 'cards.lock')}
          danger={!isLocked}
          onSubmit={submit}
          onCancel={() => setLocking(false)}
        >
          <ReasonField focused />
        </ChangeForm>
      )}
      {voucher?.state === 'open' && (
        <VoucherForm client={client} currency={currency} voucher={voucher} onDone={onDone} />
      )}
    </BesideForm>
  );
}

interface VoucherFormProps extends Pick<SectionProps, 'client' | 'currency'> {
  readonly voucher: Voucher;
  readonly onDone: () => void;
}

/** Name, value and last day of a coupon that nobody has used yet; a change of its value needs a reason. */
function VoucherForm({ client, currency, voucher, onDone }: VoucherFormProps) {
  const { t, language } = useLoyaltyTexts();
  const change = useChange();
  const { type, amount: minor, percent } = voucher.effect as { type: string; amount?: number; percent?: number };
  const isAmount = type === 'amount';
  const { validTo: before } = voucher.condition as { validTo?: string };
  const kind = isAmount ? 'amount' : 'percent';
  const checks = useVoucherChecks(kind, currency);
  const submit = async ({ name = '', nameEn = '', value = '', to = '' }: Typed) => {
    const validTo = to === shownDay(before, 1) ? (before ?? null) : typedDay(to, 1);
    const { validTo: _, ...condition } = voucher.condition as { validTo?: string };
    const wanted = {
      ...namesOf({ name, nameEn }),
      effect: effectOf(kind, value, currency),
      condition: { ...condition, ...(validTo ? { validTo } : {}) },
    };
    const changed = await change.run(() => client.changeVoucher(voucher.id, wanted));
    if (changed) onDone();
  };
  return (
    <ChangeForm change={change} checks={checks} submit={t('vouchers.save')} onSubmit={submit}>
      <NameFields name={voucher.name ?? ''} nameEn={voucher.nameEn ?? ''} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="value"
          label={isAmount ? t('programme.amount', { currency }) : t('campaigns.value')}
          decimal
          initial={isAmount ? shownAmount(minor, currency, language) : String(percent ?? '')}
        />
        <Field name="to" label={t('vouchers.to')} initial={shownDay(before, 1)} />
      </div>
    </ChangeForm>
  );
}

/** The checks of a coupon's name, value and last day. */
function useVoucherChecks(type: 'amount' | 'percent', currency: string) {
  const { t } = useLoyaltyTexts();
  const { filled, day } = useChecks();
  const value = (text: string) => {
    const size = type === 'amount' ? typedAmount(text, currency) : typedNumber(text);
    const isWrong = size === null || size <= 0 || (type === 'percent' && size > 100);
    return isWrong ? t('programme.badAmount') : null;
  };
  return { name: filled, value, to: day };
}

/** Of a value that was checked. */
const effectOf = (type: 'amount' | 'percent', value: string, currency: string) =>
  type === 'amount' ? { type, amount: typedAmount(value, currency) ?? 0 } : { type, percent: typedNumber(value) ?? 0 };

function NewVoucher({ client, currency, onClose, onDone }: DetailProps) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const { number } = useChecks();
  const [type, setType] = useState<'amount' | 'percent'>('amount');
  const [batch, setBatch] = useState<Batch | null>(null);
  const count = (text: string) => (Number(text) < 1 ? t('programme.badNumber') : number(text));
  const checks = { ...useVoucherChecks(type, currency), count };
  const submit = async ({ name = '', nameEn = '', value = '', to = '', ...typed }: Typed) => {
    const validTo = typedDay(to, 1);
    const many = Number(typed.count);
    const voucher = {
      ...namesOf({ name, nameEn }),
      effect: effectOf(type, value, currency),
      condition: validTo ? { validTo } : {},
    };
    const made = await change.run<Voucher | Batch>(() =>
      many === 1 ? client.makeVoucher(voucher) : client.makeVouchers({ ...voucher, count: many }),
    );
    if (!made) return;
    if (made.object === 'loyalty.batches') setBatch(made);
    else onDone();
  };
  return (
    <BesideForm title={t('vouchers.new')} manual="voucher" onClose={batch ? onDone : onClose}>
      {batch ? (
        <BatchProgress client={client} begun={batch} onClose={onDone} />
      ) : (
        <ChangeForm change={change} checks={checks} submit={t('vouchers.make')} onSubmit={submit}>
          <NameFields focused />
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
              name="value"
              label={type === 'amount' ? t('programme.amount', { currency }) : t('campaigns.value')}
              decimal
            />
            <Field name="count" label={t('vouchers.count')} numeric initial="1" />
            <Field name="to" label={t('vouchers.to')} />
          </div>
        </ChangeForm>
      )}
    </BesideForm>
  );
}
