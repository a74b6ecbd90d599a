/**
 * A blind count: pieces of every note and coin, typed or by touch, and rolls of coins. The sum of the typed pieces is shown; what is
 * expected is not.
 */

import { type ReactNode, useRef, useState } from 'react';
import type { CountAnswer } from '../../../main/wire/cash.ts';
import { useChange } from '../../data/useChange.ts';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useCashTexts } from '../../texts/pages/cash.ts';
import { FormFoot } from '../Beside.tsx';
import type { Pieces } from './client.ts';
import { type CountDraft, readDraft, withoutCents, withZeros } from './countDraft.ts';
import { PieceFields } from './PieceFields.tsx';

interface CountFormProps {
  readonly denominations: readonly number[];
  /** Further fields below the pieces. */
  readonly children?: ReactNode;
  /** The reason why the further fields are not filled in; null where they are. */
  readonly lacks?: string | null;
  readonly send: (pieces: Pieces) => Promise<CountAnswer>;
  readonly onCounted: (answer: CountAnswer) => void;
  readonly onCancel?: () => void;
}

export function CountForm({ denominations, children, lacks = null, send, onCounted, onCancel }: CountFormProps) {
  const { t, money, problem: textOf } = useCashTexts();
  const [draft, setDraft] = useState<CountDraft>({});
  const [asked, setAsked] = useState(false);
  const [sure, setSure] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const change = useChange();
  const { sum, missing, pieces } = readDraft(denominations, draft);
  const check = () => {
    setAsked(true);
    if (missing === null && lacks === null) return setSure(true);
    fields.current?.querySelector<HTMLInputElement>(`[data-value="${missing}"]`)?.focus();
  };
  const commit = async () => {
    const answer = await change.run(() => send(pieces));
    setSure(false);
    if (answer) onCounted(answer);
  };
  return (
    <Form onSubmit={check} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-soft">{t('money.countHelp')}</p>
      <div ref={fields}>
        <PieceFields denominations={denominations} draft={draft} asked={asked} onDraft={setDraft} />
      </div>
      <Button className="justify-self-start" onPress={() => setDraft(before => withZeros(denominations, before))}>
        {t('money.zeros')}
      </Button>
      {children}
      <StatusRegion>
        {asked && missing !== null && (
          <Message tone="warn">{t('money.missing', { value: withoutCents(money(missing)) })}</Message>
        )}
        {asked && missing === null && lacks !== null && <Message tone="warn">{lacks}</Message>}
        {change.problem && <Message tone="error">{textOf(change.problem)}</Message>}
      </StatusRegion>
      <FormFoot>
        <p className="grid">
          <span className="text-sm text-soft">{t('money.sum')}</span>
          <output className="figures text-3xl font-bold">{money(sum)}</output>
        </p>
        {sure ? (
          <Confirmation
            text={t('money.sure', { sum: money(sum) })}
            no={t('money.again')}
            yes={t('money.commit')}
            icon="check"
            onNo={() => setSure(false)}
            onYes={() => void commit()}
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            {onCancel && (
              <Button size="tall" look="quiet" onPress={onCancel}>
                {t('money.notNow')}
              </Button>
            )}
            <Button look="primary" size="tall" icon="check" busy={change.busy} onPress={check}>
              {t('money.commit')}
            </Button>
          </div>
        )}
      </FormFoot>
    </Form>
  );
}
