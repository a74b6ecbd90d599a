/** The steps with their progress; one of them is open. */

import type { ComponentType } from 'react';
import { useStore } from 'zustand';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { ScreenTitle } from '../parts/Panel.tsx';
import { useSetupTexts } from '../texts/pages/setup.ts';
import { ArticleStep } from './ArticleStep.tsx';
import { CheckStep } from './CheckStep.tsx';
import { LoyaltyStep } from './LoyaltyStep.tsx';
import { ManagerStep } from './ManagerStep.tsx';
import { ShopStep } from './ShopStep.tsx';
import type { StepProps } from './StepForm.tsx';
import type { SetupStore } from './setupStore.ts';
import { STEPS, type StepName } from './steps.ts';
import { TargetsStep } from './TargetsStep.tsx';
import { TaxStep } from './TaxStep.tsx';
import { TerminalStep } from './TerminalStep.tsx';

const FORMS: Readonly<Record<StepName, ComponentType<StepProps>>> = {
  shop: ShopStep,
  tax: TaxStep,
  manager: ManagerStep,
  terminal: TerminalStep,
  article: ArticleStep,
  loyalty: LoyaltyStep,
  targets: TargetsStep,
  check: CheckStep,
};

export function Steps(props: StepProps) {
  const { store } = props;
  const step = useStore(store, state => state.step);
  const { t } = useSetupTexts();
  const Current = FORMS[step];
  const values = { step: STEPS.indexOf(step) + 1, of: STEPS.length, name: t(`setup.step.${step}`) };
  return (
    <>
      <Progress store={store} step={step} />
      <ScreenTitle key={step} level={2} className="text-xl font-semibold">
        {t('setup.stepOf', values)}
      </ScreenTitle>
      <Current key={`form ${step}`} {...props} />
    </>
  );
}

/** Steps that are entered already can be opened again. */
function Progress({ store, step }: { readonly store: SetupStore; readonly step: StepName }) {
  const { t } = useSetupTexts();
  const reached = STEPS.indexOf(step);
  return (
    <nav aria-label={t('setup.steps')}>
      <ol className="flex flex-wrap gap-2 sm:grid sm:grid-flow-col sm:auto-cols-fr sm:gap-1">
        {STEPS.map((name, index) => (
          <li
            key={name}
            className={`rounded-control ${name === step ? 'bg-action-tint font-semibold text-action-ink' : ''}`}
            {...(name === step ? { 'aria-current': 'step' as const } : {})}
          >
            <Button
              look="quiet"
              disabled={index > reached}
              className="h-full w-full sm:flex-col sm:gap-0 sm:py-1 sm:text-sm"
              onPress={() => store.go(name)}
            >
              <span aria-hidden="true" className="figures">
                {index < reached ? <Icon name="check" size={20} /> : index + 1}
              </span>
              <span className="max-sm:sr-only">{t(`setup.step.${name}`)}</span>
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
