/** The fields for the facts of the shop. */

import { cashRuleOf } from '../../main/domain/cashRounding.ts';
import { Field } from '../form/Field.tsx';
import { Select } from '../form/Select.tsx';
import { Choice } from '../parts/Choice.tsx';
import { Fold } from '../parts/Fold.tsx';
import { useShopTexts } from '../texts/pages/shop.ts';
import type { ShopDraft } from './shopDraft.ts';
import { TextLines } from './TextLines.tsx';

export interface ShopFieldsProps {
  readonly draft: ShopDraft;
  readonly onChange: (changes: Partial<ShopDraft>) => void;
  /** The sentence for a field, by the name of the fact. */
  readonly errorAt: (member: keyof ShopDraft) => string | null;
  /** The first field takes the focus. */
  readonly focused?: boolean;
}

export function ShopFields(props: ShopFieldsProps) {
  const { draft, onChange, errorAt, focused = false } = props;
  const { t, language } = useShopTexts();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Field
          label={t('shop.name')}
          help={t('shop.nameHelp')}
          focused={focused}
          value={draft.name}
          error={errorAt('name')}
          maxLength={255}
          onChange={name => onChange({ name })}
        />
      </div>
      <Text {...props} member="street" />
      <div className="grid grid-cols-[5.5rem_1fr] gap-3">
        <Text {...props} member="zip" />
        <Text {...props} member="city" />
      </div>
      <Select
        label={t('shop.country')}
        value={draft.country}
        options={countries(language, draft.country)}
        onChange={country => onChange({ country })}
      />
      <Choice
        label={t('shop.language')}
        value={draft.language}
        options={(['de', 'en'] as const).map(value => ({ value, text: t(`shop.language.${value}`) }))}
        onChange={chosen => onChange({ language: chosen })}
      />
      <Text {...props} member="taxNumber" help={t('shop.taxHelp')} />
      <Text {...props} member="vatId" />
      <CashRounding {...props} />
      <MoreFacts {...props} />
    </div>
  );
}

/** Only where the law of the country leaves it to the shop; elsewhere there is nothing to choose. */
function CashRounding({ draft: { country, currency, cashRounding }, onChange }: ShopFieldsProps) {
  const { t } = useShopTexts();
  const shop = { country, currency, cashRounding };
  const { step, voluntary } = cashRuleOf(shop, currency);
  if (!voluntary) return null;
  return (
    <Choice
      label={t('shop.cashRounding')}
      value={step > 1 ? 'yes' : 'no'}
      options={(['yes', 'no'] as const).map(value => ({ value, text: t(`shop.cashRounding.${value}`) }))}
      onChange={chosen => onChange({ cashRounding: chosen === 'yes' })}
    />
  );
}

type TextMember = Exclude<keyof ShopDraft, 'language' | 'receiptHead' | 'receiptFoot' | 'country' | 'cashRounding'>;
const LENGTHS: Partial<Record<TextMember, number>> = { zip: 20, taxNumber: 40, vatId: 20, phone: 50, currency: 3 };

function Text({
  draft,
  onChange,
  errorAt,
  member,
  help,
}: ShopFieldsProps & { readonly member: TextMember; readonly help?: string }) {
  const { t } = useShopTexts();
  return (
    <Field
      label={t(`shop.${member}`)}
      value={draft[member]}
      error={errorAt(member)}
      maxLength={LENGTHS[member] ?? 255}
      {...(help ? { help } : {})}
      onChange={value => onChange({ [member]: value })}
    />
  );
}

const MORE = ['company', 'phone', 'email', 'website', 'currency', 'timeZone', 'dayStart'] as const;

function MoreFacts(props: ShopFieldsProps) {
  const { draft, onChange, errorAt } = props;
  const { t } = useShopTexts();
  const isWrong = [...MORE, 'receiptHead', 'receiptFoot'].some(member => errorAt(member as keyof ShopDraft));
  return (
    <Fold title={t('shop.more')} isForced={isWrong} className="rounded-control border border-line px-3 sm:col-span-2">
      <div className="grid gap-4 pb-3 sm:grid-cols-2">
        {(['receiptHead', 'receiptFoot'] as const).map(member => (
          <TextLines
            key={member}
            label={t(`shop.${member}`)}
            help={t('shop.receiptHelp')}
            value={draft[member]}
            error={errorAt(member)}
            onChange={value => onChange({ [member]: value })}
          />
        ))}
        {MORE.map(member => (
          <Text
            key={member}
            {...props}
            member={member}
            {...(member === 'dayStart' ? { help: t('shop.dayStartHelp') } : {})}
          />
        ))}
      </div>
    </Fold>
  );
}

/** ISO 3166-1 codes of the countries in which the languages and currencies of the product are at home. */
const CODES =
  'DE AT CH LI LU BE NL FR IT ES PT IE GB DK SE NO FI IS PL CZ SK HU SI HR BG RO GR CY MT EE LV LT US CA AU NZ JP KW'.split(
    ' ',
  );

function countries(language: string, chosen: string) {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const codes = chosen === '' || CODES.includes(chosen) ? CODES : [...CODES, chosen];
  const [first, second, third, ...rest] = codes.map(value => ({ value, text: nameOf(names, value) }));
  return [first!, second!, third!, ...rest.sort((a, b) => a.text.localeCompare(b.text, language))];
}

function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
