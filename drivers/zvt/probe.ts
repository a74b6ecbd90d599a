/** Asks whether a terminal is at the other end of a line: a status enquiry, which changes nothing and needs no password. */
import type { Connection } from '../terminal.ts';
import type { Transport } from '../transport/transport.ts';
import { commands, DEFAULT_TIMERS } from './exchange/commands.ts';
import { openLine } from './exchange/line.ts';
import { serialLink } from './framing/serialLink.ts';
import { tcpLink } from './framing/tcpLink.ts';

/** What a terminal told about itself. */
export interface ProbeAnswer {
  readonly terminalId: string | null;
  readonly software: string | null;
}

/** Null when nobody answers within `patience` ms, or whoever does speaks something else. */
export async function probeZvt(
  transport: Transport,
  type: Connection['type'],
  patience: number,
): Promise<ProbeAnswer | null> {
  const timers = { ...DEFAULT_TIMERS, t2: patience / 3, t3: patience, t4: patience, short: patience };
  const line = openLine(type === 'serial' ? serialLink(transport, timers) : tcpLink(transport, timers), timers, 'auto');
  const run = await line.run({ command: commands.statusEnquiry, fields: {} });
  line.close({ code: 'closed', text: 'the question was answered' });
  if (!run || run.ending.by === 'lost') return null;
  const { terminalId, softwareVersion } = run.ending.by === 'completion' ? run.ending.message.fields : {};
  return { terminalId: terminalId ?? null, software: softwareVersion?.trim() || null };
}
