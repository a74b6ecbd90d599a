/** The scale of this till, which is asked until it has weighed the goods. */

import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ShopScale, ShopScales, Weighed } from '../../../main/wire/scales.ts';
import { useApp } from '../../app/context.tsx';
import { problemOf } from '../../bridge/problem.ts';

const SCALES = '/bridge/v1/scales';
/** ms between an answer that is no weight and the next question. */
const PAUSE = 400;

export interface TillScale {
  /** The last answer; null until there is one. */
  readonly weighed: Weighed | null;
  readonly again: () => void;
}

/** Null where the till has no scale. `onWeight` is called once for each weighing. */
export function useScale(pricePerKilogram: number, onWeight: (grams: number) => void): TillScale | null {
  const { client, till } = useApp();
  const own = useStore(till, ({ device }) => device?.id ?? '');
  const [scale, setScale] = useState<ShopScale | null>(null);
  const [weighed, setWeighed] = useState<Weighed | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isLeft = false;
    client.ask<ShopScales>('GET', SCALES).then(
      ({ data }) => isLeft || setScale(data.find(one => one.till === own) ?? null),
      // Without an answer the weight is typed, as at a till without a scale.
      problemOf,
    );
    return () => {
      isLeft = true;
    };
  }, [client, own]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a weighing begins anew with the scale and with each attempt
  useEffect(() => {
    if (!scale) return;
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      const body = { pricePerKilogram };
      const answer = await client.ask<Weighed>('POST', `${SCALES}/${scale.id}/weigh`, body).catch(() => null);
      if (isLeft) return;
      setWeighed(answer);
      if (answer?.grams) onWeight(answer.grams);
      else timer = setTimeout(() => void ask(), PAUSE);
    };
    void ask();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [scale, attempt]);
  const again = useCallback(() => setAttempt(count => count + 1), []);
  return scale && { weighed, again };
}
