/** How far a batch has come, until it has ended. */
import { useState } from 'react';
import type { Batch } from '../../../main/wire/loyaltyManagement.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import type { LoyaltyClient } from './client.ts';

interface BatchProgressProps {
  readonly client: LoyaltyClient;
  readonly begun: Batch;
  readonly onClose: () => void;
}

/** ms between two looks. */
const LOOK = 400;

export function BatchProgress({ client, begun, onClose }: BatchProgressProps) {
  const { t, problem: textOf } = useLoyaltyTexts();
  const [batch, setBatch] = useState(begun);
  const change = useChange();
  const { id, state, total, first, last } = batch;
  const look = async (signal: AbortSignal) => {
    const now = await client.batch(id);
    if (!signal.aborted) setBatch(now);
  };
  // A look that fails is followed by another one.
  useResource(state === 'running' ? id : null, look, LOOK);
  const made = batch.done + (batch.kind === 'cardRange' ? batch.unchanged : 0);
  const stop = async () => {
    const stopped = await change.run(() => client.stopBatch(id));
    if (stopped) setBatch(stopped);
  };
  return (
    <div className="grid gap-4">
      <progress
        className="h-4 w-full accent-(--action)"
        max={Math.max(1, total)}
        value={made}
        aria-label={t('batch.progress', { done: made, total })}
      />
      <StatusRegion>
        <Message tone={state === 'done' ? 'good' : 'info'}>
          {t('batch.progress', { done: made, total })}, {t(`batch.${state}`)}
          {first !== null && last !== null && state !== 'running' && ` (${t('batch.span', { first, last })})`}
        </Message>
        {change.problem && <Message tone="error">{textOf(change.problem)}</Message>}
      </StatusRegion>
      <div className="flex flex-wrap justify-end gap-2">
        {state === 'running' && (
          <Button busy={change.busy} onPress={() => void stop()}>
            {t('batch.stop')}
          </Button>
        )}
        <Button look="primary" onPress={onClose}>
          {t('programme.close')}
        </Button>
      </div>
    </div>
  );
}
