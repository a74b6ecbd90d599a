/**
 * The shop for its managers: facts, tax rates, tills, and a preview of its receipts. Each change is one commit with its entry in the
 * audit log; `If-Match` guards against lost updates.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Change } from '../../masterData/masterData.ts';
import { changedShop, changeShop, readShop, shopFaults } from '../../masterData/shop.ts';
import { changeTaxRates, ratesAt, taxRateFaults } from '../../masterData/taxRates.ts';
import { addTill, changeTill, freeUuid, tillsOfShop } from '../../masterData/tills.ts';
import {
  ReceiptPreview,
  ShopFacts,
  ShopInput,
  TaxRates,
  TaxRatesInput,
  Till,
  TillInput,
  Tills,
} from '../../wire/shop.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { etagOf, registerReader, requireVersion, sendTagged } from '../etag.ts';
import { change } from '../masterDataChange.ts';
import { describeRoute, sendJson, sendText } from '../resource.ts';
import type { Services } from '../services.ts';
import { sampleReceipt } from './sampleReceipt.ts';

const tag = 'Master data';

/** Throws `shopFaults` with all of them, the first one in words. */
function refuse(faults: ReturnType<typeof shopFaults>): void {
  const [first] = faults;
  if (first) throw new BridgeError('shopFaults', `${first.path}: ${first.texts.en}`, { extra: { faults } });
}

const bytesOf = (document: object): Buffer => Buffer.from(JSON.stringify(document));

/** Holds `If-Match` against the document as `read` answers it; gives the document after `job`. */
const changeVersion = (
  services: Services,
  request: FastifyRequest,
  read: (merchant: string) => object,
  job: (change: Change) => void,
): Promise<object> =>
  change(services, request.principal, own => {
    requireVersion(request, bytesOf(read(own.merchant)));
    job(own);
    return read(own.merchant);
  });

const ShopChanges = Type.Object(
  { ...Type.Partial(ShopInput).properties, loyalty: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
type ShopChanges = Type.Static<typeof ShopChanges>;

export function shopFactsRoutes(app: FastifyInstance, services: Services): void {
  const { masterData } = services;
  const path = '/bridge/v1/shop';
  const read = (merchant: string) => readShop(masterData, merchant);

  app.get(path, describeRoute(tag, 'The facts of the shop', ShopFacts), async (request, reply) =>
    sendTagged(request, reply, bytesOf(read(request.principal.merchant))),
  );

  app.put<{ Body: ShopChanges }>(
    path,
    {
      ...describeRoute(tag, 'Changes facts of the shop; what is left out stays, null takes a fact away', ShopFacts, {
        body: ShopChanges,
      }),
      config: { standing: read },
    },
    async (request, reply) => {
      const { body } = request;
      const job = (own: Change) => {
        const before = read(own.merchant);
        const after = changedShop(before, body);
        refuse(shopFaults(after));
        if (after.currency !== before.currency && masterData.shopStore.hasSales(own.merchant))
          throw new BridgeError('shopInUse', 'currency: something has been sold in the old one');
        changeShop(masterData, own, body);
      };
      return sendJson(reply, await changeVersion(services, request, read, job));
    },
  );

  app.post<{ Body: ShopChanges }>(
    `${path}/receipt-preview`,
    describeRoute(tag, 'A receipt as it would look with these facts; nothing is changed', ReceiptPreview, {
      body: ShopChanges,
    }),
    async ({ principal, body }) => ({
      receipt: [...sampleReceipt(changedShop(read(principal.merchant), body), new Date(services.world.clock.now()))],
    }),
  );
}

export function taxRateRoutes(app: FastifyInstance, services: Services): void {
  const { masterData, world } = services;
  const path = '/bridge/v1/tax-rates';
  const rates = (merchant: string) => masterData.shopStore.taxRates(merchant);
  const answer = (merchant: string) => {
    const data = rates(merchant);
    const day = world.businessDay(merchant, world.clock.now());
    return { data: [...data], day, today: ratesAt(data, world.clock.now(), readShop(masterData, merchant).timeZone) };
  };

  app.get(path, describeRoute(tag, 'The tax rates with their days', TaxRates), async ({ principal }, reply) =>
    sendText(reply.header('etag', etagOf(bytesOf(rates(principal.merchant)))), bytesOf(answer(principal.merchant))),
  );

  app.put<{ Body: TaxRatesInput }>(
    path,
    {
      ...describeRoute(tag, 'Replaces all tax rates; sales keep their own', TaxRates, { body: TaxRatesInput }),
      config: { standing: answer },
    },
    async (request, reply) => {
      const { body, principal } = request;
      refuse(taxRateFaults(body.data, 'data'));
      // The version is that of the rates: which of them holds today changes by itself.
      const job = (own: Change) => changeTaxRates(masterData, own, body.data);
      const after = await changeVersion(services, request, rates, job);
      return sendText(reply.header('etag', etagOf(bytesOf(after))), bytesOf(answer(principal.merchant)));
    },
  );
}

export function shopTillRoutes(app: FastifyInstance, services: Services): void {
  const { masterData } = services;
  const path = '/bridge/v1/tills';
  const find = (merchant: string, id: string): Till => {
    const till = tillsOfShop(masterData, merchant).find(one => one.id === id);
    if (!till) throw new BridgeError('notFound', `there is no till ${id}`);
    return till;
  };
  const checkName = ({ merchant }: Principal, name: string | undefined, own: string | null) => {
    const isTaken = tillsOfShop(masterData, merchant).some(till => till.id !== own && till.name === name);
    if (isTaken) throw new BridgeError('alreadyAssigned', `name: there is a till ${name} already`);
  };

  registerReader(app, path, {
    object: 'tills',
    bytes(merchant, id) {
      const till = tillsOfShop(masterData, merchant).find(one => one.id === id);
      return till && bytesOf(till);
    },
  });
  app.get(path, describeRoute(tag, 'The tills and the terminal of each', Tills), async ({ principal }) => {
    const data = [...tillsOfShop(masterData, principal.merchant)];
    return { count: data.length, data };
  });

  app.get<{ Params: { id: string } }>(`${path}/:id`, describeRoute(tag, 'One till', Till), async (request, reply) =>
    sendTagged(request, reply, bytesOf(find(request.principal.merchant, request.params.id))),
  );

  app.post<{ Body: TillInput }>(
    path,
    describeRoute(tag, 'A new till', Till, { body: TillInput }),
    async ({ principal, body }, reply) => {
      const { name, uuid, terminal = null } = body;
      if (name === undefined) throw new BridgeError('badInput', 'name is missing');
      const till = await change(services, principal, own => {
        checkName(principal, name, null);
        const facts = { name, uuid: uuid ?? freeUuid(masterData, own.merchant, name), terminal };
        return find(own.merchant, addTill(masterData, own, facts));
      });
      return sendJson(reply, till);
    },
  );

  app.put<{ Params: { id: string }; Body: TillInput }>(
    `${path}/:id`,
    describeRoute(tag, 'Changes name or terminal of a till; what is left out stays', Till, { body: TillInput }),
    async (request, reply) => {
      const { params, body, principal } = request;
      const job = (own: Change) => {
        if (body.name !== undefined) checkName(principal, body.name, params.id);
        changeTill(masterData, own, params.id, body);
      };
      const read = (merchant: string) => find(merchant, params.id);
      return sendJson(reply, await changeVersion(services, request, read, job));
    },
  );
}
