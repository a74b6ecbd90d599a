/** The page of the loyalty programme: cards, groups, campaigns, vouchers and customers, one at a time. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { Page } from '../Page.tsx';
import { Campaigns } from './Campaigns.tsx';
import { Cards } from './Cards.tsx';
import { Customers } from './Customers.tsx';
import { createLoyaltyClient } from './client.ts';
import { Groups } from './Groups.tsx';
import type { SectionProps } from './sectionProps.ts';
import { Vouchers } from './Vouchers.tsx';

const SECTIONS = { cards: Cards, groups: Groups, campaigns: Campaigns, vouchers: Vouchers, customers: Customers };
type SectionName = keyof typeof SECTIONS;
const names = Object.keys(SECTIONS) as readonly SectionName[];

export default function Loyalty() {
  const { client: bridge, session, managerPage } = useApp();
  const { t } = useLoyaltyTexts();
  const [client] = useState(() => createLoyaltyClient(bridge));
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const [name, setName] = useState<SectionName>('cards');
  const [scanned, setScanned] = useState<string | null>(null);
  // A card that is scanned on this page is looked up here and does not go into the sale.
  useEffect(
    () =>
      managerPage.takeScans(code => {
        setName('cards');
        setScanned(code);
      }),
    [managerPage],
  );
  const Current: (props: SectionProps) => React.ReactNode = SECTIONS[name];
  return (
    <Page title={t('programme.title')}>
      <Choice
        label={t('programme.sections')}
        value={name}
        options={names.map(value => ({ value, text: t(`programme.${value}`) }))}
        onChange={value => {
          setScanned(null);
          setName(value);
        }}
      />
      <Current key={`${name} ${scanned ?? ''}`} client={client} currency={currency} scanned={scanned} />
    </Page>
  );
}
