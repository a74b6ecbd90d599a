/** Receipt printers: settings, condition, slips that wait, and the test slip. */
import type { FastifyInstance } from 'fastify';
import { listSerialPorts, listSystemPrinters } from '../../../drivers/index.ts';
import { addPrinter, changePrinter, printerOf, removePrinter } from '../../printing/printerSettings.ts';
import type { PrinterRow } from '../../store/printers.ts';
import {
  HeldDecision,
  Printer,
  PrinterChanges,
  PrinterInput,
  PrinterPorts,
  Printers,
  PrintJobs,
  TestAnswer,
} from '../../wire/printers.ts';
import { Result } from '../../wire/shapes.ts';
import { change } from '../masterDataChange.ts';
import { requireConnection } from '../placeCheck.ts';
import { describeRoute } from '../resource.ts';
import { withAdapter } from '../serialPorts.ts';
import type { Services } from '../services.ts';
import { jobView, printerStatus, printerView } from './views.ts';

const path = '/bridge/v1/printers';
const tag = 'Printers';
const done = { result: true } as const;
/** Slips of a printer that are listed. */
const LISTED = 50;

interface One {
  Params: { id: string };
}

export function printerRoutes(app: FastifyInstance, services: Services): void {
  readRoutes(app, services);
  changeRoutes(app, services);
  workRoutes(app, services);
}

const viewOf = ({ printing }: Services, row: PrinterRow): Printer =>
  printerView(printing.printers, row, printing.queue.status(row.id));

function readRoutes(app: FastifyInstance, services: Services): void {
  const { printing } = services;

  app.get(path, describeRoute(tag, 'The printers and how they are', Printers), async ({ principal }) => {
    const data = printing.printers.all(principal.merchant).map(row => viewOf(services, row));
    return { count: data.length, data };
  });

  app.get(
    `${path}/ports`,
    describeRoute(tag, 'Where a printer may be: serial ports and queues of this machine', PrinterPorts),
    async () => {
      const [serial, system] = await Promise.all([listSerialPorts(), listSystemPrinters()]);
      return {
        serial: serial.map(({ path: port, vendorId }) => ({ path: port, usb: vendorId !== undefined })),
        system: [...system],
      };
    },
  );

  app.get<One>(`${path}/:id`, describeRoute(tag, 'One printer', Printer), async ({ principal, params }) =>
    viewOf(services, printerOf(printing, principal.merchant, params.id)),
  );

  app.get<One>(
    `${path}/:id/jobs`,
    describeRoute(tag, 'The slips of a printer, the newest first', PrintJobs),
    async ({ principal, params }) => {
      const { id } = printerOf(printing, principal.merchant, params.id);
      return { data: printing.jobs.latest(id, LISTED).map(jobView) };
    },
  );
}

function changeRoutes(app: FastifyInstance, services: Services): void {
  const { printing } = services;
  const config = {
    standing: (merchant: string, id: string) => viewOf(services, printerOf(printing, merchant, id)),
    conditions: ['status'],
  };

  app.post<{ Body: PrinterInput }>(
    path,
    {
      ...describeRoute(tag, 'A new printer; what is left out has its usual value', Printer, { body: PrinterInput }),
      config,
    },
    async ({ principal, body }) => {
      await requireConnection(services.config, principal, 'printer', body.connection);
      const connection = await withAdapter(body.connection);
      const row = await change(services, principal, own => addPrinter(printing, own, { ...body, connection }));
      printing.queue.refresh();
      return viewOf(services, row);
    },
  );

  app.put<One & { Body: PrinterChanges }>(
    `${path}/:id`,
    {
      ...describeRoute(tag, 'Changes a printer; what is left out stays', Printer, { body: PrinterChanges }),
      config,
    },
    async ({ principal, params, body }) => {
      await requireConnection(services.config, principal, 'printer', body.connection);
      const before = printerOf(printing, principal.merchant, params.id);
      const connection = body.connection && (await withAdapter(body.connection, before.connection));
      const changes = { ...body, ...(connection && { connection }) };
      await change(services, principal, own => changePrinter(printing, own, params.id, changes));
      printing.queue.refresh();
      return viewOf(services, printerOf(printing, principal.merchant, params.id));
    },
  );

  app.delete<One>(
    `${path}/:id`,
    describeRoute(tag, 'Takes a printer away; its tills print with the browser again', Result),
    async ({ principal, params }) => {
      const row = printerOf(printing, principal.merchant, params.id);
      await change(services, principal, own => removePrinter(printing, own, params.id));
      printing.queue.refresh();
      // The screens learn that no till prints there any more.
      services.hub.publish(row.merchant, 'printer', printerStatus(printing.printers, row, null));
      return done;
    },
  );
}

function workRoutes(app: FastifyInstance, services: Services): void {
  const { printing, world } = services;

  app.post<One>(
    `${path}/:id/test`,
    describeRoute(tag, 'Print the test slip: umlauts and the euro sign in every code page', TestAnswer),
    async ({ principal, params }) => {
      const { merchant, id } = printerOf(printing, principal.merchant, params.id);
      const order = {
        merchant,
        printer: id,
        till: principal.device,
        sale: null,
        slip: null,
        copy: 0,
        lines: null,
      } as const;
      const job = await world.ledger.write(() =>
        printing.jobs.add({ ...order, kind: 'test', created: world.clock.now() }),
      );
      printing.queue.wake(id);
      return { job };
    },
  );

  app.post<One & { Body: HeldDecision }>(
    `${path}/:id/held`,
    describeRoute(tag, 'Print or discard the slips that waited through an outage', Printer, { body: HeldDecision }),
    async ({ principal, params, body }) => {
      const row = printerOf(printing, principal.merchant, params.id);
      await world.ledger.write(() => printing.jobs.decide(row.id, body.do, world.clock.now()));
      printing.queue.wake(row.id);
      return viewOf(services, row);
    },
  );
}
