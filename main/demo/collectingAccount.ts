/** The account that receives transfers in demo and training; no real account. */
export const collectingAccount = {
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  owner: 'Tillbridge Demo-Treuhandkonto',
  bankname: 'Deutsche Kreditbank Berlin',
} as const;
