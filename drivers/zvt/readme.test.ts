/** README.md: the table of commands is the one that the driver sends. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TerminalReceipt } from '../terminal.ts';
import { bitmapByName, type Fields } from './codec/fields.ts';
import { packets } from './codec/packets.ts';
import { type Command, commands, type PreparedCommand } from './exchange/commands.ts';
import { goodsTiming, moneyCommands, withTlv } from './moneyCommands.ts';
import { cardReadRequest, customerQuestionRequest } from './reader.ts';
import { registration, TAGS_WANTED } from './registration.ts';
import { zvtSettings } from './settings.ts';
import { commandsOf } from './tasks.ts';
import { statusEnquiry } from './terminalStatus.ts';

const page = join(import.meta.dirname, 'README.md');

/** Every option that adds a field is on. */
const settings = zvtSettings({
  protocol: 'zvt',
  connection: { type: 'tcp', host: '127.0.0.1', port: 20_007 },
  options: {
    questions: true,
    tips: true,
    requestCharset: 2,
    receiptParameter: 'E0',
    printerWidth: 32,
    largestApdu: 4096,
    merchantDisplay: '2004',
    customerDisplay: '2004',
    emvConfiguration: '80',
    sequenceIds: true,
    statusWithTlv: true,
    diagnosisKind: 1,
    textMac: '0000000000000000',
  },
});

const lines = (printing: 'lines' | 'blocks') => commandsOf({ ...settings, printing }, { do: 'print', slip });
const slip: TerminalReceipt = { copy: 'merchant', lines: [{ text: 'A', align: 'left', wide: false, tall: false }] };
const wholePayment = { amount: 1, tip: 1, cashback: 1, withReadCard: true } as const;
const question = { lines: Array.from({ length: 8 }, () => 'A'), timeout: 1000 } as const;
const original = { receiptNumber: 1, traceNumber: 1 } as const;
/** Made where they are sent. */
const bare = (command: Command, fields: Fields): PreparedCommand => ({ command, fields });

const PLAIN = [
  'initialisation',
  'logOff',
  'reset',
  'turnoverTotals',
  'sendOffline',
  'printConfiguration',
  'selfTest',
  'serviceMode',
  'cardBalance',
] as const;

const sent: readonly PreparedCommand[] = [
  bare(commands.register, withTlv(registration(settings, true), [TAGS_WANTED])),
  moneyCommands.pay(settings, wholePayment),
  moneyCommands.pay(settings, { ...wholePayment, authorisationCode: 'A1' }),
  moneyCommands.refund(settings, { amount: 1 }),
  moneyCommands.reverse(settings, { receiptNumber: 1, amount: 1 }),
  moneyCommands.preAuthorise(settings, { amount: 1 }),
  moneyCommands.book(settings, { ...original, amount: 1, authorisationCode: 'A1' }),
  moneyCommands.release(settings, original),
  moneyCommands.release(settings, { ...original, unused: 1 }),
  moneyCommands.addTip(settings, { receiptNumber: 1, amount: 1 }),
  bare(commands.openPreAuthorisations, { receiptNumber: 'FFFF' }),
  bare(commands.lastTransaction, { password: '000000', serviceByte: 3 }),
  statusEnquiry(settings),
  cardReadRequest(settings, 1000),
  customerQuestionRequest(settings, question),
  customerQuestionRequest(settings, { ...question, digits: { least: 1, most: 4 } }),
  ...commandsOf(settings, { do: 'endOfDay', details: true, mode: 'forced' }),
  ...commandsOf(settings, { do: 'repeatReceipt', which: 'last' }),
  ...commandsOf(settings, { do: 'diagnosis', kind: 'line' }),
  ...commandsOf(settings, { do: 'reprint', from: 1, to: 2 }),
  ...commandsOf(settings, { do: 'selectLanguage', language: 'de' }),
  ...commandsOf(settings, { do: 'setClock', at: 0 }),
  ...commandsOf(settings, { do: 'setTerminalId', terminalId: '60004711' }),
  ...commandsOf(settings, { do: 'changeConfiguration', hex: 'e405ff40021234' }),
  ...commandsOf(settings, { do: 'display', lines: question.lines, seconds: 1 }),
  ...lines('lines').slice(0, 1),
  ...lines('blocks'),
  ...PLAIN.flatMap(what => commandsOf(settings, { do: what })),
  bare(commands.abort, {}),
];

const hex = (value: number) => value.toString(16).toUpperCase().padStart(2, '0');
const control = (value: number) => `${hex(value >> 8)} ${hex(value & 0xff)}`;

/** Positional fields by name, bitmaps by number; the tags of the container in brackets. */
function carried({ command, fields }: PreparedCommand): string {
  const all = command.setsGoodsTiming ? { ...fields, ...goodsTiming(settings) } : fields;
  const ids = Object.keys(all).flatMap(name => bitmapByName.get(name)?.id ?? []);
  const tags = (fields.tlv ?? []).map(({ tag }) => hex(tag)).join(' ');
  const parts = [
    ...packets[command.send].places.filter(name => name in fields),
    ...ranges(ids.filter(id => id !== CONTAINER).sort((one, other) => one - other)),
    ...(tags === '' ? [] : [`06 [${tags}]`]),
  ];
  return parts.join(', ') || '–';
}

const CONTAINER = 0x06;

/** Bitmaps that follow each other as one range: `F0 to F8`. */
function ranges(ids: readonly number[]): readonly string[] {
  const starts = ids.filter(id => !ids.includes(id - 1));
  return starts.flatMap(first => {
    const last = ids.find(id => id >= first && !ids.includes(id + 1)) ?? first;
    if (last - first > 1) return [`${hex(first)} to ${hex(last)}`];
    return last === first ? [hex(first)] : [hex(first), hex(last)];
  });
}

function table(): string {
  const rows = Object.entries(commands).map(([name, command]) => {
    const prepared = sent.find(one => one.command === command);
    if (!prepared) throw new Error(`${name}: its fields are missing in this test`);
    const { control: bytes, title } = packets[command.send];
    return `| ${title} | ${control(bytes)} | \`${name}\` | ${carried(prepared)} | ${command.endsBy} |`;
  });
  return ['| chapter | bytes | in the code | may carry | ends by |', '| --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

it('has the commands as they are sent; UPDATE_DOCS=1 writes them', () => {
  const text = readFileSync(page, 'utf8');
  const written = text.replace(/\n\| chapter \| bytes \|[\s\S]*?\n\n/, `\n${table()}\n\n`);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(page, written);
  expect(text).toBe(written);
});
