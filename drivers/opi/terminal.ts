/** A card terminal that speaks O.P.I.: each command of the contract, with the request it sends and the meaning of its end. */
import { endpointOf } from '../settings.ts';
import { isEnded, isReason } from '../supervisor.ts';
import type {
  CommandOptions,
  Feature,
  Outcome,
  Payment,
  PaymentTerminal,
  Reversal,
  Task,
  TerminalSettings,
} from '../terminal.ts';
import type { Trace } from '../trace.ts';
import type { TransportOpener } from '../transport/opener.ts';
import { orUnsupported, UNSUPPORTED } from '../unsupported.ts';
import type { Element } from './codec/element.ts';
import { type OpiDriver, openDriver } from './driver.ts';
import { lastTransactionOf, moneyOutcome, type RequestResult, serviceOutcome, statusOf } from './exchange/outcome.ts';
import { original, totalAmount } from './exchange/requestMessages.ts';
import { type Request, requests } from './exchange/requests.ts';
import { opiSettings } from './settings.ts';

/** Opens a terminal; it connects and logs in by itself, in the background, and reconnects when it was lost. */
export function openOpiTerminal(given: TerminalSettings, trace?: Trace, opener?: TransportOpener): PaymentTerminal {
  const settings = opiSettings(given);
  const driver = openDriver(settings, trace, opener);
  const { connection, supervisor } = driver;
  /** RequestID of the last request that moves money, where its answer never came. */
  let brokenRequest: string | undefined;
  return {
    ...UNSUPPORTED_COMMANDS,
    endpoint: endpointOf(settings.connection),
    features: FEATURES,
    get terminalId() {
      return connection.terminalId;
    },
    get state() {
      return supervisor.state;
    },
    onState: supervisor.onState,
    get condition() {
      return connection.condition.current;
    },
    onCondition: connection.condition.onChange,
    onLateAnswer: listener => connection.lateAnswers.add(listener),
    onLateDayEnd: listener => connection.lateDayEnds.add(listener),
    register: options => supervisor.enqueue(() => register(driver, options)),
    ...moneyMethods(driver, result => {
      brokenRequest = result.ending.by === 'lost' ? result.requestId : undefined;
    }),
    giveUp: reference => supervisor.enqueue(() => giveUp(driver, brokenRequest ?? reference)),
    async perform(task, options) {
      const request = requestFor(task);
      if (!request) return { kind: 'failed', reason: UNSUPPORTED, receipts: [] };
      const result = await supervisor.enqueue(() => driver.run({ request }, options));
      return isEnded(result) ? serviceOutcome(result, settings) : { kind: 'failed', reason: result, receipts: [] };
    },
    async status(options) {
      const diagnosis = { request: requests.diagnosis, unreportedSlips: 'dropped' } as const;
      const result = await supervisor.enqueue(() => driver.run(diagnosis, options));
      return isEnded(result) ? statusOf(result, settings) : { kind: 'unreachable', reason: result };
    },
    async lastTransaction(options) {
      const result = await supervisor.enqueue(() => driver.run({ request: requests.repeatLast }, options));
      return isEnded(result) ? lastTransactionOf(result, settings) : { kind: 'unreachable', reason: result };
    },
    close: () => supervisor.close(),
  };
}

async function register({ connection, supervisor }: OpiDriver, options?: CommandOptions) {
  const line = await supervisor.register(options);
  if (isReason(line)) return { ok: false, reason: line } as const;
  return { ok: true, ...(connection.terminalId ? { terminalId: connection.terminalId } : {}) } as const;
}

/** The terminal takes the abort of a request that it still works on, and refuses that of any other one. */
async function giveUp(driver: OpiDriver, requestId: string | undefined): Promise<boolean> {
  if (requestId === undefined) return false;
  // A slip of the payment is not kept here: the terminal must not take it for printed.
  const result = await driver.run({ request: requests.abort, requestId }, { onSlip: () => false });
  return isEnded(result) && result.ending.by === 'answer';
}

function moneyMethods(
  { run, settings, supervisor }: OpiDriver,
  ended: (result: RequestResult) => void,
): Pick<PaymentTerminal, 'pay' | 'reverse' | 'refund'> {
  const { currency } = settings;
  return {
    pay: async (payment, options) =>
      isPlain(payment)
        ? money(requests.pay, () => [totalAmount(payment.amount, currency)], options)
        : { kind: 'notSent', reason: UNSUPPORTED },
    reverse: async (reversal, options) =>
      reversal.amount === undefined
        ? money(requests.reverse, () => reversalContent(currency, reversal), options)
        : { kind: 'notSent', reason: UNSUPPORTED },
    refund: ({ amount }, options) => money(requests.refund, () => [totalAmount(amount, currency)], options),
  };

  async function money(
    request: Request,
    makeContent: () => readonly (Element | undefined)[],
    options: CommandOptions = {},
  ): Promise<Outcome> {
    const content = orUnsupported(makeContent);
    if ('code' in content) return { kind: 'notSent', reason: content };
    const { reference } = options;
    const named = reference === undefined ? {} : { requestId: reference };
    const result = await supervisor.enqueue(() => run({ request, content, ...named }, options));
    if (isEnded(result)) ended(result);
    return isEnded(result) ? moneyOutcome(result, settings) : { kind: 'notSent', reason: result };
  }
}

/** Commands that the protocol does not have. */
const UNSUPPORTED_COMMANDS = {
  preAuthorise: async () => ({ kind: 'notSent', reason: UNSUPPORTED }),
  book: async () => ({ kind: 'notSent', reason: UNSUPPORTED }),
  release: async () => ({ kind: 'notSent', reason: UNSUPPORTED }),
  addTip: async () => ({ kind: 'notSent', reason: UNSUPPORTED }),
  openPreAuthorisations: async () => ({ kind: 'unreachable', reason: UNSUPPORTED }),
  readCard: async () => ({ kind: 'failed', reason: UNSUPPORTED }),
  askCustomer: async () => ({ kind: 'failed', reason: UNSUPPORTED }),
} as const satisfies Partial<PaymentTerminal>;

const TASKS: Partial<Record<Task['do'], Request>> = {
  endOfDay: requests.endOfDay,
  turnoverTotals: requests.totals,
  diagnosis: requests.diagnosis,
  logOff: requests.logOff,
  sendOffline: requests.sendOffline,
};

const FEATURES: ReadonlySet<Feature> = new Set<Feature>([
  ...(Object.keys(TASKS) as Task['do'][]),
  'pay',
  'reverse',
  'reversalByTrace',
  'longReceiptNumbers',
  'refund',
  'lastTransaction',
  'questions',
]);

/** The protocol has one kind of diagnosis and one of end-of-day only. */
function requestFor(task: Task): Request | undefined {
  const isUsual = Object.entries(task).every(([key, value]) => key === 'do' || value === undefined);
  return isUsual ? TASKS[task.do] : undefined;
}

function isPlain({ tip, cashback, withReadCard, authorisationCode }: Payment): boolean {
  return !tip && !cashback && !withReadCard && authorisationCode === undefined;
}

/** The whole only: in this protocol the amount says how much was paid, not how much goes back. */
function reversalContent(currency: string, { receiptNumber, paid, traceNumber }: Reversal) {
  const { by, receipt } = original(receiptNumber, traceNumber);
  return [by, paid === undefined ? undefined : totalAmount(paid, currency), receipt];
}
