/** The weight of goods without a label: from the scale of the till, or typed; the packaging is taken off. */

import { type FormEvent, useState } from 'react';
import type { Article } from '../../../main/wire/catalogue.ts';
import { Button } from '../../parts/Button.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { priceOfGrams } from '../../stores/lines.ts';
import { editableMeasure, formatMeasure } from '../../texts/measure.ts';
import { readNumber } from '../../texts/number.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';
import { useScaleTexts } from '../../texts/pages/scales.ts';
import { NumberField } from './NumberField.tsx';
import { type TillScale, useScale } from './useScale.ts';

interface WeightSheetProps {
  readonly article: Article;
  readonly name: string;
  readonly answer: (grams: number | null) => void;
}

/** Grams, below a ton. */
const WEIGHT = { decimals: 3, most: 999_999 } as const;
const TARE = { decimals: 0, most: 99_999 } as const;

const kilograms = (grams: number) => ({ value: grams, decimals: 3, unit: 'kg' });

export function WeightSheet({ article, name, answer }: WeightSheetProps) {
  const { t, money, language } = useBasketTexts();
  const { t: scaleText } = useScaleTexts();
  const [text, setText] = useState('');
  const [tareText, setTareText] = useState<string | null>(null);
  const scale = useScale(article.price, grams =>
    // A weight that somebody types in the meantime stays.
    setText(before => (before === '' ? editableMeasure(kilograms(grams), language) : before)),
  );
  const gross = readNumber(text, WEIGHT).value;
  const tare = readNumber(tareText ?? '', TARE);
  const grams = gross === null || tare.fault ? null : gross - (tare.value ?? 0);
  const isGood = grams !== null && grams > 0;
  const take = (event?: FormEvent) => {
    event?.preventDefault();
    if (isGood) answer(grams);
  };
  return (
    <Sheet
      manual="sell"
      title={t('question.weightTitle', { name })}
      closeLabel={t('common.close')}
      onClose={() => answer(null)}
    >
      <form onSubmit={take} className="grid gap-3">
        {scale && (text === '' || gross === scale.weighed?.grams) && (
          <ScaleState
            weighed={scale.weighed}
            onAgain={() => {
              setText('');
              scale.again();
            }}
          />
        )}
        <div className={`grid gap-3 ${tareText === null ? '' : 'sm:grid-cols-2'}`}>
          <NumberField label={t('question.weight')} value={text} form={WEIGHT} onChange={setText} />
          {tareText === null ? (
            <Button className="justify-self-start" onPress={() => setTareText('')}>
              {scaleText('weigh.tare')}
            </Button>
          ) : (
            <NumberField label={scaleText('weigh.tareGrams')} value={tareText} form={TARE} onChange={setTareText} />
          )}
        </div>
        <StatusRegion>
          {gross !== null && gross > 0 && grams !== null && grams <= 0 && (
            <Message tone="warn">{scaleText('weigh.tareTooMuch')}</Message>
          )}
        </StatusRegion>
        <p className="figures min-h-6 text-end text-lg font-semibold text-soft">
          {isGood && tare.value ? (
            <span className="block text-base font-normal">
              {scaleText('weigh.net', { gross: formatMeasure(kilograms(gross ?? 0), language), tare: tare.value })}
            </span>
          ) : null}
          {isGood &&
            `${formatMeasure(kilograms(grams), language)} × ${money(article.price)}/kg = ${money(priceOfGrams(grams, article.price))}`}
        </p>
        <NumberPad
          label={t('adjust.digits')}
          deleteLabel={t('adjust.delete')}
          decimals={WEIGHT.decimals}
          onKey={key =>
            tareText === null ? setText(before => before + key) : setTareText(before => `${before}${key}`)
          }
          onDelete={() =>
            tareText === null ? setText(before => before.slice(0, -1)) : setTareText(tareText.slice(0, -1))
          }
        />
        <Button look="primary" size="tall" hint="Enter" disabled={!isGood} onPress={() => take()}>
          {t('question.weightTake')}
        </Button>
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </Sheet>
  );
}

/** The words of the scale, and the way to weigh other goods. */
function ScaleState({ weighed, onAgain }: Pick<TillScale, 'weighed'> & { readonly onAgain: () => void }) {
  const { t, language } = useScaleTexts();
  const isWeight = weighed?.kind === 'weight' && weighed.grams !== null;
  const text = isWeight
    ? t('weigh.weight', { weight: formatMeasure(kilograms(weighed.grams ?? 0), language) })
    : t(weighed && weighed.kind !== 'weight' ? `weigh.${weighed.kind}` : 'weigh.waits');
  const waits = weighed === null || weighed.kind === 'empty' || weighed.kind === 'moving';
  return (
    <StatusRegion>
      <Message
        tone={isWeight ? 'good' : waits ? 'info' : 'warn'}
        action={isWeight && <Button onPress={onAgain}>{t('weigh.again')}</Button>}
      >
        {text}
      </Message>
    </StatusRegion>
  );
}
