/** The modules whose shapes have names in the published description, one line each; the name of a module stands before a name that two of them use. */

import * as agreements from '../../../wire/agreements.ts';
import * as approvals from '../../../wire/approvals.ts';
import * as articles from '../../../wire/articles.ts';
import * as audit from '../../../wire/audit.ts';
import * as baskets from '../../../wire/baskets.ts';
import * as cardLookup from '../../../wire/cardLookup.ts';
import * as cash from '../../../wire/cash.ts';
import * as catalogue from '../../../wire/catalogue.ts';
import * as checkins from '../../../wire/checkins.ts';
import * as clients from '../../../wire/clients.ts';
import * as containers from '../../../wire/containers.ts';
import * as control from '../../../wire/control.ts';
import * as counterCards from '../../../wire/counterCards.ts';
import * as customers from '../../../wire/customers.ts';
import * as dayEnds from '../../../wire/dayEnds.ts';
import * as devices from '../../../wire/devices.ts';
import * as displays from '../../../wire/displays.ts';
import * as documents from '../../../wire/documents.ts';
import * as down from '../../../wire/down.ts';
import * as errorBody from '../../../wire/errorBody.ts';
import * as events from '../../../wire/events.ts';
import * as foundSales from '../../../wire/foundSales.ts';
import * as idents from '../../../wire/idents.ts';
import * as journal from '../../../wire/journal.ts';
import * as lists from '../../../wire/lists.ts';
import * as loyalty from '../../../wire/loyalty.ts';
import * as loyaltyManagement from '../../../wire/loyaltyManagement.ts';
import * as merchants from '../../../wire/merchants.ts';
import * as officeLink from '../../../wire/officeLink.ts';
import * as operations from '../../../wire/operations.ts';
import * as payments from '../../../wire/payments.ts';
import * as payouts from '../../../wire/payouts.ts';
import * as people from '../../../wire/people.ts';
import * as printers from '../../../wire/printers.ts';
import * as pushes from '../../../wire/pushes.ts';
import * as queue from '../../../wire/queue.ts';
import * as returns from '../../../wire/returns.ts';
import * as routings from '../../../wire/routings.ts';
import * as scanners from '../../../wire/scanners.ts';
import * as screen from '../../../wire/screen.ts';
import * as session from '../../../wire/session.ts';
import * as setup from '../../../wire/setup.ts';
import * as shapes from '../../../wire/shapes.ts';
import * as shop from '../../../wire/shop.ts';
import * as shops from '../../../wire/shops.ts';
import * as subscriptions from '../../../wire/subscriptions.ts';
import * as targets from '../../../wire/targets.ts';
import * as terminals from '../../../wire/terminals.ts';
import * as till from '../../../wire/till.ts';
import * as token from '../../../wire/token.ts';
import * as transactions from '../../../wire/transactions.ts';
import * as zReports from '../../../wire/zReports.ts';

export const wireModules = {
  wire: shapes,
  list: lists,
  transaction: transactions,
  agreement: agreements,
  approval: approvals,
  article: articles,
  audit,
  basket: baskets,
  cardLookup,
  cash,
  catalogue,
  checkin: checkins,
  client: clients,
  container: containers,
  control,
  counterCard: counterCards,
  customer: customers,
  dayEnd: dayEnds,
  device: devices,
  display: displays,
  document: documents,
  down,
  errorBody,
  event: events,
  foundSale: foundSales,
  ident: idents,
  journal,
  loyalty,
  loyaltyManagement,
  merchant: merchants,
  officeLink,
  operation: operations,
  payment: payments,
  payout: payouts,
  person: people,
  printer: printers,
  pushe: pushes,
  queue,
  return: returns,
  routing: routings,
  scanner: scanners,
  screen,
  session,
  setup,
  shop,
  store: shops,
  subscription: subscriptions,
  target: targets,
  terminal: terminals,
  till,
  token,
  zReport: zReports,
} as const;
