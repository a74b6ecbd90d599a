/** Card groups, and the form of one: names, numbers, limits, passcode, and how long balances live. */
import { useState } from 'react';
import type { CardGroupChange, CardGroupSettings } from '../../../main/wire/loyaltyManagement.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { useRows } from '../../data/useRows.ts';
import { Field } from '../../form/Field.tsx';
import { Select } from '../../form/Select.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Button } from '../../parts/Button.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { Beside, BesideForm, useOpened } from '../Beside.tsx';
import { PageProblem, Section } from '../Page.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { RowList, Tile } from './Rows.tsx';
import { type SectionProps, shownAmount, typedAmount, typedNumber } from './sectionProps.ts';

export function Groups({ client, currency, scanned }: SectionProps) {
  const { t, language } = useLoyaltyTexts();
  const rows = useRows('groups', client.groups);
  const { open, show, replace } = useOpened<string>();
  const done = () => {
    replace(null);
    rows.reload();
  };
  const form = open !== null && (
    <GroupDetail
      key={open}
      {...{ client, currency, scanned }}
      id={open === 'new' ? null : open}
      onClose={() => show(null)}
      onDone={done}
    />
  );
  return (
    <Beside form={form}>
      <Section title={t('programme.groups')}>
        <Button
          look={form ? 'tonal' : 'primary'}
          icon="plus"
          className="justify-self-start"
          onPress={() => show('new')}
        >
          {t('groups.new')}
        </Button>
        <RowList of={rows} keyOf={({ id }) => id}>
          {({ id, name, prefix, length }) => (
            <Tile
              title={name[language]}
              label={t('groups.open', { name: name[language] })}
              facts={[t('groups.numbers', { prefix, length })]}
              isChosen={id === open}
              onOpen={() => show(id)}
            />
          )}
        </RowList>
      </Section>
    </Beside>
  );
}

type GroupDetailProps = SectionProps & {
  /** Null: a new one. */
  readonly id: string | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

function GroupDetail(props: GroupDetailProps) {
  const { client, id, onClose } = props;
  const { t, language } = useLoyaltyTexts();
  const { value: opened, problem, reload } = useResource(id, () => client.group(id ?? ''));
  return (
    <BesideForm title={opened?.value.name[language] ?? t('groups.new')} onClose={onClose}>
      <PageProblem problem={problem} onAgain={reload} />
      {(opened || id === null) && (
        <GroupForm {...props} group={opened?.value ?? null} version={opened?.version ?? null} />
      )}
    </BesideForm>
  );
}

const PASSCODES = ['0', '1', '2', '3', '4', '5', '6'] as const;

/** The typed values of the form of a group. */
function draftOf(group: CardGroupSettings | null, money: (minor: number | null) => string) {
  const expiry = group?.balanceExpiry ?? null;
  const months = (value: number | null | undefined) => (value == null ? '' : String(value));
  return {
    ...{ de: group?.name.de ?? '', en: group?.name.en ?? '' },
    ...{ prefix: group?.prefix ?? '', length: String(group?.length ?? 16) },
    ...{ limit: money(group?.balanceLimit ?? null), overdraft: money(group?.overdraft ?? null) },
    ...{ cardMonths: months(group?.cardMonths), passcode: String(group?.passcode ?? 0) },
    ...{ cancelAny: group?.cancelAny ?? false, expires: expiry !== null, voucher: group?.voucher ?? false },
    ...{ cash: expiry ? months(expiry.cash) : '36', bonus: expiry ? months(expiry.bonus) : '12' },
    ...{ points: expiry ? months(expiry.points) : '24', yearEnd: (expiry?.until ?? 'yearEnd') === 'yearEnd' },
  };
}

type GroupDraft = ReturnType<typeof draftOf>;

/** Null for an empty field, undefined for what is no number. */
const months = (text: string) => (text.trim() === '' ? null : (typedNumber(text) ?? undefined));

/** The change that was typed; null where a field is wrong. */
function changeIn(draft: GroupDraft, currency: string): CardGroupChange | null {
  const [cardMonths, cash, bonus, points] = [draft.cardMonths, draft.cash, draft.bonus, draft.points].map(months);
  const [limit, overdraft] = [typedAmount(draft.limit, currency), typedAmount(draft.overdraft, currency)];
  const length = typedNumber(draft.length);
  if (draft.de.trim() === '' || limit === null || overdraft === null || length === null) return null;
  if (cardMonths === undefined || cash === undefined || bonus === undefined || points === undefined) return null;
  const until = draft.yearEnd ? 'yearEnd' : 'day';
  return {
    name: { de: draft.de.trim(), en: draft.en.trim() || draft.de.trim() },
    ...(draft.prefix === '' ? {} : { prefix: draft.prefix }),
    ...{ length, overdraft, cardMonths, cancelAny: draft.cancelAny, passcode: Number(draft.passcode) },
    balanceLimit: limit === 0 ? null : limit,
    voucher: draft.voucher,
    balanceExpiry: draft.expires ? { cash, bonus, points, until } : null,
  };
}

type GroupFormProps = GroupDetailProps & { readonly group: CardGroupSettings | null; readonly version: string | null };

function GroupForm({ client, currency, group, version, onDone }: GroupFormProps) {
  const { t, language } = useLoyaltyTexts();
  const change = useChange();
  const [asRead] = useState(() => draftOf(group, minor => shownAmount(minor, currency, language)));
  const [draft, setDraft] = useState(asRead);
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(asRead);
  const [tried, setTried] = useState(false);
  const submit = async () => {
    setTried(true);
    const wanted = changeIn(draft, currency);
    if (wanted === null) return;
    const saved = await change.run(() =>
      group ? client.changeGroup(group.id, wanted, version) : client.makeGroup(wanted),
    );
    if (saved) onDone();
  };
  const fields = { draft, tried, currency };
  const set = (part: Partial<GroupDraft>) => setDraft({ ...draft, ...part });
  return (
    <ChangeForm change={change} submit={t('programme.save')} isUnsaved={isUnsaved} onSubmit={submit}>
      <GroupFacts {...fields} onChange={set} />
      <ExpiryFacts {...fields} onChange={set} />
    </ChangeForm>
  );
}

interface GroupFieldsProps {
  readonly draft: GroupDraft;
  readonly tried: boolean;
  readonly currency: string;
  readonly onChange: (part: Partial<GroupDraft>) => void;
}

function GroupFacts({ draft, tried, currency, onChange }: GroupFieldsProps) {
  const { t } = useLoyaltyTexts();
  const number = (text: string) => (tried && months(text) === undefined ? t('programme.badNumber') : null);
  const amount = (text: string) => (tried && typedAmount(text, currency) === null ? t('programme.badAmount') : null);
  const missing = tried && draft.de.trim() === '' ? t('programme.missing') : null;
  const field = (name: keyof GroupDraft, label: string, error: string | null = null) => (
    <Field
      name={name === 'de' ? 'name.de' : name}
      label={label}
      focused={name === 'de' && draft.de === ''}
      maxLength={100}
      value={String(draft[name])}
      onChange={text => onChange({ [name]: text })}
      error={error}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {field('de', t('programme.name'), missing)}
      {field('en', t('programme.nameEn'))}
      {field('prefix', t('groups.prefix'))}
      {field('length', t('groups.length'), number(draft.length))}
      {field('limit', t('groups.balanceLimit', { currency }), amount(draft.limit))}
      {field('overdraft', t('groups.overdraft', { currency }), amount(draft.overdraft))}
      {field('cardMonths', t('groups.cardMonths'), number(draft.cardMonths))}
      <Select
        label={t('groups.passcode')}
        value={draft.passcode}
        options={PASSCODES.map(value => ({ value, text: t(`groups.passcode${value}`) }))}
        onChange={passcode => onChange({ passcode })}
      />
    </div>
  );
}

function ExpiryFacts({ draft, tried, onChange }: GroupFieldsProps) {
  const { t } = useLoyaltyTexts();
  const field = (name: 'cash' | 'bonus' | 'points', label: string) => (
    <Field
      label={label}
      numeric
      value={draft[name]}
      onChange={text => onChange({ [name]: text })}
      error={tried && months(draft[name]) === undefined ? t('programme.badNumber') : null}
    />
  );
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Toggle on={draft.cancelAny} text={t('groups.cancelAny')} onChange={cancelAny => onChange({ cancelAny })} />
        <Toggle on={draft.voucher} text={t('groups.voucher')} onChange={voucher => onChange({ voucher })} />
        <Toggle on={draft.expires} text={t('groups.expiry')} onChange={expires => onChange({ expires })} />
        {draft.expires && (
          <Toggle on={draft.yearEnd} text={t('groups.expiryYearEnd')} onChange={yearEnd => onChange({ yearEnd })} />
        )}
      </div>
      {draft.expires && (
        <>
          <p className="text-sm text-soft">{t('groups.expiryHelp')}</p>
          <div className="grid gap-4 sm:grid-cols-3">
            {field('cash', t('groups.expiryCash'))}
            {field('bonus', t('groups.expiryBonus'))}
            {field('points', t('groups.expiryPoints'))}
          </div>
        </>
      )}
    </>
  );
}
