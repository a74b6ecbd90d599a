/** Members of requestId beside the contract, and the push address of clone. */
import { afterAll, expect, it } from 'vitest';
import { closeAll, ok, startBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { GeneralContract } from '../../wire/agreements.ts';

afterAll(closeAll);

it('keeps the members for the service', async () => {
  specifies({ Endpoints: 'requestId: payout_account, additional_data, notes, invoice_reference and tid are kept' });
  const bridge = await startBridge();
  const client = await bridge.client();
  const members = {
    additional_data: { create_card: { identifier: '1' } },
    notes: 'Notiz',
    invoice_reference: 'R-1',
    tid: '60001111',
    payout_purpose: 'Auszahlung 1',
  };
  const address = { street: 'Weg', street_number: '1', postal_code: '10115', city: 'Berlin', country: 'DE' };
  const contact = { forename: 'Ada', surname: 'Muster', email: 'ada@shop.example', address };
  const payout_account = { iban: 'DE89370400440532013000', owner: 'Ada Muster' };
  const body = { project: 'Neu', contact, payout_account, ...members };
  const { id } = ok(await client.ask<GeneralContract>('POST', '/api/v2/Payment/Contracts/me/requestId', { body }));
  const [kept] = bridge.rows<{ inner: string }>('SELECT inner FROM general_contract WHERE id = ?', id);
  const inner = JSON.parse(kept?.inner ?? '{}');
  expect(inner.onboarding).toMatchObject(members);
  expect(inner.account).toMatchObject({ ...payout_account, iban: expect.stringMatching(/^sealed1\./) });
});

it('url_push of clone receives the payments of its project that name no address themselves', async () => {
  specifies({
    'Endpoints: Payment Contracts': 'clone: url_push is the default push address of the project',
    Events: 'url_push of a contract clone',
  });
  const bridge = await startBridge();
  const client = await bridge.client();
  const project = { project: 'Neu', url_push: 'https://shop.example/project' };
  const { id } = ok(await client.ask<GeneralContract>('POST', '/api/v2/Payment/Contracts/me/clone', { body: project }));
  const paid = async (more: object) => {
    const body = { amount: 500, contract: id, ...more };
    const made = await client.ask<{ id: string }>('POST', '/api/v2/Payment/Svcprepays', { body });
    return bridge
      .rows<{ url: string }>("SELECT document ->> 'url' AS url FROM push WHERE query_object = ?", ok(made).id)
      .map(({ url }) => url);
  };
  expect(await paid({})).toEqual(['https://shop.example/project']);
  const own = 'https://shop.example/payment';
  expect(await paid({ redirect_url: { url_push: own } })).toEqual([own]);
});

interface Body {
  readonly $ref?: string;
  readonly properties?: { readonly url_push: { readonly deprecated?: boolean } };
}

it('url_push of clone is marked as deprecated, and that of requestId is not', async () => {
  specifies({ Versioning: 'url_push of clone is announced for removal, and marked as deprecated' });
  const bridge = await startBridge();
  const { paths, components } = (await (await fetch(`${bridge.url}/docs/json`)).json()) as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: Body }> } } }>;
    components: { schemas: Record<string, Body> };
  };
  const deprecated = (action: string) => {
    const body =
      paths[`/api/v2/Payment/Contracts/{id}/${action}`]?.post.requestBody.content['application/json']?.schema;
    const whole = components.schemas[body?.$ref?.split('/').at(-1) ?? ''] ?? body;
    return whole?.properties?.url_push.deprecated;
  };
  expect([deprecated('clone'), deprecated('requestId')]).toEqual([true, undefined]);
});
