/** What the terminal holds of customers' money, asked at the terminal; each is booked or released. */

import { useStore } from 'zustand';
import { Button } from '../parts/Button.tsx';
import { Message } from '../parts/Panel.tsx';
import { wasDeclined } from '../stores/problem.ts';
import { useManagerWords } from '../texts/manager/words.ts';
import { type Draft, ofHeld } from './operationDraft.ts';
import type { OperationsStore } from './operationsStore.ts';
import { Section } from './Page.tsx';

export interface HeldProps {
  readonly store: OperationsStore;
  readonly onDraft: (draft: Draft) => void;
}

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
              {(['booking', 'release'] as const).map(kind => (
                <Button
                  key={kind}
                  disabled={running !== null}
                  label={`${t(`operations.do.${kind}`)}: ${t('dayEnd.receipt')} ${t('operations.receipt', { number: one.receipt_number })}`}
                  onPress={() => onDraft(ofHeld(kind, one))}
                >
                  {t(`operations.do.${kind}`)}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button look="quiet" icon="undo" disabled={askingHeld || running !== null} onPress={() => void store.askHeld()}>
          {t('operations.ask')}
        </Button>
      </div>
    </Section>
  );
}
