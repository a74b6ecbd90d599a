/** A terminal that sends whole card numbers wherever it can: none leaves the driver. */
import { afterEach, describe, expect, it } from 'vitest';
import { element } from './codec/element.ts';
import { headOf, message } from './codec/messages.ts';
import { openScripted, type Scripted, success } from './scripted.fixture.ts';

let scripted: Scripted;
afterEach(() => scripted.close());

async function open(...args: Parameters<typeof openScripted>): Promise<Scripted> {
  scripted = await openScripted(...args);
  return scripted;
}

describe('a card number', () => {
  const PAN = '4111111111111111';

  it.each(['Success', 'Failure', 'Perhaps'])('reaches nobody when a payment ends with %s', async ending => {
    const everywhere = [
      element('Tender', { CardPAN: PAN }, [
        element('TotalAmount', { Currency: 'EUR' }, '12.00'),
        element('Authorisation', {
          CardPAN: PAN,
          ExpiryDate: '3207',
          ReceiptNumber: PAN,
          CardCircuit: `VISA ${PAN}`,
          Merchant: PAN,
          ApprovalCode: PAN,
          TimeStamp: PAN,
        }),
      ]),
      element('PrivateData', {}, [element('ErrorText', {}, `Karte ${PAN} gesperrt`), element('ErrorCode', {}, PAN)]),
      element('CardValue', {}, [element('Track2', {}, `${PAN}D3207`), element('Note', {}, PAN)]),
    ];
    const seen: unknown[] = [];
    const { terminal, trace } = await open(async (request, wire) => {
      const till = await scripted.callTill();
      till.send(
        message('DeviceRequest', { ...headOf(request), requestType: 'Output', sender: PAN }, [
          element('Output', { OutDeviceTarget: 'CashierDisplay' }, [element('TextLine', {}, `Karte ${PAN}`)]),
          element('Output', { OutDeviceTarget: 'Printer' }, [element('TextLine', {}, 'PAN 4111 1111 1111 1111')]),
        ]),
      );
      await till.next();
      till.framed(`<bad ${PAN}`);
      await till.next();
      wire.framed(`<bad ${PAN}`);
      const answer = success(request, everywhere);
      wire.send({ ...answer, attributes: { ...answer.attributes, OverallResult: ending } });
    });
    const outcome = await terminal.pay({ amount: 1200 }, { onProgress: progress => seen.push(progress) });
    expect(outcome).toMatchObject({ facts: { lastFour: '1111', amount: 1200 } });
    const everything = JSON.stringify([seen, outcome, trace]).replaceAll(/[ -]/g, '');
    expect(seen.length).toBeGreaterThan(1);
    for (const secret of [PAN, PAN.slice(0, 12), '411111']) expect(everything).not.toContain(secret);
    // Within a longer number the four digits are a random request id or a time.
    expect(everything).not.toMatch(/(?<!\d)3207(?!\d)/);
  });
});
