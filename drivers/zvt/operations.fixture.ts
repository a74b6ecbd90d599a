/** A driver at a scripted terminal, for tests of the bytes that an operation sends. */
import { type Peer, registers, type ScriptedTerminal, scriptedTerminal } from '../doubles/scriptedTerminal.ts';
import { openTerminal } from '../protocols.ts';
import type { PaymentTerminal, TerminalSettings } from '../terminal.ts';
import type { Trace } from '../trace.ts';

export const FAST = { t3: 300, t4: 500, short: 500, settle: 100, stop: 100, retryFirst: 10, retryMost: 20, drain: 100 };
export const APPROVED = '040f0927000400000000' + '1200';
export const DONE = '060f00';

/** Terminal of the running test. */
export let terminal: PaymentTerminal;
export let script: ScriptedTerminal;

/** After each test, and before a test opens a second terminal. */
export async function closeScripted(): Promise<void> {
  await terminal.close();
  await script.close();
}

/** Opens a driver at a terminal with one script for each connection. */
export async function openScripted(
  scripts: readonly ((peer: Peer) => Promise<void>)[],
  settings: Partial<TerminalSettings> = {},
  log?: Trace,
): Promise<PaymentTerminal> {
  script = await scriptedTerminal(...scripts);
  const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
  const options = { ...settings.options, timers: FAST };
  terminal = await openTerminal(
    { protocol: 'zvt', connection, password: '123456', ...settings, options },
    log && { log },
  );
  return terminal;
}

/** Opens a driver at a terminal that registers and answers each command with a row of messages. */
export async function opened(answers: readonly string[], settings: Partial<TerminalSettings> = {}) {
  const answering = async (peer: Peer) => {
    await registers(peer);
    for (const answer of answers) {
      await peer.expect();
      for (const apdu of answer.split(' ').filter(Boolean)) {
        if (/^8[04]/.test(apdu)) peer.send(apdu);
        else await peer.tell(apdu);
      }
    }
    await peer.gone;
  };
  return openScripted([answering], settings);
}

/** The commands sent after the registration, without acknowledgements. */
export const sent = (): readonly string[] => script.received.filter(hex => !/^(0600|8000)/.test(hex));

export type Operation = (terminal: PaymentTerminal) => Promise<{ readonly kind: string }>;
