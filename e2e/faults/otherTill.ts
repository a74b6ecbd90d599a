/** A till of somebody else that pays at the same terminal, over a line of its own: its payments stand in no journal here. */
import type { Outcome } from '../../drivers/terminal.ts';
import { openZvtTerminal } from '../../drivers/zvt/terminal.ts';

export interface OtherTill {
  pay(amount: number): Promise<Outcome>;
  reverse(receiptNumber: number): Promise<Outcome>;
  refund(amount: number): Promise<Outcome>;
  addTip(receiptNumber: number, amount: number): Promise<Outcome>;
  hold(amount: number): Promise<Outcome>;
  endOfDay(): Promise<string>;
}

/** Each call connects, registers, does one thing and goes away again, as tills do that share a terminal. */
export function otherTill(port: () => number): OtherTill {
  async function at<T>(work: (terminal: ReturnType<typeof openZvtTerminal>) => Promise<T>): Promise<T> {
    const terminal = openZvtTerminal({ protocol: 'zvt', connection: { type: 'tcp', host: '127.0.0.1', port: port() } });
    try {
      return await work(terminal);
    } finally {
      await terminal.close();
    }
  }

  return {
    pay: amount => at(terminal => terminal.pay({ amount })),
    reverse: receiptNumber => at(terminal => terminal.reverse({ receiptNumber })),
    refund: amount => at(terminal => terminal.refund({ amount })),
    addTip: (receiptNumber, amount) => at(terminal => terminal.addTip({ receiptNumber, amount })),
    hold: amount => at(terminal => terminal.preAuthorise({ amount })),
    endOfDay: () => at(async terminal => (await terminal.perform({ do: 'endOfDay' })).kind),
  };
}
