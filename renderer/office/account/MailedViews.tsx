/** The kept views that come to the person by mail, each with its rhythm: here they are changed, paused and ended. */

import type { ViewMail } from '../../../main/wire/office/views.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useOffice, useProblemText } from '../context.tsx';
import { AnswerState, Part } from '../Page.tsx';
import { MailChoice, MailFailure } from '../reports/MailChoice.tsx';

export function MailedViews() {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const problemText = useProblemText();
  const answer = useResource('views', signal => client.views(signal));
  const { problem, run } = useChange();
  const change = async (id: string, wish: ViewMail) => {
    if ((await run(() => client.mailView(id, wish))) !== null) answer.reload();
  };
  const mailed = answer.value?.data.filter(({ mail }) => mail !== null) ?? [];
  return (
    <Part title={t('account.views')}>
      <AnswerState answer={answer} />
      {answer.value && mailed.length === 0 && <p className="max-w-prose text-soft">{t('account.viewsNone')}</p>}
      <ul className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-3">
        {mailed.map(view => (
          <li key={view.id} className="grid grid-cols-[minmax(0,1fr)] gap-3 card p-4">
            <a href={view.path} className="flex min-h-12 items-center text-action-ink underline">
              {view.name}
            </a>
            <MailChoice view={view} onMail={wish => void change(view.id, wish)} />
            <MailFailure view={view} />
          </li>
        ))}
      </ul>
      <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
    </Part>
  );
}
