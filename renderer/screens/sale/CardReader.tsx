/** Other ways to the number of a loyalty card: digits by touch, and the terminal's reader where the terminal has this feature. */

import { useState } from 'react';
import type { CardAnswer } from '../../../main/wire/terminals.ts';
import { useApp } from '../../app/context.tsx';
import { problemOf } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { useTerminalWithFeature } from '../../parts/useTerminalWithFeature.ts';
import { useCustomerTexts } from '../../texts/pages/customer.ts';

interface CardReaderProps {
  readonly onDone: () => void;
  /** Changes the typed number. */
  readonly onType: (change: (before: string) => string) => void;
}

export function CardReader({ onDone, onType }: CardReaderProps) {
  const { client, codes, notices } = useApp();
  const { t } = useCustomerTexts();
  const device = useTerminalWithFeature('readCard');
  const [reading, setReading] = useState(false);
  const read = async (at: string) => {
    const isServed = codes.sameCustomerCheck();
    setReading(true);
    try {
      const card = await client.readCard(at);
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
      notices.show('warn', () => t('card.isPayment', { card: nameOf(cardName, lastFour) }));
    else notices.show('warn', () => t('card.noNumber'));
  };
  return (
    <>
      {device !== null && (
        <Button icon="terminal" busy={reading} onPress={() => void read(device)}>
          {t(reading ? 'card.reading' : 'card.read')}
        </Button>
      )}
      {/* A till with a touch screen may have no keyboard at all. */}
      <div className="hidden basis-full any-pointer-coarse:block">
        <NumberPad
          label={t('login.digits')}
          deleteLabel={t('login.delete')}
          onKey={digit => onType(before => before + digit)}
          onDelete={() => onType(before => before.slice(0, -1))}
        />
      </div>
    </>
  );
}

const nameOf = (name: string | null, lastFour: string | null): string =>
  [name, lastFour && `… ${lastFour}`].filter(Boolean).join(' ');
