/** The page of the management: what is not daily work, in three groups of cards with their states, and a search over it. */

import '../../styles/pages.css';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { mayOpen, maySell } from '../../../main/wire/screenPages.ts';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Message, ScreenTitle } from '../../parts/Panel.tsx';
import { useManageTexts } from '../../texts/pages/manage.ts';
import { type Entry, found, GROUPS, type GroupName } from './entries.ts';
import { type CardState, type CardStates, useStates } from './useStates.ts';

export default function Manage() {
  const { managerPage, session } = useApp();
  const { t } = useManageTexts();
  const user = useStore(session, state => state.user);
  const [query, setQuery] = useState('');
  const states = useStates();
  const own = (entries: readonly Entry[]) => entries.filter(({ leads }) => leads === 'own' || mayOpen(user, leads));
  const isSearching = query.trim() !== '';
  const hits = own(found(query, t));
  useKeys([['Escape', () => (query === '' ? managerPage.back() : setQuery(''))]]);
  return (
    <main className="grid w-full min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-3 overflow-y-auto p-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <ScreenTitle className="min-w-0 flex-1 text-2xl font-bold">{t('manage.title')}</ScreenTitle>
        {/* On a phone the bar has no room for the person. */}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => managerPage.setOwn(true)}
          aria-label={`${t('menu.open')}, ${user?.name ?? ''}`}
          className="touch flex max-w-48 items-center gap-2 rounded-control bg-tonal px-3 font-semibold hover:bg-tonal-hover sm:hidden"
        >
          <Icon name="person" />
          <span className="truncate">{user?.name}</span>
        </button>
        <Search value={query} onChange={setQuery} />
      </div>
      {!maySell(user) && (
        <Message tone="info">{t(user?.role === 'readOnly' ? 'manage.readOnly' : 'manage.notSelling')}</Message>
      )}
      <p role="status" className="font-semibold empty:hidden">
        {isSearching && hits.length === 0 && t('manage.none')}
      </p>
      {isSearching
        ? hits.length > 0 && <Group title={t('manage.hits')} entries={hits} states={states} />
        : NAMES.map(name => (
            <Group key={name} title={t(`manage.group.${name}`)} entries={own(GROUPS[name])} states={states} />
          ))}
    </main>
  );
}

const NAMES: readonly GroupName[] = ['sale', 'devices', 'people'];

interface SearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Search({ value, onChange }: SearchProps) {
  const { t } = useManageTexts();
  return (
    <div className="relative max-sm:basis-full sm:w-80">
      <span className="pointer-events-none absolute inset-y-0 start-3 grid place-content-center text-soft">
        <Icon name="search" />
      </span>
      <input
        type="search"
        aria-label={t('manage.search')}
        placeholder={t('manage.search')}
        value={value}
        onChange={event => onChange(event.target.value)}
        className="field touch w-full ps-11 pe-3 placeholder:text-soft"
      />
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly states: CardStates;
}

function Group({ title, entries, states }: GroupProps) {
  if (entries.length === 0) return null;
  return (
    <nav aria-label={title} className="grid gap-2">
      <h2 className="text-xl font-bold">{title}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(14.5rem,100%),1fr))] gap-2">
        {entries.map(entry => (
          <li key={entry.title} className="grid">
            <Card entry={entry} state={states[entry.leads] ?? null} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

const CARD = 'card flex min-h-18 items-center gap-3 px-3 py-2 text-start hover:bg-sunken active:scale-97';

function Card({ entry, state }: { readonly entry: Entry; readonly state: CardState | null }) {
  const { managerPage } = useApp();
  const { t } = useManageTexts();
  const { leads, icon, title } = entry;
  const content: ReactNode = (
    <>
      <span className="grid size-11 shrink-0 place-content-center rounded-small bg-action-tint text-action-ink">
        <Icon name={icon} />
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{t(title)}</span>
        {state && (
          <span className={`block text-sm ${state.warns ? 'font-semibold text-warn' : 'text-soft'}`}>{state.text}</span>
        )}
      </span>
    </>
  );
  if (leads === 'own')
    return (
      <button type="button" aria-haspopup="dialog" onClick={() => managerPage.setOwn(true)} className={CARD}>
        {content}
      </button>
    );
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    managerPage.go(leads);
  };
  return (
    <a href={`#/${leads}`} onClick={go} className={CARD}>
      {content}
    </a>
  );
}
