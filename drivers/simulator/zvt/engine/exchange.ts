/** One sequence of the virtual terminal with its till: what it may say, in the form the till registered for. */
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
  /** Shows lines on the display and tells the till (04 FF), when it wants that. */
  prompt(code: number, phase: Phase, lines: readonly string[]): Promise<void>;
  /** Status information (04 0F); `ms`: how long the till may take. */
  status(fields: Fields, ms?: number): Promise<Reply>;
  /** A question to the cashier or another command only tills know that listed it. */
  ask(apdu: Buffer, ms?: number): Promise<Reply>;
  /** May this command be sent to the till? As in `06D0`. */
  isPermitted(command: string): boolean;
  /** May containers be sent to the till? */
  readonly allowsContainers: boolean;
  readonly charset: Charset;
  /** Prints, on the till's printer when it registered for that; anything but `printed` means that a slip is lost. */
  print(slips: readonly Omit<Slip, 'printedBy'>[]): Promise<'printed' | 'refused' | 'lost'>;
  complete(fields?: Fields): Promise<void>;
  completeStatus(fields: Fields): Promise<void>;
  abort(code: number, fields?: Fields): Promise<void>;
  /** The till no longer listens: the customer goes on alone. */
  detach(): void;
  /** The last message of the sequence has been sent, acknowledged or not. */
  readonly isOver: boolean;
}

export interface ExchangeParts {
  readonly till: Till;
  readonly device: Device;
  readonly memory: MemoryStore;
  readonly profile: Profile;
  /** Throws once the terminal was switched off. */
  readonly power: AbortSignal;
  /** Silent after so many messages. */
  readonly muteAfter?: number | undefined;
  /** Administration slips follow another bit than payment slips. */
  readonly slips: 'payment' | 'admin';
  readonly delay: number;
  /** Of patience it asks the till for with every prompt. */
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
  const { till, device, memory, profile, power, muteAfter, slips, delay } = parts;
  let lost = false;
  let isOver = false;
  let unanswered = 0; // messages in a row
  const first = till.sent;
  const registered = (): Registration => memory.now.registration ?? LOGGED_OFF;
  const has = (bit: number): boolean => (registered().configuration & bit) !== 0;

  const desk: Exchange = {
    get allowsContainers() {
      return profile.tlv === true && (registered().tlv || parts.tlvAsked);
    },
    get charset() {
      return agreedCharset(registered(), profile);
    },
    isPermitted: command => registered().permitted.includes(command),
    detach() {
      lost = true;
    },
    async prompt(code, phase, texts) {
      const lines = (registered().serviceByte & CAPITALS) !== 0 ? texts.map(text => text.toUpperCase()) : texts;
      device.show(phase, lines);
      if (has(WANTS_INTERMEDIATE)) await tell(intermediate(code, lines));
      await pause(delay, power);
    },
    status: (fields, ms) => tell(encode('statusInformation', fields, desk.charset), ms),
    ask: tell,
    async print(list) {
      const onTill = tillPrints(memory.now.registration, slips);
      if (!onTill && !device.hasPaper) return list.length === 0 ? 'printed' : 'refused';
      for (const slip of list) device.print({ ...slip, printedBy: onTill ? 'till' : 'terminal' });
      if (!onTill || !has(TAKES_PRINTS)) return 'printed';
      for (const apdu of list.flatMap(slip => printMessages(slip, profile, largestBlock(), desk.charset))) {
        const reply = await tell(apdu);
        if (reply === 'lost') return 'lost';
        if (reply !== 'silent' && !isPositive(reply)) return 'refused';
      }
      return 'printed';
    },
    complete: (fields = {}) => end(encode('completion', fields)),
    completeStatus: fields => end(encodeStatusCompletion(fields)),
    abort: (code, fields = {}) => end(encode('abortByTerminal', { abortCode: code, ...fields })),
    get isOver() {
      return isOver;
    },
  };
  return desk;

  async function end(apdu: Buffer): Promise<void> {
    const acknowledged = tell(apdu);
    isOver = true;
    await acknowledged;
  }

  async function tell(apdu: Buffer, ms?: number): Promise<Reply> {
    power.throwIfAborted();
    if (lost) return 'lost';
    if (muteAfter !== undefined && till.sent - first >= muteAfter) return fallSilent();
    const reply = await till.ask(apdu, ms);
    power.throwIfAborted();
    if (reply === 'lost') lost = true;
    // Who names a time waits for a person, and deals with silence itself.
    else if (ms === undefined) unanswered = reply === 'silent' ? unanswered + 1 : 0;
    if (unanswered === MOST_UNANSWERED) hangUp();
    return lost ? 'lost' : reply;
  }

  /** ZVT chapter "TCP/IP": after T3 the line counts as dead and is closed. A serial line cannot be. */
  function hangUp(): void {
    lost = true;
    till.transport.hangUp();
  }

  function fallSilent(): 'lost' {
    till.transport.mute();
    lost = true;
    return 'lost';
  }

  function largestBlock(): number {
    const permitted = profile.blocks && registered().permitted.includes('06D3');
    return permitted ? (registered().largestApdu ?? Number.POSITIVE_INFINITY) : 0;
  }

  function intermediate(code: number, lines: readonly string[]): Buffer {
    const texts = desk.allowsContainers
      ? { minutes: String(parts.minutes).padStart(2, '0'), tlv: [displayTexts(lines, desk.charset)] }
      : {};
    return encode('intermediateStatus', { intermediateStatus: code, ...texts });
  }
}

/** There are tills that skip one acknowledgement. A till that skips two in a row is gone. */
const MOST_UNANSWERED = 2;

/** What counts for a till that never registered, or logged off. */
const LOGGED_OFF: Registration = { configuration: 0x86, serviceByte: 0, currency: 978, tlv: false, permitted: [] };

/** Does the till print such slips? Those it does not print the terminal does. */
export function tillPrints(registration: Registration | null, slips: keyof typeof PRINTS): boolean {
  return ((registration ?? LOGGED_OFF).configuration & PRINTS[slips]) !== 0;
}

/** What was agreed at registration, or what the model uses without. */
export function agreedCharset(registration: Registration | null, profile: Profile): Charset {
  return charsetOfTag14(registration?.charset) ?? profile.charset;
}

/** Tag 24. */
export function displayTexts(lines: readonly string[], charset: Charset): Tlv {
  return tlv(
    0x24,
    lines.map(line => tlv(0x07, line, charset)),
  );
}

/** Waits, unless the terminal was switched off meanwhile: then it throws. */
export async function pause(ms: number, power: AbortSignal): Promise<void> {
  if (ms > 0) await new Promise(resolve => setTimeout(resolve, ms));
  power.throwIfAborted();
}
