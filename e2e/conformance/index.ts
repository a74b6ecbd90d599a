/** All rows of the conformance table, in the order of the specification's sections; what is beyond it comes last. */
import { authenticationRows } from './authentication.ts';
import { contractsRows } from './contracts.ts';
import { conventionRows } from './conventions.ts';
import { eventsRows } from './events.ts';
import { listsRows } from './lists.ts';
import { loyaltyRows } from './loyalty.ts';
import { paymentsRows } from './payments.ts';
import { requestsRows } from './requests.ts';
import type { Row } from './row.ts';
import { saleFieldRows } from './saleFields.ts';
import { smartTransactionsRows } from './smartTransactions.ts';
import { specification } from './specification.ts';
import { belongsTo } from './table.ts';
import { walletRows } from './wallet.ts';

const areas: readonly (readonly Row[])[] = [
  conventionRows,
  saleFieldRows,
  smartTransactionsRows,
  loyaltyRows,
  paymentsRows,
  walletRows,
  contractsRows,
  listsRows,
  authenticationRows,
  eventsRows,
  requestsRows,
];

const sections = Object.keys(specification);

const placeOf = ({ section }: Row): number => {
  const place = sections.findIndex(name => belongsTo(section, name));
  return place === -1 ? sections.length : place;
};

export const rows: readonly Row[] = areas.flat().toSorted((a, b) => placeOf(a) - placeOf(b));
