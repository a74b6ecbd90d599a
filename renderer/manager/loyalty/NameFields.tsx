/** The name of a campaign or coupon, and its English one, which may be left out. */
import { Field } from '../../form/Field.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';

/** As typed. */
export interface TypedNames {
  readonly name: string;
  readonly nameEn: string;
}

interface NameFieldsProps extends TypedNames {
  readonly error: string | null;
  readonly focused?: boolean;
  readonly onChange: (part: Partial<TypedNames>) => void;
}

export function NameFields({ name, nameEn, error, focused = false, onChange }: NameFieldsProps) {
  const { t } = useLoyaltyTexts();
  return (
    <>
      <Field
        label={t('programme.name')}
        focused={focused}
        maxLength={255}
        value={name}
        onChange={typed => onChange({ name: typed })}
        error={error}
      />
      <Field
        label={t('programme.nameEn')}
        maxLength={255}
        value={nameEn}
        onChange={typed => onChange({ nameEn: typed })}
      />
    </>
  );
}

/** An empty English name is none: the other name is for both languages. */
export const namesOf = ({ name, nameEn }: TypedNames) => ({ name: name.trim(), nameEn: nameEn.trim() || null });

/** The name in the language of the screen. */
export const nameIn = (
  { name, nameEn }: { readonly name: string; readonly nameEn?: string | null },
  language: 'de' | 'en',
): string => (language === 'en' && nameEn) || name;
