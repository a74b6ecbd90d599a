/** `npm run zvt -- record` and `replay`: records conversations of real tills and terminals, and plays them again. */
import { appendFileSync, openSync } from 'node:fs';
import { isLoopback } from '../allowedPeers.ts';
import { type RecorderOptions, record } from '../simulator/zvt/recording/recorder.ts';
import { type RecordedTurn, RecordingError, readRecording } from '../simulator/zvt/recording/recording.ts';
import { replayTill } from '../simulator/zvt/recording/replay.ts';
import type { Connection } from '../terminal.ts';
import type { SerialAddress } from '../transport/serial.ts';
import { optionalNumber, requiredText, settingsOf, UsageError, type Values } from './arguments.ts';
import { EXIT } from './results.ts';

/** Records between till and terminal until SIGINT or SIGTERM; an existing file is overwritten when recording begins. */
export async function recordToFile(values: Values): Promise<number> {
  const file = requiredText(values, 'file');
  const ends = { caller: callerOf(values), called: calledOf(values) };
  if (values['terminal-calls'] && (ends.caller.type === 'serial' || ends.called.type === 'serial'))
    throw new UsageError('--terminal-calls is for --listen and --tcp: over a serial line nobody calls');
  const recording = recordingTo(file);
  const callerIs = values['terminal-calls'] ? 'terminal' : 'till';
  const recorder = await record({ ...ends, callerIs, write: recording.write }).catch(cannotRecord);
  try {
    recording.begin();
  } catch (error) {
    await recorder.close();
    cannotRecord(error);
  }
  console.log(`recorder ready ${recorder.address}`);
  await new Promise(resolve => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await recorder.close();
  return recording.isWhole ? EXIT.done : EXIT.declined;
}

interface Recording {
  /** False once a message could not be written. Nothing is written behind a gap: it would be played wrongly. */
  readonly isWhole: boolean;
  /** Opens the file and empties it. */
  begin(): void;
  /** Never throws: till and terminal go on without a recording. */
  write(turn: RecordedTurn): void;
}

function recordingTo(path: string): Recording {
  let file: number | undefined;
  let isWhole = true;
  return {
    get isWhole() {
      return isWhole;
    },
    begin() {
      file = openSync(path, 'w');
    },
    write(turn) {
      if (file === undefined || !isWhole) return;
      try {
        appendFileSync(file, `${JSON.stringify(turn)}\n`);
      } catch (error) {
        isWhole = false;
        console.error(`the recording ends here, till and terminal go on: ${(error as Error).message}`);
      }
    },
  };
}

function cannotRecord(error: unknown): never {
  throw new UsageError(`nothing can be recorded: ${(error as Error).message}`);
}

/** Plays the till of a recording. */
export async function replayFile(values: Values): Promise<number> {
  const turns = recordingOf(requiredText(values, 'file'));
  const { password } = values;
  const { address } = calledOf(values);
  const result = await replayTill(turns, address, password === undefined ? {} : { password });
  for (const line of result.tolerated) console.error(`taken: ${line}`);
  console.log(result.kind === 'played' ? 'played' : `deviated at ${result.text}`);
  return result.kind === 'played' ? EXIT.done : EXIT.declined;
}

function recordingOf(file: string) {
  try {
    return readRecording(file);
  } catch (error) {
    if (error instanceof RecordingError) throw new UsageError(error.message);
    throw error;
  }
}

function calledOf(values: Values): RecorderOptions['called'] {
  const { connection } = settingsOf(values);
  if (connection.type === 'serial') return { type: 'serial', address: portOf(connection) };
  if (connection.type === 'tcp') return { type: 'connect', address: connection };
  throw new UsageError('give the terminal: --tcp HOST:PORT or --serial PATH');
}

function portOf({ path = '', baudRate, stopBits }: Extract<Connection, { type: 'serial' }>): SerialAddress {
  return { path, ...(baudRate ? { baudRate } : {}), ...(stopBits ? { stopBits } : {}) };
}

function callerOf(values: Values): RecorderOptions['caller'] {
  const { listen, host = '127.0.0.1', 'till-serial': path } = values;
  if ((listen === undefined) === (path === undefined))
    throw new UsageError('give the place for the till: --listen PORT or --till-serial PATH');
  if (path !== undefined)
    return { type: 'serial', address: { path, ...optionalNumber(values, 'till-baud', 'baudRate') } };
  if (!/^\d{1,5}$/.test(listen!) || Number(listen) > 65_535)
    throw new UsageError('--listen must be a port, 0 = any free one');
  if (!isLoopback(host))
    console.error(
      `anybody who reaches ${host} can use the terminal through this recorder: end it when you have what you need`,
    );
  return { type: 'listen', address: { host, port: Number(listen) } };
}
