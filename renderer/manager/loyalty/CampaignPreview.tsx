/** Tries a basket on the campaigns as they are; nothing is written. */
import { useState } from 'react';
import type { Preview } from '../../../main/wire/loyaltyManagement.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Fact, Message, StatusRegion } from '../../parts/Panel.tsx';
import { formatMoney, formatRate } from '../../texts/money.ts';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { Section } from '../Page.tsx';
import { type SectionProps, typedList } from './sectionProps.ts';

export function CampaignPreview({ client, currency }: SectionProps) {
  const { t, language, problem: textOf } = useLoyaltyTexts();
  const change = useChange();
  const [basket, setBasket] = useState('');
  const [card, setCard] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);
  const codes = typedList(basket);
  const submit = async () => {
    if (codes.length === 0) return;
    const products = codes.map(code => ({ code }));
    const cardnumber = card.replaceAll(' ', '');
    const answer = await change.run(() => client.preview({ products, ...(cardnumber === '' ? {} : { cardnumber }) }));
    setPreview(answer);
  };
  const wrongCode =
    codes.map((_, index) => change.fault(`products[${index}].code`)).find(text => text !== null) ?? null;
  const money = (minor: number) => formatMoney(minor, currency, language);
  return (
    <Section title={t('campaigns.preview')}>
      <p className="text-soft">{t('campaigns.previewHelp')}</p>
      <Form onSubmit={() => void submit()} errors={change.faults} className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('campaigns.basket')} value={basket} onChange={setBasket} error={wrongCode} />
        <Field name="cardnumber" label={t('campaigns.card')} numeric value={card} onChange={setCard} />
        <Button look="primary" className="justify-self-start" busy={change.busy} onPress={() => void submit()}>
          {t('campaigns.try')}
        </Button>
      </Form>
      <StatusRegion>
        {change.problem && wrongCode === null && change.isOther('cardnumber') && (
          <Message tone="error">{textOf(change.problem)}</Message>
        )}
        {preview && (
          <dl className="grid gap-1">
            <Fact name={t('campaigns.sum')}>{money(preview.sum)}</Fact>
            {preview.lines.map(({ campaign, tax, name, discount }) => (
              <Fact key={`${campaign} ${tax}`} name={`${name} (${formatRate(tax, language)})`}>
                {money(-discount)}
              </Fact>
            ))}
            {preview.bonusUsed > 0 && <Fact name={t('cards.bonus')}>{money(-preview.bonusUsed)}</Fact>}
            {preview.cashUsed > 0 && <Fact name={t('cards.cash')}>{money(-preview.cashUsed)}</Fact>}
            <Fact name={t('campaigns.missing')} id="preview-missing">
              {money(preview.missing)}
            </Fact>
            {preview.points > 0 && <Fact name={t('campaigns.points')}>{preview.points}</Fact>}
            {preview.bonusCollected > 0 && <Fact name={t('campaigns.collected')}>{money(preview.bonusCollected)}</Fact>}
          </dl>
        )}
        {preview && preview.campaigns.length > 0 && (
          <ul className="mt-3 grid gap-1">
            {preview.campaigns.map(({ id, name, applies, why }) => (
              <li key={id}>
                <strong>{name}</strong>: {applies || why === null ? t('campaigns.applies') : t(`campaigns.why.${why}`)}
              </li>
            ))}
          </ul>
        )}
      </StatusRegion>
    </Section>
  );
}
