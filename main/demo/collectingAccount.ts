/** The account on which transfers of demo and training arrive; nobody else's. */
export const collectingAccount = {
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  owner: 'Tillbridge Demo-Treuhandkonto',
  bankname: 'Deutsche Kreditbank Berlin',
} as const;
