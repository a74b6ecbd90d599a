/** A postal address as the parts and the one line that a store shows. */

export interface PostalAddress {
  readonly street?: string | null | undefined;
  readonly street_number?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly postal_code?: string | null | undefined;
  /** ISO 3166-1 alpha-2 */
  readonly country?: string | null | undefined;
  readonly additional_address_data?: string | null | undefined;
}

export interface AddressPart {
  readonly long_name: string;
  readonly short_name: string;
  readonly types: ('route' | 'street_number' | 'locality' | 'country' | 'postal_code' | 'political')[];
}

/** The name of a country in German; null for a code that no country has. */
export function countryName(code: string): string | null {
  const name = names.of(code.toUpperCase());
  return NO_COUNTRY.has(code.toUpperCase()) ? null : (name ?? null);
}

const names = new Intl.DisplayNames(['de'], { type: 'region', fallback: 'none' });
/** Regions that have a code, but are no country. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO']);

/** What is missing has no part. */
export function addressParts(address: PostalAddress): AddressPart[] {
  const { street, street_number, city, postal_code, country } = address;
  const part = (long: string | null | undefined, types: AddressPart['types'], short = long): AddressPart[] =>
    long ? [{ long_name: long, short_name: short ?? long, types }] : [];
  return [
    ...part(street_number, ['street_number']),
    ...part(street, ['route']),
    ...part(city, ['locality', 'political']),
    ...(country ? part(countryName(country), ['country', 'political'], country.toUpperCase()) : []),
    ...part(postal_code, ['postal_code']),
  ];
}

/** `Marktplatz 1, 12345 Musterstadt, Deutschland`; null where nothing is known. */
export function addressLine(address: PostalAddress): string | null {
  const { street, street_number, additional_address_data, postal_code, city, country } = address;
  const joined = (separator: string, ...words: readonly (string | null | undefined)[]) =>
    words.filter(Boolean).join(separator);
  const line = joined(
    ', ',
    joined(' ', street, street_number),
    additional_address_data,
    joined(' ', postal_code, city),
    country ? countryName(country) : null,
  );
  return line || null;
}
