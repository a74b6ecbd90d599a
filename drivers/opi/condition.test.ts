/** The condition of an O.P.I. terminal: a device that is not ready, and the recovery. */
import { afterEach, expect, it } from 'vitest';
import type { Condition } from '../terminal.ts';
import type { Element } from './codec/element.ts';
import { headOf, message } from './codec/messages.ts';
import { openScripted, type Scripted } from './scripted.fixture.ts';

let scripted: Scripted;
afterEach(() => scripted.close());

const failed = (request: Element, result: string) =>
  message(request.name.replace('Request', 'Response'), headOf(request), [], result);

it.each(['DeviceUnavailable', 'PrintLastTicket'])('%s is kept until the terminal works again', async result => {
  scripted = await openScripted(async (request, wire) => {
    wire.send(failed(request, result));
    wire.send(failed(await wire.next(), 'Busy'));
    wire.send(failed(await wire.next(), 'Failure'));
  });
  const { terminal } = scripted;
  const published: (Condition | null)[] = [];
  terminal.onCondition(condition => published.push(condition));
  expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'declined', reason: { code: 'refused' } });
  expect(terminal.condition).toMatchObject({ blocks: true, cure: 'person' });
  // Busy says nothing; a card that the host declines was read.
  await terminal.pay({ amount: 1200 });
  expect(published).toHaveLength(1);
  await terminal.pay({ amount: 1200 });
  expect(published).toEqual([expect.objectContaining({ cure: 'person' }), null]);
});

it.each(['Failure', 'Busy', 'Aborted', 'CommunicationError'])(
  '%s says nothing about the condition of the terminal',
  async result => {
    scripted = await openScripted((request, wire) => wire.send(failed(request, result)));
    await scripted.terminal.pay({ amount: 1200 });
    expect(scripted.terminal.condition).toBeNull();
  },
);
