/**
 * Countries and telephone numbers, read by libraries. The libraries are large and seldom needed, so they are loaded at
 * first use.
 */
import { createRequire } from 'node:module';
import type { CountryCode } from 'libphonenumber-js';
import type { ContactForms } from '../domain/contact.ts';

type Countries = typeof import('i18n-iso-countries');
type Phones = typeof import('libphonenumber-js');

const require = createRequire(import.meta.url);

let countriesLoaded: Countries | null = null;

function countries(): Countries {
  if (countriesLoaded) return countriesLoaded;
  const loaded = require('i18n-iso-countries') as Countries;
  for (const language of ['en', 'de']) loaded.registerLocale(require(`i18n-iso-countries/langs/${language}.json`));
  countriesLoaded = loaded;
  return loaded;
}

export const contactForms: ContactForms = {
  /** The code of a country, from a code in any case or from a name in English or German. */
  countryCode(input) {
    const text = input.trim();
    const code = text.toUpperCase();
    if (code.length === 2) return countries().isValid(code) ? code : null;
    return countries().getAlpha2Code(text, 'en') ?? countries().getAlpha2Code(text, 'de') ?? null;
  },

  countryName: code => countries().getName(code, 'en') ?? code,

  /** A number without a country code belongs to the country of the address. */
  phoneNumber(input, country) {
    const { isSupportedCountry, parsePhoneNumberFromString } = require('libphonenumber-js/min') as Phones;
    const home = country !== null && isSupportedCountry(country) ? (country as CountryCode) : undefined;
    const number = parsePhoneNumberFromString(input, { ...(home ? { defaultCountry: home } : {}), extract: false });
    return number?.isPossible() ? number.number : null;
  },
};

/**
 * The number in the international form of E.123, `+49 30 123456`; null for invalid numbers. A number without a country
 * code belongs to the country of the address (ISO 3166-1 alpha-2), or to Germany.
 */
export function writtenPhone(input: string, country: string | null): string | null {
  const { isSupportedCountry, parsePhoneNumberFromString } = require('libphonenumber-js/min') as Phones;
  const own = country !== null && isSupportedCountry(country) ? (country as CountryCode) : 'DE';
  const number = parsePhoneNumberFromString(input, { defaultCountry: own, extract: false });
  return number?.isPossible() ? number.formatInternational() : null;
}
