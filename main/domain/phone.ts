/** Telephone numbers: E.123 goes in, country code and digits without blanks come out. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** `+49301234567`; a number without country code belongs to the country of the address. Null when it cannot be one. */
export function phoneNumber(said: string, country: string | null): string | null {
  const home = country !== null && isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const number = parsePhoneNumberFromString(said, { ...(home ? { defaultCountry: home } : {}), extract: false });
  return number?.isPossible() ? number.number : null;
}
