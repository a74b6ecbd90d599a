/** Campaigns: made, changed, put in order, ended. A campaign is never deleted, because sales name it. */
import type { Campaign } from '../../domain/campaigns.ts';
import type { CampaignAnswer, CampaignChange, ManagedCampaign, NewCampaign } from '../../wire/loyaltyManagement.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { audited, type Change } from '../masterData.ts';
import type { InputFault } from '../shop.ts';
import { campaignWarnings } from './campaignWarnings.ts';
import { fault, type LoyaltyParts, refuseFaults } from './parts.ts';

/** Inside a job. */
export function createCampaign(parts: LoyaltyParts, change: Change, input: NewCampaign): void {
  const { merchant } = change;
  if (parts.tables.campaign(merchant, input.id))
    refuseFaults([fault('id', 'Diese Kennung hat schon eine Aktion.', 'A campaign has this id already.')]);
  // The bonus balance of a card and vouchers stand in the same place of a line.
  if (input.id === 'balance' || input.id.startsWith('voucher-'))
    refuseFaults([fault('id', 'Diese Kennung ist vergeben.', 'This id is reserved.')]);
  const campaign = withNames(input);
  refuseFaults(conditionFaults(parts, merchant, campaign.condition, 'condition'));
  parts.data.shopStore.keepCampaign(merchant, campaign);
  audited(parts.data, change, {
    kind: 'campaign',
    subject: input.id,
    action: 'created',
    before: null,
    after: campaign,
  });
}

/** Inside a job: everything of the campaign but its id is replaced. */
export function changeCampaign(
  parts: LoyaltyParts,
  change: Change,
  id: string,
  { position, ...input }: CampaignChange,
): void {
  const { merchant } = change;
  const before = readCampaign(parts, merchant, id);
  const after = withNames({ id, ...input });
  refuseFaults(conditionFaults(parts, merchant, after.condition, 'condition'));
  if (JSON.stringify(before) !== JSON.stringify(after)) keep(parts, change, before, after);
  if (position !== undefined) move(parts, change, id, position);
}

/** Without an English name where there is none. */
const withNames = ({ nameEn, ...campaign }: NewCampaign): Campaign =>
  ({ ...campaign, ...(nameEn ? { nameEn } : {}) }) as Campaign;

/** Inside a job: the campaign gives nothing from now on. One that has ended already stays as it is. */
export function endCampaign(parts: LoyaltyParts, change: Change, id: string): void {
  const before = readCampaign(parts, change.merchant, id);
  const now = parts.world.clock.now();
  const { validFrom, validTo } = before.condition;
  if (validTo && Date.parse(validTo) <= now) return;
  const end = timestamp(now);
  const condition = {
    ...before.condition,
    validTo: end,
    // A campaign that has not begun never begins.
    ...(validFrom && Date.parse(validFrom) > now ? { validFrom: end } : {}),
  };
  keep(parts, change, before, { ...before, condition });
}

function keep({ data }: LoyaltyParts, change: Change, before: Campaign, after: Campaign): void {
  data.shopStore.keepCampaign(change.merchant, after);
  audited(data, change, { kind: 'campaign', subject: after.id, action: 'changed', before, after });
}

function move(parts: LoyaltyParts, change: Change, id: string, position: number): void {
  const before = placeOf(parts, change.merchant, id);
  parts.tables.moveCampaign(change.merchant, id, position);
  const after = placeOf(parts, change.merchant, id);
  if (before === after) return;
  const [was, is] = [{ position: before }, { position: after }];
  audited(parts.data, change, { kind: 'campaign', subject: id, action: 'changed', before: was, after: is });
}

const placeOf = ({ data }: LoyaltyParts, merchant: string, id: string): number =>
  data.loyalty.campaigns(merchant).findIndex(campaign => campaign.id === id) + 1;

function readCampaign({ tables }: LoyaltyParts, merchant: string, id: string): Campaign {
  const campaign = tables.campaign(merchant, id);
  if (!campaign) throw new BridgeError('notFound', `there is no loyalty.campaigns ${id}`);
  return campaign;
}

/** Faults in the conditions of a campaign or a voucher that the schema cannot see. */
export function conditionFaults(
  { data, tables }: LoyaltyParts,
  merchant: string,
  { cardGroups = [], articleGroups = [], validFrom, validTo }: Campaign['condition'],
  path: string,
): readonly InputFault[] {
  const knownCards = new Set(data.loyalty.groups.all(merchant).map(({ document }) => document.id));
  const isOver = validFrom && validTo && Date.parse(validTo) <= Date.parse(validFrom);
  return [
    ...cardGroups
      .filter(id => !knownCards.has(id))
      .map(id =>
        fault(`${path}.cardGroups`, `Eine Kartengruppe ${id} gibt es nicht.`, `There is no card group ${id}.`),
      ),
    ...articleGroups
      .filter(id => !tables.hasArticleGroup(merchant, id))
      .map(id =>
        fault(`${path}.articleGroups`, `Eine Warengruppe ${id} gibt es nicht.`, `There is no article group ${id}.`),
      ),
    ...(isOver
      ? [fault(`${path}.validTo`, 'Das Ende liegt nicht nach dem Anfang.', 'The end is not after the beginning.')]
      : []),
  ];
}

/** The campaign as it is stored, with what a manager should look at. */
export function campaignAnswer(parts: LoyaltyParts, merchant: string, id: string): CampaignAnswer {
  const text = parts.tables.campaignBytes(merchant, id);
  if (text === undefined) throw new BridgeError('notFound', `there is no loyalty.campaigns ${id}`);
  const stored = JSON.parse(text.toString()) as ManagedCampaign;
  const campaign = readCampaign(parts, merchant, id);
  const others = parts.data.loyalty.campaigns(merchant).filter(other => other.id !== id);
  return { ...stored, warnings: [...campaignWarnings(campaign, others, parts.world.clock.now())] };
}
