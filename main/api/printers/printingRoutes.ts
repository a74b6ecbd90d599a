/** Routes for the printing of each till, receipts as a file, the logo, and slips that belong to no sale. */
import type { FastifyInstance } from 'fastify';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { tillsOfShop } from '../../masterData/tills.ts';
import {
  changeDelivery,
  changeTillPrinting,
  printingOfTill,
  type TillChanges,
} from '../../printing/printerSettings.ts';
import {
  LogoInput,
  PrintingSettings,
  ReceiptLinkSettings,
  SlipAnswer,
  SlipInput,
  type TillPrinting,
  TillPrintingInput,
} from '../../wire/printers.ts';
import { BridgeError } from '../../world/errors.ts';
import { noteAudit } from '../../world/requestContext.ts';
import { change } from '../masterDataChange.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/printing';
const tag = 'Printers';
/** Characters of a slip that belongs to no sale; more would be metres of paper. */
const LONGEST_SLIP = 100_000;

export function printingRoutes(app: FastifyInstance, services: Services): void {
  const { printing, masterData } = services;
  const settings = (merchant: string) => settingsOf(services, merchant);

  app.get(
    path,
    describeRoute(tag, 'What each till prints, and how receipts leave as a file', PrintingSettings),
    async ({ principal }) => settings(principal.merchant),
  );

  app.put<{ Params: { id: string }; Body: TillPrintingInput }>(
    `${path}/tills/:id`,
    describeRoute(tag, 'Where a till prints, and what it prints by itself', PrintingSettings, {
      body: TillPrintingInput,
    }),
    async ({ principal, params, body }) => {
      const { merchant } = principal;
      if (!tillsOfShop(masterData, merchant).some(({ id }) => id === params.id))
        throw new BridgeError('notFound', `there is no till ${params.id}`);
      const {
        printer,
        receipts,
        merchant_copies: merchantCopies,
        drawer_cash: drawerCash,
        drawer_card: drawerCard,
      } = body;
      const wanted = { printer, receipts, merchantCopies, drawerCash, drawerCard };
      const changes = Object.fromEntries(
        Object.entries(wanted).filter(([, value]) => value !== undefined),
      ) as TillChanges;
      await change(services, principal, own => changeTillPrinting(printing, own, params.id, changes));
      printing.announce(merchant);
      return settings(merchant);
    },
  );

  app.put<{ Body: ReceiptLinkSettings }>(
    `${path}/receipt-links`,
    describeRoute(tag, 'Receipts as a file: whether, for how many days, and under which address', PrintingSettings, {
      body: ReceiptLinkSettings,
    }),
    async ({ principal, body }) => {
      const { is_on: isOn, ...rest } = body;
      await change(services, principal, own =>
        changeDelivery(printing, own, { ...rest, ...(isOn === undefined ? {} : { isOn }) }),
      );
      return settings(principal.merchant);
    },
  );

  logoRoute(app, services);
  slipRoute(app, services);
}

function tillView({ printing }: Services, merchant: string, { id, name }: { id: string; name: string }): TillPrinting {
  const { printer, receipts, merchantCopies, drawerCash, drawerCard } = printingOfTill(printing, merchant, id);
  return {
    ...{ till: id, name, printer, receipts },
    ...{ merchant_copies: merchantCopies, drawer_cash: drawerCash, drawer_card: drawerCard },
  };
}

function settingsOf(services: Services, merchant: string): PrintingSettings {
  const { printing, masterData } = services;
  const { isOn, days, address } = printing.printers.delivery(merchant);
  const logo = printing.printers.logo(merchant);
  return {
    tills: tillsOfShop(masterData, merchant).map(till => tillView(services, merchant, till)),
    receipt_links: { is_on: isOn, days, address, reachable: printing.links.reachable(merchant) },
    logo: logo && { width: logo.width, height: logo.height },
  };
}

function logoRoute(app: FastifyInstance, services: Services): void {
  const { printing } = services;
  app.put<{ Body: LogoInput }>(
    `${path}/logo`,
    describeRoute(tag, 'The logo above receipts on paper', PrintingSettings, { body: LogoInput }),
    async ({ principal, body: { logo } }) => {
      const bits = logo && Buffer.from(logo.bits, 'base64');
      if (logo && bits?.length !== (logo.width / 8) * logo.height)
        throw new BridgeError(
          'badInput',
          `logo.bits: ${(logo.width / 8) * logo.height} bytes are wanted, not ${bits?.length}`,
        );
      await change(services, principal, () => {
        printing.printers.saveLogo(principal.merchant, logo && bits ? { ...logo, bits } : null);
        const action = logo ? 'changed' : 'removed';
        noteAudit({ kind: 'shop', subject: 'logo', action, before: null, after: logo && { picture: 'logo' } });
      });
      return settingsOf(services, principal.merchant);
    },
  );
}

function slipRoute(app: FastifyInstance, { world }: Services): void {
  app.post<{ Body: SlipInput }>(
    `${path}/slips`,
    describeRoute(tag, 'Print a slip that belongs to no sale at the printer of this till', SlipAnswer, {
      body: SlipInput,
    }),
    async ({ principal: { merchant, device }, body: { lines, copy = 0 } }) => {
      const length = JSON.stringify(lines).length;
      if (length > LONGEST_SLIP)
        throw new BridgeError('badInput', `lines: ${length} characters, at most ${LONGEST_SLIP}`);
      const order = { merchant, till: device, lines: lines as readonly ReceiptLine[], copy };
      const ticket = await world.ledger.write(() => world.printing.lines(order));
      return { job: ticket && { id: ticket.job, printer: ticket.printer } };
    },
  );
}
