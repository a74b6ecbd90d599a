/** The address of a shop: its parts, and its single line. */

export interface PostalAddress {
  readonly street?: string | null | undefined;
  readonly street_number?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly postal_code?: string | null | undefined;
  readonly additional_address_data?: string | null | undefined;
}

/** Country code ISO 3166-1 alpha-2, and country name. */
export interface Country {
  readonly code: string;
  readonly name: string;
}

export interface AddressPart {
  readonly long_name: string;
  readonly short_name: string;
  readonly types: ('route' | 'street_number' | 'locality' | 'country' | 'postal_code' | 'political')[];
}

/** The parts of an address; a missing member has no part. */
export function addressParts(address: PostalAddress, country: Country | null): AddressPart[] {
  const { street, street_number, city, postal_code } = address;
  const part = (long: string | null | undefined, types: AddressPart['types'], short = long): AddressPart[] =>
    long ? [{ long_name: long, short_name: short ?? long, types }] : [];
  return [
    ...part(street_number, ['street_number']),
    ...part(street, ['route']),
    ...part(city, ['locality', 'political']),
    ...part(country?.name, ['country', 'political'], country?.code),
    ...part(postal_code, ['postal_code']),
  ];
}

/** The address in one line: `Marktplatz 1, 12345 Musterstadt, Germany`; null for an empty address. */
export function addressLine(address: PostalAddress, country: Country | null): string | null {
  const { street, street_number, additional_address_data, postal_code, city } = address;
  const joined = (separator: string, ...words: readonly (string | null | undefined)[]) =>
    words.filter(Boolean).join(separator);
  const line = joined(
    ', ',
    joined(' ', street, street_number),
    additional_address_data,
    joined(' ', postal_code, city),
    country?.name,
  );
  return line || null;
}
