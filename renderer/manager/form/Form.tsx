/** A form that Enter sends from any of its fields, as the hint on its button says. */

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
      {/* Without one, a browser sends no form of more than one field by Enter. */}
      <button type="submit" hidden tabIndex={-1} />
      {children}
    </form>
  );
}
