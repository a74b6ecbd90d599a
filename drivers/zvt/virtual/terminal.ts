/** The virtual terminal: takes the commands of the till, one sequence at a time, and carries them out. */
import type { Trace } from '../../trace.ts';
import type { Message } from '../codec/apdu.ts';
import type { Totals } from '../codec/codings.ts';
import type { Link } from '../framing/link.ts';
import { type Behaviour, behaviourOf, behaviourOfAmount, type LineFaults } from './behaviours.ts';
import { cards } from './cards.ts';
import { type Handler, handlers, type Work } from './commands.ts';
import { type Desk, openDesk } from './desk.ts';
import { type Device, openDevice, type Pace } from './device.ts';
import type { FaultyTransport } from './faults.ts';
import type { Booking, MemoryStore } from './memory.ts';
import { openTill, type Till } from './till.ts';

export interface VirtualTerminalSettings extends Pace {
  readonly terminalId: string;
  /** Any password is taken when none is given. */
  readonly password?: string | undefined;
  readonly behaviour: string;
  /** Amounts with certain last digits bend the behaviour `approve`. */
  readonly amountRules: boolean;
  /** Milliseconds of an amount that is answered slowly. */
  readonly slow: number;
  /** How long the till may take to answer. */
  readonly t3: number;
  readonly trace?: Trace | undefined;
}

export interface VirtualTerminal {
  readonly device: Device;
  readonly memory: MemoryStore;
  readonly connections: number;
  readonly isBusy: boolean;
  behaviour: string;
  amountRules: boolean;
  /** Takes a till that connected. */
  accept(link: Link, transport: FaultyTransport): void;
  totals(): { readonly amount: number; readonly totals: Totals };
}

/** Nothing happens before a till connects. */
export function virtualTerminal(settings: VirtualTerminalSettings, memory: MemoryStore): VirtualTerminal {
  const device = openDevice(settings);
  const tills = new Set<Till>();
  let name = settings.behaviour;
  let endOfDaysBefore = memory.now.endOfDayDone; // when the behaviour was chosen
  let amountRules = settings.amountRules;
  let running: { readonly till: Till; readonly desk: Desk; readonly behaviour: Behaviour } | undefined;

  return {
    device,
    memory,
    get connections() {
      return tills.size;
    },
    get isBusy() {
      return running !== undefined;
    },
    get behaviour() {
      return name;
    },
    set behaviour(next) {
      name = next;
      endOfDaysBefore = memory.now.endOfDayDone;
      for (const till of tills) if (till !== running?.till) till.transport.arm(lasting(usual().line));
    },
    get amountRules() {
      return amountRules;
    },
    set amountRules(next) {
      amountRules = next;
    },
    accept(link, transport) {
      transport.arm(lasting(usual().line));
      tills.add(
        openTill(link, transport, settings.t3, { command, gone: till => tills.delete(till), trace: settings.trace }),
      );
    },
    totals: () => totalsOf(memory.now.open),
  };

  function command(message: Message, till: Till): void {
    if (message.name === 'abort') abort(till);
    // The acknowledgement that ended the last sequence may have come in the same piece: let it take effect first.
    else if (running) setImmediate(dispatch, message, till);
    else dispatch(message, till);
  }

  // A till that begins anew in the middle of a sequence has forgotten it: the customer goes on alone.
  function abandon({ till, desk }: { till: Till; desk: Desk }): void {
    desk.leave();
    till.forget();
  }

  function dispatch(message: Message, till: Till): void {
    if (message.name !== 'statusEnquiry' && running?.till === till) abandon(running);
    const handler = handlers[message.name];
    const behaviour = behaviourFor(message);
    const refusal = handler ? refusalOf(handler, message, behaviour) : 0x83;
    if (!handler || refusal !== undefined) till.refuse(refusal ?? 0x83);
    else void begin(handler, message, till, behaviour).catch(note);
  }

  function note(error: unknown): void {
    settings.trace?.({ direction: 'note', text: String(error) });
  }

  /** Taken while the customer is being waited for; later only by the behaviour that approves all the same. */
  function abort(till: Till): void {
    const late = device.phase === 'host' && running?.behaviour.lateAbort === 'accepted';
    if (running && (device.abort() || late)) till.accept();
    else till.refuse(0x83);
  }

  function refusalOf(handler: Handler, message: Message, behaviour: Behaviour): number | undefined {
    if (handler.needsRest && running) return BUSY;
    if (handler.needsRegistration && !memory.now.registration) return 0x6b;
    if (handler.needsPassword && settings.password !== undefined && message.fields.password !== settings.password)
      return 0x37;
    if (handler.needsRest && behaviour.refuse === BUSY) return BUSY;
    return handler.movesMoney && isLocked(behaviour) ? behaviour.refuse : undefined;
  }

  async function begin(handler: Handler, message: Message, till: Till, behaviour: Behaviour): Promise<void> {
    const faults = handler.movesMoney ? behaviour.line : lasting(behaviour.line);
    const delay = handler.needsRest ? settings.delay : 0;
    const desk = openDesk({ till, device, memory, muteAfter: faults.muteAfter, slips: handler.slips, delay });
    const parts = { till, desk, device, memory, terminalId: settings.terminalId };
    const work: Work = {
      ...parts,
      message,
      behaviour: { ...behaviour, line: faults },
      status,
      totals: () => totalsOf(memory.now.open),
    };
    if (!handler.needsRest) return handler.run(work);
    running = { till, desk, behaviour };
    till.transport.arm(faults);
    try {
      await handler.run(work);
    } finally {
      running = undefined;
      device.show('idle', []);
      till.transport.arm(lasting(usual().line));
    }
  }

  function status(): number {
    if (running) return BUSY;
    return isLocked(usual()) ? (usual().status ?? 0) : 0;
  }

  // An end-of-day cures the demand for one.
  function isLocked(behaviour: Behaviour): boolean {
    if (behaviour.refuse === undefined) return false;
    return behaviour.refuse !== END_OF_DAY_OPEN || memory.now.endOfDayDone === endOfDaysBefore;
  }

  function usual(): Behaviour {
    return behaviourOf(name) ?? behaviourOf('approve')!;
  }

  function behaviourFor({ fields }: Message): Behaviour {
    const bent = amountRules && name === 'approve' && fields.amount !== undefined;
    return (bent && behaviourOfAmount(fields.amount, settings.slow)) || usual();
  }
}

const BUSY = 0x9c;
const END_OF_DAY_OPEN = 0xf0;

/** The faults of a line that hold for everything; the others belong to one payment. */
function lasting({ pieces, glue }: LineFaults): LineFaults {
  return { ...(pieces === undefined ? {} : { pieces }), ...(glue ? { glue } : {}) };
}

/** What an end-of-day would tell: what was paid and not reversed, less what was given back. */
function totalsOf(open: readonly Booking[]): { amount: number; totals: Totals } {
  const counted = open.filter(booking => booking.kind !== 'reversal' && !booking.reversed);
  const row = (total: string) => {
    const rows = counted.filter(booking => cards[booking.card].total === total);
    return {
      count: rows.length,
      amount: Math.max(
        0,
        rows.reduce((sum, booking) => sum + signed(booking), 0),
      ),
    };
  };
  const numbers = open.map(booking => String(booking.receiptNumber).padStart(4, '0'));
  const totals: Totals = {
    firstReceipt: numbers[0] ?? '0000',
    lastReceipt: numbers.at(-1) ?? '0000',
    girocard: row('girocard'),
    jcb: row('jcb'),
    mastercard: row('mastercard'),
    amex: row('amex'),
    visa: row('visa'),
    diners: row('diners'),
    other: row('other'),
  };
  return {
    amount: Math.max(
      0,
      counted.reduce((sum, booking) => sum + signed(booking), 0),
    ),
    totals,
  };
}

function signed(booking: Booking): number {
  return booking.kind === 'refund' ? -booking.amount : booking.amount;
}
