/** A form that Enter submits from any of its fields. Its fields are known by their names. */

import { createContext, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from '../parts/Button.tsx';

/** The texts of the fields that have a name. */
export type Typed = Readonly<Record<string, string>>;

/** Sentences by the name of the field that is not accepted. */
type Errors = Readonly<Record<string, string>>;

/** By the name of a field: why its text is not accepted; null where it is. */
export type Checks = Readonly<Record<string, (text: string) => string | null>>;

/**
 * The sentences for the fields below. A sentence stays until the form is sent again: the form of react-aria-components takes it away
 * when its field is left, and then the button moves away from under the finger that presses it.
 */
export const ErrorsContext = createContext<Errors>({});

export interface FormProps {
  /** Called once every check accepts what was typed. */
  readonly onSubmit: (typed: Typed) => void;
  readonly checks?: Checks;
  /** Faults that the bridge found; the first field of a new object gets the focus. */
  readonly errors?: Errors;
  /** Somebody types, or chooses from a list. */
  readonly onInput?: () => void;
  readonly className: string;
  readonly children: ReactNode;
}

export function Form({ onSubmit, checks = {}, errors = NONE, onInput, className, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState(NONE);
  const shown = wrong === NONE ? errors : wrong;
  useEffect(() => {
    if (Object.keys(shown).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [shown]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, text]) => [name, String(text)]),
    );
    const found = Object.entries(checks).flatMap(([name, check]) => {
      const sentence = check(typed[name] ?? '');
      return sentence === null ? [] : [[name, sentence] as const];
    });
    setWrong(found.length === 0 ? NONE : Object.fromEntries(found));
    if (found.length === 0) onSubmit(typed);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} onInput={onInput} className={className}>
      {/* Without a submit button, browsers ignore Enter in a form with several fields. */}
      <button type="submit" hidden tabIndex={-1} />
      <ErrorsContext value={shown}>{children}</ErrorsContext>
    </form>
  );
}

const NONE: Errors = {};

export interface SubmitButtonProps extends Omit<ButtonProps, 'onPress' | 'ref'> {
  /** For a form without a field that opens in place of the button with the focus: a dialog would give the focus to its cross. */
  readonly focused?: boolean;
}

/** The button that submits the form around it. */
export function SubmitButton({ focused = false, ...props }: SubmitButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return <Button look="primary" {...props} ref={button} onPress={() => button.current?.form?.requestSubmit()} />;
}
