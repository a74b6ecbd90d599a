/** Joins the link to the back office with the tables it reads, the documents it sends, and the terminals it tells of. */

import type { PaymentTerminal } from '../../drivers/index.ts';
import type { Documents } from '../officeLink/batchBody.ts';
import { createOfficeLink, type OfficeLink } from '../officeLink/officeLink.ts';
import { documentOf } from '../terminal/payment/operationViews.ts';
import { isOnline } from '../terminal/setup/registry.ts';
import { machineZone } from '../world/clock.ts';
import { backOfficeOf } from '../world/targetSettings.ts';
import type { Foundation } from './foundation.ts';

/** `begin` starts it; a training and a database that is only read never do. */
export function openOfficeLink(
  { config, db, tables, doubts, world, terminals, queueWorkers }: Foundation,
  { installation, version }: { readonly installation: string; readonly version: string },
): OfficeLink {
  const { merchants, officeDelivery: delivery, officeEnrolments: enrolments, queueTargets, queueCases, queue } = tables;
  const shopName = () => merchants.firstMerchant()?.name ?? '';
  const link = createOfficeLink({
    settings: backOfficeOf(config),
    merchant: () => merchants.firstMerchant()?.id ?? null,
    ...{ enrolments, delivery, installation, targets: queueTargets, cases: queueCases, write: db.write },
    documents: documentsOf(tables, world),
    condition: () => ({
      version,
      asksNumbers: doubts.asksOffice(),
      name: shopName(),
      dayStart: merchants.firstMerchant()?.dayStart ?? '00:00',
      timeZone: merchants.firstMerchant()?.timeZone ?? machineZone(),
      shop: shopOf(tables),
      tillName: till => tables.devices.find(enrolments.read()?.merchant ?? '', till)?.description ?? shopName(),
      terminals: terminals.all().map(({ device, merchant, state, terminalId }) => ({
        name: tables.devices.find(merchant, device)?.description ?? device,
        state,
        tid: terminalId,
      })),
    }),
    numbersReceived: (merchant, numbers) =>
      doubts.officeKnows(merchant, {
        receipt: Math.max(0, ...numbers.map(({ receipt }) => receipt)),
        reports: Object.fromEntries(numbers.map(({ till, report }) => [till, report])),
      }),
    clockReceived: doubts.officeClock,
    cloned: () => doubts.cloned(),
    clock: world.clock,
    log: world.log,
  });
  queue.onAppended(link.wake);
  for (const { terminal } of terminals.all()) followTerminal(terminal, link.changed);
  if (!config.training && !db.readOnly) queueWorkers.add(link);
  return link;
}

/** The shop as it names itself, for the books of the back office. */
function shopOf({ merchants, shopStore }: Foundation['tables']) {
  const merchant = merchants.firstMerchant();
  const facts = merchant && shopStore.facts(merchant.id);
  if (!facts) return null;
  const { street, zip, city, country, taxNumber, vatId } = facts;
  return { street, zip, city, country, tax_number: taxNumber, vat_id: vatId };
}

/** The back office hears soon of a terminal that goes offline or comes back; of one that was paired later, within a minute. */
function followTerminal(terminal: PaymentTerminal, changed: () => void): void {
  let wasOnline = isOnline(terminal.state);
  terminal.onState(state => {
    if (isOnline(state) === wasOnline) return;
    wasOnline = !wasOnline;
    changed();
  });
}

/** One reader for each kind of record. Sales are sent as the text that is stored. */
function documentsOf(
  { officeDelivery, loyalty, dayEnds }: Foundation['tables'],
  world: Foundation['world'],
): Documents {
  const text = (document: object | null | undefined) => (document ? JSON.stringify(document) : null);
  return {
    sale: ({ merchant, object }) => officeDelivery.saleDocument(merchant, object),
    cardOperation: ({ merchant, object }) =>
      (loyalty.bookingBytes(merchant, object) ?? loyalty.bytes(merchant, object))?.toString() ?? null,
    terminalOperation({ merchant, object }) {
      const intent = world.intents.operation(merchant, object);
      return text(intent && documentOf(world, intent));
    },
    dayEnd: ({ merchant, object }) => text(dayEnds.find(merchant, object)?.document),
  };
}
