/** Name, address and tax numbers of the shop, and what stands on its receipts. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { ShopFields } from '../shop/ShopFields.tsx';
import { shopDraftOf, shopInputOf } from '../shop/shopDraft.ts';
import { useSetupTexts } from '../texts/pages/setup.ts';
import { StepForm, type StepProps, useErrors } from './StepForm.tsx';

export function ShopStep({ store }: StepProps) {
  const { t, language } = useSetupTexts();
  const proposal = useStore(store, state => state.kept?.proposal.shop) as object | undefined;
  const [draft, setDraft] = useState(() =>
    shopDraftOf({ ...proposal, ...(store.draft().shop ?? { language }) }, language),
  );
  const [isSent, setSent] = useState(false);
  const errorAt = useErrors(store);
  const submit = async () => {
    setSent(true);
    if (draft.name.trim() !== '' && (await store.keep({ shop: shopInputOf(draft) }))) store.next();
  };
  return (
    <StepForm store={store} onSubmit={() => void submit()}>
      <ShopFields
        focused
        draft={draft}
        onChange={changes => setDraft(before => ({ ...before, ...changes }))}
        errorAt={member =>
          member === 'name' && isSent && draft.name.trim() === '' ? t('setup.required') : errorAt(`shop.${member}`)
        }
      />
    </StepForm>
  );
}
