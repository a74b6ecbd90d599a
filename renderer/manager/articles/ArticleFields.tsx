/** The fields of an article. A scan goes into the field of the EANs while the form is open. */

import { useEffect, useRef } from 'react';
import {
  type MemberChanges,
  type MemberRow,
  type MemberValues,
  memberRows,
  withMembers,
} from '../../../main/wire/articleMembers.ts';
import type { ArticleGroupView, DatedPrice } from '../../../main/wire/articles.ts';
import { useApp } from '../../app/context.tsx';
import { Field } from '../../form/Field.tsx';
import { Select } from '../../form/Select.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Fold } from '../../parts/Fold.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import { type ArticleDraft, type FieldErrors, withEan } from './articleDraft.ts';
import { groupOptions } from './groupOptions.ts';
import type { TaxOption } from './taxOptions.ts';

interface ArticleFieldsProps {
  readonly draft: ArticleDraft;
  readonly errors: FieldErrors;
  readonly taxes: readonly TaxOption[];
  readonly groups: readonly ArticleGroupView[];
  readonly history: readonly DatedPrice[];
  /** The field that is typed into first; null: none. */
  readonly first: 'number' | 'nameDe' | 'price' | null;
  readonly onChange: (draft: ArticleDraft) => void;
}

export function ArticleFields({ draft, errors, taxes, groups, history, first, onChange }: ArticleFieldsProps) {
  const { t, language } = useArticleTexts();
  const set = (part: Partial<ArticleDraft>) => onChange({ ...draft, ...part });
  const error = (field: 'group' | 'tax' | 'ended') => errors[field] ?? null;
  useScans(code => set({ eans: withEan(draft.eans, code) }));
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          focused={first === 'number'}
          label={t('goods.number')}
          value={draft.number}
          name="number"
          onChange={number => set({ number })}
        />
        <Field
          focused={first === 'nameDe'}
          label={t('goods.nameDe')}
          value={draft.nameDe}
          name="nameDe"
          onChange={nameDe => set({ nameDe })}
        />
        <Field
          decimal
          focused={first === 'price'}
          label={t(draft.measure === 'kg' ? 'goods.pricePerKilogram' : 'goods.price')}
          help={t('goods.priceFrom')}
          value={draft.price}
          name="price"
          onChange={price => set({ price })}
        />
        <Field
          label={t('goods.eans')}
          help={t('goods.eansHelp')}
          value={draft.eans}
          name="eans"
          onChange={eans => set({ eans })}
        />
        <div className="grid content-start gap-1">
          <Select
            label={t('goods.group')}
            value={draft.group}
            options={[{ value: '', text: t('goods.noGroup') }, ...groupOptions(groups, language)]}
            onChange={group => set({ group })}
          />
          <Fault text={error('group')} />
        </div>
        <div className="grid content-start gap-1">
          <Select label={t('goods.tax')} value={draft.tax} options={taxes} onChange={tax => set({ tax })} />
          <Fault text={error('tax')} />
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <Toggle on={draft.quickKey} text={t('goods.onQuickKey')} onChange={quickKey => set({ quickKey })} />
        <Toggle on={draft.ended} text={t('goods.notSold')} onChange={ended => set({ ended })} />
        {draft.quickKey && (
          <Field
            numeric
            label={t('goods.place')}
            help={t('goods.placeHelp')}
            value={draft.place}
            name="place"
            onChange={place => set({ place })}
          />
        )}
      </div>
      <Fault text={error('ended')} />
      <MoreFields draft={draft} errors={errors} history={history} onChange={onChange} />
    </>
  );
}

const FOLDED = /^(nameEn|deposit|planned|packs|cost)/;

/** The rarer fields, folded until somebody wants them or one of them is wrong. */
function MoreFields({ draft, errors, history, onChange }: Omit<ArticleFieldsProps, 'taxes' | 'groups' | 'first'>) {
  const { t } = useArticleTexts();
  const set = (part: Partial<ArticleDraft>) => onChange({ ...draft, ...part });
  const isWrong = Object.keys(errors).some(field => FOLDED.test(field));
  return (
    <Fold title={t('goods.moreFields')} isForced={isWrong}>
      <div className="grid gap-4 pb-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            decimal
            label={t('goods.member.cost')}
            help={t(draft.measure === 'kg' ? 'goods.costPerKilogram' : 'goods.costHelp')}
            value={draft.cost}
            name="cost"
            onChange={cost => set({ cost })}
          />
          <Field
            label={t('goods.nameEn')}
            help={t('goods.nameEnHelp')}
            value={draft.nameEn}
            name="nameEn"
            onChange={nameEn => set({ nameEn })}
          />
          <Field
            label={t('goods.deposit')}
            help={t('goods.depositHelp')}
            value={draft.deposit}
            name="deposit"
            onChange={deposit => set({ deposit })}
          />
        </div>
        <Field
          label={t('goods.member.packs')}
          help={t('goods.packsHelp')}
          value={draft.packs}
          name="packs"
          onChange={packs => set({ packs })}
        />
        <PlannedPrices draft={draft} history={history} onChange={onChange} />
        <Choice
          label={t('goods.measure')}
          value={draft.measure}
          options={(['piece', 'kg'] as const).map(value => ({ value, text: t(`goods.measure.${value}`) }))}
          onChange={measure => set({ measure })}
        />
        <FurtherMembers kind="years" members={draft.members} onChange={members => set({ members })} />
        <div className="flex flex-wrap items-start gap-3">
          <FurtherMembers kind="yes" members={draft.members} onChange={members => set({ members })} />
        </div>
      </div>
    </Fold>
  );
}

interface FurtherMembersProps {
  readonly kind: Exclude<MemberRow['kind'], 'packs' | 'cost'>;
  readonly members: MemberValues;
  readonly onChange: (members: MemberValues) => void;
}

/** The further members of a kind: switches, or choices of years. */
function FurtherMembers({ kind, members, onChange }: FurtherMembersProps) {
  const { t } = useArticleTexts();
  return memberRows
    .filter(row => row.kind === kind)
    .map(({ name, offered = [] }) => {
      const label = t(`goods.member.${name}`);
      const value = members[name];
      const set = (changed: MemberChanges[typeof name]) => onChange(withMembers(members, { [name]: changed }));
      if (kind === 'yes') return <Toggle key={name} on={value === true} text={label} onChange={set} />;
      // An age that is offered nowhere else, such as one of a file, stays to be chosen.
      const years = [...new Set([...offered, Number(value ?? 0)])].sort((a, b) => a - b);
      return (
        <Choice
          key={name}
          label={label}
          value={String(value ?? 0)}
          options={[...new Set([0, ...years])].map(one => ({
            value: String(one),
            text: one === 0 ? t('goods.years.none') : t('goods.years.from', { years: one }),
          }))}
          onChange={chosen => set(Number(chosen) || null)}
        />
      );
    });
}

const Fault = ({ text }: { readonly text: string | null }) => (
  <div role="status" className="empty:absolute">
    {text && <Message tone="warn">{text}</Message>}
  </div>
);

/** Gives the scans to `take` instead of the basket for as long as the form is open. */
export function useScans(take: (code: string) => void): void {
  const { scanner } = useApp();
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => scanner.redirect(code => latest.current(code)), [scanner]);
}

type PlannedPricesProps = Pick<ArticleFieldsProps, 'draft' | 'history' | 'onChange'>;

function PlannedPrices({ draft, history, onChange }: PlannedPricesProps) {
  const { t, money } = useArticleTexts();
  const set = (planned: ArticleDraft['planned']) => onChange({ ...draft, planned });
  const change = (index: number, part: Partial<ArticleDraft['planned'][number]>) =>
    set(draft.planned.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <section aria-label={t('goods.planned')} className="grid gap-2">
      <h3 className="font-semibold">{t('goods.planned')}</h3>
      {draft.planned.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that names them
        <div key={index} className="grid items-start gap-2 sm:grid-cols-[1fr_1fr_auto]">
          <Field
            type="date"
            label={t('goods.from')}
            value={one.from}
            onChange={from => change(index, { from })}
            name={`planned.${index}.from`}
          />
          <Field
            decimal
            label={t('goods.price')}
            value={one.price}
            onChange={price => change(index, { price })}
            name={`planned.${index}.price`}
          />
          <Button
            size="icon"
            icon="trash"
            className="sm:mt-6"
            label={t('goods.removePrice')}
            onPress={() => set(draft.planned.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        className="justify-self-start"
        icon="plus"
        onPress={() => set([...draft.planned, { price: '', from: '' }])}
      >
        {t('goods.addPrice')}
      </Button>
      {history.length > 1 && (
        <div>
          <h3 className="text-sm text-soft">{t('goods.history')}</h3>
          <ul className="figures text-sm">
            {history.toReversed().map(({ price, validFrom }) => (
              <li key={validFrom}>
                {money(price)} {validFrom === null ? t('goods.always') : t('goods.since', { day: validFrom })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
