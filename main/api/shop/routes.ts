/** The shop for its managers: facts, tax rates, tills. Changes write the audit log; `If-Match` guards against lost updates. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Change } from '../../masterData/masterData.ts';
import { changedShop, changeShop, readShop, shopFaults } from '../../masterData/shop.ts';
import { changeTaxRates, ratesAt, taxRateFaults } from '../../masterData/taxRates.ts';
import { addTill, changeTill, freeUuid, tillsOfShop } from '../../masterData/tills.ts';
import { ErrorBody } from '../../wire/shapes.ts';
import { ShopFacts, ShopInput, TaxRates, TaxRatesInput, Till, TillInput, Tills } from '../../wire/shop.ts';
import { actorOf } from '../../world/audit.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { Services } from '../services.ts';

const tags = ['Master data'];
const described = (summary: string, answer: object) => ({
  tags,
  summary,
  response: { 200: answer, '4xx': ErrorBody, '5xx': ErrorBody },
});
const changeOf = (principal: Principal): Change => ({ merchant: principal.merchant, actor: actorOf(principal) });

/** Throws `badInput` with the first fault; the others stand beside it. */
function refuse(faults: ReturnType<typeof shopFaults>): void {
  const [first] = faults;
  if (first) throw new BridgeError('badInput', `${first.path}: ${first.texts.en}`, { extra: { faults } });
}

const ShopChanges = Type.Object(
  { ...Type.Partial(ShopInput).properties, loyalty: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);

export function shopFactsRoutes(app: FastifyInstance, { masterData, world }: Services): void {
  const path = '/bridge/v1/shop';
  app.get(path, { schema: described('The facts of the shop', ShopFacts) }, async ({ principal }) =>
    readShop(masterData, principal.merchant),
  );
  app.put<{ Body: Type.Static<typeof ShopChanges> }>(
    path,
    { schema: { ...described('Changes facts of the shop; what is left out stays', ShopFacts), body: ShopChanges } },
    async ({ principal, body }) => {
      const change = changeOf(principal);
      await world.ledger.write(() => {
        const before = readShop(masterData, change.merchant);
        const after = changedShop(before, body);
        refuse(shopFaults(after));
        if (after.currency !== before.currency && masterData.shopStore.hasSales(change.merchant))
          throw new BridgeError('shopInUse', 'currency: something has been sold in the old one');
        changeShop(masterData, change, body);
      });
      return readShop(masterData, change.merchant);
    },
  );
}

export function taxRateRoutes(app: FastifyInstance, { masterData, world }: Services): void {
  const path = '/bridge/v1/tax-rates';
  const read = (merchant: string) => {
    const data = masterData.shopStore.taxRates(merchant);
    return { data: [...data], today: ratesAt(data, world.clock.now(), readShop(masterData, merchant).timeZone) };
  };
  app.get(path, { schema: described('The tax rates with their days', TaxRates) }, async ({ principal }) =>
    read(principal.merchant),
  );
  app.put<{ Body: TaxRatesInput }>(
    path,
    { schema: { ...described('Replaces all tax rates; sales keep their own', TaxRates), body: TaxRatesInput } },
    async ({ principal, body }) => {
      refuse(taxRateFaults(body.data, 'data'));
      await world.ledger.write(() => changeTaxRates(masterData, changeOf(principal), body.data));
      return read(principal.merchant);
    },
  );
}

export function shopTillRoutes(app: FastifyInstance, { masterData, world }: Services): void {
  const path = '/bridge/v1/tills';
  const find = (merchant: string, id: string) => {
    const till = tillsOfShop(masterData, merchant).find(one => one.id === id);
    if (!till) throw new BridgeError('notFound', `there is no till ${id}`);
    return till;
  };
  app.get(path, { schema: described('The tills and the terminal of each', Tills) }, async ({ principal }) => {
    const data = [...tillsOfShop(masterData, principal.merchant)];
    return { count: data.length, data };
  });
  app.post<{ Body: TillInput }>(
    path,
    { schema: { ...described('A new till', Till), body: TillInput } },
    async ({ principal, body }) => {
      const { name, uuid, terminal = null } = body;
      if (name === undefined) throw new BridgeError('badInput', 'name is missing');
      const change = changeOf(principal);
      const id = await world.ledger.write(() =>
        addTill(masterData, change, { name, uuid: uuid ?? freeUuid(masterData, change.merchant, name), terminal }),
      );
      return find(change.merchant, id);
    },
  );
  app.put<{ Params: { id: string }; Body: TillInput }>(
    `${path}/:id`,
    { schema: { ...described('Changes name or terminal of a till; what is left out stays', Till), body: TillInput } },
    async ({ principal, params, body }) => {
      const change = changeOf(principal);
      await world.ledger.write(() => changeTill(masterData, change, params.id, body));
      return find(change.merchant, params.id);
    },
  );
}
