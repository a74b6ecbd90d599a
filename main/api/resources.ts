/** The list of resources, one line each; to add one, write its folder and list it here. */
import type { FastifyInstance } from 'fastify';
import { generalContractRoutes } from './agreements/generalContracts.ts';
import { identRequestRoutes, paymentContractRoutes } from './agreements/paymentContracts.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { articleGroupRoutes } from './articles/groupRoutes.ts';
import { importRoutes } from './articles/importRoutes.ts';
import { pictureRoutes } from './articles/pictureRoutes.ts';
import { articleRoutes } from './articles/routes.ts';
import { tileRoutes } from './articles/tileRoutes.ts';
import { auditRoutes } from './audit/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { cardRoutes } from './cardLookup/routes.ts';
import { cashRoutes } from './cash/routes.ts';
import { zReportRoutes } from './cash/zReportRoutes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { challengeRoutes } from './challenge/routes.ts';
import { changeRoutes } from './changes/routes.ts';
import { checkinRoutes } from './checkins/routes.ts';
import { pushSecretRoutes } from './clients/pushSecretRoutes.ts';
import { clientRoutes } from './clients/routes.ts';
import { mandateFormRoutes } from './containers/mandateForms.ts';
import { containerRoutes } from './containers/routes.ts';
import { controlRoutes } from './control/routes.ts';
import { counterCardRoutes } from './counterCards/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { dayEndRoutes } from './dayEnds/routes.ts';
import { deviceRoutes } from './devices/routes.ts';
import { ownDisplayRoutes } from './displays/ownRoutes.ts';
import { displayRoutes } from './displays/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { doubtRoutes } from './doubts/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { identRoutes } from './idents/routes.ts';
import { journalRoutes } from './journal/routes.ts';
import { loyaltyRoutes } from './loyalty/routes.ts';
import { loyaltyManagementRoutes } from './loyaltyManagement/routes.ts';
import { merchantRoutes } from './merchants/routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { parkedRoutes } from './parked/routes.ts';
import { paymentControlRoutes } from './payments/control.ts';
import { methodPaymentRoutes } from './payments/methodResources.ts';
import { paymentRoutes } from './payments/routes.ts';
import { testDataRoute } from './payments/testDataPage.ts';
import { payoutRoutes } from './payouts/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { printingRoutes } from './printers/printingRoutes.ts';
import { receiptLinkRoutes } from './printers/receiptLinkRoutes.ts';
import { printerRoutes } from './printers/routes.ts';
import { pushReceiverRoutes } from './pushes/receiverRoutes.ts';
import { pushRoutes } from './pushes/routes.ts';
import { downRoutes } from './queue/downRoutes.ts';
import { officeLinkRoutes } from './queue/officeRoutes.ts';
import { queueRoutes } from './queue/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { returnRoutes } from './returns/routes.ts';
import { routingRoutes } from './routings/routes.ts';
import { invoiceRoutes } from './sales/invoiceRoutes.ts';
import { foundSaleRoutes } from './sales/routes.ts';
import { scaleRoutes } from './scales/routes.ts';
import { scannerRoutes } from './scanners/routes.ts';
import { screenRoutes } from './screen/routes.ts';
import type { Services } from './services.ts';
import { sessionRoutes } from './session/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { shopFactsRoutes, shopTillRoutes, taxRateRoutes } from './shop/routes.ts';
import { storeRoutes } from './shops/routes.ts';
import { planRoutes, subscriptionRoutes } from './subscriptions/routes.ts';
import { terminalRoutes } from './terminals/routes.ts';
import { traceRoutes } from './terminals/traceRoutes.ts';
import { tillRoutes } from './till/routes.ts';
import { tokenRoutes } from './token/routes.ts';
import { transactionRoutes } from './transactions/routes.ts';
import { updateRoutes } from './update/routes.ts';
import { verificationRoutes } from './verification/routes.ts';

export type AddRoutes = (app: FastifyInstance, services: Services) => void | Promise<void>;

export const resources: readonly AddRoutes[] = [
  // First, because it collects the descriptions of all that follow.
  docsRoutes,
  controlRoutes,
  tokenRoutes,
  transactionRoutes,
  deviceRoutes,
  routingRoutes,
  sessionRoutes,
  approvalRoutes,
  auditRoutes,
  peopleRoutes,
  clientRoutes,
  verificationRoutes,
  queueRoutes,
  reportRoutes,
  catalogueRoutes,
  counterCardRoutes,
  articleRoutes,
  articleGroupRoutes,
  tileRoutes,
  pictureRoutes,
  importRoutes,
  changeRoutes,
  cardRoutes,
  loyaltyRoutes,
  loyaltyManagementRoutes,
  identRoutes,
  checkinRoutes,
  tillRoutes,
  parkedRoutes,
  foundSaleRoutes,
  invoiceRoutes,
  printerRoutes,
  printingRoutes,
  receiptLinkRoutes,
  returnRoutes,
  dayEndRoutes,
  cashRoutes,
  zReportRoutes,
  officeLinkRoutes,
  backupRoutes,
  updateRoutes,
  doubtRoutes,
  downRoutes,
  terminalRoutes,
  traceRoutes,
  operationRoutes,
  eventRoutes,
  pushRoutes,
  pushReceiverRoutes,
  pushSecretRoutes,
  journalRoutes,
  generalContractRoutes,
  paymentContractRoutes,
  identRequestRoutes,
  merchantRoutes,
  storeRoutes,
  subscriptionRoutes,
  planRoutes,
  paymentRoutes,
  methodPaymentRoutes,
  payoutRoutes,
  paymentControlRoutes,
  testDataRoute,
  challengeRoutes,
  customerRoutes,
  containerRoutes,
  mandateFormRoutes,
  documentRoutes,
  healthRoutes,
  shopFactsRoutes,
  taxRateRoutes,
  shopTillRoutes,
  displayRoutes,
  ownDisplayRoutes,
  scaleRoutes,
  scannerRoutes,
  setupRoutes,
  screenRoutes,
];
