/** The contracts whose shapes have names in the published description, one line each. */
import * as approvals from '../approvals/contract.ts';
import * as cards from '../cards/contract.ts';
import * as catalogue from '../catalogue/contract.ts';
import * as checkins from '../checkins/contract.ts';
import * as containers from '../containers/contract.ts';
import * as contractsOfMerchants from '../contracts/contract.ts';
import * as control from '../control/contract.ts';
import * as customers from '../customers/contract.ts';
import * as dayEnds from '../dayEnds/contract.ts';
import * as devices from '../devices/contract.ts';
import * as documents from '../documents/contract.ts';
import * as idents from '../idents/contract.ts';
import * as journal from '../journal/contract.ts';
import * as lists from '../lists/contract.ts';
import * as loyalty from '../loyalty/contract.ts';
import * as merchants from '../merchants/contract.ts';
import * as operations from '../operations/contract.ts';
import * as payments from '../payments/contract.ts';
import * as payouts from '../payouts/contract.ts';
import * as pushes from '../pushes/contract.ts';
import * as routings from '../routings/contract.ts';
import * as screen from '../screen/contract.ts';
import * as session from '../session/contract.ts';
import * as stores from '../stores/contract.ts';
import * as subscriptions from '../subscriptions/contract.ts';
import * as till from '../till/contract.ts';
import * as token from '../token/contract.ts';
import * as transactions from '../transactions/contract.ts';
import * as wire from '../wire.ts';

export const contracts = {
  wire,
  lists,
  transactions,
  idents,
  checkins,
  cards,
  catalogue,
  devices,
  dayEnds,
  routings,
  operations,
  payments,
  payouts,
  customers,
  containers,
  documents,
  contracts: contractsOfMerchants,
  merchants,
  stores,
  subscriptions,
  loyalty,
  pushes,
  journal,
  control,
  screen,
  session,
  approvals,
  till,
  token,
} as const;
