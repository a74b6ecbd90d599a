/** Options of the programs that run a virtual terminal: read, checked, and a clean end on a signal. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** A wrong option; the message is one clear sentence. */
export class OptionError extends Error {}

/** Throws an `OptionError` for options that the program does not have. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}

export function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new OptionError(`--${name} must be a whole number`);
  return Number(text);
}

export function portNumber(name: string, text: string | undefined): number | undefined {
  const port = wholeNumber(name, text);
  if (port !== undefined && port > 65_535) throw new OptionError(`--${name} must be a port from 0 to 65535`);
  return port;
}

/** Throws an `OptionError` unless the id is left out or has eight digits. */
export function checkTerminalId(terminalId: string | undefined): void {
  if (terminalId !== undefined && !/^\d{8}$/.test(terminalId))
    throw new OptionError('the terminal id must be eight digits');
}

/** Options that are left out take no part in `{ ...options }`. */
export function withoutUndefined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}

/** Closes the terminal and ends the process on SIGTERM and SIGINT. */
export function endOnSignal(running: { close(): Promise<void> }): void {
  // The same signal may come twice, from the process group and from the parent.
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    void running.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
