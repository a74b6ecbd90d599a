/** What of a sale comes back: articles and quantities, the reason, and where the money goes; then to the till. */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Returnable, ReturnPreview } from '../../../main/wire/returns.ts';
import { useApp } from '../../app/context.tsx';
import { type Problem, problemOf } from '../../bridge/problem.ts';
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
  const [returnable, setReturnable] = useState<Returnable | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const chosen = chosenLines(sale, returnable?.lines ?? [], quantities);
  const preview = usePreview({ lines: chosen });
  const { busy, refused, open } = useReturnSteps(onClose);
  useEffect(() => {
    client
      .ask<Returnable>('GET', `/bridge/v1/sales/${sale}/returnable`)
      .then(setReturnable, error => setProblem(problemOf(error)));
  }, [client, sale]);
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

/** What the bridge says about this choice; the answer of an earlier choice is not shown. */
export function usePreview(input: object): { readonly answer: ReturnPreview | null; readonly problem: Problem | null } {
  const { client } = useApp();
  const text = JSON.stringify(input);
  const [answer, setAnswer] = useState<ReturnPreview | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let left = false;
    setAnswer(null);
    setProblem(null);
    const wanted = JSON.parse(text) as { lines?: unknown[]; articles?: unknown[] };
    if ((wanted.lines?.length ?? 0) + (wanted.articles?.length ?? 0) === 0) return;
    client.ask<ReturnPreview>('POST', '/bridge/v1/returns/preview', wanted).then(
      preview => left || setAnswer(preview),
      error => left || setProblem(problemOf(error)),
    );
    return () => {
      left = true;
    };
  }, [client, text]);
  return { answer, problem };
}
