/** The shift of the till: opened with a count, handed over or closed with a count. */

import { useState } from 'react';
import type { CountAnswer, CurrentShift } from '../../../main/wire/cash.ts';
import type { LoginInput } from '../../../main/wire/session.ts';
import { useApp } from '../../app/context.tsx';
import { Field } from '../../form/Field.tsx';
import { Button } from '../../parts/Button.tsx';
import { useCashTexts } from '../../texts/pages/cash.ts';
import { Act } from '../Steps.tsx';
import { CountForm } from './CountForm.tsx';
import { CountResult } from './CountResult.tsx';
import type { CashClient, Pieces } from './client.ts';

interface ShiftSectionProps {
  readonly current: CurrentShift;
  readonly client: CashClient;
  readonly onChanged: () => void;
}

type Doing = 'open' | 'close' | 'handOver';

export function ShiftSection({ current, client, onChanged }: ShiftSectionProps) {
  const { t, moment } = useCashTexts();
  const [doing, setDoing] = useState<Doing | null>(null);
  const [answer, setAnswer] = useState<CountAnswer | null>(null);
  const [receiver, setReceiver] = useState({ username: '', pin: '' });
  const { session, signIn, signOut } = useApp();
  const { shift, denominations } = current;
  /** The screen is the receiver's from now on, or nobody's where that sign-in fails. */
  const handTill = async (input: LoginInput) => {
    const before = session.getState().user?.username;
    await signIn(input);
    session.setCalledBy(null);
    if (session.getState().user?.username === before) await signOut();
  };
  const counted = (made: CountAnswer) => {
    if (doing === 'handOver') void handTill({ username: receiver.username.trim(), pin: receiver.pin });
    setAnswer(made);
    setDoing(null);
    setReceiver({ username: '', pin: '' });
    onChanged();
  };
  const send = (pieces: Pieces) => {
    if (!shift) return client.open(pieces);
    if (doing === 'handOver') return client.handOver(shift.id, pieces, receiver.username.trim(), receiver.pin);
    return client.close(shift.id, pieces);
  };
  const lacks = doing === 'handOver' && (receiver.username.trim() === '' || receiver.pin === '');
  return (
    <Act title={doing === null ? t('money.shift') : t('money.count')}>
      {answer && doing === null && (
        <CountResult
          answer={answer}
          denominations={denominations}
          client={client}
          onCounted={counted}
          onDone={() => setAnswer(null)}
        />
      )}
      {doing !== null && (
        <CountForm
          denominations={denominations}
          lacks={lacks ? t('money.receiver') : null}
          send={send}
          onCounted={counted}
          onCancel={() => setDoing(null)}
        >
          {doing === 'handOver' && (
            <div className="grid gap-3 sm:grid-cols-2">
              <Field
                label={t('money.receiver')}
                value={receiver.username}
                onChange={username => setReceiver(before => ({ ...before, username }))}
              />
              <Field
                label={t('money.receiverPin')}
                type="password"
                numeric
                value={receiver.pin}
                onChange={pin => setReceiver(before => ({ ...before, pin }))}
              />
            </div>
          )}
        </CountForm>
      )}
      {doing === null && !answer && (
        <>
          <p>
            {shift
              ? t('money.openSince', {
                  number: shift.number,
                  person: shift.person.name,
                  moment: moment(Date.parse(shift.opened)),
                })
              : t('money.noShift')}
          </p>
          <div className="flex flex-wrap gap-2">
            {!shift && (
              <Button look="primary" size="tall" icon="cash" onPress={() => setDoing('open')}>
                {t('money.openShift')}
              </Button>
            )}
            {shift && (
              <Button look="primary" size="tall" icon="cash" onPress={() => setDoing('close')}>
                {t('money.close')}
              </Button>
            )}
            {shift && (
              <Button size="tall" icon="person" onPress={() => setDoing('handOver')}>
                {t('money.handOver')}
              </Button>
            )}
          </div>
        </>
      )}
    </Act>
  );
}
