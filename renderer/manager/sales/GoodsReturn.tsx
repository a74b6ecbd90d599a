/** The form of a return: articles and quantities, the reason, and where the money goes; then to the till. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { Returnable, ReturnPreview } from '../../../main/wire/returns.ts';
import { useApp } from '../../app/context.tsx';
import type { Problem } from '../../bridge/problem.ts';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useReturnsTexts } from '../../texts/pages/returns.ts';
import { EarlierReturns } from './EarlierReturns.tsx';
import { chosenLines, type Quantities, ReturnLines } from './ReturnLines.tsx';
import { ReturnOutcome } from './ReturnOutcome.tsx';
import { ReturnReason } from './ReturnReason.tsx';
import { useReturnSteps } from './useReturnSteps.ts';

interface GoodsReturnProps {
  readonly sale: string;
  readonly onClose: () => void;
}

export function GoodsReturn({ sale, onClose }: GoodsReturnProps) {
  const { basket, client } = useApp();
  const { t, problem: textOf } = useReturnsTexts();
  const hasBasket = useStore(basket, state => state.lines.length > 0);
  const [quantities, setQuantities] = useState<Quantities>({});
  const [reason, setReason] = useState('');
  const { value: returnable, problem } = useResource(sale, () =>
    client.ask<Returnable>('GET', `/bridge/v1/sales/${sale}/returnable`),
  );
  const chosen = chosenLines(sale, returnable?.lines ?? [], quantities);
  const preview = usePreview({ lines: chosen });
  const { busy, refused, open } = useReturnSteps(onClose);
  const shown = problem ?? preview.problem ?? refused;
  const isReady = chosen.length > 0 && reason.trim() !== '' && preview.answer !== null && !busy;
  return (
    <section aria-label={t('back.title')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StatusRegion>{shown && <Message tone="error">{textOf(shown)}</Message>}</StatusRegion>
      {!returnable && !problem && <p role="status">{t('back.loading')}</p>}
      {returnable?.refused && <Message tone="info">{t(`back.refused.${returnable.refused}`)}</Message>}
      {returnable && <EarlierReturns returns={returnable.returns} onClose={onClose} />}
      {returnable && !returnable.refused && hasBasket && <Message tone="info">{t('back.finishFirst')}</Message>}
      {returnable && !returnable.refused && !hasBasket && (
        <>
          <ReturnLines lines={returnable.lines} quantities={quantities} onChange={setQuantities} />
          <ReturnReason reason={reason} onChange={setReason} />
          {preview.answer && <ReturnOutcome preview={preview.answer} />}
          {!isReady && !busy && chosen.length + reason.length === 0 && <p className="text-soft">{t('back.choose')}</p>}
          <ReturnButtons
            isReady={isReady}
            busy={busy}
            value={preview.answer?.value ?? 0}
            onOpen={isExchange => void open({ lines: chosen, reason: reason.trim() }, isExchange)}
          />
        </>
      )}
    </section>
  );
}

interface ReturnButtonsProps {
  readonly isReady: boolean;
  readonly busy: boolean;
  readonly value: number;
  readonly onOpen: (isExchange: boolean) => void;
}

export function ReturnButtons({ isReady, busy, value, onOpen }: ReturnButtonsProps) {
  const { t, money } = useReturnsTexts();
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="tall"
        look="primary"
        icon="cash"
        disabled={!isReady}
        busy={busy}
        className="flex-auto"
        onPress={() => onOpen(false)}
      >
        {t('back.payOut', { amount: money(value) })}
      </Button>
      <Button
        size="tall"
        icon="basket"
        disabled={!isReady}
        busy={busy}
        className="flex-auto"
        onPress={() => onOpen(true)}
      >
        {t('back.exchange')}
      </Button>
    </div>
  );
}

/** Nothing chosen is not asked about. */
interface PreviewInput {
  readonly lines?: readonly object[];
  readonly articles?: readonly object[];
}

/** The answer of the bridge about this choice; the answer of an earlier choice is not shown. */
export function usePreview(input: PreviewInput): {
  readonly answer: ReturnPreview | null;
  readonly problem: Problem | null;
} {
  const { client } = useApp();
  const { lines = [], articles = [] } = input;
  const isChosen = lines.length + articles.length > 0;
  const { value, loading, problem } = useResource(isChosen ? JSON.stringify(input) : null, () =>
    client.ask<ReturnPreview>('POST', '/bridge/v1/returns/preview', input),
  );
  const isNow = isChosen && !loading;
  return { answer: isNow && !problem ? value : null, problem: isNow ? problem : null };
}
