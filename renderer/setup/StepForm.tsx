/** The frame of a step: what is wrong, its fields, the way back and on. */

import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Form } from '../form/Form.tsx';
import { Button } from '../parts/Button.tsx';
import { Message, StatusRegion } from '../parts/Panel.tsx';
import { sentenceAt } from '../shop/faults.ts';
import { useSetupTexts } from '../texts/pages/setup.ts';
import type { SetupClient } from './setupClient.ts';
import type { SetupStore } from './setupStore.ts';
import { STEPS } from './steps.ts';

export interface StepProps {
  readonly store: SetupStore;
  readonly client: SetupClient;
}

interface StepFormProps {
  readonly store: SetupStore;
  readonly children: ReactNode;
  readonly onSubmit: () => void;
  readonly submit?: string;
  /** More buttons beside the way on. */
  readonly more?: ReactNode;
}

/** The first wrong field takes the focus. */
export function StepForm({ store, children, onSubmit, submit, more }: StepFormProps) {
  const { t, problem: textOf } = useSetupTexts();
  const { busy, problem, faults, step } = useStore(store);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (faults.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  const previous = STEPS[STEPS.indexOf(step) - 1];
  return (
    <Form onSubmit={() => busy || onSubmit()} className="grid gap-5">
      <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
      <div ref={form} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
      </div>
      <div className="sticky bottom-0 z-1 -mx-4 flex flex-wrap gap-3 border-t border-line bg-ground px-4 py-3 short:py-2">
        {previous && (
          <Button size="tall" icon="back" onPress={() => store.go(previous)}>
            {t('setup.back')}
          </Button>
        )}
        <Button look="primary" size="tall" hint="Enter" busy={busy} onPress={onSubmit} className="flex-1 sm:flex-none">
          {submit ?? t('setup.next')}
        </Button>
        {more}
      </div>
      <p className="text-sm text-soft">{t('setup.saved')}</p>
    </Form>
  );
}

/** The sentence for a field of this step. */
export function useErrors(store: SetupStore): (path: string) => string | null {
  const { language } = useSetupTexts();
  const faults = useStore(store, state => state.faults);
  return sentenceAt(faults, language);
}

/** Faults that belong to no field. */
export function OtherFaults({ store, paths }: { readonly store: SetupStore; readonly paths: readonly string[] }) {
  const { language } = useSetupTexts();
  const faults = useStore(store, state => state.faults);
  const others = faults.filter(({ path }) => !paths.some(one => path === one || path.startsWith(`${one}.`)));
  return others.map(({ path, texts }) => (
    <Message key={`${path} ${texts.en}`} tone="warn">
      {texts[language]}
    </Message>
  ));
}
