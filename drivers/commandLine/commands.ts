/** The commands of `npm run zvt`, one row each: options and action. */

import { onInterrupt } from '../interrupt.ts';
import type { CommandOptions, PaymentTerminal, Task } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import { introduceZvt } from '../zvt/introduction.ts';
import {
  type AcceptedOptions,
  digitRange,
  handOver,
  oneOf,
  optionalNumber,
  requiredAmount,
  requiredLines,
  requiredNumber,
  requiredText,
  settingsOf,
  UsageError,
  type Values,
} from './arguments.ts';
import { find, pair } from './discovery.ts';
import { describeHex, isTransportName } from './hexMessages.ts';
import { recordToFile, replayFile } from './recording.ts';
import {
  type AskedAmount,
  type CommandResult,
  cardResult,
  EXIT,
  inputResult,
  introductionResult,
  lastTransactionResult,
  preAuthorisationsResult,
  serviceResult,
  statusResult,
  transactionResult,
} from './results.ts';

/** Reads its options first, so that a mistake is found before the terminal is opened. */
type AtTerminal = (values: Values) => (terminal: PaymentTerminal, call: CommandOptions) => Promise<CommandResult>;

/** A command with its options as in the help; every other option is refused. */
interface Row<Does> extends AcceptedOptions {
  readonly does: Does;
}

const TIP = (values: Values) => ({
  ...optionalNumber(values, 'tip', 'tip'),
  ...optionalNumber(values, 'cashback', 'cashback'),
});
const codeOf = ({ authorisation }: Values) => (authorisation === undefined ? {} : { authorisationCode: authorisation });
/** Usual seconds for the customer. */
const SECONDS = 30;

/** Commands for a terminal that is opened for one command. */
export const terminalCommands: Readonly<Record<string, Row<AtTerminal>>> = {
  pay: row('--amount N [--tip N] [--cashback N] [--read-card] [--authorisation CODE]', values => {
    const payment = { amount: requiredAmount(values, 'amount'), ...TIP(values), ...codeOf(values) };
    const card = values['read-card'] ? ({ withReadCard: true } as const) : {};
    const asked = askedAmount(values, payment.amount);
    return async (terminal, call) => transactionResult(await terminal.pay({ ...payment, ...card }, call), asked);
  }),
  reverse: row('--receipt N [--amount N]', values => {
    const reversal = {
      receiptNumber: requiredNumber(values, 'receipt'),
      ...optionalNumber(values, 'amount', 'amount'),
    };
    const asked = reversal.amount === undefined ? undefined : askedAmount(values, reversal.amount);
    return async (terminal, call) => transactionResult(await terminal.reverse(reversal, call), asked);
  }),
  refund: row('--amount N', values => {
    const amount = requiredAmount(values, 'amount');
    const asked = askedAmount(values, amount);
    return async (terminal, call) => transactionResult(await terminal.refund({ amount }, call), asked);
  }),
  'pre-authorise': row('--amount N', values => {
    const amount = requiredAmount(values, 'amount');
    const asked = askedAmount(values, amount);
    return async (terminal, call) => transactionResult(await terminal.preAuthorise({ amount }, call), asked);
  }),
  book: row('--receipt N --amount N [--trace N] [--authorisation CODE]', values => {
    const booking = { receiptNumber: requiredNumber(values, 'receipt'), amount: requiredAmount(values, 'amount') };
    const more = { ...optionalNumber(values, 'trace', 'traceNumber'), ...codeOf(values) };
    const asked = askedAmount(values, booking.amount);
    return async (terminal, call) => transactionResult(await terminal.book({ ...booking, ...more }, call), asked);
  }),
  release: row('--receipt N [--unused N] [--trace N]', values => {
    const release = { receiptNumber: requiredNumber(values, 'receipt'), ...optionalNumber(values, 'unused', 'unused') };
    const trace = optionalNumber(values, 'trace', 'traceNumber');
    return async (terminal, call) => transactionResult(await terminal.release({ ...release, ...trace }, call));
  }),
  tip: row('--receipt N --amount N', values => {
    const tip = { receiptNumber: requiredNumber(values, 'receipt'), amount: requiredAmount(values, 'amount') };
    return async (terminal, call) => transactionResult(await terminal.addTip(tip, call));
  }),
  'pre-authorisations': row(
    '',
    () => async (terminal, call) => preAuthorisationsResult(await terminal.openPreAuthorisations(call)),
  ),
  'repeat-receipt': row(
    '',
    () => async (terminal, call) => lastTransactionResult(await terminal.lastTransaction(call)),
  ),
  status: row('', () => async (terminal, call) => statusResult(await terminal.status(call))),
  diagnose: task('[--kind line|extended|configuration|emvConfiguration]', values => {
    const kind = oneOf(values, 'kind', KINDS);
    return { do: 'diagnosis', ...(kind ? { kind } : {}) };
  }),
  'end-of-day': task('[--short] [--mode normal|forced|automatic]', values => {
    const mode = oneOf(values, 'mode', ['normal', 'forced', 'automatic']);
    return { do: 'endOfDay', ...(values.short ? { details: false } : {}), ...(mode ? { mode } : {}) };
  }),
  'repeat-slip': task('[--which last|merchant|customer|endOfDay]', values => {
    const which = oneOf(values, 'which', ['last', 'merchant', 'customer', 'endOfDay']);
    return { do: 'repeatReceipt', ...(which ? { which } : {}) };
  }),
  totals: task('', () => ({ do: 'turnoverTotals' })),
  initialise: task('', () => ({ do: 'initialisation' })),
  'log-off': task('', () => ({ do: 'logOff' })),
  reset: task('', () => ({ do: 'reset' })),
  'send-offline': task('', () => ({ do: 'sendOffline' })),
  reprint: task('--from N [--to N]', values => ({
    do: 'reprint',
    from: requiredNumber(values, 'from'),
    ...optionalNumber(values, 'to', 'to'),
  })),
  'print-configuration': task('', () => ({ do: 'printConfiguration' })),
  'self-test': task('', () => ({ do: 'selfTest' })),
  language: task('--language LETTERS', values => ({
    do: 'selectLanguage',
    language: requiredText(values, 'language'),
  })),
  'set-clock': task('', () => ({ do: 'setClock', at: Date.now() })),
  'service-mode': task('', () => ({ do: 'serviceMode' })),
  configure: task('--hex TLV', values => ({ do: 'changeConfiguration', hex: requiredText(values, 'hex') })),
  'set-terminal-id': task('--terminal-id DIGITS', values => ({
    do: 'setTerminalId',
    terminalId: requiredText(values, 'terminal-id'),
  })),
  // The same command without an id: the terminal forgets its id.
  'reset-terminal-id': task('', () => ({ do: 'setTerminalId' })),
  balance: task('', () => ({ do: 'cardBalance' })),
  display: task('--text LINE… [--seconds N]', values => ({
    do: 'display',
    lines: requiredLines(values),
    seconds: values.seconds === undefined ? SECONDS : requiredNumber(values, 'seconds'),
  })),
  print: task('--text LINE…', values => ({
    do: 'print',
    slip: {
      copy: 'customer',
      lines: requiredLines(values).map(text => ({ text, align: 'left', wide: false, tall: false })),
    },
  })),
  'read-card': row('[--seconds N]', values => {
    const ms = timeoutOf(values);
    return async (terminal, call) => cardResult(await terminal.readCard(ms, call));
  }),
  ask: row('--text LINE… [--seconds N] [--digits 1-6]', values => {
    const question = { lines: requiredLines(values), timeout: timeoutOf(values), ...digitRange(values) };
    return async (terminal, call) => inputResult(await terminal.askCustomer(question, call));
  }),
};

/** Commands without a terminal, or with a line of their own. They return an exit code or a result. */
export const standaloneCommands: Readonly<
  Record<
    string,
    Row<(values: Values, rest: readonly string[], trace: Trace | undefined) => Promise<CommandResult | number>>
  >
> = {
  decode: withoutTerminal(
    'HEX [--transport apdu|tcp|serial]',
    async ({ transport = 'apdu' }, rest) => {
      if (!isTransportName(transport)) throw new UsageError('--transport must be apdu, tcp or serial');
      for (const description of describeHex(rest.join(''), transport)) console.log(JSON.stringify(description));
      return EXIT.done;
    },
    true,
  ),
  find: withoutTerminal('[--subnet CIDR]… [--ports] [--json]', async ({ subnet = [], ports = false, json = false }) => {
    return find({ subnets: subnet, ports, json }, onInterrupt());
  }),
  record: row(
    '(--listen PORT [--host H] [--terminal-calls] | --till-serial PATH [--till-baud N]) --file FILE',
    values => recordToFile(values),
  ),
  replay: row('--file FILE[#ID] [--password DIGITS]', values => replayFile(values)),
  pair: row('[--shared no|tillbridge|others] [--config FILE]', async (values, _, trace) =>
    pair(settingsOf(values), oneOf(values, 'shared', ['no', 'tillbridge', 'others']), values.config, trace),
  ),
  introduce: row('', async (values, _, trace) => introductionResult(await introduceZvt(settingsOf(values), trace))),
};

const KINDS = ['line', 'extended', 'configuration', 'emvConfiguration'] as const;

function row<Does>(options: string, does: Does): Row<Does> {
  return { options, does, terminal: true, words: false };
}

/** A command without the options of a terminal; `words`: it takes words that are no options. */
function withoutTerminal<Does>(options: string, does: Does, words = false): Row<Does> {
  return { options, does, terminal: false, words };
}

function task(options: string, taskOf: (values: Values) => Task): Row<AtTerminal> {
  return row(options, values => {
    const wanted = taskOf(values);
    return async (terminal, call) => serviceResult(await terminal.perform(wanted, call));
  });
}

/** The amounts that the terminal may approve: of the request, of a partial hand-over, or of a typed answer. */
function askedAmount(values: Values, amount: number): AskedAmount {
  const { currency = 'EUR', answer = '' } = values;
  const given = handOver(values);
  const partly = given?.kind === 'partly' ? [given.amount] : [];
  const typed = /^\d{1,12}$/.test(answer) ? [Number(answer)] : [];
  return { amount, currency, or: [...partly, ...typed] };
}

function timeoutOf(values: Values): number {
  return 1000 * (values.seconds === undefined ? SECONDS : requiredNumber(values, 'seconds'));
}
