/** A list with the form of one of its things beside it, and the save bar of the form in sight. */

import { type ReactNode, useState } from 'react';
import type { ManualPageId } from '../../main/wire/manual.ts';
import { SubmitButton } from '../form/Form.tsx';
import { Button } from '../parts/Button.tsx';
import { Confirmation } from '../parts/Confirmation.tsx';
import { useFormTexts } from '../texts/pages/form.ts';
import { Detail } from './List.tsx';
import { useCloser, useGuard } from './unsaved.tsx';

export interface Opened<T> {
  readonly open: T | null;
  /** Asks first where the form that is open holds something unsaved. */
  show(next: T | null): void;
  /** Without a question: all is saved, or the thing is gone. */
  replace(next: T | null): void;
}

/** The thing whose form is open. */
export function useOpened<T extends string | object>(): Opened<T> {
  const [open, setOpen] = useState<T | null>(null);
  const { leave } = useGuard();
  return { open, show: next => leave(() => setOpen(next)), replace: setOpen };
}

interface BesideProps {
  /** Falsy: none is open, and the list has the whole width. */
  readonly form: ReactNode;
  readonly children: ReactNode;
}

/** From 1024 px on the form stands beside the list; below it takes the list's place. */
export const Beside = ({ form, children }: BesideProps) => (
  <div className={`grid grid-cols-[minmax(0,1fr)] items-start gap-3 ${form ? 'lg:grid-cols-2' : ''}`}>
    <div className={`grid grid-cols-[minmax(0,1fr)] content-start gap-3 ${form ? 'max-lg:hidden' : ''}`}>
      {children}
    </div>
    {form}
  </div>
);

interface BesideFormProps {
  readonly title: string;
  readonly manual?: ManualPageId;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** State and acts of the thing come first, then its fields, last the `SaveBar`. */
export function BesideForm(props: BesideFormProps) {
  const { t } = useFormTexts();
  useCloser(props.onClose);
  return <Detail {...props} isBelowParts closeLabel={t('form.close')} />;
}

interface SaveBarProps {
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** Other words than `Save`. */
  readonly save?: string;
  /** Left out: the bar is within the form that its button sends. */
  readonly onSave?: () => void;
  /** Further acts with the fields. */
  readonly children?: ReactNode;
}

/** Stays at the lower edge, however long the form is. Asks there before a form with something unsaved is left. */
export function SaveBar({ busy, disabled = false, save, onSave, children }: SaveBarProps) {
  const { t } = useFormTexts();
  const { isAsking } = useGuard();
  const button = { look: 'primary', size: 'tall', icon: 'check', busy, disabled } as const;
  const text = save ?? t('form.save');
  return (
    <FormFoot>
      {isAsking ? (
        <LeaveQuestion />
      ) : (
        <>
          {onSave ? (
            <Button {...button} onPress={onSave}>
              {text}
            </Button>
          ) : (
            <SubmitButton {...button}>{text}</SubmitButton>
          )}
          {children}
        </>
      )}
    </FormFoot>
  );
}

/** Stays at the lower edge of a card, however long the form in it is. */
export const FormFoot = ({ children }: { readonly children: ReactNode }) => (
  <div className="sticky bottom-0 z-1 -mx-4 -mb-4 flex sm:-bottom-4 flex-wrap items-center justify-between gap-3 rounded-b-sheet border-t border-line bg-surface px-4 py-3">
    {children}
  </div>
);

/** Stands in place of the buttons of a form with something unsaved, while somebody wants to leave it. */
export function LeaveQuestion() {
  const { t } = useFormTexts();
  const { answer } = useGuard();
  return (
    <Confirmation
      text={t('form.unsaved')}
      yes={t('form.discard')}
      no={t('form.goOn')}
      danger
      onYes={() => answer(true)}
      onNo={() => answer(false)}
    />
  );
}
