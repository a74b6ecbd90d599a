/** The amounts on hold at the terminal. Each amount can be booked or released, wholly or in part. */

import { useStore } from 'zustand';
import { wasDeclined } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import { Section } from '../Page.tsx';
import {
  type PreAuthorisation as HeldOne,
  type OperationDraft,
  partialReleaseOf,
  settlementOf,
} from './operationDraft.ts';
import type { OperationsStore } from './operationsStore.ts';

export interface PreAuthorisationsProps {
  readonly store: OperationsStore;
  readonly onDraft: (draft: OperationDraft) => void;
}

/** Steps for an amount on hold. A part can only be released where the whole amount is known. */
const stepsOf = (one: HeldOne): readonly (readonly ['booking' | 'releasePart' | 'release', OperationDraft])[] => [
  ['booking', settlementOf('booking', one)],
  ...(one.amount === null || one.amount < 2 ? [] : [['releasePart', partialReleaseOf(one)] as const]),
  ['release', settlementOf('release', one)],
];

/** The time at which the acquirer gives the amount free; from a day before on it is a warning. */
function Expiry({ moment: end }: { readonly moment: number }) {
  const { t, moment } = useManagerTexts();
  const left = end - Date.now();
  return (
    <span className={`block text-sm ${left < DAY ? 'font-semibold text-warn' : 'text-soft'}`}>
      {t(left > 0 ? 'operations.expires' : 'operations.expired', { moment: moment(end) })}
    </span>
  );
}

const DAY = 86_400_000;

export function PreAuthorisations({ store, onDraft }: PreAuthorisationsProps) {
  const { t, money, moment, problem: textOf } = useManagerTexts();
  const { preAuthorisations: held, askingPreAuthorisations, preAuthorisationsProblem, running } = useStore(store);
  return (
    <Section title={t('operations.held')}>
      {askingPreAuthorisations && <p className="text-soft">{t('operations.asking')}</p>}
      {preAuthorisationsProblem && (
        <Message tone="warn">
          {wasDeclined(preAuthorisationsProblem) ? t('operations.heldSilent') : textOf(preAuthorisationsProblem)}
        </Message>
      )}
      {held?.length === 0 && <p className="text-soft">{t('operations.noHeld')}</p>}
      <ul className="grid gap-2">
        {held?.map(one => (
          <li key={one.receipt_number} className="flex flex-wrap items-center gap-x-4 gap-y-2 well px-3 py-2">
            <span className="figures min-w-40 flex-1">
              <strong className="block">
                {t('dayEnd.receipt')} {t('operations.receipt', { number: one.receipt_number })}
              </strong>
              <span className="block text-sm text-soft">
                {one.at === null ? t('operations.elsewhere') : moment(Date.parse(one.at))}
              </span>
              {one.expires !== null && <Expiry moment={Date.parse(one.expires)} />}
            </span>
            <strong className="figures text-lg">{one.amount === null ? '–' : money(one.amount)}</strong>
            <span className="flex flex-wrap gap-2">
              {stepsOf(one).map(([step, draft]) => (
                <Button
                  key={step}
                  busy={running !== null}
                  label={`${t(`operations.do.${step}`)}: ${t('dayEnd.receipt')} ${t('operations.receipt', { number: one.receipt_number })}`}
                  onPress={() => onDraft(draft)}
                >
                  {t(`operations.do.${step}`)}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button
          look="quiet"
          icon="undo"
          busy={askingPreAuthorisations || running !== null}
          onPress={() => void store.askPreAuthorisations()}
        >
          {t('operations.ask')}
        </Button>
      </div>
    </Section>
  );
}
