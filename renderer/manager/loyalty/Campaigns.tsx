/** Campaigns in their order, and what a basket would get. */
import type { ManagedCampaign } from '../../../main/wire/loyaltyManagement.ts';
import { useRows } from '../../data/useRows.ts';
import { Button } from '../../parts/Button.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { Beside, useOpened } from '../Beside.tsx';
import { Section } from '../Page.tsx';
import { CampaignDetail } from './CampaignDetail.tsx';
import { CampaignPreview } from './CampaignPreview.tsx';
import { nameIn } from './NameFields.tsx';
import { RowList, Tile } from './Rows.tsx';
import type { SectionProps } from './sectionProps.ts';

export function Campaigns(props: SectionProps) {
  const { client } = props;
  const { t, language } = useLoyaltyTexts();
  const rows = useRows('campaigns', client.campaigns);
  const { open, show, replace } = useOpened<string>();
  const close = () => {
    replace(null);
    rows.reload();
  };
  const form = open !== null && (
    <CampaignDetail key={open} {...props} id={open || null} onClose={() => show(null)} onDone={close} />
  );
  return (
    <Beside form={form}>
      <Section title={t('programme.campaigns')}>
        <Button look={form ? 'tonal' : 'primary'} icon="plus" className="justify-self-start" onPress={() => show('')}>
          {t('campaigns.new')}
        </Button>
        <RowList of={rows} keyOf={({ id }) => id}>
          {campaign => (
            <Tile
              title={`${campaign.position}. ${nameIn(campaign, language)}`}
              label={t('campaigns.open', { name: nameIn(campaign, language) })}
              facts={[t(`campaigns.${stateOf(campaign)}`)]}
              isChosen={campaign.id === open}
              onOpen={() => show(campaign.id)}
            />
          )}
        </RowList>
      </Section>
      <CampaignPreview {...props} />
    </Beside>
  );
}

function stateOf({ condition }: ManagedCampaign): 'ended' | 'planned' | 'runs' {
  const { validFrom, validTo } = condition as { validFrom?: string; validTo?: string };
  if (validTo && Date.parse(validTo) <= Date.now()) return 'ended';
  return validFrom && Date.parse(validFrom) > Date.now() ? 'planned' : 'runs';
}
