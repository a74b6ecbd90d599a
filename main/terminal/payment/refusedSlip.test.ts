/** The disk refuses the slip of a real terminal, for each protocol: the caller hears of the disk, and no money was moved. */
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../../../drivers/doubles/freePort.ts';
import { openTerminal } from '../../../drivers/index.ts';
import { FAST as OPI_TIMERS } from '../../../drivers/opi/pair.fixture.ts';
import { startVirtualOpi } from '../../../drivers/simulator/opi/start.ts';
import { startVirtualTerminal } from '../../../drivers/simulator/zvt/start.ts';
import type { PaymentTerminal } from '../../../drivers/terminal.ts';
import { closeAll, ok, startBridge, until } from '../../doubles/bridge.fixture.ts';
import { TIMERS } from '../../doubles/pairedTerminals.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { open, pay } from './cashless.fixture.ts';

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await closeAll();
  for (const one of running.splice(0)) await one.close();
});

const protocols = {
  async zvt() {
    const virtual = await startVirtualTerminal({ delay: 0 });
    running.push(virtual);
    const { terminal } = virtual;
    const booked = () => terminal.memory.bookings.filter(({ state }) => state === 'kept').length;
    const behave = (behaviour: string) => {
      terminal.behaviour = behaviour;
    };
    return { port: virtual.port, options: { timers: TIMERS }, booked, behave };
  },
  async opi() {
    const devicePort = await freePort();
    const virtual = await startVirtualOpi({ delay: 0, till: { host: '127.0.0.1', port: devicePort } });
    running.push(virtual);
    const { terminal } = virtual;
    const booked = () => terminal.memory.bookings.length;
    const behave = (behaviour: string) => {
      terminal.behaviour = behaviour;
    };
    return { port: virtual.port, options: { devicePort, deviceHost: '127.0.0.1', timers: OPI_TIMERS }, booked, behave };
  },
};

async function refusedPayment(protocol: keyof typeof protocols, behaviour: string) {
  const { port, options, booked, behave } = await protocols[protocol]();
  let terminal: PaymentTerminal | undefined;
  const connection = { type: 'tcp', host: '127.0.0.1', port } as const;
  const bridge = await startBridge({
    config: { terminals: [{ protocol, device: demoIds.terminal, shared: false, connection, options }] },
    parts: {
      openTerminal: async settings => {
        terminal = await openTerminal(settings);
        return terminal;
      },
    },
  });
  await until(() => terminal?.state === 'ready');
  const till = await bridge.client();
  const slips = () => bridge.rows("SELECT 1 FROM terminal_journal WHERE kind = 'slip'").length;
  // A terminal with an empty memory could not deny the next payment.
  behave('approve');
  ok(await pay(till, (await open(till, 300)).id));
  behave(behaviour);
  const before = slips();
  const { id } = await open(till);
  bridge.alter(
    "CREATE TRIGGER broken BEFORE INSERT ON terminal_journal WHEN new.kind = 'slip' BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  const refused = await pay(till, id);
  const sale = await till.read(id);
  const isBooked = booked() > 1;
  bridge.alter('DROP TRIGGER broken');
  // The same once more while the disk is well: the terminal does print such a slip.
  await pay(till, id);
  return { refused, sale, isBooked, wereKept: slips() > before };
}

it.each(['zvt', 'opi'] as const)(
  '%s: our own disk is the reason where the terminal took the payment back',
  async protocol => {
    const { refused, sale, isBooked, wereKept } = await refusedPayment(protocol, 'approve');
    expect(refused.body).toMatchObject({ code: 1268, money: 'not_moved', reason: { code: 'notWritten' } });
    const payments = [{ reason: { code: 'notWritten' } }];
    expect(sale).toMatchObject({ outcome: { result: 'not_paid', paid: 0 }, payments });
    expect({ isBooked, wereKept }).toEqual({ isBooked: false, wereKept: true });
  },
);

it('zvt: the card is the reason where the slip of a decline is refused', async () => {
  const { refused, sale, isBooked, wereKept } = await refusedPayment('zvt', 'decline');
  expect(refused.body).toMatchObject({ code: 1005, reason: { code: 'declined' } });
  expect(sale).toMatchObject({ outcome: { result: 'not_paid' }, payments: [{ reason: { code: 'declined' } }] });
  expect({ isBooked, wereKept }).toEqual({ isBooked: false, wereKept: true });
});
