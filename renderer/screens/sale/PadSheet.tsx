/** A number by touch: the quantity of the next article, or an article number. */

import { type FormEvent, useEffect, useState } from 'react';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { isTimes } from '../../scan/scanListener.ts';
import { largestQuantity } from '../../stores/lines.ts';
import { digitsForm, readNumber } from '../../texts/number.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';
import { NumberField } from './NumberField.tsx';

/** A quantity, or the number of an article. */
const NUMBER = digitsForm(14);

export function PadSheet() {
  const { entry, codes, typed, scanner } = useApp();
  const { t } = useBasketTexts();
  const [text, setText] = useState('');
  // Trained cashiers type before the dialog is drawn.
  useEffect(() => {
    const early = typed.take();
    setText(before => before + early);
  }, [typed]);
  // A scan means its article, with the quantity that stands here.
  useEffect(
    () =>
      scanner.redirect(code => {
        // The text is no quantity of this article: the field says why, and nothing is sold.
        if (text !== '' && !codes.multiply(text)) return;
        entry.close();
        codes.takeInBasket(code);
      }),
    [scanner, entry, codes, text],
  );
  const add = (digits: string) => setText(before => before + digits);
  const times = () => codes.multiply(text);
  const search = () => {
    entry.close();
    codes.takeInBasket(text);
  };
  const { value } = readNumber(text, NUMBER);
  const isQuantity = value !== null && value > 0 && value <= largestQuantity;
  return (
    <Sheet manual="sell" title={t('pad.title')} closeLabel={t('common.close')} onClose={entry.close}>
      <form
        className="grid gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isQuantity) times();
        }}
      >
        <NumberField
          label={t('pad.value')}
          value={text}
          form={NUMBER}
          onChange={setText}
          onKeyDown={event => {
            if (!isTimes(event.key)) return;
            event.preventDefault();
            times();
          }}
        />
        <NumberPad
          label={t('adjust.digits')}
          deleteLabel={t('adjust.delete')}
          onKey={add}
          onDelete={() => setText(before => before.slice(0, -1))}
        />
        <Button look="primary" size="tall" hint="×" disabled={!isQuantity} onPress={times}>
          {t('pad.times')}
        </Button>
        <Button size="tall" icon="search" disabled={value === null} onPress={search}>
          {t('pad.search')}
        </Button>
      </form>
    </Sheet>
  );
}
