/** The customers who have checked in, newest first; a tap serves one as if the card had been scanned. */

import { useEffect, useState } from 'react';
import type { Checkin } from '../../../../main/wire/checkins.ts';
import { useApp } from '../../../app/context.tsx';
import { type Problem, problemOf } from '../../../bridge/problem.ts';
import { Button } from '../../../parts/Button.tsx';
import { Message } from '../../../parts/Panel.tsx';
import { useCustomerTexts } from '../../../texts/pages/customer.ts';
import { createCounterClient } from './counterClient.ts';

/** Null until the bridge has answered; loaded again when somebody comes or goes. */
export function useCheckins(): readonly Checkin[] | null {
  const { client, listen } = useApp();
  const [checkins, setCheckins] = useState<readonly Checkin[] | null>(null);
  useEffect(() => {
    let left = false;
    const load = () =>
      createCounterClient(client.ask)
        .checkins()
        .then(data => left || setCheckins(data.filter(({ merchantcard }) => merchantcard !== null)), problemOf);
    void load();
    const stop = listen(event => event.name === 'checkins' && void load());
    return () => {
      left = true;
      stop();
    };
  }, [client, listen]);
  return checkins;
}

export function CheckedIn({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const { t, time, problem: textOf } = useCustomerTexts();
  const checkins = useCheckins();
  const [problem, setProblem] = useState<Problem | null>(null);
  const serve = async ({ id, merchantcard }: Checkin) => {
    const number = merchantcard?.card.cardnumber ?? '';
    const isServed = app.codes.sameCustomerCheck();
    setProblem(null);
    try {
      const card = await app.client.card(number);
      if (!isServed()) return;
      if (!card || card.refusal) app.basket.refuseCard(number, card?.refusal ?? 'unknown');
      else app.edit(basket => basket.setCard(number, card, id));
      onDone();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <div className="grid gap-2">
      {problem && <Message tone="error">{textOf(problem)}</Message>}
      {checkins?.length === 0 && <p className="text-soft">{t('customer.noCheckins')}</p>}
      <ul className="grid gap-2">
        {checkins?.map(checkin => (
          <li key={checkin.id} className="grid">
            <Button
              size="tall"
              icon="person"
              className="justify-start text-start"
              label={t('customer.take', { name: checkin.customerName })}
              onPress={() => void serve(checkin)}
            >
              <span className="grid min-w-0">
                <span className="truncate">{checkin.customerName}</span>
                <span className="figures text-sm font-normal">
                  {checkin.merchantcard?.card.cardnumber} ·{' '}
                  {t('customer.checkedIn', { time: time(Date.parse(checkin.created)) })}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
