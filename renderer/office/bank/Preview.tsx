/** How the back office reads a bank's file, before it is imported: its columns, its first payments, and refused rows. */

import { type BankField, type BankPreview, bankFields } from '../../../main/wire/office/bank.ts';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { formatDay, formatFigure } from '../../report/figures.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useFormats, useMe } from '../context.tsx';
import { Part } from '../Page.tsx';
import { Table } from '../Table.tsx';

interface PreviewProps {
  readonly name: string;
  readonly preview: BankPreview;
  readonly busy: boolean;
  readonly onColumn: (field: BankField, head: string) => void;
  readonly onImport: () => void;
  readonly onCancel: () => void;
}

/** Chooses no column. */
const NONE = '-';

export function Preview(props: PreviewProps) {
  const { name, preview, busy, onImport, onCancel } = props;
  const { t, language } = useOfficeTexts();
  const formats = useFormats();
  const { missing, payments, refused, from, to, amount } = preview;
  return (
    <Part title={t('bank.preview', { name })}>
      <p className="text-soft">
        {preview.format === 'csv'
          ? t('bank.readAs', {
              charset: preview.charset,
              separator: t(`bank.separator.${SEPARATORS[preview.separator] ?? 'semicolon'}`),
              head: preview.head,
            })
          : t('bank.readAsStatement', { format: FORMATS[preview.format], ignored: preview.ignored })}
      </p>
      {preview.format === 'csv' && <Columns {...props} />}
      <StatusRegion>
        {missing.length > 0 && (
          <Message tone="warn">
            {t('bank.missing', { fields: missing.map(field => t(`bank.field.${field}`)).join(', ') })}
          </Message>
        )}
        {missing.length === 0 && (
          <Message tone={payments > 0 ? 'good' : 'warn'}>
            {from && to
              ? t('bank.found', {
                  count: payments,
                  sum: formatFigure(amount, 'money', formats),
                  from: formatDay(from, language),
                  to: formatDay(to, language),
                })
              : t('bank.foundNone')}
          </Message>
        )}
      </StatusRegion>
      {payments > 0 && <Sample preview={preview} />}
      {refused > 0 && <Refusals preview={preview} />}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={busy} disabled={payments === 0} onPress={onImport}>
          {t('bank.import', { count: payments })}
        </Button>
        <Button onPress={onCancel}>{t('office.cancel')}</Button>
      </div>
    </Part>
  );
}

const FORMATS = { mt940: 'MT940', camt: 'CAMT' } as const;

const SEPARATORS: Readonly<Record<string, 'semicolon' | 'comma' | 'tab' | 'bar'>> = {
  ';': 'semicolon',
  ',': 'comma',
  '\t': 'tab',
  '|': 'bar',
};

function Columns({ preview: { columns }, onColumn }: PreviewProps) {
  const { t } = useOfficeTexts();
  const heads = columns.flatMap(({ head }) => (head === '' ? [] : [head]));
  const options = [{ value: NONE, text: t('bank.noColumn') }, ...heads.map(head => ({ value: head, text: head }))];
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-3">
      {bankFields.map(field => (
        <Select
          key={field}
          label={t(`bank.field.${field}`)}
          value={columns.find(column => column.field === field)?.head ?? NONE}
          options={options}
          onChange={head => onColumn(field, head)}
        />
      ))}
    </div>
  );
}

function Sample({ preview: { sample } }: { readonly preview: BankPreview }) {
  const { t, language } = useOfficeTexts();
  const { stores } = useMe();
  const formats = useFormats();
  const money = (value: number | null) => formatFigure(value, 'money', formats);
  return (
    <Table
      caption={t('bank.sample')}
      rows={sample}
      keyOf={({ line }) => String(line)}
      empty={t('office.none')}
      columns={[
        { title: t('bank.line'), cell: ({ line }) => line },
        { title: t('sales.store'), cell: ({ store }) => stores.find(({ id }) => id === store)?.name ?? '–' },
        { title: t('bank.field.terminal'), cell: ({ terminal }) => terminal },
        { title: t('bank.field.trace'), cell: ({ trace }) => trace ?? t('bank.wholeDayEnd'), numeric: true },
        {
          title: t('bank.field.day'),
          cell: ({ day, time }) => `${formatDay(day, language)}${time ? ` ${time.slice(0, 5)}` : ''}`,
        },
        { title: t('bank.field.amount'), cell: ({ amount }) => money(amount), numeric: true },
        { title: t('bank.field.fee'), cell: ({ fee }) => money(fee), numeric: true },
        { title: t('bank.field.card_type'), cell: payment => payment.card_type || '–' },
      ]}
    />
  );
}

function Refusals({ preview: { refused, refusals } }: { readonly preview: BankPreview }) {
  const { t, language } = useOfficeTexts();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">{t('bank.refused', { count: refused })}</h3>
      <Table
        caption={t('bank.refused', { count: refused })}
        rows={refusals}
        keyOf={({ line, code }) => `${line} ${code}`}
        empty={t('office.none')}
        columns={[
          { title: t('bank.line'), cell: ({ line }) => line },
          { title: t('tills.reason'), cell: ({ texts }) => texts[language] },
        ]}
      />
    </div>
  );
}
