/** The field for the six digits of the till password that a ZVT terminal expects. */
import { Field } from '../../form/Field.tsx';
import { digitsForm } from '../../texts/number.ts';

const DIGITS = digitsForm(6);

export interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly help?: string;
  readonly error?: string | null;
  readonly onChange: (value: string) => void;
}

export const PasswordField = ({ label, value, help, error = null, onChange }: PasswordFieldProps) => (
  <Field
    label={label}
    type="password"
    numeric
    value={value}
    onChange={onChange}
    form={DIGITS}
    maxLength={6}
    error={error}
    {...(help ? { help } : {})}
  />
);
