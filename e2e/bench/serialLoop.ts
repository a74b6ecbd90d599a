/**
 * `node serialLoop.ts floor|ours TILL TERMINAL MS`: sends a frame from one serial port to the other and back, over and
 * over; both ends are in this process. Prints milliseconds there and back.
 */
import { SerialPort } from 'serialport';
import { openSerial } from '../../drivers/transport/serial.ts';
import { serialFrame } from '../../drivers/zvt/framing/serialFrame.ts';
import { serialLink } from '../../drivers/zvt/framing/serialLink.ts';
import { type Conversation, play } from './floors/player.ts';
import { millisecondsEach } from './loop.ts';

/** An authorisation there, an intermediate status back: messages of usual size. */
const THERE = Buffer.from('06010c040000000012344909781940', 'hex');
const BACK = Buffer.from('04ff1417010610240e070c426974746520776172746570', 'hex');
const LINE_TIMERS = { t1: 200, t2: 5000, t3: 5000 };

const [side, till = '', terminal = '', duration = ''] = process.argv.slice(2);
let count = 0;
await (side === 'floor' ? bare() : ours());
console.log(await millisecondsEach(Number(duration), () => count));
process.exit();

async function ours(): Promise<void> {
  const [near, far] = [await openSerial({ path: till }), await openSerial({ path: terminal })];
  const [sender, echo] = [serialLink(near, LINE_TIMERS), serialLink(far, LINE_TIMERS, 'terminal')];
  echo.listen({ apdu: () => void echo.send(BACK), down: gone });
  sender.listen({
    apdu() {
      count += 1;
      sender.send(THERE);
    },
    down: gone,
  });
  sender.send(THERE);
}

/** Two bare ports that exchange the same bytes, acknowledgements included. */
async function bare(): Promise<void> {
  const [near, far] = [await open(till), await open(terminal)];
  const acknowledgement = '06';
  const payment: Conversation['payment'] = [
    { from: 'till', hex: serialFrame(THERE).toString('hex') },
    { from: 'terminal', hex: acknowledgement },
    { from: 'terminal', hex: serialFrame(BACK).toString('hex') },
    { from: 'till', hex: acknowledgement },
  ];
  play(far, 'terminal', { opening: [], payment });
  play(near, 'till', { opening: [], payment }, () => {
    count += 1;
  });
}

function open(path: string): Promise<SerialPort> {
  const port = new SerialPort({ path, baudRate: 9600, stopBits: 2, autoOpen: false });
  return new Promise((resolve, reject) => port.open(error => (error ? reject(error) : resolve(port))));
}

function gone(): never {
  throw new Error('the line went down');
}
