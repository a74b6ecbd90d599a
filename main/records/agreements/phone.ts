/** Telephone numbers as people write them; the library is big and loaded at its first use. */
import { createRequire } from 'node:module';
import type { CountryCode } from 'libphonenumber-js';

type Phones = typeof import('libphonenumber-js');

const require = createRequire(import.meta.url);

/**
 * International, as E.123 writes it: `+49 30 123456`; null for what is no number. Without a country code it belongs to
 * the country of the address (ISO 3166-1 alpha-2), or to Germany.
 */
export function writtenPhone(said: string, country: string | null): string | null {
  const { isSupportedCountry, parsePhoneNumberFromString } = require('libphonenumber-js/min') as Phones;
  const own = country !== null && isSupportedCountry(country) ? (country as CountryCode) : 'DE';
  const number = parsePhoneNumberFromString(said, { defaultCountry: own, extract: false });
  return number?.isPossible() ? number.formatInternational() : null;
}
