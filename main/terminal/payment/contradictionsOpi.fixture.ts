/** A till at a scripted O.P.I. terminal: the world of the steps over real sockets and a real database. */

import { type Element, element } from '../../../drivers/opi/codec/element.ts';
import { headOf, message } from '../../../drivers/opi/codec/messages.ts';
import { FAST } from '../../../drivers/opi/pair.fixture.ts';
import { openScripted, type Scripted, success, tender, type Wire } from '../../../drivers/opi/scripted.fixture.ts';
import { flow } from '../../checkout/flow.ts';
import { item, sale } from '../../doubles/bridge.fixture.ts';
import { cashier, type TestWorld, testWorld } from '../../doubles/world.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';

/** The memory of the terminal: the answer that it repeats, whatever was asked. */
export interface OpiMemory {
  last: Element | undefined;
  /** Answers an end-of-day; it is done at once where there is none. */
  dayEnd?: (request: Element, wire: Wire) => void;
}

/** The terminal's part of a money request. */
export type Work = (request: Element, wire: Wire, memory: OpiMemory) => void | Promise<void>;

/** An answer to a money request with this result, receipt and authorisation. */
export const answerOf = (
  request: Element,
  result: string,
  receipt: string,
  more: Readonly<Record<string, string>> = {},
  amount = '10.00',
): Element =>
  message(
    'CardServiceResponse',
    headOf(request),
    [
      element('Terminal', { STAN: `00${receipt}` }),
      tender(amount, { ReceiptNumber: receipt, TimeStamp: '2026-02-09T09:36:28-00:00', ...more }),
    ],
    result,
  );

export const APPROVAL = { ApprovalCode: '123456', ActionCode: '0' };

const repeated = (request: Element, { last }: OpiMemory): Element => {
  const { RequestType, RequestID, OverallResult } = last?.attributes ?? {};
  const original = last && element('OriginalHeader', { RequestType, RequestID, OverallResult });
  return success(request, original && last ? [original, ...last.children] : []);
};

export async function serve(first: Element, wire: Wire, memory: OpiMemory, work: Work): Promise<void> {
  for (let request = first; ; request = await wire.next()) {
    const { requestType } = headOf(request);
    if (requestType === 'RepeatLastMessage') wire.send(repeated(request, memory));
    else if (request.name === 'CardServiceRequest') await work(request, wire, memory);
    else if (requestType === 'ReconciliationWithClosure' && memory.dayEnd) memory.dayEnd(request, wire);
    else if (requestType === 'Reconciliation') wire.send(success(request, [element('Reconciliation', {}, [])]));
    else wire.send(success(request));
  }
}

export interface OpiShop extends TestWorld {
  readonly scripted: Scripted;
  readonly opi: OpiMemory;
  /** Opens a sale of so many cents and pays it; gives its id when the call has ended. */
  pay(amount?: number): Promise<string>;
  outcome(id: string): NonNullable<ReturnType<typeof outcomeIn>>;
  close(): Promise<void>;
}

const outcomeIn = ({ world }: TestWorld, id: string) => world.ledger.sale(demoIds.merchant, id)!.document.outcome;

/** `data`: a directory that an earlier till left behind. The terminal has a payment of 1.00 behind it. */
export async function opiShop(work: Work, { data }: { readonly data?: string } = {}): Promise<OpiShop> {
  const before = element('CardServiceRequest', { RequestType: 'CardPayment', RequestID: '1' });
  const opi: OpiMemory = { last: answerOf(before, 'Success', '41', APPROVAL, '1.00') };
  const scripted = await openScripted((first, wire) => serve(first, wire, opi, work), {
    timers: { ...FAST, late: 2000 },
  });
  const made = await testWorld({ terminal: scripted.terminal, ...(data === undefined ? {} : { data }) });
  const { world } = made;
  return {
    ...made,
    scripted,
    opi,
    async pay(amount = 1000) {
      const { id } = await flow.create(world, cashier, sale([item(amount)]));
      await flow.start(world, cashier, id, 'cashless', {}).catch((error: unknown) => error);
      return id;
    },
    outcome: id => outcomeIn(made, id)!,
    async close() {
      world.recovery.stop();
      await scripted.close();
      await made.db.close();
    },
  };
}
