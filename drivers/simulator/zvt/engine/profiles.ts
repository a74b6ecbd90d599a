/** Differences between the terminals of different makers, as data: the virtual terminal plays each of them. */

import { VIRTUAL_MARK } from '../../../virtualTerminal.ts';
import type { Charset } from '../../../zvt/codec/charsets.ts';
import type { PacketName } from '../../../zvt/codec/packets.ts';

export interface Profile {
  readonly about: string;
  /** TCP port of the model. */
  readonly port: number;
  /** Name of the device, and the beginning of its software version, as the status enquiry sends them. */
  readonly device: string;
  /** True when it knows containers; otherwise the code that refuses them. */
  readonly tlv: true | { readonly refusedWith: number };
  /** Commands it does not know (84 83). */
  readonly lacks: readonly PacketName[];
  /** It asks the cashier (06 D0, 04 0D, 04 0E) at a till that permits the questions. */
  readonly asks: boolean;
  /** Tags that it lists as recognised (1F71), hex. */
  readonly recognises: string;
  /** Slips as blocks (06 D3) for tills that permit them; otherwise lines only. */
  readonly blocks: boolean;
  /** A container with the receipt type follows the text of every printed line. */
  readonly typedLines: boolean;
  /** It prints slips for a pre-authorisation; ZVT does not demand them. */
  readonly reservationSlips: boolean;
  /** Slips before the status information instead of after it. */
  readonly slipsFirst: boolean;
  /** Character set before a registration agrees on one. */
  readonly charset: Charset;
  /** It accepts the character set of the till, and confirms it. */
  readonly agreesCharset: boolean;
  /** It registers with any currency; payments are in euro all the same. */
  readonly anyCurrency: boolean;
  readonly statusNeedsPassword: boolean;
  /** A diagnosis must name its kind. */
  readonly diagnosisNeedsKind: boolean;
  /** The end of a failed payment: 04 0F and 06 1E, 06 1E alone, or 04 0F alone. */
  readonly failure: 'both' | 'abort' | 'status';
  /** The maker has its own prompt codes at the end of a payment and of a reversal. */
  readonly ownPrompts: boolean;
  /** Repeat receipt is a bare completion unless the till prints. */
  readonly repeatNeedsPrinting: boolean;
  readonly reverses: 'any' | 'last';
  readonly partialReversal: boolean;
  /** The status enquiry lists locks (tag 1F55). */
  readonly tellsLocks: boolean;
  /** Further bits of the status byte of the registration: 10 vending. */
  readonly registrationStatus: number;
  /** The registration survives a restart. */
  readonly keepsRegistration: boolean;
  /** Pause before a result is repeated after 84 9C, ms. */
  readonly goodsPause: number;
  /** Text that greets every till before the first message. */
  readonly banner?: string;
  /** The fate of a payment whose result the till did not acknowledge; left out: kept over TCP, reversed on a serial line. */
  readonly unacknowledged?: 'kept' | 'reversed';
}

const generic: Profile = {
  about: 'as the protocol says, with everything in it',
  port: 20_007,
  device: VIRTUAL_MARK,
  tlv: true,
  lacks: [],
  asks: true,
  recognises: '1A2627301415411F041F1F1F251F361F07',
  blocks: true,
  typedLines: false,
  reservationSlips: true,
  slipsFirst: false,
  charset: 'cp437',
  agreesCharset: true,
  anyCurrency: false,
  statusNeedsPassword: false,
  diagnosisNeedsKind: false,
  failure: 'both',
  ownPrompts: false,
  repeatNeedsPrinting: false,
  reverses: 'any',
  partialReversal: true,
  tellsLocks: false,
  registrationStatus: 0,
  keepsRegistration: false,
  goodsPause: 2_000,
};

const model = (about: string, difference: Partial<Profile>): Profile => ({
  ...generic,
  partialReversal: false,
  about,
  ...difference,
});

/** By the name that a till configures. */
export const profiles = {
  generic,
  'feig-cvend': model(
    'slips before the result, none for a pre-authorisation, a failed payment ends by 06 1E alone, for vending machines: no cashier to ask, no tips',
    {
      port: 22_000,
      device: 'cVEND',
      lacks: ['bookTip', 'sendOffline'],
      asks: false,
      recognises: '1A26273014151F041F07',
      reservationSlips: false,
      slipsFirst: true,
      failure: 'abort',
      registrationStatus: 0x10,
    },
  ),
  'card-complete': model('ISO 8859-1 that nobody agreed on, typed print lines, any currency, password for the status', {
    device: 'card complete',
    charset: 'iso8859-1',
    agreesCharset: false,
    typedLines: true,
    anyCurrency: true,
    statusNeedsPassword: true,
    diagnosisNeedsKind: true,
    unacknowledged: 'reversed',
  }),
  'ccv-a920': model('knows no containers, a failed payment ends by its 04 0F alone', {
    device: 'A920',
    tlv: { refusedWith: 0x9a },
    blocks: false,
    agreesCharset: false,
    failure: 'status',
  }),
  'ccv-opm-c60': model('tells its locks with the status', { device: 'OPM-C60', tellsLocks: true }),
  'ingenico-ict220': model('prompts A0 to A5 of its own', { port: 5_577, device: 'iCT220', ownPrompts: true }),
  'verifone-h5000': model('on a serial line, single print lines', { device: 'H5000', blocks: false }),
  'pax-a80': model('reverses the last payment only, repeats a receipt only for a till that prints', {
    device: 'A80',
    repeatNeedsPrinting: true,
    reverses: 'last',
  }),
  yomani: model('greets every till with a banner', { port: 5_001, device: 'Yomani', banner: 'YOMANI READY\r\n' }),
  'clover-flex': model('asks for signatures through tills that permit it', { device: 'Clover Flex' }),
  hobex: model('one block a slip, CP437', { device: 'hobex', agreesCharset: false }),
  old: model('knows no containers and prints single lines', {
    device: 'old terminal',
    tlv: { refusedWith: 0x83 },
    blocks: false,
    agreesCharset: false,
    keepsRegistration: true,
    unacknowledged: 'reversed',
  }),
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;

/** The profile of a name, or undefined. */
export function profileOf(name: string): Profile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name as ProfileName] : undefined;
}
