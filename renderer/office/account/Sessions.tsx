/** Where the person is signed in; the password ends what is not hers. */

import { useState } from 'react';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { formatTimeIn } from '../../report/figures.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useFormats, useMe, useOffice, useProblemText } from '../context.tsx';
import { AnswerState, Part } from '../Page.tsx';
import { Table } from '../Table.tsx';

export function Sessions() {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const formats = useFormats();
  const { has_password: hasPassword } = useMe();
  const answer = useResource('sessions', signal => client.sessions(signal));
  const [password, setPassword] = useState('');
  const { busy, done, problem, run } = useChange();
  const problemText = useProblemText();
  const rows = answer.value?.data ?? [];
  const timeOf = (begun: string) => formatTimeIn(begun, formats);
  const isReady = !hasPassword || password !== '';
  const end = async (session?: string) => {
    const ended = await run(() =>
      client.endSessions({
        ...(hasPassword ? { before: password } : {}),
        ...(session === undefined ? {} : { session }),
      }),
    );
    if (ended === null) return;
    setPassword('');
    answer.reload();
  };
  return (
    <Part title={t('account.sessions')}>
      <AnswerState answer={answer} />
      {answer.value && (
        <Table
          caption={t('account.sessions')}
          rows={rows}
          keyOf={({ id }) => id}
          empty={t('office.none')}
          columns={[
            { title: t('account.begun'), cell: ({ begun }) => timeOf(begun) },
            { title: t('account.place'), cell: ({ place }) => place },
            {
              title: t('account.browser'),
              cell: ({ browser }) => <span className="wrap-anywhere">{browser}</span>,
            },
            {
              title: t('account.end'),
              cell: ({ id, begun, own }) =>
                own ? (
                  t('account.ownSession')
                ) : (
                  <div className="py-1">
                    <Button
                      look="quiet"
                      label={t('account.endOf', { at: timeOf(begun) })}
                      disabled={!isReady || busy}
                      onPress={() => void end(id)}
                    >
                      {t('account.end')}
                    </Button>
                  </div>
                ),
            },
          ]}
        />
      )}
      <div className="mt-4 grid max-w-xl justify-items-start gap-4">
        {hasPassword && rows.length > 1 && (
          <Field type="password" label={t('account.endPassword')} value={password} onChange={setPassword} />
        )}
        <StatusRegion>
          {problem && <Message tone="error">{problemText(problem)}</Message>}
          {done && <Message tone="good">{t('account.ended')}</Message>}
        </StatusRegion>
        {rows.length > 1 && (
          <Button busy={busy} disabled={!isReady} onPress={() => void end()}>
            {t('account.endOthers')}
          </Button>
        )}
      </div>
    </Part>
  );
}
