/** Holds the test double of a terminal in the middle of a command. */
import type { TerminalMemory } from './terminalMemory.ts';

/** Holds the next command at the terminal: `arrived` when it is there, `release` lets it end. */
export function hold(terminal: TerminalMemory): { readonly arrived: Promise<void>; release(): void } {
  const gate = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  terminal.during = () => {
    arrived.resolve();
    return gate.promise;
  };
  return {
    arrived: arrived.promise,
    release() {
      terminal.during = () => undefined;
      gate.resolve();
    },
  };
}
