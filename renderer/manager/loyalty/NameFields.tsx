/** The name of a campaign or coupon, and its English one, which may be left out. */
import { Field } from '../../form/Field.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';

/** As typed. */
export interface TypedNames {
  readonly name: string;
  readonly nameEn: string;
}

interface NameFieldsProps extends Partial<TypedNames> {
  readonly focused?: boolean;
}

export function NameFields({ name = '', nameEn = '', focused = false }: NameFieldsProps) {
  const { t } = useLoyaltyTexts();
  return (
    <>
      <Field name="name" label={t('programme.name')} focused={focused} maxLength={255} initial={name} />
      <Field name="nameEn" label={t('programme.nameEn')} maxLength={255} initial={nameEn} />
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
