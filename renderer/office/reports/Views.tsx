/** Saved views: what the page shows now is kept under a name, for oneself or for everybody, and opened again from any page. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { SavedView, ViewMail } from '../../../main/wire/office/views.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Button } from '../../parts/Button.tsx';
import { Opening } from '../../parts/Opening.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { type Span, spanNameOf } from '../../report/days.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useMe, useOffice, useProblemText } from '../context.tsx';
import { canMail, MailChoice, MailFailure } from './MailChoice.tsx';

export function Views({ span }: { readonly span: Span }) {
  const { t } = useOfficeTexts();
  return (
    <Opening label={t('views.title')} chosen={null}>
      {close => <Panel span={span} onOpened={close} />}
    </Opening>
  );
}

function Panel({ span, onOpened }: { readonly span: Span; readonly onOpened: () => void }) {
  const { client, address } = useOffice();
  const { t } = useOfficeTexts();
  const { role } = useMe();
  const problemText = useProblemText();
  const answer = useResource('views', signal => client.views(signal));
  const { problem, run } = useChange();
  const remove = async (id: string) => {
    if ((await run(() => client.removeView(id))) !== null) answer.reload();
  };
  const mail = async (id: string, wish: ViewMail) => {
    if ((await run(() => client.mailView(id, wish))) !== null) answer.reload();
  };
  return (
    <>
      {answer.value?.data.length === 0 && <p className="text-soft">{t('views.none')}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {(answer.value?.data ?? []).map(view => (
          <View
            key={view.id}
            view={view}
            onOpen={() => {
              onOpened();
              address.go(view.path);
            }}
            onMail={wish => void mail(view.id, wish)}
            onRemove={view.own || role === 'chain' ? () => void remove(view.id) : null}
          />
        ))}
      </ul>
      <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
      <Keep span={span} onKept={answer.reload} />
    </>
  );
}

interface ViewProps {
  readonly view: SavedView;
  readonly onOpen: () => void;
  readonly onMail: (wish: ViewMail) => void;
  readonly onRemove: (() => void) | null;
}

/** A view with its ways: opened, sent by mail, removed. */
function View({ view, onOpen, onMail, onRemove }: ViewProps) {
  const { t } = useOfficeTexts();
  const { username } = useMe();
  const [isOpen, setOpen] = useState(false);
  const rhythm = view.mail === null ? [] : [view.mail_paused ? t('views.paused') : t(`views.mailed.${view.mail}`)];
  const notes = [...(view.shared ? [t('views.shared')] : []), ...rhythm];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center gap-2">
        <Button size="row" look="segment" className="min-w-0 flex-1" onPress={onOpen}>
          <span className="min-w-0 flex-1 truncate text-start">{view.name}</span>
          {notes.length > 0 && <span className="text-sm text-soft">{notes.join(', ')}</span>}
        </Button>
        {canMail(view, username) && (
          <Button
            look="quiet"
            size="icon"
            icon="mail"
            label={t('views.mail', { name: view.name })}
            expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          />
        )}
        {onRemove && (
          <Button
            look="quiet"
            size="icon"
            icon="cross"
            label={t('views.remove', { name: view.name })}
            onPress={onRemove}
          />
        )}
      </div>
      {isOpen && <MailChoice view={view} onMail={onMail} />}
      <MailFailure view={view} />
    </li>
  );
}

function Keep({ span, onKept }: { readonly span: Span; readonly onKept: () => void }) {
  const { client, address } = useOffice();
  const { t } = useOfficeTexts();
  const { today } = useMe();
  const problemText = useProblemText();
  const { path, query } = useStore(address);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const { busy, problem, run } = useChange();
  const isReady = name.trim() !== '';
  const keep = async () => {
    if (!isReady) return;
    const kept = await run(() =>
      client.keepView({ name: name.trim(), path: pathOf(path, query, span, today), shared }),
    );
    if (kept === null) return;
    setName('');
    onKept();
  };
  return (
    <Form onSubmit={() => void keep()} className="grid gap-3">
      <Field label={t('views.name')} help={t('views.help')} value={name} onChange={setName} maxLength={100} />
      <Toggle on={shared} text={t('views.share')} onChange={setShared} />
      <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
      <Button disabled={!isReady} busy={busy} onPress={() => void keep()}>
        {t('views.keep')}
      </Button>
    </Form>
  );
}

/** A span that has a name is kept by it, so that the view moves along with the days. */
export function pathOf(path: readonly string[], query: URLSearchParams, span: Span, today: string): string {
  const kept = new URLSearchParams(query);
  for (const name of ['from', 'to', 'span', 'offset']) kept.delete(name);
  const named = spanNameOf(span, today);
  for (const [name, value] of Object.entries(named ? { span: named } : span)) kept.set(name, value);
  return `/${path.join('/')}?${kept}`;
}
