/** One text field of a form with its label, a help text, and an error that screen readers associate with the field. */

import { type HTMLInputTypeAttribute, useContext } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import { useNumberWord } from '../parts/NumberEntry.tsx';
import { Message } from '../parts/Panel.tsx';
import type { NumberForm } from '../texts/number.ts';
import { ErrorsContext } from './Form.tsx';

export interface FieldProps {
  readonly label: string;
  /** By which its form knows the field, and gives it its sentence. */
  readonly name?: string;
  /** The text before anything is typed, where the form holds it and not the page with `value`. */
  readonly initial?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly type?: HTMLInputTypeAttribute;
  readonly numeric?: boolean;
  /** The numbers that the field takes; another text stays, and its word says why it does not count. */
  readonly form?: NumberForm;
  /** An amount of money. */
  readonly decimal?: boolean;
  /** The field was opened to type into it at once. */
  readonly focused?: boolean;
  readonly help?: string;
  /** Reason why the value is not accepted; null while it is accepted. */
  readonly error?: string | null;
  readonly maxLength?: number;
  /** A scanned code goes into this field instead of the basket. */
  readonly scannable?: boolean;
  readonly className?: string;
}

export function Field(props: FieldProps) {
  const { label, name, value, onChange, type = 'text', focused = false, help, maxLength } = props;
  const sentences = useContext(ErrorsContext);
  const word = useNumberWord(value ?? '', props.form ?? ANY);
  const error = (props.form ? word : null) ?? props.error ?? sentences[name ?? ''] ?? null;
  const inputMode = props.numeric ? 'numeric' : props.decimal ? 'decimal' : null;
  return (
    <TextField
      type={type}
      {...(name === undefined ? {} : { name })}
      {...(value === undefined ? { defaultValue: props.initial ?? '' } : { value })}
      {...(onChange ? { onChange } : {})}
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      autoFocus={focused}
      isInvalid={error !== null}
      validationBehavior="aria"
      {...(inputMode ? { inputMode } : {})}
      {...(maxLength ? { maxLength } : {})}
      className={`grid content-start gap-1 ${props.className ?? ''}`}
    >
      <Label className={labelClass}>{label}</Label>
      <Input
        {...(props.scannable ? { 'data-takes-scan': true } : {})}
        className="touch figures w-full min-w-0 field px-3 text-lg"
      />
      {help && (
        <Text slot="description" elementType="p" className="text-sm text-soft">
          {help}
        </Text>
      )}
      <FieldError>{error && <Message tone="warn">{error}</Message>}</FieldError>
    </TextField>
  );
}

/** Read for a field of other texts, and not shown there. */
const ANY: NumberForm = { decimals: 0, most: 0 };

export const labelClass = 'text-sm font-semibold';
