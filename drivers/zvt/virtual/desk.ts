/** One sequence of the virtual terminal with its till: what it may say, in the form the till registered for. */
import type { ReceiptText } from '../../terminal.ts';
import { encode, encodeStatusCompletion, errorCode, isPositive, type Message } from '../codec/apdu.ts';
import { type Charset, charsetOfTag14 } from '../codec/charsets.ts';
import type { Fields } from '../codec/fields.ts';
import { type Tlv, tlv } from '../codec/tlv.ts';
import type { Device, Slip } from './device.ts';
import type { MemoryStore, Registration } from './memory.ts';
import type { Till } from './till.ts';

export interface Desk {
  /** Shows lines on the display and tells the till (04 FF), when it wants that. */
  prompt(code: number, phase: Device['phase'], lines: readonly string[]): Promise<void>;
  /** Status information (04 0F): acknowledged, refused with a code, or lost. */
  status(fields: Fields): Promise<'acknowledged' | 'lost' | number>;
  /** Prints, on the till's printer when it registered for that; false when a line was not acknowledged. */
  print(slips: readonly Omit<Slip, 'printedBy'>[]): Promise<boolean>;
  complete(fields?: Fields): Promise<void>;
  completeStatus(fields: Fields): Promise<void>;
  abort(code: number): Promise<void>;
  /** The till no longer listens: the customer goes on alone. */
  leave(): void;
}

export interface DeskParts {
  readonly till: Till;
  readonly device: Device;
  readonly memory: MemoryStore;
  /** Silent after so many messages. */
  readonly muteAfter?: number | undefined;
  /** Administration slips follow another bit than payment slips. */
  readonly slips: 'payment' | 'admin';
  readonly delay: number;
}

// Bits of the configuration byte (ZVT 06 00).
const PRINTS_PAYMENTS = 0x02;
const PRINTS_ADMIN = 0x04;
const WANTS_INTERMEDIATE = 0x08;
const TAKES_PRINTS = 0x80;

export function openDesk({ till, device, memory, muteAfter, slips, delay }: DeskParts): Desk {
  let lost = false;
  const first = till.sent;
  const registered = (): Registration => memory.now.registration ?? LOGGED_OFF;
  const charset = (): Charset => charsetOfTag14(registered().charset) ?? 'cp437';

  return {
    leave() {
      lost = true;
    },
    async prompt(code, phase, lines) {
      device.show(phase, lines);
      if ((registered().configuration & WANTS_INTERMEDIATE) !== 0) await tell(intermediate(code, lines));
      await pause(delay);
    },
    async status(fields) {
      const answer = await tell(encode('statusInformation', fields, charset()));
      if (answer === 'lost') return 'lost';
      return isPositive(answer) ? 'acknowledged' : (errorCode(answer) ?? 0xff);
    },
    async print(list) {
      const bit = slips === 'payment' ? PRINTS_PAYMENTS : PRINTS_ADMIN;
      const onTill = (registered().configuration & bit) !== 0;
      for (const slip of list) device.print({ ...slip, printedBy: onTill ? 'till' : 'terminal' });
      if (!onTill || (registered().configuration & TAKES_PRINTS) === 0) return true;
      for (const apdu of list.flatMap(printed)) if ((await tell(apdu)) === 'lost') return false;
      return true;
    },
    complete: async (fields = {}) => void (await tell(encode('completion', fields))),
    completeStatus: async fields => void (await tell(encodeStatusCompletion(fields))),
    abort: async code => void (await tell(encode('abortByTerminal', { abortCode: code }))),
  };

  async function tell(apdu: Buffer): Promise<Message | 'lost'> {
    if (lost) return 'lost';
    if (muteAfter !== undefined && till.sent - first >= muteAfter) return fallSilent();
    const answer = await till.ask(apdu);
    lost ||= answer === 'lost';
    return lost ? 'lost' : answer;
  }

  function fallSilent(): 'lost' {
    till.transport.mute();
    lost = true;
    return 'lost';
  }

  function intermediate(code: number, lines: readonly string[]): Buffer {
    const texts = registered().tlv ? { minutes: '01', tlv: [displayTexts(lines, charset())] } : {};
    return encode('intermediateStatus', { intermediateStatus: code, ...texts });
  }

  function printed(slip: Omit<Slip, 'printedBy'>): Buffer[] {
    if (registered().blocks) return [printBlock(slip, charset())];
    const lines = slip.lines.map(line =>
      encode('printLine', { printAttribute: attributeOf(line), printText: line.text }, charset()),
    );
    return [...lines, encode('printLine', { printAttribute: END })];
  }
}

/** What counts for a till that never registered, or logged off. */
const LOGGED_OFF: Registration = { configuration: 0x86, currency: 978, tlv: false, blocks: false };

/** Tag 24. */
export function displayTexts(lines: readonly string[], charset: Charset): Tlv {
  return tlv(
    0x24,
    lines.map(line => tlv(0x07, line, charset)),
  );
}

const END = 0x81;
const TYPES = { merchant: 1, customer: 2, admin: 3 } as const;

function printBlock(slip: Omit<Slip, 'printedBy'>, charset: Charset): Buffer {
  const texts = slip.lines.flatMap((line, index) => {
    const attribute = attributeOf(line);
    const before = slip.lines[index - 1];
    const changed = attribute !== (before ? attributeOf(before) : 0);
    return [...(changed ? [tlv(0x09, attribute)] : []), tlv(0x07, line.text, charset)];
  });
  return encode('printTextBlock', { tlv: [tlv(0x1f07, TYPES[slip.copy]), tlv(0x25, [...texts, tlv(0x09, END)])] });
}

function attributeOf({ align, wide, tall }: ReceiptText): number {
  return (align === 'center' ? 0x40 : 0) | (wide ? 0x20 : 0) | (tall ? 0x10 : 0);
}

function pause(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise(resolve => setTimeout(resolve, ms));
}
