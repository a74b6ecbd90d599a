/** A step that a person takes with a reason: the reason is typed, then confirmed. */

import { useState } from 'react';
import { useChange } from '../data/useChange.ts';
import { Field } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { Button } from '../parts/Button.tsx';
import { Confirmation } from '../parts/Confirmation.tsx';
import { Message, StatusRegion } from '../parts/Panel.tsx';
import { useOfficeTexts } from '../texts/pages/office.ts';
import { useProblemText } from './context.tsx';

interface ReasonFormProps {
  readonly help: string;
  /** On the button that asks once more. */
  readonly step: string;
  readonly sure: string;
  readonly yes: string;
  readonly danger?: boolean;
  /** Rejects where the office refuses. */
  readonly onStep: (reason: string) => Promise<unknown>;
  readonly onDone: () => void;
}

/** The shortest reason that the office takes. */
const SHORTEST = 3;

export function ReasonForm({ help, step, sure, yes, danger = false, onStep, onDone }: ReasonFormProps) {
  const { t } = useOfficeTexts();
  const problemText = useProblemText();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const { problem, run } = useChange();
  const isReady = reason.trim().length >= SHORTEST;
  const ask = () => isReady && setAsked(true);
  const take = async () => {
    if ((await run(() => onStep(reason.trim()))) !== null) onDone();
    else setAsked(false);
  };
  return (
    <div className="grid gap-3">
      <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
      {asked ? (
        <Confirmation
          text={sure}
          no={t('receipt.booksNo')}
          yes={yes}
          danger={danger}
          onNo={() => setAsked(false)}
          onYes={() => void take()}
        />
      ) : (
        <Form className="grid gap-3" onSubmit={ask}>
          <p className="text-soft">{help}</p>
          <Field label={t('receipt.booksReason')} value={reason} onChange={setReason} maxLength={500} />
          <Button className="justify-self-start" busy={!isReady} onPress={ask}>
            {step}
          </Button>
        </Form>
      )}
    </div>
  );
}
