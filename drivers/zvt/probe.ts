/** Probes a line for a ZVT terminal with a status enquiry, which changes nothing and needs no password. */
import type { Connection } from '../terminal.ts';
import type { Transport } from '../transport/transport.ts';
import { commands, DEFAULT_TIMERS } from './exchange/commands.ts';
import { openLine } from './exchange/line.ts';
import { serialLink } from './framing/serialLink.ts';
import { tcpLink } from './framing/tcpLink.ts';

/** The terminal's description of itself. */
export interface ProbeAnswer {
  readonly terminalId: string | null;
  readonly software: string | null;
}

/** Null when nothing answers within `timeout` ms, or the answer is not ZVT. */
export async function probeZvt(
  transport: Transport,
  type: Connection['type'],
  timeout: number,
): Promise<ProbeAnswer | null> {
  const timers = { ...DEFAULT_TIMERS, t2: timeout / 3, t3: timeout, t4: timeout, short: timeout };
  const line = openLine(type === 'serial' ? serialLink(transport, timers) : tcpLink(transport, timers), timers, 'auto');
  const result = await line.run({ command: commands.statusEnquiry, fields: {} });
  line.close({ code: 'closed', text: 'the question was answered' });
  if (!result || result.ending.by === 'lost') return null;
  const { terminalId, softwareVersion } = result.ending.by === 'completion' ? result.ending.message.fields : {};
  return { terminalId: terminalId ?? null, software: softwareVersion?.trim() || null };
}
