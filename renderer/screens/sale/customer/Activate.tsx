/** An unused card of the stock was scanned: one press activates it and puts it into the basket. */

import { useState } from 'react';
import { useApp } from '../../../app/context.tsx';
import { problemOf } from '../../../bridge/problem.ts';
import { Button } from '../../../parts/Button.tsx';
import { useCustomerTexts } from '../../../texts/pages/customer.ts';
import { createCounterClient } from './counterClient.ts';

export function Activate({ number }: { readonly number: string }) {
  const { basket, client, codes, edit, notices } = useApp();
  const { t } = useCustomerTexts();
  const [busy, setBusy] = useState(false);
  const activate = async () => {
    const isServed = codes.sameCustomerCheck();
    setBusy(true);
    try {
      const merchantcard = await createCounterClient(client.ask).activate(number);
      if (isServed()) edit(one => one.setCard(number, { merchantcard, refusal: null }));
      else basket.dismissRefused();
    } catch (error) {
      const failure = problemOf(error);
      notices.show('warn', ({ problem }) => problem(failure));
    }
    setBusy(false);
  };
  return (
    <Button busy={busy} onPress={() => void activate()}>
      {t('customer.activate')}
    </Button>
  );
}
