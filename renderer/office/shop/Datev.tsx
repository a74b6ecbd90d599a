/** Numbers and accounts of the postings for DATEV. */

import { useState } from 'react';
import type { DatevSettings } from '../../../main/wire/office/people.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useMe, useOffice, useProblemText } from '../context.tsx';
import { Part } from '../Page.tsx';

const NUMBERS = ['consultant', 'client', 'account_length'] as const;
const TEXTS = ['year_start', 'clearing', 'cash', 'card', 'loyalty', 'voucher', 'tips', 'other'] as const;
const FIELDS = [...NUMBERS, ...TEXTS, 'revenue', 'other_revenue'] as const;
type Draft = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Accounts of the chart SKR04, as a beginning. */
const NEW: Draft = {
  ...{ consultant: '', client: '', account_length: '4', year_start: '01-01', clearing: '1370', cash: '1600' },
  ...{ card: '1460', loyalty: '3500', voucher: '3500', tips: '1370', other: '1460' },
  ...{ revenue: '19=4400 7=4300', other_revenue: '4200' },
};

const draftOf = (held: DatevSettings | null): Draft =>
  held === null
    ? NEW
    : (Object.fromEntries(
        FIELDS.map(name => [name, name === 'revenue' ? ratesText(held.revenue) : String(held[name])]),
      ) as Draft);

const ratesText = (rates: DatevSettings['revenue']): string =>
  Object.entries(rates)
    .map(([rate, account]) => `${rate}=${account}`)
    .join(' ');

/** `19=4400 7=4300`; what is written wrongly is refused by the back office, with its name. */
const ratesOf = (text: string): DatevSettings['revenue'] =>
  Object.fromEntries(
    text
      .split(/[\s;]+/)
      .filter(Boolean)
      .map(pair => {
        const [rate = '', account = ''] = pair.split('=');
        return [rate.replace(',', '.'), account];
      }),
  );

const settingsOf = (draft: Draft): DatevSettings => ({
  ...draft,
  ...(Object.fromEntries(NUMBERS.map(name => [name, Number(draft[name])])) as Record<(typeof NUMBERS)[number], number>),
  revenue: ratesOf(draft.revenue),
});

export function Datev({ onSaved }: { readonly onSaved: (name: string) => void }) {
  const { client, session } = useOffice();
  const { t } = useOfficeTexts();
  const problemText = useProblemText();
  const { merchant } = useMe();
  const [draft, setDraft] = useState(() => draftOf(merchant.datev));
  const { busy, problem, run } = useChange();
  const submit = async () => {
    const saved = await run(async () => {
      await client.changeMerchant({ datev: settingsOf(draft) });
      await session.load();
      return true;
    });
    if (saved) onSaved(t('datev.title'));
  };
  return (
    <Part title={t('datev.title')}>
      <Form onSubmit={() => void submit()} className="grid max-w-xl gap-4 card p-4">
        <p className="text-soft">{t('datev.about')}</p>
        {FIELDS.map(name => (
          <Field
            key={name}
            label={t(`datev.${name}`)}
            value={draft[name]}
            onChange={value => setDraft({ ...draft, [name]: value })}
            maxLength={name === 'revenue' ? 200 : 10}
          />
        ))}
        <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
        <Button className="justify-self-start" busy={busy} onPress={() => void submit()}>
          {t('office.save')}
        </Button>
      </Form>
    </Part>
  );
}
