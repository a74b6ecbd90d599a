/** Everything once more, what is missing, and the one commit that makes the shop. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../parts/Button.tsx';
import { Confirmation } from '../parts/Confirmation.tsx';
import { Fact, Message } from '../parts/Panel.tsx';
import type { Fault } from '../shop/faults.ts';
import { formatRate } from '../texts/money.ts';
import { type SetupTexts, useSetupTexts } from '../texts/pages/setup.ts';
import { StepForm, type StepProps } from './StepForm.tsx';
import type { SetupStore } from './setupStore.ts';
import { type Draft, stepOf } from './steps.ts';
import { ratesOf } from './TaxStep.tsx';

export function CheckStep({ store }: StepProps) {
  const texts = useSetupTexts();
  const { t } = texts;
  const { kept, phase } = useStore(store);
  const [isAsked, setAsked] = useState(false);
  const faults = kept?.faults ?? [];
  return (
    <StepForm
      store={store}
      submit={phase === 'finishing' ? t('setup.finishing') : t('setup.finish')}
      onSubmit={() => void store.finish()}
    >
      {faults.length > 0 && <Faults store={store} faults={faults} />}
      <p>{t('setup.check.intro')}</p>
      <dl className="grid gap-2 card p-4">
        {factsOf(store, texts).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value || t('setup.check.none')}
          </Fact>
        ))}
      </dl>
      {kept && kept.warnings.length > 0 && <Warnings warnings={kept.warnings} />}
      {isAsked ? (
        <Confirmation
          danger
          icon="trash"
          text={t('setup.discardSure')}
          no={t('setup.discardNo')}
          yes={t('setup.discardYes')}
          busy={false}
          onNo={() => setAsked(false)}
          onYes={() => void store.discard()}
        />
      ) : (
        <div>
          <Button look="quiet" icon="trash" onPress={() => setAsked(true)}>
            {t('setup.discard')}
          </Button>
        </div>
      )}
    </StepForm>
  );
}

function Faults({ store, faults }: { readonly store: SetupStore; readonly faults: readonly Fault[] }) {
  const { t, language } = useSetupTexts();
  return (
    <section aria-label={t('setup.check.missing')} className="grid gap-2">
      <h3 className="font-semibold">{t('setup.check.missing')}</h3>
      {faults.map(({ path, texts }) => {
        const step = stepOf(path);
        const action = step !== 'check' && (
          <Button onPress={() => store.go(step)}>{t('setup.check.go', { step: t(`setup.step.${step}`) })}</Button>
        );
        return (
          <Message key={`${path} ${texts.en}`} tone="warn" action={action}>
            {path}: {texts[language]}
          </Message>
        );
      })}
    </section>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly Fault[] }) {
  const { t, language } = useSetupTexts();
  return (
    <section aria-label={t('setup.check.warnings')} className="grid gap-2">
      <h3 className="font-semibold">{t('setup.check.warnings')}</h3>
      {warnings.map(({ path, texts }) => (
        <Message key={`${path} ${texts.en}`} tone="info">
          {texts[language]}
        </Message>
      ))}
    </section>
  );
}

function factsOf(store: SetupStore, { t, language }: SetupTexts): readonly (readonly [string, string])[] {
  const draft: Draft = store.draft();
  const {
    shop,
    people = [],
    tills = [],
    terminals = [],
    articles,
    cards,
    upstream,
    backoffice,
    loyalty = true,
  } = draft;
  const rates = ratesOf(store).map(({ rate, name }) => `${name[language]} ${formatRate(rate, language)}`);
  const place = [shop?.street, [shop?.zip, shop?.city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const listed = (list: unknown): readonly Record<string, unknown>[] => (Array.isArray(list) ? list : []);
  return [
    [t('setup.check.shop'), [shop?.name, place].filter(Boolean).join(', ')],
    [t('setup.check.tax'), rates.join(', ')],
    [t('setup.check.manager'), people.map(({ name, username }) => `${name} (${username})`).join(', ')],
    [t('setup.check.till'), tills.map(({ name }) => name).join(', ')],
    [
      t('setup.check.terminal'),
      terminals.map(({ name, tid }) => [name, tid && `TID ${tid}`].filter(Boolean).join(', ')).join('; '),
    ],
    [
      t('setup.check.article'),
      listed(articles)
        .map(({ name, price }) => `${name}, ${price}`)
        .join('; '),
    ],
    [
      t('setup.check.card'),
      loyalty
        ? listed(cards)
            .map(({ cardnumber }) => String(cardnumber))
            .join(', ')
        : '',
    ],
    [t('setup.check.upstream'), addressOf(upstream)],
    [t('setup.check.backoffice'), addressOf(backoffice)],
  ];
}

const addressOf = (target: Draft['upstream'] | Draft['backoffice']): string =>
  typeof target === 'string' ? target : (target?.address ?? '');
