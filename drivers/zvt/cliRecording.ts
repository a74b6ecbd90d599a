/** `npm run zvt -- record` and `replay`: conversations of real tills and terminals, written down and played again. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { neededText, settingsOf, UsageError, type Values } from './cliArguments.ts';
import { EXIT } from './cliEndings.ts';
import { record } from './virtual/recorder.ts';
import { RecordingError, readRecording } from './virtual/recording.ts';
import { replayTill } from './virtual/replay.ts';

/** Stands between till and terminal until SIGINT or SIGTERM; a file that is there is begun anew. */
export async function recordToFile(values: Values): Promise<number> {
  const file = neededText(values, 'file');
  const listen = portOf(values.listen);
  const terminal = tcpOf(values);
  writeFileSync(file, '');
  const recorder = await record({
    listen,
    terminal,
    write: turn => appendFileSync(file, `${JSON.stringify(turn)}\n`),
  });
  console.log(`recorder ready 127.0.0.1:${recorder.port}`);
  await new Promise(resolve => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await recorder.close();
  return EXIT.done;
}

/** Says what the till of a recording said. */
export async function replayFile(values: Values): Promise<number> {
  const turns = recordingOf(neededText(values, 'file'));
  const { password } = values;
  const ending = await replayTill(turns, tcpOf(values), password === undefined ? {} : { password });
  for (const line of ending.tolerated) console.error(`taken: ${line}`);
  console.log(ending.kind === 'played' ? 'played' : `deviated at ${ending.text}`);
  return ending.kind === 'played' ? EXIT.done : EXIT.declined;
}

function recordingOf(file: string) {
  try {
    return readRecording(file);
  } catch (error) {
    if (error instanceof RecordingError) throw new UsageError(error.message);
    throw error;
  }
}

function tcpOf(values: Values) {
  const { connection } = settingsOf(values);
  if (connection.type !== 'tcp') throw new UsageError('give the terminal: --tcp HOST:PORT');
  return { host: connection.host, port: connection.port };
}

function portOf(text = ''): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError('--listen must be a port, 0 = any free one');
}
