/** A scanner of the operator looks at each document before it is kept: a program that reads the bytes and says by its exit code what they are. */
import { spawn } from 'node:child_process';
import { BridgeError } from '../../world/errors.ts';

/** Exit codes that scanners have in common (clamdscan, clamscan). */
const CLEAN = 0;
const FOUND = 1;

/** Throws `documentRefused` where the program finds something, and `documentNotScanned` where it says nothing within `limit` ms. */
export async function scanDocument(command: readonly string[] | null, bytes: Buffer, limit = 60_000): Promise<void> {
  const [program, ...parameters] = command ?? [];
  if (program === undefined) return;
  const ended = await exitOf(program, parameters, bytes, limit);
  if (ended === FOUND)
    throw new BridgeError('documentRefused', 'the scanner of this installation found something in it');
  if (ended !== CLEAN) throw new BridgeError('documentNotScanned', `the scanner ${ended}`);
}

/** The exit code, or why there is none. */
function exitOf(
  program: string,
  parameters: readonly string[],
  bytes: Buffer,
  timeout: number,
): Promise<number | string> {
  return new Promise(resolve => {
    const child = spawn(program, [...parameters], {
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout,
      killSignal: 'SIGKILL',
    });
    child.once('error', error => resolve(`cannot be started: ${error.message}`));
    child.once('close', (code, signal) =>
      resolve(code === null ? `was ended by ${signal}` : code === 0 || code === 1 ? code : `ended with ${code}`),
    );
    // A scanner may know enough before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}
