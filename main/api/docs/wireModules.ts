/** The modules whose shapes have names in the published description, one line each. */

import * as contractsOfMerchants from '../../wire/agreements.ts';
import * as approvals from '../../wire/approvals.ts';
import * as articles from '../../wire/articles.ts';
import * as cards from '../../wire/cardLookup.ts';
import * as cash from '../../wire/cash.ts';
import * as catalogue from '../../wire/catalogue.ts';
import * as checkins from '../../wire/checkins.ts';
import * as containers from '../../wire/containers.ts';
import * as control from '../../wire/control.ts';
import * as customers from '../../wire/customers.ts';
import * as dayEnds from '../../wire/dayEnds.ts';
import * as devices from '../../wire/devices.ts';
import * as documents from '../../wire/documents.ts';
import * as idents from '../../wire/idents.ts';
import * as journal from '../../wire/journal.ts';
import * as lists from '../../wire/lists.ts';
import * as loyalty from '../../wire/loyalty.ts';
import * as merchants from '../../wire/merchants.ts';
import * as operations from '../../wire/operations.ts';
import * as payments from '../../wire/payments.ts';
import * as payouts from '../../wire/payouts.ts';
import * as pushes from '../../wire/pushes.ts';
import * as queue from '../../wire/queue.ts';
import * as routings from '../../wire/routings.ts';
import * as screen from '../../wire/screen.ts';
import * as session from '../../wire/session.ts';
import * as wire from '../../wire/shapes.ts';
import * as stores from '../../wire/shops.ts';
import * as subscriptions from '../../wire/subscriptions.ts';
import * as till from '../../wire/till.ts';
import * as token from '../../wire/token.ts';
import * as transactions from '../../wire/transactions.ts';
import * as zReports from '../../wire/zReports.ts';

export const wireModules = {
  wire,
  articles,
  lists,
  transactions,
  idents,
  checkins,
  cards,
  catalogue,
  devices,
  dayEnds,
  cash,
  zReports,
  queue,
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
