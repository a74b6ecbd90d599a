/** What the terminal holds of customers' money, asked at the terminal; each is booked or released, wholly or in part. */

import { useStore } from 'zustand';
import { wasDeclined } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useManagerWords } from '../../texts/manager/texts.ts';
import { Section } from '../Page.tsx';
import { type Draft, type Held as HeldOne, ofHeld, partOfHeld } from './operationDraft.ts';
import type { OperationsStore } from './operationsStore.ts';

export interface HeldProps {
  readonly store: OperationsStore;
  readonly onDraft: (draft: Draft) => void;
}

/** Of what is not known to be how much no part can be told from the whole. */
const stepsOf = (one: HeldOne): readonly (readonly ['booking' | 'releasePart' | 'release', Draft])[] => [
  ['booking', ofHeld('booking', one)],
  ...(one.amount === null || one.amount < 2 ? [] : [['releasePart', partOfHeld(one)] as const]),
  ['release', ofHeld('release', one)],
];

export function Held({ store, onDraft }: HeldProps) {
  const { t, money, moment, problem: textOf } = useManagerWords();
  const { held, askingHeld, heldProblem, running } = useStore(store);
  return (
    <Section title={t('operations.held')}>
      {askingHeld && <p className="text-soft">{t('operations.asking')}</p>}
      {heldProblem && (
        <Message tone="warn">{wasDeclined(heldProblem) ? t('operations.heldSilent') : textOf(heldProblem)}</Message>
      )}
      {held?.length === 0 && <p className="text-soft">{t('operations.noHeld')}</p>}
      <ul className="grid gap-2">
        {held?.map(one => (
          <li
            key={one.receipt_number}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-line bg-raised px-3 py-2"
          >
            <span className="figures min-w-40 flex-1">
              <strong className="block">
                {t('dayEnd.receipt')} {t('operations.receipt', { number: one.receipt_number })}
              </strong>
              <span className="block text-sm text-soft">
                {one.at === null ? t('operations.elsewhere') : moment(Date.parse(one.at))}
              </span>
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
        <Button look="quiet" icon="undo" busy={askingHeld || running !== null} onPress={() => void store.askHeld()}>
          {t('operations.ask')}
        </Button>
      </div>
    </Section>
  );
}
