/** Gives the parts of the back office's screen to its pages, and what every page needs: the person, texts and formats. */

import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { Me } from '../../main/wire/office/people.ts';
import { useAppearance } from '../app/appearance.ts';
import type { Problem } from '../bridge/problem.ts';
import type { Formats } from '../report/figures.ts';
import type { SettingsStore } from '../stores/settings.ts';
import { TextsProvider } from '../texts/context.tsx';
import { type OfficeTexts, useOfficeTexts } from '../texts/pages/office.ts';
import type { AddressStore } from './address.ts';
import type { OfficeClient } from './client.ts';
import type { Presence } from './presence.ts';
import type { OfficeSession } from './session.ts';

export interface OfficeParts {
  readonly client: OfficeClient;
  readonly session: OfficeSession;
  readonly settings: SettingsStore;
  readonly address: AddressStore;
  readonly presence: Presence;
}

const OfficeContext = createContext<OfficeParts | null>(null);

export function OfficeProvider({ parts, children }: { readonly parts: OfficeParts; readonly children: ReactNode }) {
  const language = useStore(parts.settings, state => state.language);
  const currency = useStore(parts.session, state => state.me?.merchant.currency ?? 'EUR');
  useAppearance(parts.settings);
  return (
    <OfficeContext value={parts}>
      <TextsProvider language={language} currency={currency}>
        {children}
      </TextsProvider>
    </OfficeContext>
  );
}

export const useOffice = (): OfficeParts => useContext(OfficeContext)!;

/** The person who is signed in; pages are shown to nobody else. */
export function useMe(): Me {
  const { session } = useOffice();
  return useStore(session, state => state.me)!;
}

/** Formats of the merchant, or of one of the stores. */
export function useFormats(store?: string): Formats {
  const { merchant, stores } = useMe();
  const { language } = useOfficeTexts();
  const zone = stores.find(({ id }) => id === store)?.time_zone ?? merchant.time_zone;
  return { language, currency: merchant.currency, zone };
}

/** A store sells in the currency of its merchant, unless all that it has sold was in others. */
export const currencyOf = ({ currencies }: Me['stores'][number], { currency }: Me['merchant']): string =>
  currencies.length === 0 || currencies.includes(currency) ? currency : (currencies[0] ?? currency);

/** The sentence for a failed call. */
export function useProblemText(): (problem: Problem) => string {
  const texts = useOfficeTexts();
  return problem => problemSentence(problem, texts);
}

export function problemSentence(problem: Problem, { t, problem: textOf }: OfficeTexts): string {
  if (problem.kind === 'unreachable') return t('office.unreachable');
  if (problem.kind === 'status') return t('office.refused', { status: problem.status });
  return textOf(problem);
}
