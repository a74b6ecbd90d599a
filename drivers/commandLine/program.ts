/** The program behind `npm run zvt`. */
import { onInterrupt } from '../interrupt.ts';
import { SettingsError } from '../settings.ts';
import type { CommandOptions } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import { openZvtTerminal } from '../zvt/terminal.ts';
import { answerOf, checkOptions, handOver, readArguments, settingsOf, UsageError, type Values } from './arguments.ts';
import { standaloneCommands, terminalCommands } from './commands.ts';
import { ConfigFileError } from './configFile.ts';
import { DecodeError } from './hexMessages.ts';
import { type CommandResult, EXIT, exitCode, printProgress, printResult } from './results.ts';

const COMMANDS = { ...standaloneCommands, ...terminalCommands };

const HELP = `npm run zvt -- <command> [options]
${Object.entries(COMMANDS)
  .map(([name, { options }]) => `  ${name} ${options}`.trimEnd())
  .join('\n')}
options
  --tcp HOST:PORT | --serial PATH [--baud N] [--stop-bits 1|2]   the terminal
  --tcp-listen PORT --caller ADDRESS   a terminal that calls: its address, host name or network
  amounts are in cents, receipt and trace numbers as the terminal reported them
  --hand-over done|failed|N   the hand-over of the goods, N: only this amount was handed over
  --answer yes|no|TEXT        the cashier's answer to every question of the terminal
  --largest N        the largest amount that is sent (default 9999999)
  --password DIGITS  six digits (default 000000)
  --currency LETTERS (default EUR)
  --profile NAME     what is known about the model (default generic)
  --option KEY=VALUE one of the settings, more than once
  --json             one JSON object instead of text
  --verbose          frames on standard error, card data and passwords left out
exit code 0 approved or done, 3 declined, failed or not sent (no money moved), 4 unknown, 2 wrong use`;

/** Carries out one command and prints its result; gives the exit code. `complain` takes the sentence about a wrong use. */
export async function program(args: string[], complain: (sentence: string) => void): Promise<number> {
  try {
    const { values, positionals } = readArguments(args);
    const [name, ...rest] = positionals;
    if (values.help || name === undefined) return say(HELP, values.help ? EXIT.done : EXIT.wrongUse);
    const result = await run(name, values, rest);
    return typeof result === 'number' ? result : print(result, values);
  } catch (error) {
    if (!isWrongUse(error)) throw error;
    complain(error.message);
    return EXIT.wrongUse;
  }
}

function isWrongUse(error: unknown): error is Error {
  return [UsageError, SettingsError, ConfigFileError, DecodeError, RangeError].some(kind => error instanceof kind);
}

async function run(name: string, values: Values, rest: readonly string[]): Promise<CommandResult | number> {
  const row = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (row) checkOptions(name, row, values, rest);
  if (Object.hasOwn(standaloneCommands, name)) return standaloneCommands[name]!.does(values, rest, traceOf(values));
  if (Object.hasOwn(terminalCommands, name)) return send(name, values);
  throw new UsageError(`there is no command ${JSON.stringify(name)}; there are: ${Object.keys(COMMANDS).join(', ')}`);
}

async function send(name: string, values: Values): Promise<CommandResult> {
  const command = terminalCommands[name]!.does(values);
  const given = handOver(values);
  const terminal = openZvtTerminal(settingsOf(values), traceOf(values));
  const call: CommandOptions = {
    signal: onInterrupt(),
    onProgress: values.json ? () => {} : printProgress,
    ...(given ? { onApproved: () => given } : {}),
    ...(values.answer === undefined ? {} : { onQuestion: async ({ kind }) => answerOf(values, kind) }),
  };
  try {
    return await command(terminal, call);
  } finally {
    await terminal.close();
  }
}

function traceOf({ verbose }: Values): Trace | undefined {
  return verbose ? ({ direction, text }) => console.error(`${direction} ${text}`) : undefined;
}

function print(result: CommandResult, { json }: Values): number {
  if (json) console.log(JSON.stringify(result));
  else printResult(result);
  return exitCode(result.outcome);
}

function say(text: string, code: number): number {
  console.log(text);
  return code;
}
