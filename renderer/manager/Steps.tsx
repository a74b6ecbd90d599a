/** Steps, or things of one kind, at the left with their states, a line each; the chosen step stands beside them, and below them on a phone. */

import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from '../parts/Icon.tsx';
import { Row } from './List.tsx';

const TONES = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', soft: 'text-soft' } as const;

export interface StepRow<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly icon: IconName;
  readonly tone: keyof typeof TONES;
  /** The state in one or two words. */
  readonly state: string;
  /** A second line below both. */
  readonly note?: string;
  /** The step that is to be done next. */
  readonly isDue?: boolean;
}

interface StepsProps<Id extends string> {
  readonly label: string;
  readonly steps: readonly StepRow<Id>[];
  /** Null: the form is about none of them. */
  readonly chosen: Id | null;
  readonly onChoose: (id: Id) => void;
  /** A `BesideForm` in place of the chosen step; below 1024 px in place of the list, too. */
  readonly form?: ReactNode;
  readonly children: ReactNode;
}

export function Steps<Id extends string>({ label, steps, chosen, onChoose, form, children }: StepsProps<Id>) {
  const panel = useRef<HTMLElement>(null);
  const isAsked = useRef(false);
  // A step that comes by itself leaves the focus where somebody works.
  useEffect(() => {
    if (isAsked.current && chosen) panel.current?.focus();
    isAsked.current = false;
  }, [chosen]);
  const hasForm = Boolean(form);
  // The button that opened the form went with the step, so the step has the focus again.
  useEffect(() => {
    if (!hasForm) return;
    return () => {
      requestAnimationFrame(() => document.activeElement === document.body && panel.current?.focus());
    };
  }, [hasForm]);
  const choose = (id: Id) => {
    isAsked.current = true;
    if (id === chosen && !form) panel.current?.focus();
    else onChoose(id);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(15rem,20rem)_minmax(0,1fr)]">
      <ol
        aria-label={label}
        className={`grid grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-clip card lg:sticky lg:top-0 ${form ? 'max-lg:hidden' : ''}`}
      >
        {steps.map(({ id, title, icon, tone, state, note, isDue = false }) => (
          <li key={id} aria-current={isDue ? 'step' : undefined}>
            <Row isChosen={id === chosen} onOpen={() => choose(id)} className="flex items-center gap-3">
              <span className={TONES[tone]}>
                <Icon name={icon} size={24} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="font-semibold wrap-anywhere">{title}</span>
                  <span className={`text-sm font-medium ${TONES[tone]}`}>{state}</span>
                </span>
                {note && <span className="block text-sm text-soft wrap-anywhere">{note}</span>}
              </span>
            </Row>
          </li>
        ))}
      </ol>
      {form || (
        <section
          ref={panel}
          tabIndex={-1}
          aria-label={steps.find(({ id }) => id === chosen)?.title}
          className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 card p-4 -outline-offset-3"
        >
          {children}
        </section>
      )}
    </div>
  );
}

/** The content of the panel, below its title. */
export const Act = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <>
    <h2 className="text-xl font-semibold">{title}</h2>
    {children}
  </>
);
