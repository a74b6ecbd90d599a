/** A form that Enter submits from any of its fields. */

import type { FormEvent, ReactNode } from 'react';

export interface FormProps {
  readonly onSubmit: () => void;
  readonly className: string;
  readonly children: ReactNode;
}

export function Form({ onSubmit, className, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} className={className}>
      {/* Without a submit button, browsers ignore Enter in a form with several fields. */}
      <button type="submit" hidden tabIndex={-1} />
      {children}
    </form>
  );
}
