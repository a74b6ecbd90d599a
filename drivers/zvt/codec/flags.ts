/** Flag bytes: the meaning of each bit, written and read by name. */

/** By field or tag, each bit with its name. A value of two bytes is one number, high byte first. */
export const flags = {
  /** Registration, configuration byte. 01 and 40 are reserved. */
  configuration: {
    printsPayments: 0x02,
    printsAdministration: 0x04,
    wantsIntermediateStatus: 0x08,
    controlsPayment: 0x10,
    controlsAdministration: 0x20,
    wantsPrintCommands: 0x80,
  },
  /** BMP 03 in a registration. */
  registrationService: { hidesServiceMenu: 0x01, capitalsOnDisplay: 0x02 },
  /** BMP 03 in a status enquiry. */
  enquiryService: { hidesServiceMenu: 0x01, withoutVersion: 0x02, withContainer: 0x04 },
  /** BMP 03 in a repeat receipt. */
  repeatService: { sendsStatus: 0x01, withoutPrint: 0x02 },
  /** BMP 19 in a request; the high half is the payment method. */
  paymentType: { withReadCard: 0x02, printerReady: 0x04, tipAllowed: 0x08 },
  /** BMP 19 in the completion of a registration. */
  registered: {
    needsInitialisation: 0x01,
    needsDiagnosis: 0x02,
    needsOptAction: 0x04,
    fillingStation: 0x08,
    vending: 0x10,
  },
  /** 1F04: the slips the till wants, and their form. */
  receiptParameter: {
    positiveCustomer: 0x8000,
    negativeCustomer: 0x4000,
    positiveMerchant: 0x2000,
    negativeMerchant: 0x1000,
    customerFirst: 0x0800,
    short: 0x0400,
    withoutGoods: 0x0200,
    onTill: 0x0100,
    barcodes: 0x0080,
  },
  /** 1F05 */
  transactionParameter: { returnsUnknownCards: 0x80, activatesStripeReader: 0x40 },
  /** 1F15; the low bits of the first flag are the kind of token: 0 default, 1 online, 2 SHA-256. */
  cardReading: { sendsToken: 0x80, sendsUid: 0x40, readsBalance: 0x20 },
  /** 1F37: the kind of slip. */
  receiptInformation: { positive: 0x01, signature: 0x02, negative: 0x04, mustBePrinted: 0x80 },
  /** 1F55 */
  locks: {
    reconciliation: 0x8000,
    initialisation: 0x4000,
    diagnosis: 0x2000,
    service: 0x1000,
    outOfOrder: 0x0800,
    printer: 0x0400,
    startUp: 0x0200,
    secureModule: 0x0100,
    log: 0x0080,
    noReader: 0x0040,
    cardInside: 0x0020,
    noLink: 0x0010,
    activation: 0x0008,
    battery: 0x0004,
    contactless: 0x0002,
    vendingBus: 0x0001,
  },
  /** Tag 40: which receipt data the till can print. */
  emvConfiguration: {
    label: 0x8000,
    preferredName: 0x4000,
    customerData: 0x2000,
    merchantData: 0x1000,
    header: 0x0800,
    advertising: 0x0400,
    customerContainer: 0x0200,
    merchantContainer: 0x0100,
    productName: 0x0080,
  },
  /** 1F60: technologies for reading a card. */
  technologies: { stripe: 0x01, chip: 0x02, contactless: 0x04 },
  /** Fleet data of BMP 3C, second status byte. */
  fleetStatus: {
    pinBypassed: 0x01,
    outdoor: 0x02,
    locked: 0x08,
    expired: 0x10,
    manual: 0x20,
    rental: 0x40,
    reversal: 0x80,
  },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

export type FlagSet = keyof typeof flags;
export type Flag<S extends FlagSet> = keyof (typeof flags)[S] & string;

/** The number with the bits of all `names`. */
export function flagBits<S extends FlagSet>(set: S, names: readonly Flag<S>[]): number {
  const row: Readonly<Record<string, number>> = flags[set];
  return names.reduce((bits, name) => bits | row[name]!, 0);
}

/** True when the bit is set; false for a value that is no number. */
export function hasFlag<S extends FlagSet>(set: S, value: unknown, name: Flag<S>): boolean {
  const row: Readonly<Record<string, number>> = flags[set];
  return typeof value === 'number' && (value & row[name]!) !== 0;
}

/** The names of the bits that are set. */
export function flagsOf<S extends FlagSet>(set: S, value: number): Flag<S>[] {
  return (Object.keys(flags[set]) as Flag<S>[]).filter(name => hasFlag(set, value, name));
}
