/** The facts of the shop, and beside them the receipt as it would look. */

import { useState } from 'react';
import type { ShopFacts } from '../../../main/wire/shop.ts';
import { useApp } from '../../app/context.tsx';
import { Form } from '../../form/Form.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { ShopFields } from '../../shop/ShopFields.tsx';
import { shopDraftOf, shopInputOf } from '../../shop/shopDraft.ts';
import { useShopTexts } from '../../texts/pages/shop.ts';
import { PageProblem } from '../Page.tsx';
import { type BridgeDocument, useDocument } from '../useDocument.ts';
import { ReceiptPreview } from './ReceiptPreview.tsx';
import { SaveBar } from './SaveBar.tsx';

export function Facts() {
  const shop = useDocument<ShopFacts>('/bridge/v1/shop');
  if (!shop.value) return <PageProblem problem={shop.problem} onAgain={shop.reload} />;
  return <FactsForm key={shop.version} shop={shop} facts={shop.value} />;
}

interface FactsFormProps {
  readonly shop: BridgeDocument<ShopFacts>;
  readonly facts: ShopFacts;
}

function FactsForm({ shop, facts }: FactsFormProps) {
  const { client, session } = useApp();
  const { t, language } = useShopTexts();
  const [draft, setDraft] = useState(() => shopDraftOf(facts as Parameters<typeof shopDraftOf>[0], language));
  const [loyalty, setLoyalty] = useState(facts.loyalty);
  const changes = { ...shopInputOf(draft), loyalty };
  const save = async () => {
    // The frame of every screen shows the name.
    if (await shop.save(changes)) session.setInfo(await client.screen());
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_auto]">
      <Form onSubmit={() => void save()} className="grid gap-5">
        <ShopFields
          draft={draft}
          onChange={part => setDraft(before => ({ ...before, ...part }))}
          errorAt={member => shop.change.fault(`shop.${member}`)}
        />
        <div>
          <Toggle on={loyalty} text={t('shop.loyalty')} onChange={setLoyalty} />
        </div>
        <SaveBar change={shop.change} onSave={() => void save()} />
      </Form>
      <ReceiptPreview changes={changes} />
    </div>
  );
}
