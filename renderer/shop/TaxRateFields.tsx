/** The rows of tax rates: name, rate, and the day from which each holds. */

import { Field } from '../form/Field.tsx';
import { Button } from '../parts/Button.tsx';
import { useShopTexts } from '../texts/pages/shop.ts';
import { type RateDraft, rateFaultsOf } from './taxDraft.ts';

export interface TaxRateFieldsProps {
  readonly rows: readonly RateDraft[];
  readonly onChange: (rows: readonly RateDraft[]) => void;
  /** Faults that the bridge reports about a row, by its place. */
  readonly errorAt: (index: number) => string | null;
  /** Faults are shown once the rows were sent. */
  readonly isSent: boolean;
  /** Today, YYYY-MM-DD, for new rows. */
  readonly today: string;
}

export function TaxRateFields({ rows, onChange, errorAt, isSent, today }: TaxRateFieldsProps) {
  const { t } = useShopTexts();
  const next = Math.max(0, ...rows.map(({ row }) => row)) + 1;
  const add = () => onChange([...rows, { row: next, key: '', rate: '', validFrom: today, de: '', en: '' }]);
  return (
    <div className="grid gap-3">
      {rows.map((rate, index) => (
        <RateRow
          key={rate.row}
          number={index + 1}
          rate={rate}
          isSent={isSent}
          error={errorAt(index)}
          onChange={changes => onChange(rows.map(one => (one.row === rate.row ? { ...one, ...changes } : one)))}
          onRemove={() => onChange(rows.filter(one => one.row !== rate.row))}
          // The old rate stays, so that it holds until the day of the new one.
          onFollow={() => onChange(rows.toSpliced(index + 1, 0, { ...rate, row: next, rate: '', validFrom: today }))}
        />
      ))}
      <div>
        <Button icon="plus" onPress={add}>
          {t('shop.tax.add')}
        </Button>
      </div>
    </div>
  );
}

interface RateRowProps {
  readonly number: number;
  readonly rate: RateDraft;
  readonly isSent: boolean;
  readonly error: string | null;
  readonly onChange: (changes: Partial<RateDraft>) => void;
  readonly onRemove: () => void;
  readonly onFollow: () => void;
}

function RateRow({ number, rate, isSent, error, onChange, onRemove, onFollow }: RateRowProps) {
  const { t, language } = useShopTexts();
  const faults = isSent ? rateFaultsOf(rate) : {};
  const textOf = (member: keyof RateDraft) => (faults[member] ? t(faults[member]) : null);
  const names = language === 'de' ? (['de', 'en'] as const) : (['en', 'de'] as const);
  const labels = { de: t('shop.tax.name'), en: t('shop.tax.nameEn') };
  return (
    <fieldset className="grid gap-3 rounded-control border border-line p-3">
      <legend className="px-1 text-sm text-soft">{t('shop.tax.row', { number })}</legend>
      <div className="grid gap-3 sm:grid-cols-[1fr_1fr_7rem_11rem]">
        {names.map((name, index) => (
          <Field
            key={name}
            label={labels[name]}
            value={rate[name]}
            maxLength={100}
            error={index === 0 ? (textOf('de') ?? error) : null}
            onChange={value => onChange({ [name]: value })}
          />
        ))}
        <Field
          decimal
          label={t('shop.tax.rate')}
          value={rate.rate}
          maxLength={5}
          error={textOf('rate')}
          onChange={value => onChange({ rate: value })}
        />
        <Field
          label={t('shop.tax.from')}
          type="date"
          value={rate.validFrom}
          error={textOf('validFrom')}
          onChange={validFrom => onChange({ validFrom })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {rate.key !== '' && (
          <Button look="quiet" icon="plus" onPress={onFollow}>
            {t('shop.tax.change')}
          </Button>
        )}
        <Button look="quiet" icon="trash" onPress={onRemove}>
          {t('shop.tax.remove', { name: rate[names[0]] || rate[names[1]] || String(number) })}
        </Button>
      </div>
    </fieldset>
  );
}
