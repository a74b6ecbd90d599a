/** Tasks that move no money: each task of the contract as one or more commands. */
import type { Feature, Task, TaskOutcome, TerminalReceipt } from '../terminal.ts';
import type { Charset } from './codec/charsets.ts';
import type { Fields } from './codec/fields.ts';
import { type Tlv, tlv, tlvCoding } from './codec/tlv.ts';
import { type Command, commands } from './exchange/commands.ts';
import { type PreparedCommand, receiptDigits, withTlv } from './moneyCommands.ts';
import type { ZvtSettings } from './settings.ts';

/** The commands in their order; RangeError for a value no terminal can take. */
export function commandsOf(settings: ZvtSettings, task: Task, charset: Charset = 'auto'): readonly PreparedCommand[] {
  const { password } = settings;
  switch (task.do) {
    case 'endOfDay':
      return one(commands.endOfDay, withTlv({ password }, dayEndOptions(settings, task)));
    case 'repeatReceipt':
      return one(commands.repeatReceipt, withTlv({ password }, slipSelection(settings, task.which)));
    case 'diagnosis':
      return one(commands.diagnose, diagnosis(settings, task.kind));
    case 'reprint':
      return one(commands.reprint, {
        password,
        firstReceipt: receiptDigits(task.from),
        lastReceipt: receiptDigits(task.to ?? task.from),
      });
    case 'selectLanguage':
      return one(commands.selectLanguage, { language: languageCode(task.language) });
    case 'setClock':
      return one(commands.setClock, { password, ...localTime(task.at) });
    case 'setTerminalId':
      return one(commands.setTerminalId, { password, ...terminalId(task.terminalId) });
    case 'changeConfiguration':
      return one(commands.changeConfiguration, { tlv: objectsOf(task.hex) });
    case 'display':
      return one(commands.display, displayFields(task.lines, task.seconds));
    case 'print':
      return printed(settings, task.slip, charset);
    default: {
      const { command, secret } = PLAIN[task.do];
      return one(command, secret ? { password } : {});
    }
  }
}

/** The features that the terminal needs for a task. */
export function featuresOfTask(task: Task): readonly Feature[] {
  if (task.do === 'repeatReceipt') return [task.do, ...(task.which === 'endOfDay' ? (['repeatDayEnd'] as const) : [])];
  if (task.do !== 'endOfDay') return [task.do];
  return [
    task.do,
    ...(task.details === undefined ? [] : (['dayEndDetails'] as const)),
    ...(task.mode === undefined ? [] : (['dayEndMode'] as const)),
  ];
}

/** Keeps the slips that were asked for: a terminal without a choice of the slip repeats all of them. */
export function withRequestedSlips(task: Task, service: TaskOutcome): TaskOutcome {
  if (task.do !== 'repeatReceipt' || (task.which !== 'merchant' && task.which !== 'customer')) return service;
  return { ...service, receipts: service.receipts.filter(({ copy }) => copy === task.which) };
}

/** Eight lines and how long they stay, 0 seconds until the next ones (BMP F0 to F8). */
export function displayFields(lines: readonly string[], seconds: number): Fields {
  if (lines.length > 8) throw new RangeError(`a terminal shows at most 8 lines, not ${lines.length}`);
  const texts = lines.map((line, index) => [`displayText${index + 1}`, line]);
  return { displaySeconds: Math.min(255, seconds), ...Object.fromEntries(texts) };
}

type Plain = Exclude<
  Task['do'],
  | 'endOfDay'
  | 'repeatReceipt'
  | 'diagnosis'
  | 'reprint'
  | 'selectLanguage'
  | 'setClock'
  | 'setTerminalId'
  | 'changeConfiguration'
  | 'display'
  | 'print'
>;

/** Commands without fields, some of them with the password. */
const PLAIN: Readonly<Record<Plain, { readonly command: Command; readonly secret: boolean }>> = {
  initialisation: { command: commands.initialise, secret: true },
  logOff: { command: commands.logOff, secret: false },
  reset: { command: commands.reset, secret: false },
  turnoverTotals: { command: commands.turnoverTotals, secret: true },
  sendOffline: { command: commands.sendOffline, secret: true },
  printConfiguration: { command: commands.printConfiguration, secret: false },
  selfTest: { command: commands.selfTest, secret: false },
  serviceMode: { command: commands.serviceMode, secret: true },
  cardBalance: { command: commands.cardBalance, secret: false },
};

function one(command: Command, fields: Fields): readonly PreparedCommand[] {
  return [{ command, fields }];
}

/** The chosen options; an option that nobody chose is left out (ZVT 06 50, tags 1F26 and 1F04). */
function dayEndOptions({ receiptParameter }: ZvtSettings, { details, mode }: Extract<Task, { do: 'endOfDay' }>): Tlv[] {
  return [
    ...(mode === undefined ? [] : [tlv(0x1f26, MODES[mode])]),
    ...(details === undefined ? [] : [tlv(0x1f04, slipsWith(receiptParameter, details))]),
  ];
}

const MODES = { normal: 0, forced: 1, automatic: 2 } as const;
/** Both copies of a success and the customer's of a failure; used where the till has registered nothing else. */
const USUAL_SLIPS = 'E0';
const SHORT = 0x04;

function slipsWith(registered = USUAL_SLIPS, details: boolean): string {
  const bits = Number.parseInt(registered.slice(0, 2), 16);
  const chosen = details ? bits & ~SHORT : bits | SHORT;
  return chosen.toString(16).padStart(2, '0').toUpperCase() + registered.slice(2).toUpperCase();
}

const SLIPS = { last: 1, merchant: 2, customer: 3, endOfDay: 4 } as const;

/** The wanted slip (tag 1F01); without containers it cannot be named, and the terminal repeats its last slips. */
function slipSelection({ containers }: ZvtSettings, which: keyof typeof SLIPS | undefined): Tlv[] {
  return which === undefined || !containers ? [] : [tlv(0x1f01, Buffer.of(SLIPS[which]))];
}

const KINDS = { line: 0x01, extended: 0x02, configuration: 0x03, emvConfiguration: 0x04 } as const;

/** Without containers the kind cannot be named: the terminal makes its usual diagnosis. */
function diagnosis({ diagnosisKind, containers }: ZvtSettings, kind: keyof typeof KINDS | undefined): Fields {
  const code = kind === undefined ? diagnosisKind : KINDS[kind];
  return code === undefined || !containers ? {} : { tlv: [tlv(0x1b, code)] };
}

const LANGUAGES = ['de', 'en', 'fr', 'it', 'hu', 'sl', 'es', 'cs', 'sv', 'nl', 'pl', 'sk', 'da', 'el', 'pt', 'lt'];

function languageCode(language: string): number {
  const code = LANGUAGES.indexOf(language.slice(0, 2).toLowerCase());
  if (code < 0) throw new RangeError(`${JSON.stringify(language)} is none of ${LANGUAGES.join(', ')}`);
  return code;
}

function terminalId(id: string | undefined): Fields {
  if (id !== undefined && !/^\d{8}$/.test(id))
    throw new RangeError(`${JSON.stringify(id)} is no terminal id: eight digits`);
  return id === undefined ? {} : { terminalId: id };
}

function localTime(at: number): Fields {
  const date = new Date(at);
  const digits = (...numbers: number[]) => numbers.map(number => String(number).padStart(2, '0')).join('');
  return {
    dateWithYear: digits(date.getFullYear() % 100, date.getMonth() + 1, date.getDate()),
    time: digits(date.getHours(), date.getMinutes(), date.getSeconds()),
  };
}

/** The objects of a container in hex, lengths in their shortest form; their contents go out unchanged. */
function objectsOf(hex: string): readonly Tlv[] {
  const source = Buffer.from(hex, 'hex');
  // Reading overwrites digits that look like a card number: only the begin and the end of each object is taken from it.
  const read = tlvCoding.read(Buffer.from(source), 0, source.length, 'auto') ?? [];
  const objects = read.map(({ tag, at, end }) => ({ tag, source, at, end }));
  const written = Buffer.alloc(source.length + 3);
  const end = tlvCoding.write(objects, written, 0, 'auto');
  if (hex === '' || written.toString('hex', 0, end) !== hex.toLowerCase())
    throw new RangeError('a configuration is a row of whole TLV objects in hex');
  return objects;
}

function printed({ printing }: ZvtSettings, slip: TerminalReceipt, charset: Charset): readonly PreparedCommand[] {
  return printing === 'blocks' ? one(commands.printBlock, blockOf(slip, charset)) : linesOf(slip);
}

function linesOf({ lines }: TerminalReceipt): readonly PreparedCommand[] {
  const texts = lines.map(line => ({ printAttribute: attributeOf(line), printText: line.text }));
  return [...texts, { printAttribute: END }].map(fields => ({ command: commands.printLine, fields }));
}

function blockOf({ copy, lines }: TerminalReceipt, charset: Charset): Fields {
  const texts = lines.flatMap(line => [tlv(0x09, attributeOf(line)), tlv(0x07, line.text, charset)]);
  return { tlv: [tlv(0x1f07, COPIES[copy]), tlv(0x25, [...texts, tlv(0x09, END)])] };
}

const COPIES = { merchant: 0x01, customer: 0x02, admin: 0x03 } as const;
const END = 0x81;

/** Attributes of a line (ZVT 06 D1); no attribute aligns to the right. */
function attributeOf({ align, wide, tall }: TerminalReceipt['lines'][number]): number {
  return (align === 'center' ? 0x40 : 0) | (wide ? 0x20 : 0) | (tall ? 0x10 : 0);
}
