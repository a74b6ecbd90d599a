/** The first article; the rest of the goods comes after the set-up. */

import { useState } from 'react';
import { Field } from '../form/Field.tsx';
import { Select } from '../form/Select.tsx';
import { Button } from '../parts/Button.tsx';
import { formatRate } from '../texts/money.ts';
import { useSetupTexts } from '../texts/pages/setup.ts';
import { OtherFaults, StepForm, type StepProps, useErrors } from './StepForm.tsx';
import { ratesOf } from './TaxStep.tsx';

export function ArticleStep({ store }: StepProps) {
  const { t, language } = useSetupTexts();
  const { draft, set, errorOf, submit, skip, kinds } = useArticleForm(store);
  return (
    <StepForm
      store={store}
      onSubmit={() => void submit()}
      more={
        <Button size="tall" look="quiet" onPress={() => void skip()}>
          {t('setup.skip')}
        </Button>
      }
    >
      <p>{t('setup.article.intro')}</p>
      <OtherFaults store={store} paths={MEMBERS} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          focused
          label={t('setup.article.name')}
          value={draft.name}
          onChange={set('name')}
          maxLength={255}
          error={errorOf('name')}
        />
        <Field
          label={t('setup.article.number')}
          value={draft.number}
          onChange={set('number')}
          maxLength={50}
          error={errorOf('number')}
        />
        <Field
          label={t('setup.article.ean')}
          scannable
          help={t('setup.article.eanHelp')}
          value={draft.ean}
          onChange={set('ean')}
          maxLength={30}
          error={errorOf('ean')}
        />
        <Field
          decimal
          label={t('setup.article.price')}
          value={draft.price}
          onChange={set('price')}
          maxLength={12}
          error={errorOf('price')}
        />
        <Select
          label={t('setup.article.tax')}
          value={draft.tax}
          options={kinds.map(({ key, rate, name }) => ({
            value: key,
            text: `${formatRate(rate, language)} ${name[language]}`,
          }))}
          onChange={set('tax')}
        />
      </div>
    </StepForm>
  );
}

const REQUIRED = ['name', 'number', 'price', 'tax'] as const;

/** Places of faults that stand at their fields. */
const MEMBERS = (['name', 'number', 'ean', 'price'] as const).flatMap(member => [
  `articles[0], ${member}`,
  `articles[0].${member}`,
]);

/** The typed article, and the parts of the draft that it makes. */
function useArticleForm(store: StepProps['store']) {
  const { t } = useSetupTexts();
  const { articles } = store.draft();
  const [before, ...others] = Array.isArray(articles) ? articles : [];
  const rates = ratesOf(store);
  const kinds = [...new Map(rates.map(rate => [rate.key, rate])).values()];
  const [draft, setDraft] = useState({
    name: before?.name ?? '',
    number: String(before?.number ?? '1'),
    ean: String(before?.ean ?? ''),
    price: String(before?.price ?? ''),
    tax: String(before?.tax ?? kinds[0]?.key ?? ''),
  });
  const [isSent, setSent] = useState(false);
  const errorAt = useErrors(store);
  const errorOf = (member: keyof typeof draft) =>
    isSent && REQUIRED.some(one => one === member) && draft[member].trim() === ''
      ? t('setup.required')
      : (errorAt(`articles[0], ${member}`) ?? errorAt(`articles[0].${member}`));
  const set = (member: keyof typeof draft) => (value: string) => setDraft(last => ({ ...last, [member]: value }));
  const submit = async () => {
    setSent(true);
    if (REQUIRED.some(member => draft[member].trim() === '')) return;
    const { ean, ...rest } = draft;
    const article = { ...rest, ...(ean.trim() === '' ? {} : { ean: ean.trim() }) };
    if (await store.keep({ articles: [article, ...others] })) store.next();
  };
  const skip = async () => {
    if (await store.keep({ articles: null })) store.next();
  };
  return { draft, set, errorOf, submit, skip, kinds };
}
