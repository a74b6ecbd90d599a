/** The terminal's side of one exchange, from a command to its completion: messages in the form the till registered for. */
import { encode, encodeStatusCompletion, isPositive } from '../../../zvt/codec/apdu.ts';
import { type Charset, charsetOfTag14 } from '../../../zvt/codec/charsets.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import { type Tlv, tlv } from '../../../zvt/codec/tlv.ts';
import type { Device, Phase, Slip } from './device.ts';
import type { MemoryStore, Registration } from './memory.ts';
import { printMessages } from './printMessages.ts';
import type { Profile } from './profiles.ts';
import type { Reply, Till } from './till.ts';

export interface Exchange {
  /** Shows lines on the display and sends them to a till that wants them (04 FF). */
  prompt(code: number, phase: Phase, lines: readonly string[]): Promise<void>;
  /** Sends a status information (04 0F); `ms`: how long the till may take. */
  status(fields: Fields, ms?: number): Promise<Reply>;
  /** Sends a question to the cashier, or another command that only some tills know. */
  ask(apdu: Buffer, ms?: number): Promise<Reply>;
  /** Did the till list this command (tag 26), written as `06D0`? */
  isPermitted(command: string): boolean;
  /** The messages may carry containers. */
  readonly allowsContainers: boolean;
  readonly charset: Charset;
  /** Prints, on the till's printer when it registered for that; with any answer but `printed` a slip is lost. */
  print(slips: readonly Omit<Slip, 'printedBy'>[]): Promise<PrintResult>;
  complete(fields?: Fields): Promise<void>;
  completeStatus(fields: Fields): Promise<void>;
  abort(code: number, fields?: Fields): Promise<void>;
  /** Sends nothing more: the till no longer listens, and the customer finishes alone. */
  detach(): void;
  /** The last message has been sent, acknowledged or not. */
  readonly isOver: boolean;
}

export type PrintResult = 'printed' | 'refused' | 'lost';

export interface ExchangeParts {
  readonly till: Till;
  readonly device: Device;
  readonly memory: MemoryStore;
  readonly profile: Profile;
  /** Aborted when the terminal is switched off. */
  readonly power: AbortSignal;
  /** Silent after so many messages. */
  readonly muteAfter?: number | undefined;
  /** Administration slips follow another bit than payment slips. */
  readonly slips: 'payment' | 'admin';
  /** Milliseconds between two displays. */
  readonly delay: number;
  /** Minutes that every prompt asks the till to wait. */
  readonly minutes: number;
  /** The request itself brought a container, so its answers may. */
  readonly tlvAsked: boolean;
}

// Bits of the configuration byte (ZVT 06 00).
const PRINTS = { payment: 0x02, admin: 0x04 } as const;
const WANTS_INTERMEDIATE = 0x08;
const TAKES_PRINTS = 0x80;
const CAPITALS = 0x02; // bit of the service byte

export function openExchange(parts: ExchangeParts): Exchange {
  const { device, memory, profile, power, delay } = parts;
  const sender = openSender(parts);
  const registration = (): Registration => memory.now.registration ?? LOGGED_OFF;
  let isOver = false;

  const exchange: Exchange = {
    get allowsContainers() {
      return profile.tlv === true && (registration().tlv || parts.tlvAsked);
    },
    get charset() {
      return agreedCharset(registration(), profile);
    },
    get isOver() {
      return isOver;
    },
    isPermitted: command => registration().permitted.includes(command),
    async prompt(code, phase, texts) {
      const { serviceByte, configuration } = registration();
      const lines = (serviceByte & CAPITALS) !== 0 ? texts.map(text => text.toUpperCase()) : texts;
      device.show(phase, lines);
      if ((configuration & WANTS_INTERMEDIATE) !== 0)
        await sender.send(intermediateStatus(exchange, code, lines, parts.minutes));
      await pause(delay, power);
    },
    status: (fields, ms) => sender.send(encode('statusInformation', fields, exchange.charset), ms),
    ask: sender.send,
    print: slips => printSlips(parts, exchange, sender, slips),
    complete: (fields = {}) => end(encode('completion', fields)),
    completeStatus: fields => end(encodeStatusCompletion(fields)),
    abort: (code, fields = {}) => end(encode('abortByTerminal', { abortCode: code, ...fields })),
    detach: sender.detach,
  };
  return exchange;

  async function end(apdu: Buffer): Promise<void> {
    const acknowledged = sender.send(apdu);
    isOver = true;
    await acknowledged;
  }
}

interface Sender {
  send(apdu: Buffer, ms?: number): Promise<Reply>;
  detach(): void;
}

/** Sends message after message, until the till is lost or a fault silences the line. */
function openSender({ till, power, muteAfter }: Pick<ExchangeParts, 'till' | 'power' | 'muteAfter'>): Sender {
  let isLost = false;
  let unanswered = 0; // messages in a row
  const sentBefore = till.sent;
  return {
    async send(apdu, ms) {
      power.throwIfAborted();
      if (isLost) return 'lost';
      if (muteAfter !== undefined && till.sent - sentBefore >= muteAfter) return fallSilent();
      const reply = await till.ask(apdu, ms);
      power.throwIfAborted();
      if (reply === 'lost') isLost = true;
      // A caller that names a time waits for a person, and deals with silence itself.
      else if (ms === undefined) unanswered = reply === 'silent' ? unanswered + 1 : 0;
      if (unanswered === MOST_UNANSWERED) hangUp();
      return isLost ? 'lost' : reply;
    },
    detach() {
      isLost = true;
    },
  };

  /** ZVT chapter "TCP/IP": after T3 the line counts as dead and is closed. A serial line cannot be closed. */
  function hangUp(): void {
    isLost = true;
    till.transport.hangUp();
  }

  function fallSilent(): 'lost' {
    till.transport.mute();
    isLost = true;
    return 'lost';
  }
}

async function printSlips(
  { device, memory, profile, slips: kind }: ExchangeParts,
  { charset }: Exchange,
  { send }: Sender,
  slips: readonly Omit<Slip, 'printedBy'>[],
): Promise<PrintResult> {
  const registration = memory.now.registration ?? LOGGED_OFF;
  const isOnTill = tillPrints(memory.now.registration, kind);
  if (!isOnTill && !device.hasPaper) return slips.length === 0 ? 'printed' : 'refused';
  for (const slip of slips) device.print({ ...slip, printedBy: isOnTill ? 'till' : 'terminal' });
  if (!isOnTill || (registration.configuration & TAKES_PRINTS) === 0) return 'printed';
  const largestBlock = largestBlockFor(registration, profile);
  for (const apdu of slips.flatMap(slip => printMessages(slip, profile, largestBlock, charset))) {
    const reply = await send(apdu);
    if (reply === 'lost') return 'lost';
    if (reply !== 'silent' && !isPositive(reply)) return 'refused';
  }
  return 'printed';
}

/** Bytes of the largest text block that the till takes; 0 = none. */
function largestBlockFor({ permitted, largestApdu }: Registration, { blocks }: Profile): number {
  return blocks && permitted.includes('06D3') ? (largestApdu ?? Number.POSITIVE_INFINITY) : 0;
}

function intermediateStatus(
  { allowsContainers, charset }: Exchange,
  code: number,
  lines: readonly string[],
  minutes: number,
): Buffer {
  const texts = allowsContainers
    ? { minutes: String(minutes).padStart(2, '0'), tlv: [displayTexts(lines, charset)] }
    : {};
  return encode('intermediateStatus', { intermediateStatus: code, ...texts });
}

/** Some tills skip one acknowledgement. A till that skips two in a row is gone. */
const MOST_UNANSWERED = 2;

/** The registration of a till that never registered, or logged off. */
const LOGGED_OFF: Registration = { configuration: 0x86, serviceByte: 0, currency: 978, tlv: false, permitted: [] };

/** Does the till print such slips? The terminal prints the others. */
export function tillPrints(registration: Registration | null, slips: keyof typeof PRINTS): boolean {
  return ((registration ?? LOGGED_OFF).configuration & PRINTS[slips]) !== 0;
}

/** The character set agreed at registration, or that of the model. */
export function agreedCharset(registration: Registration | null, profile: Profile): Charset {
  return charsetOfTag14(registration?.charset) ?? profile.charset;
}

/** The lines of a display, as tag 24. */
export function displayTexts(lines: readonly string[], charset: Charset): Tlv {
  return tlv(
    0x24,
    lines.map(line => tlv(0x07, line, charset)),
  );
}

/** Waits; throws when the terminal was switched off in that time. */
export async function pause(ms: number, power: AbortSignal): Promise<void> {
  if (ms > 0) await new Promise(resolve => setTimeout(resolve, ms));
  power.throwIfAborted();
}
