/** The articles of the shop: searched as typed, added, changed, imported and exported. */

import { type Dispatch, type ReactNode, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react';
import type { ArticleGroupView, CodeClashes, MasterArticle } from '../../../main/wire/articles.ts';
import { useApp } from '../../app/context.tsx';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Select } from '../../form/Select.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { dayIn } from '../../report/days.ts';
import { rateText } from '../../texts/money.ts';
import { type ArticleTexts, useArticleTexts } from '../../texts/pages/articles.ts';
import { List, Row } from '../List.tsx';
import { Page, PageProblem } from '../Page.tsx';
import { saveFile } from '../saveFile.ts';
import { ArticleDetail } from './ArticleDetail.tsx';
import { ArticleThumb } from './ArticleThumb.tsx';
import { queryOf, type Search } from './articleDraft.ts';
import { type ArticleClient, createArticleClient } from './client.ts';
import { GroupsSheet } from './GroupsSheet.tsx';
import { groupOptions } from './groupOptions.ts';
import { ImportSheet } from './ImportSheet.tsx';
import { PrefixSheet } from './PrefixSheet.tsx';

const STEP = 50;
const MOST = 1000;
/** A pause in typing, ms. */
const PAUSE = 150;

type Open =
  | { readonly sheet: 'import' | 'groups' | 'prefixes' }
  | { readonly sheet: 'article'; readonly id: string | null; readonly scan?: Scan };

/** A scanned code that opened a form. */
interface Scan {
  readonly code: string;
  /** The sale had it, and goes on with it. */
  readonly isOfSale: boolean;
}

export default function Articles() {
  const { client: bridge, managerPage, codes, notices } = useApp();
  const texts = useArticleTexts();
  const { t, language } = texts;
  const client = useMemo(() => createArticleClient(bridge), [bridge]);
  const [search, setSearch] = useState<Search>({ words: '', group: '', withEnded: false });
  const [shown, setShown] = useState(STEP);
  const [open, setOpen] = useState<Open | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const typed = useDelayed(search.words);
  const q = queryOf({ ...search, words: typed });
  const sort = `name.${language}`;
  const list = useResource(`${q} ${sort} ${shown}`, () => client.list(q, sort, shown));
  const groups = useResource('groups', client.groups);
  const clashes = useResource('clashes', client.clashes);
  const isUnsaved = useRef(false);
  const [onUnsaved] = useState(() => (is: boolean) => {
    isUnsaved.current = is;
  });
  // Opened once the form may be left; undefined: nobody wants to leave it.
  const [next, setNext] = useState<Open | null>();
  const show = (wanted: Open | null) => (isUnsaved.current ? setNext(wanted) : setOpen(wanted));
  const leave = (leaves: boolean) => {
    if (leaves) setOpen(next ?? null);
    setNext(undefined);
  };
  const change = (part: Partial<Search>) => {
    setSearch({ ...search, ...part });
    setShown(STEP);
  };
  const scanProblem = useScans(client, open === null, setOpen);
  const close = (text: string | null = null) => {
    setOpen(null);
    setNotice(text);
    list.reload();
    groups.reload();
    clashes.reload();
  };
  const done = ({ id, scan }: Open & { readonly sheet: 'article' }, text: string) => {
    if (!scan?.isOfSale) return close(text);
    managerPage.back();
    notices.show('good', () => text);
    if (id === null) codes.takeInBasket(scan.code);
  };
  const detail = open?.sheet === 'article' && (
    <ArticleDetail
      key={`${open.id} ${open.scan?.code}`}
      client={client}
      id={open.id}
      code={open.scan?.code ?? null}
      groups={groups.value ?? []}
      isLeaving={next !== undefined}
      onLeave={leave}
      onUnsaved={onUnsaved}
      onClose={() => show(null)}
      onDone={(name, isRemoved) => done(open, t(isRemoved ? 'goods.removed' : 'goods.saved', { name }))}
    />
  );
  return (
    <Page title={t('goods.title')}>
      <Beside detail={detail}>
        <Tools client={client} hasForm={Boolean(detail)} onOpen={show} />
        <Filters {...search} groups={groups.value ?? []} isNarrow={open?.sheet === 'article'} onChange={change} />
        <StatusRegion>{notice && <Message tone="good">{notice}</Message>}</StatusRegion>
        <Clashes clashes={clashes.value ?? []} texts={texts} />
        <PageProblem problem={list.problem ?? clashes.problem ?? groups.problem ?? scanProblem} onAgain={list.reload} />
        {list.value ? (
          <Found
            page={list.value}
            isFiltered={typed.trim() !== '' || search.group !== ''}
            groups={groups.value ?? []}
            texts={texts}
            chosen={open?.sheet === 'article' ? open.id : null}
            onChoose={id => show({ sheet: 'article', id })}
            onMore={() => setShown(count => Math.min(MOST, count + STEP))}
            canShowMore={shown < MOST}
          />
        ) : (
          list.loading && (
            <p role="status" className="text-soft">
              {t('goods.loading')}
            </p>
          )
        )}
      </Beside>
      {open?.sheet === 'import' && <ImportSheet client={client} groups={groups.value ?? []} onClose={() => close()} />}
      {open?.sheet === 'groups' && <GroupsSheet client={client} onClose={() => close()} />}
      {open?.sheet === 'prefixes' && <PrefixSheet client={client} onClose={() => close()} />}
    </Page>
  );
}

interface ClashesProps {
  readonly clashes: CodeClashes['data'];
  readonly texts: ArticleTexts;
}

/** Codes that two articles have, with the names of both. */
function Clashes({ clashes, texts: { t, language } }: ClashesProps) {
  if (clashes.length === 0) return null;
  const named = ({ number, name }: CodeClashes['data'][number]['found']) => `${number} ${name[language]}`;
  return (
    <Message tone="warn">
      <p>{t('goods.clashTitle')}</p>
      <ul>
        {clashes.map(({ code, found, other }) => (
          <li key={`${code} ${other.id}`}>{t('goods.clash', { code, found: named(found), other: named(other) })}</li>
        ))}
      </ul>
      <p>{t('goods.clashCure')}</p>
    </Message>
  );
}

interface FiltersProps extends Search {
  readonly groups: readonly ArticleGroupView[];
  /** A form stands beside the list. */
  readonly isNarrow: boolean;
  readonly onChange: (part: Partial<Search>) => void;
}

function Filters({ words, group, withEnded, groups, isNarrow, onChange }: FiltersProps) {
  const { t, language } = useArticleTexts();
  const columns = isNarrow ? 'md:grid-cols-2' : 'md:grid-cols-[1fr_minmax(0,16rem)_auto]';
  return (
    <div className={`grid items-end gap-3 ${columns}`}>
      <Field label={t('goods.search')} value={words} onChange={value => onChange({ words: value })} />
      <Select
        label={t('goods.group')}
        value={group}
        options={[{ value: '', text: t('goods.allGroups') }, ...groupOptions(groups, language)]}
        onChange={value => onChange({ group: value })}
      />
      <Toggle on={withEnded} text={t('goods.withEnded')} onChange={on => onChange({ withEnded: on })} />
    </div>
  );
}

/** From 1024 px on the form stands beside the list; below it takes the list's place. */
const Beside = ({ detail, children }: { readonly detail: ReactNode; readonly children: ReactNode }) => (
  <div className={`grid grid-cols-[minmax(0,1fr)] items-start gap-3 ${detail ? 'lg:grid-cols-2' : ''}`}>
    <div className={`grid grid-cols-[minmax(0,1fr)] content-start gap-3 ${detail ? 'max-lg:hidden' : ''}`}>
      {children}
    </div>
    {detail}
  </div>
);

/** While no form is open, a scan opens the article of its code, or the form of a new one. Returns why the last scan could not be read. */
function useScans(client: ArticleClient, isFree: boolean, setOpen: Dispatch<SetStateAction<Open | null>>) {
  const { managerPage } = useApp();
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (!isFree) return;
    return managerPage.takeScans((code, isOfSale) => {
      client.idByCode(code).then(
        id => {
          setProblem(null);
          // Somebody may have opened a form meanwhile.
          setOpen(now => now ?? { sheet: 'article', id, scan: { code, isOfSale } });
        },
        error => setProblem(problemOf(error)),
      );
    });
  }, [client, isFree, managerPage, setOpen]);
  return problem;
}

function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}

interface ToolsProps {
  readonly client: ArticleClient;
  /** The form beside the list has the button that comes next. */
  readonly hasForm: boolean;
  readonly onOpen: (open: Open) => void;
}

function Tools({ client, hasForm, onOpen }: ToolsProps) {
  const { t, problem: problemText } = useArticleTexts();
  const { busy, problem, run } = useChange();
  const save = async () => {
    const file = await run(client.exported);
    // A file is named by the calendar day on which it was made.
    const day = dayIn(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone);
    if (file) saveFile(file, `articles-${day}.csv`);
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button look={hasForm ? 'tonal' : 'primary'} icon="plus" onPress={() => onOpen({ sheet: 'article', id: null })}>
          {t('goods.new')}
        </Button>
        <Button onPress={() => onOpen({ sheet: 'import' })}>{t('goods.import')}</Button>
        <Button busy={busy} onPress={() => void save()}>
          {t('goods.export')}
        </Button>
        <Button onPress={() => onOpen({ sheet: 'groups' })}>{t('goods.groups')}</Button>
        <Button onPress={() => onOpen({ sheet: 'prefixes' })}>{t('goods.prefixes')}</Button>
      </div>
      <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
    </div>
  );
}

interface FoundProps {
  readonly page: { readonly count: number; readonly data: readonly MasterArticle[] };
  readonly isFiltered: boolean;
  readonly groups: readonly ArticleGroupView[];
  readonly texts: ArticleTexts;
  readonly canShowMore: boolean;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onMore: () => void;
}

function Found({ page: { count, data }, isFiltered, canShowMore, onMore, ...line }: FoundProps) {
  const { t } = line.texts;
  if (count === 0) return <p className="text-soft">{t(isFiltered ? 'goods.none' : 'goods.empty')}</p>;
  return (
    <>
      <p role="status" className="text-soft">
        {t('goods.found', { shown: data.length, count })}
      </p>
      <List label={t('goods.list')}>
        {data.map(article => (
          <li key={article.id}>
            <ArticleLine article={article} {...line} />
          </li>
        ))}
      </List>
      {data.length < count && canShowMore && <Button onPress={onMore}>{t('goods.more')}</Button>}
    </>
  );
}

interface LineProps extends Pick<FoundProps, 'groups' | 'texts' | 'chosen' | 'onChoose'> {
  readonly article: MasterArticle;
}

function ArticleLine({ article, groups, texts, chosen, onChoose }: LineProps) {
  const { t, language } = texts;
  const { id, number, name, eans, group, state, quickKey, price, taxRate } = article;
  const more = [
    number,
    eans[0],
    groups.find(one => one.id === group)?.name[language],
    quickKey && t('goods.quickKey'),
    state === 'ended' && t('goods.ended'),
  ].filter(Boolean);
  return (
    <Row
      onOpen={() => onChoose(id)}
      isChosen={id === chosen}
      className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 ${state === 'ended' ? 'text-soft' : ''}`}
    >
      <ArticleThumb article={article} groups={groups} name={name[language]} />
      <span className="min-w-0">
        <span className="block font-medium break-words">{name[language]}</span>
        <span className="figures block text-sm break-words text-soft">{more.join(' · ')}</span>
      </span>
      <span className="text-end">
        <span className="figures block font-semibold">{texts.money(price)}</span>
        <span className="figures block text-sm text-soft">
          {t('goods.taxRate', { rate: rateText(taxRate, language) })}
        </span>
      </span>
    </Row>
  );
}
