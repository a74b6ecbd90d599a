/** `node payLoop.ts PORT MS`: pays over and over with the driver of the product; prints milliseconds a payment. */
import { openTerminal } from '../../drivers/index.ts';
import { millisecondsEach } from './loop.ts';
import { amount } from './sale.ts';

const [port, duration] = process.argv.slice(2).map(Number) as [number, number];
const terminal = await openTerminal({ protocol: 'zvt', connection: { type: 'tcp', host: '127.0.0.1', port } });
await terminal.register();

let count = 0;
let over = false;
const paying = payUntilOver();
console.log(await millisecondsEach(duration, () => count));
over = true;
await paying;
await terminal.close();

async function payUntilOver(): Promise<void> {
  while (!over) {
    const outcome = await terminal.pay({ amount });
    if (outcome.kind !== 'approved') throw new Error(`the payment ended ${outcome.kind}`);
    count += 1;
  }
}
