/** The form of one campaign: what it gives, to whom, when, and what a manager should look at. */
import { useState } from 'react';
import type { CampaignAnswer, CampaignChange } from '../../../main/wire/loyaltyManagement.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { HoldButton } from '../../parts/HoldButton.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { BesideForm } from '../Beside.tsx';
import { PageProblem } from '../Page.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { type CampaignDraft, campaignOf, draftOf, type Effect, effects } from './campaignDraft.ts';
import { GroupSelect, useGroups } from './GroupSelect.tsx';
import { nameIn } from './NameFields.tsx';
import type { SectionProps } from './sectionProps.ts';

type CampaignDetailProps = SectionProps & {
  /** Null: a new one. */
  readonly id: string | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

export function CampaignDetail(props: CampaignDetailProps) {
  const { client, id, onClose } = props;
  const { t, language } = useLoyaltyTexts();
  const { value: opened, problem, reload } = useResource(id, () => client.campaign(id ?? ''));
  return (
    <BesideForm title={opened ? nameIn(opened.value, language) : t('campaigns.new')} onClose={onClose}>
      <PageProblem problem={problem} onAgain={reload} />
      {(opened || id === null) && (
        <CampaignForm {...props} campaign={opened?.value ?? null} version={opened?.version ?? null} />
      )}
    </BesideForm>
  );
}

type CampaignFormProps = CampaignDetailProps & {
  readonly campaign: CampaignAnswer | null;
  readonly version: string | null;
};

/** Names that the form does not show, and that a change keeps. */
function namesByTax(campaign: CampaignAnswer): Pick<CampaignChange, 'nameByTax' | 'nameByTaxEn'> {
  const { nameByTax, nameByTaxEn } = campaign as CampaignAnswer & CampaignChange;
  return { ...(nameByTax ? { nameByTax } : {}), ...(nameByTaxEn ? { nameByTaxEn } : {}) };
}

function CampaignForm({ client, currency, campaign, version, onDone }: CampaignFormProps) {
  const { t, language } = useLoyaltyTexts();
  const change = useChange();
  const [asRead] = useState(() => draftOf(campaign, currency, language));
  const [draft, setDraft] = useState(asRead);
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(asRead);
  const [tried, setTried] = useState(false);
  const [saved, setSaved] = useState(campaign);
  const kept = (campaign?.condition as { cardGroups?: string[] } | undefined)?.cardGroups ?? [];
  const read = campaignOf(draft, currency, kept);
  const submit = async () => {
    setTried(true);
    if ('wrong' in read || (campaign === null && draft.id.trim() === '')) return;
    const { position: _, ...made } = read.campaign;
    const answer = await change.run(() =>
      campaign
        ? client.changeCampaign(campaign.id, { ...namesByTax(campaign), ...read.campaign }, version)
        : client.makeCampaign({ id: draft.id.trim(), ...made }),
    );
    if (!answer) return;
    // The warnings of before the change have been seen.
    if (answer.warnings.length === 0 || JSON.stringify(answer.warnings) === JSON.stringify(saved?.warnings)) onDone();
    else setSaved(answer);
  };
  const end = async () => {
    if (campaign && (await change.run(() => client.endCampaign(campaign.id)))) onDone();
  };
  return (
    <div className="grid gap-4">
      <StatusRegion>
        {saved?.warnings.map(({ warning, texts }) => (
          <Message key={warning} tone={warning === 'everythingFree' ? 'warn' : 'info'}>
            {texts[language]}
          </Message>
        ))}
        {saved !== campaign && <Message tone="good">{t('programme.done')}</Message>}
      </StatusRegion>
      {saved === campaign ? (
        <ChangeForm change={change} submit={t('programme.save')} isUnsaved={isUnsaved} onSubmit={submit}>
          <CampaignFields
            draft={draft}
            isNew={campaign === null}
            currency={currency}
            client={client}
            wrong={tried && 'wrong' in read ? read.wrong : null}
            tried={tried}
            onChange={part => setDraft({ ...draft, ...part })}
          />
          {campaign && (
            <HoldButton
              look="danger"
              size="normal"
              className="justify-items-start"
              busy={change.busy}
              again={t('campaigns.endYes', { name: nameIn(campaign, language) })}
              onHeld={() => void end()}
            >
              {t('campaigns.end')}
            </HoldButton>
          )}
        </ChangeForm>
      ) : (
        <Button look="primary" className="justify-self-end" onPress={onDone}>
          {t('programme.close')}
        </Button>
      )}
    </div>
  );
}

interface FieldsProps extends Pick<SectionProps, 'client' | 'currency'> {
  readonly draft: CampaignDraft;
  readonly isNew: boolean;
  readonly tried: boolean;
  readonly wrong: keyof CampaignDraft | null;
  readonly onChange: (part: Partial<CampaignDraft>) => void;
}

function CampaignFields({ draft, isNew, client, currency, tried, wrong, onChange }: FieldsProps) {
  const { t } = useLoyaltyTexts();
  const groups = useGroups(client);
  const error = (name: keyof CampaignDraft) => {
    if (wrong !== name) return null;
    if (name === 'from' || name === 'to') return t('campaigns.badDay');
    if (name === 'name') return t('programme.missing');
    return t(name === 'value' || name === 'minBasketSum' ? 'programme.badAmount' : 'programme.badNumber');
  };
  const text = (name: keyof CampaignDraft, label: string, path: string = name) => (
    <Field
      name={path}
      label={label}
      value={draft[name]}
      {...(name.startsWith('name') ? { maxLength: 255 } : {})}
      onChange={typed => onChange({ [name]: typed })}
      error={error(name)}
    />
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {isNew && (
          <Field
            name="id"
            label={t('campaigns.id')}
            focused
            maxLength={50}
            value={draft.id}
            onChange={id => onChange({ id })}
            error={tried && draft.id.trim() === '' ? t('programme.missing') : null}
          />
        )}
        {text('name', t('programme.name'))}
        {text('nameEn', t('programme.nameEn'))}
        <Select
          label={t('campaigns.effect')}
          value={draft.effect}
          options={effects.map(value => ({ value, text: t(`campaigns.${value}`) }))}
          onChange={effect => onChange({ effect: effect as Effect })}
        />
        {text('value', draft.effect === 'amount' ? t('programme.amount', { currency }) : t('campaigns.value'))}
        <GroupSelect
          groups={groups}
          value={draft.cardGroup}
          none={t('campaigns.everybody')}
          label={t('campaigns.cardGroups')}
          onChange={cardGroup => onChange({ cardGroup })}
        />
        {text('articleGroups', t('campaigns.articleGroups'), 'condition.articleGroups')}
        {text('articles', t('campaigns.articles'))}
        {text('minQuantity', t('campaigns.minQuantity'))}
        {text('minBasketSum', t('campaigns.minBasketSum', { currency }))}
        {text('from', t('campaigns.from'))}
        {text('to', t('campaigns.to'), 'condition.validTo')}
        {!isNew && text('position', t('campaigns.position'))}
      </div>
      <Choice
        label={t('campaigns.overlap')}
        value={draft.overlap}
        options={[
          { value: 'add', text: t('campaigns.add') },
          { value: 'best', text: t('campaigns.best') },
        ]}
        onChange={overlap => onChange({ overlap })}
      />
    </>
  );
}
