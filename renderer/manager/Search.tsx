/** The search field above a list: it searches with Enter, and as soon as it is empty again. */

import { useState } from 'react';
import { Field } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { Button } from '../parts/Button.tsx';

interface SearchProps {
  readonly label: string;
  /** Name of the button. */
  readonly find: string;
  readonly value: string;
  readonly numeric?: boolean;
  readonly className?: string;
  readonly onSearch: (text: string) => void;
}

/** No name and no number is longer. */
const LONGEST = 100;

export function Search({ label, find, value, numeric = false, className = '', onSearch }: SearchProps) {
  const [text, setText] = useState(value);
  const search = () => onSearch(text.trim());
  return (
    <Form onSubmit={search} className={`grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-end gap-2 ${className}`}>
      <Field
        label={label}
        value={text}
        numeric={numeric}
        maxLength={LONGEST}
        onChange={typed => {
          setText(typed);
          if (typed === '') onSearch('');
        }}
      />
      <Button size="icon" icon="search" label={find} onPress={search} />
    </Form>
  );
}
