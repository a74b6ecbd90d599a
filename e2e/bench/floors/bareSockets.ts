/**
 * Floor of a payment over TCP: two bare sockets that exchange the bytes of a recorded conversation.
 * `terminal FILE` waits for tills; `till FILE PORT MS` prints milliseconds a payment.
 */
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { millisecondsEach } from '../loop.ts';
import { type Conversation, play } from './player.ts';

const [side, file = '', port = '', duration = ''] = process.argv.slice(2);
const conversation: Conversation = JSON.parse(readFileSync(file, 'utf8'));

if (side === 'terminal') {
  const server = createServer({ noDelay: true }, socket => {
    socket.on('error', () => socket.destroy());
    play(socket, 'terminal', conversation);
  });
  server.listen(0, '127.0.0.1', () => console.log(`floor ready ${(server.address() as { port: number }).port}`));
  process.once('SIGTERM', () => process.exit(0));
} else {
  let count = 0;
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  socket.once('connect', () => {
    play(socket, 'till', conversation, () => {
      count += 1;
    });
  });
  console.log(await millisecondsEach(Number(duration), () => count));
  process.exit();
}
