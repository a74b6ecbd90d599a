/** Card schemes by the first bytes of an application id (AID, tag 43): the registered application providers of EMV. */

/** The scheme of an AID in hex, or undefined. */
export function applicationName(aid: string): string | undefined {
  return SCHEMES.find(([prefix]) => aid.startsWith(prefix))?.[1];
}

// A longer prefix precedes a shorter one.
const SCHEMES: readonly (readonly [prefix: string, name: string])[] = [
  ['A0000000031010', 'Visa'],
  ['A0000000032010', 'Visa electron'],
  ['A0000000032020', 'V Pay'],
  ['A000000003', 'Visa'],
  ['A0000000043060', 'Maestro'],
  ['A000000004', 'Mastercard'],
  ['A000000025', 'American Express'],
  ['A000000065', 'JCB'],
  ['A000000152', 'Discover'],
  ['A000000324', 'Discover'],
  ['A000000333', 'UnionPay'],
  ['A000000359', 'girocard'],
  ['A000000277', 'Interac'],
  ['A000000121', 'Dankort'],
  ['A000000042', 'Cartes Bancaires'],
  ['D276000025', 'girocard'],
];
