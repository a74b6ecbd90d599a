/** The page of the loyalty programme: cards, groups, campaigns, vouchers and customers, one at a time. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { Page } from '../Page.tsx';
import { Parts } from '../Parts.tsx';
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
  const [scanned, setScanned] = useState<string | null>(null);
  // A card that is scanned on this page is looked up here and does not go into the sale.
  useEffect(
    () =>
      managerPage.takeScans(code => {
        managerPage.go('loyalty', 'cards');
        setScanned(code);
      }),
    [managerPage],
  );
  return (
    <Page title={t('programme.title')}>
      <Parts
        page="loyalty"
        label={t('programme.sections')}
        parts={names.map(value => ({ value, text: t(`programme.${value}`) }))}
      >
        {name => {
          const Current: (props: SectionProps) => React.ReactNode = SECTIONS[name];
          const found = name === 'cards' ? scanned : null;
          return <Current key={`${name} ${found ?? ''}`} client={client} currency={currency} scanned={found} />;
        }}
      </Parts>
    </Page>
  );
}
