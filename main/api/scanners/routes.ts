/**
 * Serial scanners of the shop: list with their states, the ports of this machine, add, change, remove; and `POST /bridge/v1/scans/{id}/take`,
 * by which one window or program takes a scan of the event stream.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listSerialPorts, type SerialPortInfo } from '../../../drivers/index.ts';
import { checkScanner, newScanner, removeScanner, saveScanner, settingsOf } from '../../masterData/scanners.ts';
import type { ScannerRow } from '../../store/scanners.ts';
import { NewScanner, Scanner, ScannerInput, ScannerPorts, Scanners, ScanTaken } from '../../wire/scanners.ts';
import { Result } from '../../wire/shapes.ts';
import { change } from '../masterDataChange.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import { adapterAt } from '../serialPorts.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/scanners';
const tag = 'Scanners';

interface One {
  Params: { id: string };
}

export function scannerRoutes(app: FastifyInstance, services: Services): void {
  readRoutes(app, services);
  changeRoutes(app, services);
  app.post<One>(
    '/bridge/v1/scans/:id/take',
    describeRoute(tag, 'Take a scan of the event stream; one caller gets it', ScanTaken, {
      description:
        'Who shows scans of the event `scan` at a till takes each of them first, so that no other window and no other program uses it, too. A scan that nobody took within five seconds is too old.',
    }),
    async ({ principal, params }) => ({ taken: services.runningScanners.take(principal.merchant, params.id) }),
  );
}

function scannerOf({ runningScanners }: Services, row: ScannerRow): Scanner {
  return { object: 'scanners', id: row.id, ...settingsOf(row), ...runningScanners.condition(row.id) };
}

function readRoutes(app: FastifyInstance, services: Services): void {
  app.get(path, describeRoute(tag, 'The serial scanners of the shop', Scanners), async ({ principal }) => {
    const data = services.scanners.all(principal.merchant).map(row => scannerOf(services, row));
    return { count: data.length, data };
  });

  app.get(`${path}/ports`, describeRoute(tag, 'The serial ports of this machine', ScannerPorts), async () => ({
    data: (await listSerialPorts()).map(port => ({ path: port.path, adapter: adapterName(port) })),
  }));
}

const adapterName = ({ vendorId, productId, serialNumber }: SerialPortInfo): string | null =>
  vendorId === undefined ? null : [vendorId, productId, serialNumber].filter(Boolean).join(' ');

function changeRoutes(app: FastifyInstance, services: Services): void {
  const { scanners, runningScanners, masterData, world } = services;
  const data = { ...masterData, scanners };

  /** One commit with its entry in the audit log, then the scanner is opened with what holds now. */
  async function save(
    { principal }: FastifyRequest,
    id: string,
    after: (before: ScannerRow | null) => ScannerRow,
  ): Promise<Scanner> {
    const row = await change(services, principal, own => saveScanner(data, own, id, after));
    await runningScanners.open(row);
    return scannerOf(services, row);
  }

  app.post<{ Body: NewScanner }>(
    path,
    describeRoute(tag, 'Add a serial scanner to a till', Scanner, { body: NewScanner }),
    async request => {
      const { principal, body } = request;
      checkScanner(data, principal.merchant, body, null);
      const row = newScanner(principal.merchant, body, await adapterAt(body.path), world.clock.now());
      return save(request, row.id, () => row);
    },
  );

  app.put<One & { Body: ScannerInput }>(
    `${path}/:id`,
    describeRoute(tag, 'Change a serial scanner; what is left out stays', Scanner, { body: ScannerInput }),
    async request => {
      const { principal, params, body } = request;
      const held = orNotFound(scanners.find(principal.merchant, params.id), 'scanners', params.id);
      checkScanner(data, principal.merchant, body, params.id);
      const moved = body.path !== undefined && body.path !== held.path;
      const adapter = moved ? await adapterAt(body.path!) : held.adapter;
      return save(request, params.id, now => {
        const before = orNotFound(now, 'scanners', params.id);
        return { ...before, ...body, adapter };
      });
    },
  );

  app.delete<One>(
    `${path}/:id`,
    describeRoute(tag, 'Remove a serial scanner', Result),
    async ({ principal, params }) => {
      await change(services, principal, own => {
        const before = orNotFound(scanners.find(principal.merchant, params.id), 'scanners', params.id);
        removeScanner(data, own, before);
      });
      await runningScanners.close(params.id);
      return { result: true };
    },
  );
}
