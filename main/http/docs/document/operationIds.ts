/**
 * The names of the operations in the published descriptions. One rule makes a name from method and path; the table below
 * has the names that the rule would make unclear. Names are promised to stay: clients have methods of these names.
 */

/** `GET /api/v2/Smart/Transactions/{id}` → `getSmartTransaction`; `path` as OpenAPI writes it. */
export function operationId(method: string, path: string): string {
  const words = path
    .replace('/bridge/v1/loyalty/', '/bridge/v1/programme/')
    .replace(ROOT, '')
    .split('/')
    .filter(Boolean);
  return EXCEPTIONS[`${method.toUpperCase()} ${path}`] ?? (svcName(method, words) || ruled(method, words));
}

const ROOT = /^\/(api\/v2|bridge\/v1|office\/v1)(?=\/)/;

const isParameter = (word: string | undefined): boolean => word?.startsWith('{') ?? false;

/**
 * The noun is the path without parameters, every word of it in the singular, but the last of a list. The verb is that of
 * the method, or the last word of a POST where that is an action: `POST …/Transactions/{id}/cancel` → `cancelSmartTransaction`.
 */
function ruled(method: string, words: readonly string[]): string {
  const fixed = words.filter(word => !isParameter(word) && word !== 'me');
  const last = capital(fixed.at(-1) ?? '');
  const nouns = fixed.slice(0, -1).map(word => singular(capital(word)));
  const isOne = isParameter(words.at(-1));
  if (method === 'post' && !isPlural(last)) return small(last) + (OWN_NOUN.test(last) ? 'Of' : '') + nouns.join('');
  const isList = !isOne && isPlural(last);
  const verb = method === 'get' && isList ? 'list' : VERBS[method];
  return verb + [...nouns, method === 'post' || isOne ? singular(last) : last].join('');
}

/** An action that names what it changes, for example `setCustomer`. */
const OWN_NOUN =
  /^(Set|Assign|Register|Get|Check|Validate|Revoke|Update|Request|Print|Read|Save|Increase|Trigger)[A-Z]/;

const VERBS: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'create',
  put: 'update',
  patch: 'change',
  delete: 'delete',
};

/** The payments of one method are resources of one pattern: `POST /api/v2/Payment/Svcdebits` → `createDebitPayment`. */
function svcName(method: string, [section, resource = '', ...rest]: readonly string[]): string | null {
  const kind = section === 'Payment' ? SVC[resource.toLowerCase()] : undefined;
  const call =
    kind &&
    SVC_CALLS[
      `${method.toUpperCase()} ${rest.filter(word => !isParameter(word)).join('/')}${isParameter(rest[0]) ? ' one' : ''}`
    ];
  return call ? call.replace('*', kind) : null;
}

const SVC: Readonly<Record<string, string>> = {
  svcprepays: 'PrepayPayment',
  svcdebits: 'DebitPayment',
  svccreditcards: 'CreditcardPayment',
  svcinvoices: 'InvoicePayment',
  svcsofort: 'SofortPayment',
  svcpaypals: 'PaypalPayment',
  svcpayout: 'PayoutPayment',
};

const SVC_CALLS: Readonly<Record<string, string>> = {
  'GET ': 'list*s',
  'POST ': 'create*',
  'GET  one': 'get*',
  'POST cancel one': 'cancel*',
  'POST capture one': 'capture*',
  'PUT accrual one': 'setAccrualOf*',
  'PUT basket one': 'setBasketOf*',
  'PUT shippingInformation one': 'setShippingOf*',
  'POST assignExternalInvoicePdf one': 'assignInvoiceTo*',
  'POST TestChangedPaymentStatus one': 'simulateStatusOf*',
  'POST me/PayoutWithoutCustomer': 'createPayoutWithoutCustomer',
};

const capital = (word: string): string =>
  word
    .split('-')
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
const small = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);
const isPlural = (word: string): boolean => (/[^is]s$/.test(word) && !/status$/i.test(word)) || word === 'People';
const singular = (word: string): string =>
  word === 'People'
    ? 'Person'
    : isPlural(word)
      ? word
          .replace(/ies$/, 'y')
          .replace(/(ss|x|ch|sh)es$/, '$1')
          .replace(/s$/, '')
      : word;

/** Where the rule gives no clear name, by method and path. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'POST /oauth/token': 'getToken',
  'POST /api/v2/Smart/Transactions/{id}/preTransaction': 'applyLoyaltyCard',
  'POST /api/v2/Smart/Transactions/{id}/start': 'captureSmartTransaction',
  'POST /api/v2/Smart/Transactions/{id}/canceltrx': 'cancelSmartTransactionByReceipt',
  'POST /api/v2/Smart/Transactions/{id}/setDelivery': 'setDeliveryOfSmartTransaction',
  'POST /api/v2/Smart/Transactions/{id}/diagnosis': 'diagnoseTerminal',
  'POST /api/v2/Smart/Transactions/{id}/endOfDay': 'closeDayOfTerminal',
  'POST /api/v2/Smart/Transactions/{id}/updatePaymentContainer': 'updateContainerOfSmartTransaction',
  'POST /api/v2/Smart/Checkins/{id}/TriggerPushEvent': 'triggerPushEventOfCheckin',
  'PUT /api/v2/Smart/Devices/pin': 'updateOwnPin',
  'GET /api/v2/Smart/Devices/{id}/devicePinConfig': 'getSmartDevicePinConfig',
  'PUT /api/v2/Smart/Devices/{id}/devicePin': 'updateSmartDeviceOwnPin',
  'GET /api/v2/Smart/Devices/{id}/routing/{type}': 'getSmartDeviceRouting',
  'GET /api/v2/Smart/Devices/{id}/routing/type/{type}': 'getSmartDeviceRoutingByType',
  'POST /api/v2/Smart/Routings/{id}/assign/{device}': 'assignDeviceToSmartRouting',
  'DELETE /api/v2/Smart/Routings/{id}/assign/{device}': 'removeDeviceFromSmartRouting',
  'POST /api/v2/Loyalty/MerchantCards/{id}/transaction/{target}': 'createLoyaltyMerchantCardTransaction',
  'POST /api/v2/Loyalty/MerchantCards/{id}/validateMerchantcard': 'validateLoyaltyMerchantCard',
  'POST /api/v2/Loyalty/MerchantCards/{id}/newPasscode': 'setPasscodeOfLoyaltyMerchantCard',
  'POST /api/v2/Loyalty/MerchantCards/{id}/resetPasscode': 'resetPasscodeOfLoyaltyMerchantCard',
  'POST /api/v2/Loyalty/MerchantCards/{id}/getCardBalanceReceipt': 'getLoyaltyMerchantCardBalanceReceipt',
  'POST /api/v2/Loyalty/MerchantCards/{id}/createMerchantcards/{cardgroupId}': 'createLoyaltyMerchantCards',
  'POST /api/v2/Loyalty/Cards/{id}/assignUser/{accountId}': 'assignUserToLoyaltyCard',
  'DELETE /api/v2/Loyalty/Cards/{id}/assignUser/{accountId}': 'removeUserFromLoyaltyCard',
  'POST /api/v2/Loyalty/Customers/{id}/paymentContainer/{containerId}': 'addContainerToLoyaltyCustomer',
  'DELETE /api/v2/Loyalty/Customers/{id}/paymentContainer/{containerId}': 'removeContainerFromLoyaltyCustomer',
  'GET /api/v2/Payment/Transactions/{id}/OldFormat': 'getPaymentTransactionInOldFormat',
  'GET /api/v2/Payment/Transactions/{id}/checkStatus': 'getPaymentTransactionStatus',
  'POST /api/v2/Payment/Transactions/{id}/TestChangedPaymentStatus': 'simulateStatusOfPaymentTransaction',
  'PUT /api/v2/Payment/Transactions/{id}/ShippingInformation': 'updateShippingOfPaymentTransaction',
  'POST /api/v2/Payment/Transactions/{id}/getPaymentInstructions': 'getPaymentInstructions',
  'POST /api/v2/Payment/Transactions/me/getPaymentInstructions/{id}': 'getOwnPaymentInstructions',
  'POST /api/v2/Payment/Transactions/{id}/assignPayment/{accounting}': 'assignAccountingToPaymentTransaction',
  'POST /api/v2/Payment/Transactions/{id}/assignTransferBalance': 'assignTransferToPaymentTransaction',
  'POST /api/v2/Payment/Transactions/me/getRefundBankAccount': 'getRefundBankAccount',
  'GET /api/v2/Payment/Transactions/me/CrowdFundingData/{id}': 'getCrowdFundingData',
  'PUT /api/v2/Payment/Containers/{id}/archive': 'archivePaymentContainer',
  'POST /api/v2/Payment/Containers/{id}/mandate': 'createMandateOfPaymentContainer',
  'POST /api/v2/Payment/Containers/{id}/Uploadmandate': 'uploadMandateOfPaymentContainer',
  'POST /api/v2/Payment/Containers/me/validateSingleIban': 'validateIban',
  'POST /api/v2/Payment/Contracts/{id}/requestId': 'requestIdentOfPaymentContract',
  'GET /api/v2/General/Contracts/{id}/IframeOptions': 'getIframeOptionsOfGeneralContract',
  'GET /api/v2/General/Contracts/{id}/AvailableCurrencies': 'listCurrenciesOfGeneralContract',
  'POST /api/v2/General/Contracts/{id}/getAvailablePaymentMethods': 'listMethodsOfGeneralContract',
  'POST /api/v2/General/Contracts/{id}/getAvailablePaymentMethods/{sale}': 'listMethodsForSmartTransaction',
  'GET /api/v2/General/Contracts/{id}/ThirdPartyConfiguration': 'getThirdPartyConfiguration',
  'POST /api/v2/General/Contracts/{id}/ThirdPartyConfiguration': 'createThirdPartyConfiguration',
  'PUT /api/v2/General/Contracts/{id}/ThirdPartyConfiguration': 'updateThirdPartyConfiguration',
  'PATCH /api/v2/General/Contracts/{id}/ThirdPartyConfiguration': 'changeThirdPartyConfiguration',
  'DELETE /api/v2/General/Contracts/{id}/ThirdPartyConfiguration': 'deleteThirdPartyConfiguration',
  'GET /api/v2/General/Merchants/{id}/MerchantCategories': 'listGeneralMerchantCategories',
  'GET /api/v2/Document/Uploads/{id}/Download': 'downloadDocumentUpload',
  'POST /bridge/v1/session': 'signIn',
  'DELETE /bridge/v1/session': 'signOut',
  'PUT /bridge/v1/session/pin': 'updateSessionPin',
  'POST /office/v1/me/second-factor/recovery-codes': 'renewRecoveryCodes',
  'POST /bridge/v1/counter/cards': 'sellCounterCard',
  'POST /bridge/v1/counter/cards/{cardnumber}/activation': 'activateCounterCard',
  'GET /bridge/v1/till': 'getOwnTill',
  'PUT /bridge/v1/till': 'putSaleOnOwnTill',
  'PUT /bridge/v1/practice': 'choosePractice',
  'POST /bridge/v1/till/abort': 'abortRunningPayment',
  'POST /bridge/v1/till/answer': 'answerTerminal',
  'POST /bridge/v1/till/hand-over': 'handOverGoods',
  'POST /bridge/v1/till/late': 'decideLateApproval',
  'POST /bridge/v1/till/recover': 'recoverRunningPayment',
  'GET /bridge/v1/till/slip': 'getSlipOfOwnTill',
  'POST /bridge/v1/transactions/{id}/verdict': 'decideSale',
  'POST /bridge/v1/transactions/{id}/parts/{part}/cash-back': 'payOutPartInCash',
  'POST /bridge/v1/transactions/{id}/parts/{part}/return': 'returnPart',
  'POST /bridge/v1/transactions/{id}/parts/{part}/verdict': 'decidePart',
  'POST /bridge/v1/transactions/{id}/adjustments': 'adjustSale',
  'GET /bridge/v1/parked': 'listParkedSales',
  'POST /bridge/v1/parked': 'parkSale',
  'POST /bridge/v1/parked/{id}/take': 'takeParkedSale',
  'DELETE /bridge/v1/parked/{id}': 'deleteParkedSale',
  'POST /bridge/v1/sales/{id}/prints': 'printSale',
  'POST /bridge/v1/sales/{id}/receipt-link': 'createReceiptLink',
  'GET /bridge/v1/sales/{id}/invoices': 'listSaleInvoices',
  'POST /bridge/v1/sales/{id}/invoices': 'createSaleInvoice',
  'POST /bridge/v1/sales/{id}/invoices/{number}/prints': 'printSaleInvoice',
  'GET /bridge/v1/sales/{id}/returnable': 'getReturnableLines',
  'GET /bridge/v1/events': 'followEvents',
  'GET /bridge/v1/terminals/{device}/trace/events': 'followTerminalTrace',
  'GET /bridge/v1/terminals/search': 'getTerminalSearch',
  'POST /bridge/v1/terminals/search': 'startTerminalSearch',
  'DELETE /bridge/v1/terminals/search': 'stopTerminalSearch',
  'POST /bridge/v1/terminals/{device}/print-receipt': 'printAtTerminal',
  'POST /bridge/v1/terminals/{device}/read-card': 'readCardAtTerminal',
  'POST /bridge/v1/terminals/{device}/day-end': 'startTerminalDayEnd',
  'POST /bridge/v1/terminals/{device}/operations/{id}/verdict': 'decideTerminalOperation',
  'POST /bridge/v1/day-ends/{id}/verdict': 'decideDayEnd',
  'POST /bridge/v1/shifts': 'openShift',
  'POST /bridge/v1/shifts/count': 'countDrawer',
  'GET /bridge/v1/shifts/current': 'getCurrentShift',
  'GET /bridge/v1/cash-movements/expected': 'getExpectedCash',
  'POST /bridge/v1/drawer-openings': 'openDrawer',
  'GET /bridge/v1/z-reports/next': 'previewNextZReport',
  'GET /bridge/v1/z-reports/interim': 'getXReport',
  'GET /bridge/v1/z-reports/days': 'listDaysOfZReports',
  'POST /bridge/v1/z-reports': 'closeBusinessDay',
  'GET /bridge/v1/backups': 'getBackups',
  'GET /bridge/v1/update': 'getUpdate',
  'POST /bridge/v1/backups': 'makeBackup',
  'GET /bridge/v1/doubts': 'getDoubts',
  'POST /bridge/v1/doubts/clock': 'confirmClock',
  'POST /bridge/v1/doubts/numbers': 'nameHighestNumbers',
  'GET /bridge/v1/queue/down': 'getMasterDataState',
  'POST /bridge/v1/queue/down/read': 'readMasterData',
  'POST /bridge/v1/queue/office/enrolment': 'enrolAtOffice',
  'DELETE /bridge/v1/queue/office/enrolment': 'leaveOffice',
  'POST /bridge/v1/queue/office/key': 'renewOfficeKey',
  'GET /bridge/v1/queue/office': 'getOfficeLink',
  'POST /bridge/v1/queue/office/try': 'tryOffice',
  'GET /bridge/v1/journal': 'listJournal',
  'GET /bridge/v1/journal/{supportId}': 'getJournalEntry',
  'GET /bridge/v1/journal/{supportId}/curl': 'getJournalEntryAsCurl',
  'GET /bridge/v1/audit': 'listAuditEntries',
  'GET /bridge/v1/audit/{id}': 'getAuditEntry',
  'GET /bridge/v1/audit/check': 'checkAudit',
  'POST /bridge/v1/people/{id}/pin': 'setPinOfPerson',
  'POST /bridge/v1/clients/{id}/secret': 'renewSecretOfClient',
  'GET /bridge/v1/clients/{id}/push-secret': 'getPushSecretOfClient',
  'POST /bridge/v1/clients/{id}/push-secret': 'renewPushSecretOfClient',
  'DELETE /bridge/v1/clients/{id}/push-secret': 'endPushSecretOfClient',
  'POST /bridge/v1/shop/receipt-preview': 'previewReceipt',
  'POST /bridge/v1/articles/import': 'importArticles',
  'GET /bridge/v1/articles/import': 'getArticleImport',
  'GET /bridge/v1/articles/export': 'exportArticles',
  'GET /bridge/v1/catalogue/pages': 'listCataloguePages',
  'GET /bridge/v1/terminals/{device}/journal': 'listTerminalJournal',
  'GET /bridge/v1/terminals/{device}/trace': 'listTerminalTrace',
  'POST /bridge/v1/loyalty/vouchers/many': 'createProgrammeVouchers',
  'POST /bridge/v1/loyalty/batches/range': 'createProgrammeCardRange',
  'POST /bridge/v1/loyalty/batches/file': 'importProgrammeCards',
  'GET /bridge/v1/loyalty/cards/export': 'exportProgrammeCards',
  'GET /bridge/v1/loyalty/vouchers/export': 'exportProgrammeVouchers',
  'POST /bridge/v1/people/import': 'importPeople',
  'GET /bridge/v1/people/export': 'exportPeople',
  'POST /bridge/v1/printers/{id}/test': 'testPrinter',
  'POST /bridge/v1/printers/{id}/held': 'decideHeldSlips',
  'POST /bridge/v1/printing/slips': 'printSlip',
  'POST /bridge/v1/displays/codes': 'createDisplayCode',
  'GET /bridge/v1/displays/picture': 'getPictureOfDisplays',
  'PUT /bridge/v1/displays/picture': 'updatePictureOfDisplays',
  'DELETE /bridge/v1/displays/picture': 'deletePictureOfDisplays',
  'POST /bridge/v1/display/pairing': 'pairDisplay',
  'GET /bridge/v1/display': 'getOwnDisplay',
  'GET /bridge/v1/display/events': 'followDisplayEvents',
  'GET /bridge/v1/display/picture': 'getPictureOfOwnDisplay',
  'POST /bridge/v1/serviceIssues/{issue}/decide': 'decideServiceIssue',
  'DELETE /bridge/v1/control/faults': 'deleteControlFaults',
  'GET /bridge/v1/control/terminal/state': 'getVirtualTerminalState',
  'GET /bridge/v1/control/terminal/totals': 'getVirtualTerminalTotals',
  'GET /bridge/v1/control/terminal/paper': 'getVirtualTerminalPaper',
  'DELETE /bridge/v1/control/terminal/paper': 'clearVirtualTerminalPaper',
  'POST /bridge/v1/control/terminal/card': 'presentVirtualCard',
  'POST /bridge/v1/control/terminal/pin': 'enterVirtualPin',
  'POST /bridge/v1/control/terminal/key': 'pressVirtualKey',
  'POST /bridge/v1/control/terminal/behaviour': 'setVirtualTerminalBehaviour',
  'POST /bridge/v1/control/devices/approve': 'approveDevice',
  'POST /bridge/v1/control/payments/transfers': 'simulateTransfer',
  'POST /bridge/v1/control/payments/payouts': 'simulatePayout',
  'POST /bridge/v1/setup/terminals/search': 'startSetupTerminalSearch',
  'DELETE /bridge/v1/setup/terminals/search': 'stopSetupTerminalSearch',
  'PUT /bridge/v1/setup/draft': 'saveSetupDraft',
  'GET /bridge/v1/setup/export': 'exportSetup',
  'POST /office/v1/enrolments': 'enrolBridge',
  'POST /office/v1/keys': 'renewBridgeKey',
  'POST /office/v1/heartbeats': 'sendHeartbeat',
  'POST /office/v1/batches': 'sendBatch',
  'POST /office/v1/token': 'signIn',
  'DELETE /office/v1/token': 'signOut',
  'GET /office/v1/sign-in': 'getSignInWays',
  'GET /office/v1/me': 'getMe',
  'PATCH /office/v1/me': 'changeMe',
  'POST /office/v1/me/password': 'setOwnPassword',
  'GET /office/v1/me/sessions': 'listOwnSessions',
  'POST /office/v1/me/sessions/end': 'endOwnSessions',
  'POST /office/v1/people/{id}/password': 'setPasswordOfPerson',
  'PATCH /office/v1/merchant': 'changeMerchant',
  'PATCH /office/v1/stores/{id}': 'changeStore',
  'GET /office/v1/targets': 'listTargets',
  'PUT /office/v1/targets': 'setTargets',
  'POST /office/v1/codes': 'createEnrolmentCode',
  'GET /office/v1/audit': 'listAuditEntries',
  'GET /office/v1/audit/check': 'checkAudit',
  'GET /office/v1/refused': 'listRefusedRecords',
  'GET /office/v1/set-aside': 'listRecordsSetAside',
  'POST /office/v1/records/{id}/set-aside': 'setRecordsAside',
  'POST /office/v1/records/{id}/take-back': 'takeRecordsBack',
  'GET /office/v1/exports/sales.csv': 'exportSales',
  'GET /office/v1/exports/documents.jsonl': 'exportDocuments',
  'GET /office/v1/exports/datev.csv': 'exportPostings',
  'GET /office/v1/waiting': 'listWaitingRecords',
  'GET /office/v1/exports/dsfinvk.zip': 'exportCashPointClosings',
  'POST /office/v1/bank/preview': 'previewBankFile',
  'POST /office/v1/bank/files': 'importBankFile',
};
