/** Opens every table of the database, one line each. */

import { createAccounts } from '../store/accounts.ts';
import { createAgreements } from '../store/agreements.ts';
import { createApprovals } from '../store/approvals.ts';
import { createArticleImports } from '../store/articleImports.ts';
import { createArticleStore } from '../store/articles.ts';
import { createAudit } from '../store/audit.ts';
import { createBasketGrants, createParkedBaskets } from '../store/baskets.ts';
import { createCashBook } from '../store/cashBook.ts';
import { createClockDoubts } from '../store/clockDoubt.ts';
import { createCosts } from '../store/costs.ts';
import type { Database } from '../store/database.ts';
import { createDayEnds } from '../store/dayEnds.ts';
import { createDayFigures } from '../store/dayFigures.ts';
import { createDeviceCodes } from '../store/deviceCodes.ts';
import { createDevices } from '../store/devices.ts';
import { createDisplays } from '../store/displays.ts';
import { createDown, createDownBalances } from '../store/down.ts';
import { createDownCards } from '../store/downCards.ts';
import { createDownCatalogue } from '../store/downCatalogue.ts';
import { createDownShop } from '../store/downShop.ts';
import { createEventLog } from '../store/events.ts';
import { createFigureCounting } from '../store/figureCounting.ts';
import { createFigureSpans } from '../store/figureSpans.ts';
import { createFoundSales } from '../store/foundSales.ts';
import { createImportChoices } from '../store/importChoices.ts';
import { createIntents } from '../store/intents.ts';
import { createInvoices } from '../store/invoices.ts';
import { createLists } from '../store/lists.ts';
import { createLoyalty } from '../store/loyaltyCards.ts';
import { createLoyaltyManagement } from '../store/loyaltyManagement.ts';
import { createMails } from '../store/mails.ts';
import { createCalendars, createConditions, createMerchants, type Merchants } from '../store/merchants.ts';
import { createGivenNumbers } from '../store/numberDoubt.ts';
import { createOfficeDelivery } from '../store/officeDelivery.ts';
import { createOfficeEnrolments } from '../store/officeEnrolment.ts';
import { createPayments } from '../store/payments.ts';
import { createPrinters } from '../store/printers.ts';
import { createPrintJobs } from '../store/printJobs.ts';
import { createPushes } from '../store/pushes.ts';
import { createPushReceivers } from '../store/pushReceivers.ts';
import { createPushSecrets } from '../store/pushSecrets.ts';
import { createQueue } from '../store/queue.ts';
import { createQueueCases } from '../store/queueCases.ts';
import { createQueueDecisions } from '../store/queueDecisions.ts';
import { createQueueDepth, createQueueDepthApart } from '../store/queueDepth.ts';
import { createQueueLists } from '../store/queueLists.ts';
import { createQueueTargets } from '../store/queueTargets.ts';
import { createReceiptCopies } from '../store/receiptCopies.ts';
import { createReceiptLinks } from '../store/receiptLinks.ts';
import { createReportRecords } from '../store/reportRecords.ts';
import { createRequestKeys } from '../store/requestKeys.ts';
import { createReturns } from '../store/returns.ts';
import { createSaleStore } from '../store/sales.ts';
import { createScales } from '../store/scales.ts';
import { createScanners } from '../store/scanners.ts';
import { createSetupDrafts } from '../store/setupDraft.ts';
import { createShopStore } from '../store/shopFacts.ts';
import { createShops } from '../store/shops.ts';
import { createSubscriptions } from '../store/subscriptions.ts';
import { createTerminals } from '../store/terminals.ts';
import { createUndelivered } from '../store/undelivered.ts';
import { createUnfinished } from '../store/unfinished.ts';
import { createUpstream } from '../store/upstream.ts';
import { createUpstreamHolds } from '../store/upstreamHolds.ts';
import { createWallet } from '../store/wallet.ts';
import { createZReports } from '../store/zReports.ts';
import type { Clock } from '../world/clock.ts';

export type Tables = ReturnType<typeof openTables>;

/** Targets of the queue that are configured. */
interface Targets {
  readonly upstream: boolean;
}

function openFigures(db: Database, merchants: Merchants) {
  const [spans, conditionsOf] = [createFigureSpans(db), createConditions(merchants)];
  return {
    figures: createDayFigures(spans, conditionsOf),
    figureCounting: createFigureCounting(db, spans, conditionsOf),
  };
}

/** Tables of papers that are printed of a sale beside its receipt. */
const paperTables = (db: Database) => ({ receiptCopies: createReceiptCopies(db), invoices: createInvoices(db) });

/** Prepares the statements of every part of the store, once for each open database. */
export function openTables(db: Database, clock: Clock, targets: Targets = { upstream: false }) {
  const events = createEventLog(db, clock.now);
  const officeDelivery = createOfficeDelivery(db, clock.now);
  const merchants = createMerchants(db);
  const calendarOf = createCalendars(merchants);
  const businessDay = (merchant: string, at: number) => calendarOf(merchant).dayOf(at);
  return {
    events,
    sales: createSaleStore(db, events, clock.now, businessDay),
    foundSales: createFoundSales(db),
    ...paperTables(db),
    basketGrants: createBasketGrants(db),
    parkedBaskets: createParkedBaskets(db),
    returns: createReturns(db),
    intents: createIntents(db),
    dayEnds: createDayEnds(db),
    cashBook: createCashBook(db),
    zReports: createZReports(db),
    ...openFigures(db, merchants),
    loyalty: createLoyalty(db, events),
    loyaltyManagement: createLoyaltyManagement(db, events),
    mails: createMails(db, clock.now),
    merchants,
    accounts: createAccounts(db),
    approvalLog: createApprovals(db),
    audit: createAudit(db, clock.now),
    devices: createDevices(db, events),
    terminals: createTerminals(db),
    deviceCodes: createDeviceCodes(db),
    displays: createDisplays(db),
    scales: createScales(db),
    scanners: createScanners(db),
    undelivered: createUndelivered(db),
    unfinished: createUnfinished(db),
    lists: createLists(db, clock.now, calendarOf),
    payments: createPayments(db, events),
    printers: createPrinters(db),
    printJobs: createPrintJobs(db),
    receiptLinks: createReceiptLinks(db),
    pushes: createPushes(db, clock.now),
    pushReceivers: createPushReceivers(db, clock.now),
    pushSecrets: createPushSecrets(db, clock.now),
    businessDay,
    queue: createQueue(db, clock.now, { ...targets, businessDay }),
    queueTargets: createQueueTargets(db, clock.now),
    queueLists: createQueueLists(db),
    queueDecisions: createQueueDecisions(db, record => officeDelivery.sendAgain(record, record.sequence)),
    queueDepth: createQueueDepth(db),
    queueDepthApart: createQueueDepthApart(db),
    queueCases: createQueueCases(db, clock.now),
    upstream: createUpstream(db, clock.now),
    upstreamHolds: createUpstreamHolds(db),
    officeDelivery,
    down: createDown(db, clock.now),
    downBalances: createDownBalances(db),
    downCards: createDownCards(db, events),
    downCatalogue: createDownCatalogue(db),
    downShop: createDownShop(db, merchants),
    officeEnrolments: createOfficeEnrolments(db),
    reportRecords: createReportRecords(db),
    requestKeys: createRequestKeys(db, clock),
    agreements: createAgreements(db, events),
    wallet: createWallet(db, events),
    shops: createShops(db, events),
    shopStore: createShopStore(db),
    ...{ articles: createArticleStore(db), costs: createCosts(db) },
    ...{ articleImports: createArticleImports(db), importChoices: createImportChoices(db) },
    setupDrafts: createSetupDrafts(db),
    givenNumbers: createGivenNumbers(db),
    clockDoubts: createClockDoubts(db),
    subscriptions: createSubscriptions(db, events),
  };
}
