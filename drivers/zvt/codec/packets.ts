/** Every packet of the protocol: control bytes, sender, and the positional fields in front of its bitmaps. */
import type { PositionalFieldName } from './fields.ts';

export interface Packet {
  /** Class byte and instruction byte. */
  readonly control: number;
  readonly title: string;
  readonly from: 'ecr' | 'pt' | 'both';
  readonly places: readonly PositionalFieldName[];
}

/** By the name used in code and logs. */
export const packets = {
  // answers
  positive: packet(0x8000, 'Positive Acknowledgement', 'both'),
  positiveToo: packet(0x8400, 'Positive Acknowledgement', 'both'),
  /** 84 xx except 84 00: the instruction byte is the error code. */
  negative: packet(0x84ff, 'Negative Acknowledgement', 'both'),

  // terminal to till
  setDateTime: packet(0x0401, 'Set Date and Time in ECR', 'pt'),
  fileBlockRequest: packet(0x040c, 'File block request', 'pt'),
  inputRequest: packet(0x040d, 'Input Request', 'pt'),
  menuRequest: packet(0x040e, 'Menu Request', 'pt'),
  statusInformation: packet(0x040f, 'Status-Information', 'pt'),
  intermediateStatus: packet(0x04ff, 'Intermediate Status-Information', 'pt', 'intermediateStatus', 'minutes'),
  completion: packet(0x060f, 'Completion', 'pt'),
  abortByTerminal: packet(0x061e, 'Abort (PT)', 'pt', 'abortCode', 'bareCurrency'),
  graphicMenu: packet(0x06d0, 'Graphic menu or signature check', 'pt'),
  printLine: packet(0x06d1, 'Print Line', 'both', 'printAttribute', 'feeds', 'printText'),
  printTextBlock: packet(0x06d3, 'Print Text-Block', 'both'),
  dialUp: packet(0x06d8, 'Dial-Up', 'pt', 'vendorData'),
  sendData: packet(0x06d9, 'Transmit Data', 'pt', 'vendorData'),
  receiveData: packet(0x06da, 'Receive Data', 'pt'),
  hangUp: packet(0x06db, 'Hang-Up', 'pt'),
  transparentMode: packet(0x06dd, 'Transparent Mode', 'pt'),
  blockedListQuery: packet(0x06e4, 'Blocked-List Query', 'pt'),

  // till to terminal
  statusEnquiry: packet(0x0501, 'Status-Enquiry', 'ecr', 'password'),
  registration: packet(0x0600, 'Registration', 'ecr', 'password', 'configuration', 'registrationCurrency'),
  authorisation: packet(0x0601, 'Authorisation', 'ecr'),
  logOff: packet(0x0602, 'Log-Off', 'ecr'),
  accountBalance: packet(0x0603, 'Account Balance Request', 'ecr'),
  activateCard: packet(0x0604, 'Activate Card', 'ecr'),
  procurement: packet(0x0605, 'Procurement', 'ecr'),
  topUp: packet(0x0609, 'Prepaid Top-Up', 'ecr', 'cardId', 'topUpMode'),
  taxFree: packet(0x060a, 'Tax Free', 'ecr'),
  bookTip: packet(0x060c, 'Book Tip', 'ecr'),
  turnoverTotals: packet(0x0610, 'Send Turnover Totals', 'ecr', 'password'),
  reprintReceipts: packet(0x0612, 'Reprint Receipts', 'ecr', 'password', 'firstReceipt', 'lastReceipt'),
  resetTerminal: packet(0x0618, 'Reset Terminal', 'ecr'),
  printConfiguration: packet(0x061a, 'Print System Configuration', 'ecr'),
  setTerminalId: packet(0x061b, 'Set/Reset Terminal ID', 'ecr', 'password'),
  repeatReceipt: packet(0x0620, 'Repeat Receipt', 'ecr', 'password'),
  telephonicAuthorisation: packet(0x0621, 'Telephonic Authorisation', 'ecr', 'password'),
  preAuthorisation: packet(0x0622, 'Pre-Authorisation/Reservation', 'ecr'),
  partialReversal: packet(0x0623, 'Partial-Reversal/Booking of Reservation', 'ecr'),
  bookTotal: packet(0x0624, 'Book Total', 'ecr'),
  preAuthorisationReversal: packet(0x0625, 'Pre-Authorisation Reversal', 'ecr'),
  externalReservationReversal: packet(0x0626, 'Reversal of External Reservation', 'ecr'),
  reversal: packet(0x0630, 'Reversal', 'ecr', 'password'),
  refund: packet(0x0631, 'Refund', 'ecr', 'password'),
  endOfDay: packet(0x0650, 'End-of-Day', 'ecr', 'password'),
  sendOffline: packet(0x0651, 'Send Offline Transactions', 'ecr', 'password'),
  partialReconciliation: packet(0x0652, 'Partial Reconciliation', 'ecr', 'password'),
  diagnosis: packet(0x0670, 'Diagnosis', 'ecr'),
  selftest: packet(0x0679, 'Selftest', 'ecr'),
  oldDisplay: packet(0x0685, 'Display Text (old)', 'ecr', 'vendorData'),
  oldNumericInput: packet(0x0686, 'Numeric Input (old)', 'ecr', 'vendorData'),
  oldPinCheck: packet(0x0687, 'PIN Check (old)', 'ecr', 'vendorData'),
  oldFunctionKey: packet(0x0688, 'Function Key (old)', 'ecr', 'vendorData'),
  setTerminalTime: packet(0x0691, 'Set Date and Time in PT', 'ecr', 'password'),
  initialisation: packet(0x0693, 'Initialisation', 'ecr', 'password'),
  changePassword: packet(0x0695, 'Change Password', 'ecr', 'password', 'newPassword'),
  abort: packet(0x06b0, 'Abort (ECR)', 'ecr'),
  readCard: packet(0x06c0, 'Read Card', 'ecr', 'readTimeout'),
  closeCardSession: packet(0x06c5, 'Close Card Session', 'ecr'),
  sendApdus: packet(0x06c6, 'Send APDUs', 'ecr'),
  displayText: packet(0x06e0, 'Display Text', 'ecr'),
  displayFunctionKey: packet(0x06e1, 'Display Text with Function Key Input', 'ecr'),
  displayNumericInput: packet(0x06e2, 'Display Text with Numeric Input', 'ecr'),
  customerPinCheck: packet(0x06e3, 'PIN Check for Customer Card', 'ecr'),
  macCalculation: packet(0x06e5, 'MAC Calculation', 'ecr'),
  cardPoll: packet(0x06e6, 'Card Poll with Authorisation', 'ecr'),
  numericInputDukpt: packet(0x06e7, 'Numeric Input, DUKPT', 'ecr'),
  totalsReference: packet(0x06e8, 'Reference Number for Totals', 'ecr'),
  cardReference: packet(0x06e9, 'Reference Number for Card', 'ecr'),
  displayImage: packet(0x06f0, 'Display Image', 'ecr'),
  displayImageToo: packet(0x06f1, 'Display Image (newer)', 'ecr'),
  serviceMode: packet(0x0801, 'Activate Service Mode', 'ecr', 'password'),
  switchProtocol: packet(0x0802, 'Switch Protocol', 'ecr', 'protocolNumber'),
  powerManagement: packet(0x0803, 'Power Management', 'ecr', 'vendorData'),
  softwareUpdate: packet(0x0810, 'Software Update', 'ecr'),
  readFile: packet(0x0811, 'Read File', 'ecr'),
  deleteFile: packet(0x0812, 'Delete File', 'ecr'),
  changeConfiguration: packet(0x0813, 'Change Configuration', 'ecr'),
  writeFile: packet(0x0814, 'Write File', 'ecr', 'password'),
  optAction: packet(0x0820, 'Start OPT Action', 'ecr'),
  setOptTime: packet(0x0821, 'Set OPT Point in Time', 'ecr', 'password'),
  optPreInitialisation: packet(0x0822, 'Start OPT Pre-Initialisation', 'ecr'),
  optOutput: packet(0x0823, 'Output OPT Data', 'ecr', 'password'),
  optOutOfOrder: packet(0x0824, 'OPT Out of Order', 'ecr'),
  selectLanguage: packet(0x0830, 'Select Language', 'ecr', 'language'),
  changeBaudRate: packet(0x0840, 'Change Baud Rate', 'ecr', 'baudRate'),
  activateReader: packet(0x0850, 'Activate Card Reader', 'ecr'),

  // makers' own
  cashReport: packet(0x0f10, 'Cash Report', 'ecr', 'vendorData'),
  vendorFunction: packet(0x0fa1, 'Vendor Function', 'ecr', 'vendorData'),
  chipActivator: packet(0x0fca, 'Chip Activator', 'ecr', 'vendorData'),
} as const satisfies Record<string, Packet>;

export type PacketName = keyof typeof packets;

/** 06 0F after a status enquiry: the same control bytes with positional fields only (ZVT 05 01). */
export const statusCompletion: Packet = packet(0x060f, 'Completion', 'pt', 'softwareVersion', 'terminalStatus');

/** Answers with positional fields, by the command that they answer. */
const answers: Readonly<Record<number, Packet>> = {
  [packets.receiveData.control]: packet(0x8000, packets.positive.title, 'both', 'vendorData'),
  [packets.displayFunctionKey.control]: packet(0x8000, packets.positive.title, 'both', 'key'),
  [packets.displayNumericInput.control]: packet(0x8000, packets.positive.title, 'both', 'typed', 'key'),
  [packets.numericInputDukpt.control]: packet(0x8000, packets.positive.title, 'both', 'key'),
};

/** 84 1E refuses a registration, and may have the fields of an abort. */
export const refusedRegistration: Packet = packet(0x841e, packets.negative.title, 'both', 'abortCode', 'bareCurrency');

const vendorCompletion: Packet = packet(0x060f, packets.completion.title, 'pt', 'vendorData');

/** The packet of a message, when its fields depend on the command it belongs to. `after`: control bytes of that command. */
export function layoutOf(row: Packet, control: number, after: number | undefined): Packet {
  if (control === refusedRegistration.control) return refusedRegistration;
  if (after === undefined) return row;
  if (control === packets.completion.control && after >> 8 === VENDOR_CLASS) return vendorCompletion;
  return control >> 8 === 0x80 ? (answers[after] ?? row) : row;
}

const VENDOR_CLASS = 0x0f;

export interface PacketRow extends Packet {
  readonly name: PacketName;
}

const byControl = new Map<number, PacketRow>(
  Object.entries(packets).map(([name, row]) => [row.control, { name: name as PacketName, ...row }]),
);

/** The packet of two control bytes; undefined when unknown. */
export function packetOf(control: number): PacketRow | undefined {
  return byControl.get(control) ?? (control >> 8 === 0x84 ? byControl.get(packets.negative.control) : undefined);
}

/** True when the APDU is an answer (80 xx or 84 xx), false for a command. */
export function isAnswer(apdu: Buffer): boolean {
  return apdu[0] === 0x80 || apdu[0] === 0x84;
}

function packet(
  control: number,
  title: string,
  from: Packet['from'],
  ...places: readonly PositionalFieldName[]
): Packet {
  return { control, title, from, places };
}
