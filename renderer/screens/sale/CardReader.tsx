/** Reads the loyalty card at the terminal's reader, where the terminal has this feature. */

import { useState } from 'react';
import type { CardAnswer } from '../../../main/wire/terminals.ts';
import { useApp } from '../../app/context.tsx';
import { problemOf } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { useTerminalWithFeature } from '../../parts/useTerminalWithFeature.ts';
import { useTexts } from '../../texts/context.tsx';

export default function CardReader({ onDone }: { readonly onDone: () => void }) {
  const { client, codes, notices } = useApp();
  const { t } = useTexts();
  const device = useTerminalWithFeature('readCard');
  const [reading, setReading] = useState(false);
  if (device === null) return null;
  const read = async () => {
    const isServed = codes.sameCustomerCheck();
    setReading(true);
    try {
      const card = await client.readCard(device);
      // The customer may have paid in the meantime: the card must not reach the next customer.
      if (isServed()) take(card);
    } catch (error) {
      const failure = problemOf(error);
      notices.show('warn', ({ problem }) => problem(failure));
    }
    setReading(false);
  };
  const take = ({ number, lastFour, cardName }: CardAnswer) => {
    if (number) {
      codes.takeTypedCard(number);
      onDone();
    } else if (cardName || lastFour)
      notices.show('warn', texts => texts.t('card.isPayment', { card: nameOf(cardName, lastFour) }));
    else notices.show('warn', texts => texts.t('card.noNumber'));
  };
  return (
    <Button icon="terminal" busy={reading} onPress={() => void read()}>
      {t(reading ? 'card.reading' : 'card.read')}
    </Button>
  );
}

const nameOf = (name: string | null, lastFour: string | null): string =>
  [name, lastFour && `… ${lastFour}`].filter(Boolean).join(' ');
