/** Countries: ISO 3166-1 alpha-2 goes in, the English name comes out, the same text whoever reads it. */
import countries from 'i18n-iso-countries';
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

countries.registerLocale(english);
countries.registerLocale(german);

/** Of a code in any case, or of a name as it was answered or as a German form has it; null when there is no such country. */
export function countryCode(said: string): string | null {
  const text = said.trim();
  const code = text.toUpperCase();
  if (code.length === 2) return countries.isValid(code) ? code : null;
  return countries.getAlpha2Code(text, 'en') ?? countries.getAlpha2Code(text, 'de') ?? null;
}

export const countryName = (code: string): string => countries.getName(code, 'en') ?? code;
