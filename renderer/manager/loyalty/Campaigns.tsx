/** Campaigns in their order, and what a basket would get. */
import { useState } from 'react';
import type { ManagedCampaign } from '../../../main/wire/loyaltyManagement.ts';
import { useRows } from '../../data/useRows.ts';
import { Button } from '../../parts/Button.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { Section } from '../Page.tsx';
import { CampaignPreview } from './CampaignPreview.tsx';
import { CampaignSheet } from './CampaignSheet.tsx';
import { nameIn } from './NameFields.tsx';
import { RowList, Tile } from './Rows.tsx';
import type { SectionProps } from './sectionProps.ts';

export function Campaigns(props: SectionProps) {
  const { client } = props;
  const { t, language } = useLoyaltyTexts();
  const rows = useRows('campaigns', client.campaigns);
  const [open, setOpen] = useState<string | null>(null);
  const close = () => {
    setOpen(null);
    rows.reload();
  };
  return (
    <>
      <Section title={t('programme.campaigns')}>
        <Button look="primary" icon="plus" className="justify-self-start" onPress={() => setOpen('')}>
          {t('campaigns.new')}
        </Button>
        <RowList of={rows} keyOf={({ id }) => id}>
          {campaign => (
            <Tile
              title={`${campaign.position}. ${nameIn(campaign, language)}`}
              label={t('campaigns.open', { name: nameIn(campaign, language) })}
              facts={[t(`campaigns.${stateOf(campaign)}`)]}
              onOpen={() => setOpen(campaign.id)}
            />
          )}
        </RowList>
      </Section>
      <CampaignPreview {...props} />
      {open !== null && <CampaignSheet {...props} id={open || null} onClose={close} />}
    </>
  );
}

function stateOf({ condition }: ManagedCampaign): 'ended' | 'planned' | 'runs' {
  const { validFrom, validTo } = condition as { validFrom?: string; validTo?: string };
  if (validTo && Date.parse(validTo) <= Date.now()) return 'ended';
  return validFrom && Date.parse(validFrom) > Date.now() ? 'planned' : 'runs';
}
