/** Sessions of one person, with buttons that end them; the dialog of the own ones. */

import { useRef } from 'react';
import { useStore } from 'zustand';
import type { SessionView, SessionViewList } from '../../../main/wire/session.ts';
import { useApp } from '../../app/context.tsx';
import { nullIfNotFound } from '../../bridge/answer.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useSessionTexts } from '../../texts/pages/sessions.ts';
import { browserName } from './browserName.ts';

const PATH = '/bridge/v1/sessions';

export default function SessionsSheet({ onClose }: { readonly onClose: () => void }) {
  const { session } = useApp();
  const { t } = useSessionTexts();
  const user = useStore(session, state => state.user);
  return (
    <Sheet manual="sign-in" title={t('sessions.own')} closeLabel={t('common.close')} onClose={onClose}>
      <div className="grid gap-3">
        <p>{t('sessions.why')}</p>
        {user && <Sessions id={user.id} name={user.name} />}
      </div>
    </Sheet>
  );
}

/** `id`: USR_… of the person. A manager is answered the sessions of everybody. */
export function Sessions({ id, name }: SessionView['person']) {
  const { client } = useApp();
  const { t, problem: textOf } = useSessionTexts();
  const list = useResource(id, () => client.ask<SessionViewList>('GET', PATH));
  const change = useChange();
  const status = useRef<HTMLDivElement>(null);
  const rows = list.value?.data.filter(({ person }) => person.id === id) ?? [];
  const others = rows.filter(({ own }) => !own);
  const which = others.length < rows.length ? 'endOthers' : 'endAll';
  const problem = list.problem ?? change.problem;
  const end = async (ended: readonly SessionView[]) => {
    await change.run(async () => {
      // A session that has ended meanwhile is not found any more.
      for (const session of ended) await nullIfNotFound(client.ask('POST', `${PATH}/${session.id}/end`));
    });
    list.reload();
    // The pressed button goes with its row.
    status.current?.focus();
  };
  return (
    <div className="grid gap-3">
      <StatusRegion ref={status}>
        {problem && <Message tone="error">{textOf(problem)}</Message>}
        {change.done && <Message tone="good">{t('sessions.ended')}</Message>}
        {list.value && rows.length === 0 && <p className="text-soft">{t('sessions.none')}</p>}
      </StatusRegion>
      <ul className="grid divide-y divide-line empty:hidden">
        {rows.map(row => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <SessionFacts session={row} />
            {row.own ? (
              <span className="font-semibold">{t('sessions.here')}</span>
            ) : (
              <EndButton session={row} busy={change.busy} onEnd={() => void end([row])} />
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Button
          className="justify-self-start"
          label={t(`sessions.${which}Of`, { name })}
          busy={change.busy}
          onPress={() => void end(others)}
        >
          {t(`sessions.${which}`)}
        </Button>
      )}
    </div>
  );
}

/** The till, and the browser or program. */
function usePlace({ till, browser, client }: SessionView): string {
  const { t } = useSessionTexts();
  const device =
    client === null ? browserName(browser) || t('sessions.unknown') : t('sessions.program', { name: client });
  return till ? `${till.name}, ${device}` : device;
}

function SessionFacts({ session }: { readonly session: SessionView }) {
  const { t, moment } = useSessionTexts();
  const [begun, used] = [moment(Date.parse(session.begun)), moment(Date.parse(session.lastUsed))];
  return (
    <span className="min-w-0 flex-1 basis-56">
      <span className="block font-semibold wrap-anywhere">{usePlace(session)}</span>
      <span className="figures block text-sm text-soft wrap-anywhere">
        {[t('sessions.times', { begun, used }), session.address].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

interface EndButtonProps {
  readonly session: SessionView;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function EndButton({ session, busy, onEnd }: EndButtonProps) {
  const { t, moment } = useSessionTexts();
  const { person, begun } = session;
  const label = t('sessions.endOf', {
    ...{ name: person.name, place: usePlace(session), begun: moment(Date.parse(begun)) },
  });
  return (
    <Button label={label} busy={busy} onPress={onEnd}>
      {t('sessions.end')}
    </Button>
  );
}
