/** A till that was killed listens to its terminal from the start on, before it sends a command there. */
import { afterEach, expect, it } from 'vitest';
import type { Element } from '../../../drivers/opi/codec/element.ts';
import { openScripted, type Scripted } from '../../../drivers/opi/scripted.fixture.ts';
import { closeAll, item, sale, startBridge, until } from '../../doubles/bridge.fixture.ts';
import type { TillView } from '../../wire/till.ts';
import { demoIds } from '../../world/demoIds.ts';
import { APPROVAL, answerOf, type OpiMemory, serve } from './contradictionsOpi.fixture.ts';

const opened: Scripted[] = [];
afterEach(async () => {
  await closeAll();
  for (const scripted of opened.splice(0)) await scripted.close();
});

/** A terminal that declines, and keeps its requests. */
async function decliningTerminal(requests: Element[]): Promise<Scripted> {
  const memory: OpiMemory = { last: undefined };
  const scripted = await openScripted((first, wire) =>
    serve(first, wire, memory, request => {
      requests.push(request);
      wire.send(answerOf(request, 'Failure', '42', { ActionCode: '5' }));
    }),
  );
  opened.push(scripted);
  return scripted;
}

it('an approval of a declined payment, said before the first command of the next run, calls a person', async () => {
  const requests: Element[] = [];
  const [before, after] = [await decliningTerminal(requests), await decliningTerminal(requests)];
  const terminals = [before.terminal, after.terminal];
  const bridge = await startBridge({ parts: { openTerminal: async () => terminals.shift()! } });
  const till = await bridge.client();
  const { id } = await till.create(sale([item(1000)]));
  expect((await till.post(`/${id}/start/cashless`)).status).toBe(405);
  const again = await bridge.crashCopy();
  after.wires[0]!.send(answerOf(requests[0]!, 'Success', '42', APPROVAL));
  const client = await again.client();
  await until(async () => (await client.read(id)).outcome?.result === 'unknown');
  const { body } = await client.ask<TillView>('GET', `/bridge/v1/till?device=${demoIds.till}`);
  expect(body.payment).toMatchObject({ step: 'person', transaction: id });
  expect(requests).toHaveLength(1);
});
