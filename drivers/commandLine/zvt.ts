/** `npm run zvt`: the protocol by hand. Decodes bytes, or sends one command to a terminal and prints the result. */
import { program } from './program.ts';

// The reader of the output may be gone (`zvt pay | head`): a payment goes on, and the exit code is its outcome.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.exitCode = await program(process.argv.slice(2), console.error);
