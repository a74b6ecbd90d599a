/** Contact with one terminal: connecting, registering, noticing that it is gone, coming back. */

import type { Progress, Reason } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import { openSerial } from '../transport/serial.ts';
import { connectTcp } from '../transport/tcp.ts';
import { type Charset, charsetOfTag14 } from './codec/charsets.ts';
import type { Fields } from './codec/fields.ts';
import { findDeep, findTag, tlv, tlvValue } from './codec/tlv.ts';
import { commands } from './commands.ts';
import type { Link } from './framing/link.ts';
import { serialLink } from './framing/serialLink.ts';
import { tcpLink } from './framing/tcpLink.ts';
import { type Line, openLine } from './line.ts';
import type { ZvtSettings } from './settings.ts';
import { failure, type Run } from './verdict.ts';

export interface Contact {
  /** The line of a registered terminal, or why there is none. Registers again when nobody spoke for long. */
  ready(tell?: (progress: Progress) => void): Promise<Line | Reason>;
  /** Connects where needed and registers in any case. */
  register(tell?: (progress: Progress) => void): Promise<Line | Reason>;
  /** The line of a registered terminal, as far as is known. */
  readonly line: Line | undefined;
  readonly terminalId: string | undefined;
  /** The character set of the terminal's texts. */
  readonly charset: Charset;
  /** A command ended: the line proved alive, or it is no good any more. */
  ended(run: Run): void;
  /** Called when an open line breaks. */
  onLost(listener: (reason: Reason) => void): void;
  close(reason: Reason): void;
}

/** True for a reason, false for a line. */
export function isReason(result: Line | Reason): result is Reason {
  return 'code' in result;
}

/** Nothing happens before the first call. */
export function openContact(settings: ZvtSettings, trace?: Trace): Contact {
  let line: Line | undefined;
  let registered = false;
  let terminalId: string | undefined;
  let lastSign = 0;
  let charset: Charset = settings.charset;
  let whenLost: (reason: Reason) => void = () => {};

  return {
    get line() {
      return registered ? line : undefined;
    },
    get charset() {
      return charset;
    },
    get terminalId() {
      return terminalId;
    },
    async ready(tell) {
      const fresh = registered && performance.now() - lastSign < settings.timers.fresh;
      return line && fresh ? line : this.register(tell);
    },
    async register(tell) {
      const old = line;
      const result = await attempt(tell);
      // An idle connection may have died unseen. Nothing but a registration was lost with it: once more over a new one.
      return old && isReason(result) && line === undefined ? attempt(tell) : result;
    },
    ended(run) {
      if (run.ending.by === 'lost') drop(run.ending.reason);
      else lastSign = performance.now();
      const loggedOff = run.state.command.send === 'logOff' && run.ending.by === 'answer';
      if (loggedOff || (run.ending.by === 'refusal' && run.ending.code === NOT_REGISTERED)) registered = false;
    },
    onLost(listener) {
      whenLost = listener;
    },
    close: drop,
  };

  async function attempt(tell?: (progress: Progress) => void): Promise<Line | Reason> {
    if (!line) {
      tell?.({ step: 'connecting' });
      const link = await connect(settings).catch((error: Error) => error);
      if (link instanceof Error) return { code: 'unreachable', text: link.message };
      line = takeOver(link);
    }
    tell?.({ step: 'registering' });
    return (await registerOn(line)) ?? line;
  }

  function takeOver(link: Link): Line {
    const taken = openLine(link, settings.timers, settings.charset, trace);
    registered = false;
    taken.onLost(reason => {
      if (line !== taken) return;
      line = undefined;
      whenLost(reason);
    });
    return taken;
  }

  async function registerOn(target: Line): Promise<Reason | undefined> {
    const first = await runRegistration(target, true);
    const refused = first?.ending.by === 'refusal' && DISLIKES_TLV.has(first.ending.code);
    const run = refused ? await runRegistration(target, false) : first;
    if (!run) return target.lost ?? { code: 'lineLost', text: 'the connection broke' };
    const reason = failure(run, { charset, currency: settings.currency, language: settings.language });
    if (run.ending.by === 'lost') drop(run.ending.reason);
    else if (run.ending.by === 'completion' && !reason) welcome(target, run.ending.message.fields);
    return reason;
  }

  function runRegistration(target: Line, withTlv: boolean): Promise<Run | undefined> {
    return target.run({ command: commands.register, fields: registration(settings, withTlv) });
  }

  function welcome(target: Line, fields: Fields): void {
    registered = true;
    lastSign = performance.now();
    terminalId = fields.terminalId ?? terminalId;
    charset = agreedCharset(fields) ?? settings.charset;
    target.charset = charset;
  }

  function drop(reason: Reason): void {
    const old = line;
    line = undefined;
    registered = false;
    old?.close(reason);
  }
}

const NOT_REGISTERED = 0x6b;
// What terminals say that cannot read a container in the registration.
const DISLIKES_TLV = new Set([0x83, 0x9a]);

async function connect({ connection, timers }: ZvtSettings): Promise<Link> {
  if (connection.type === 'serial')
    return serialLink(await openSerial({ ...connection, path: connection.path ?? '' }), timers);
  if (connection.type === 'tcpListen') throw new Error('a terminal that connects by itself is not served yet');
  return tcpLink(await connectTcp(connection, timers.connect), timers);
}

function registration(settings: ZvtSettings, withTlv: boolean): Fields {
  const { password, configuration, currencyNumber, serviceByte } = settings;
  const plain: Fields = { password, configuration, registrationCurrency: currencyNumber };
  if (!withTlv) return plain;
  const charset = settings.requestCharset === undefined ? [] : [tlv(0x27, [tlv(0x14, settings.requestCharset)])];
  // An empty container still tells the terminal that it may send containers itself.
  const printing = settings.printing === 'blocks' ? [tlv(0x26, [tlv(0x0a, '06D3')])] : [];
  return { ...plain, serviceByte, tlv: [...printing, ...charset] };
}

/** The terminal confirms a character set by echoing it; without an echo the default stays. */
function agreedCharset(fields: Fields) {
  const echo = findTag(findTag(fields.tlv, 0x27)?.children, 0x14) ?? findDeep(fields.tlv, 0x14);
  return charsetOfTag14(tlvValue(echo) as number | undefined);
}
