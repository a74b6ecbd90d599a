/** The manual over the screen: a page, or the list of all pages with a search. Loaded when it is opened. */

import './manual.css';
import { useEffect, useRef, useState } from 'react';
import { MANUAL, type Manual, type ManualPage, type ManualPageId, type ManualPart } from '../../../main/wire/manual.ts';
import { useApp } from '../../app/context.tsx';
import type { Ask } from '../../bridge/client.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import type { Language } from '../../texts/money.ts';
import { useHelpTexts } from '../../texts/pages/help.ts';

export default function ManualSheet({ page }: { readonly page: ManualPageId }) {
  const { managerPage, client } = useApp();
  const { t, language, problem: textOf } = useHelpTexts();
  const { value: manual, problem, reload } = useResource(language, () => load(client.ask, language));
  const [search, setSearch] = useState<string | null>(null);
  const shown = manual?.pages.find(({ id }) => id === page);
  const open = (id: ManualPageId) => {
    setSearch(null);
    managerPage.showManual(id);
  };
  return (
    <Sheet
      title={t('help.title')}
      closeLabel={t('common.close')}
      onClose={() => managerPage.showManual(null)}
      wide
      grows
      isManual
    >
      <div className="grid gap-3">
        <div className="flex flex-wrap items-end gap-3">
          <Field
            label={t('help.search')}
            value={search ?? ''}
            maxLength={100}
            onChange={setSearch}
            className="min-w-0 flex-1"
          />
          <Button pressed={search !== null} onPress={() => setSearch(search === null ? '' : null)}>
            {t('help.contents')}
          </Button>
        </div>
        {problem && (
          <Message tone="error" action={<Button onPress={reload}>{t('help.again')}</Button>}>
            {textOf(problem)}
          </Message>
        )}
        {!manual && !problem && <p>{t('help.loading')}</p>}
        {manual && search !== null && <Contents manual={manual} search={search} onOpen={open} />}
        {shown && search === null && <Article key={shown.id} page={shown} onOpen={open} />}
      </div>
    </Sheet>
  );
}

/** Read once for each language, because a till that lost its bridge is a reason to read. */
const known = new Map<Language, Manual>();

async function load(ask: Ask, language: Language): Promise<Manual> {
  const manual = known.get(language) ?? (await ask<Manual>('GET', `/docs/manual.json?language=${language}`));
  known.set(language, manual);
  return manual;
}

interface ContentsProps {
  readonly manual: Manual;
  readonly search: string;
  readonly onOpen: (id: ManualPageId) => void;
}

function Contents({ manual, search, onOpen }: ContentsProps) {
  const { t } = useHelpTexts();
  const found = pagesWith(manual.pages, search);
  const parts = (Object.keys(MANUAL) as ManualPart[]).filter(part => found.some(page => page.part === part));
  return (
    <>
      <p role="status" className="empty:hidden">
        {found.length === 0 && t('help.none')}
      </p>
      {parts.map(part => (
        <section key={part} aria-label={t(`help.part.${part}`)} className="grid gap-1">
          <h3 className="text-lg font-semibold">{t(`help.part.${part}`)}</h3>
          <ul className="grid gap-1 sm:grid-cols-2">
            {found
              .filter(page => page.part === part)
              .map(({ id, title }) => (
                <li key={id}>
                  <Button look="quiet" size="row" onPress={() => onOpen(id)}>
                    <span className="flex-1 text-start">{title}</span>
                  </Button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Every word has to stand in the title or the text; pages whose title has them all come first. */
function pagesWith(pages: readonly ManualPage[], search: string): readonly ManualPage[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const holdsAll = (text: string) => words.every(word => text.toLowerCase().includes(word));
  const named = pages.filter(({ title }) => holdsAll(title));
  return [...named, ...pages.filter(page => !named.includes(page) && holdsAll(`${page.title} ${page.text}`))];
}

/** The markup comes from this bridge, which made it from its own files. Links lead to other pages in this dialog. */
function Article({ page, onOpen }: { readonly page: ManualPage; readonly onOpen: (id: ManualPageId) => void }) {
  const body = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const latest = useRef(onOpen);
  useEffect(() => {
    latest.current = onOpen;
  });
  useEffect(() => {
    const place = body.current!;
    place.replaceChildren(...new DOMParser().parseFromString(page.markup, 'text/html').body.childNodes);
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      if (!link) return;
      event.preventDefault();
      latest.current(link.pathname.split('/').at(-1) as ManualPageId);
    };
    place.addEventListener('click', follow);
    // A new page is read from its title on.
    heading.current?.focus();
    return () => place.removeEventListener('click', follow);
  }, [page.markup]);
  return (
    <article className="manual-text">
      <h3 ref={heading} tabIndex={-1} className="mb-2 text-2xl font-bold outline-none">
        {page.title}
      </h3>
      <div ref={body} />
    </article>
  );
}
