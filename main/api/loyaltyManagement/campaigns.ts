/** Campaigns: made, changed, ended, never deleted; and what a basket would get, with nothing written. */
import type { FastifyInstance } from 'fastify';
import { previewOf } from '../../masterData/loyalty/campaignPreview.ts';
import { campaignAnswer, changeCampaign, createCampaign, endCampaign } from '../../masterData/loyalty/campaigns.ts';
import { campaignQueries } from '../../store/loyaltyManagement.ts';
import {
  CampaignAnswer,
  CampaignChange,
  ManagedCampaign,
  NewCampaign,
  Preview,
  PreviewInput,
} from '../../wire/loyaltyManagement.ts';
import { etagOf, registerReader } from '../etag.ts';
import { change } from '../masterDataChange.ts';
import { addListRoute, describeRoute, orNotFound, sendText } from '../resource.ts';
import type { Services } from '../services.ts';
import { type One, PATH, TAG } from './programme.ts';

const path = `${PATH}/campaigns`;
const object = 'loyalty.campaigns';

export function campaignRoutes(app: FastifyInstance, services: Services): void {
  const { loyaltyParts: parts } = services;
  const { campaignBytes } = parts.tables;
  addListRoute(app, services, { path, tag: TAG, object, item: ManagedCampaign, queries: campaignQueries });
  registerReader(app, path, { object, bytes: campaignBytes });
  /** The tag is that of the stored campaign: the warnings hang on the others and on the time. */
  const send = (reply: Parameters<typeof sendText>[0], merchant: string, id: string) => {
    const tag = etagOf(orNotFound(campaignBytes(merchant, id), object, id));
    return sendText(reply.header('etag', tag), JSON.stringify(campaignAnswer(parts, merchant, id)));
  };
  app.get<One>(
    `${path}/:id`,
    describeRoute(TAG, 'One campaign, with what a manager should look at', CampaignAnswer),
    async ({ principal, params }, reply) => send(reply, principal.merchant, params.id),
  );
  app.post<{ Body: NewCampaign }>(
    path,
    describeRoute(TAG, 'A new campaign, behind all others', CampaignAnswer, { body: NewCampaign }),
    async ({ principal, body }, reply) => {
      await change(services, principal, own => createCampaign(parts, own, body));
      return send(reply, principal.merchant, body.id);
    },
  );
  app.put<One & { Body: CampaignChange }>(
    `${path}/:id`,
    {
      ...describeRoute(TAG, 'Replaces a campaign; sales keep what they got', CampaignAnswer, { body: CampaignChange }),
      config: { standing: (merchant: string, id: string) => campaignAnswer(parts, merchant, id) },
    },
    async ({ principal, params, body }, reply) => {
      await change(services, principal, own => changeCampaign(parts, own, params.id, body));
      return send(reply, principal.merchant, params.id);
    },
  );
  app.post<One>(
    `${path}/:id/end`,
    describeRoute(TAG, 'Ends a campaign now; it stays in the list', CampaignAnswer),
    async ({ principal, params }, reply) => {
      await change(services, principal, own => endCampaign(parts, own, params.id));
      return send(reply, principal.merchant, params.id);
    },
  );
  app.post<{ Body: PreviewInput }>(
    `${path}/preview`,
    describeRoute(TAG, 'What this basket would get; nothing is written', Preview, { body: PreviewInput }),
    async ({ principal, body }) => previewOf(parts, principal.merchant, body),
  );
}
