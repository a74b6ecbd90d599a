/** The articles of the shop: searched as typed, added, changed, imported and exported. */

import { useEffect, useMemo, useState } from 'react';
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
import { rateText } from '../../texts/money.ts';
import { type ArticleTexts, useArticleTexts } from '../../texts/pages/articles.ts';
import { shopDay } from '../../texts/shopDay.ts';
import { Beside, useOpened } from '../Beside.tsx';
import { Filters } from '../Filters.tsx';
import { List, Row } from '../List.tsx';
import { Page, PageProblem } from '../Page.tsx';
import { Parts } from '../Parts.tsx';
import { saveFile } from '../saveFile.ts';
import { useGuard } from '../unsaved.tsx';
import { ArticleDetail } from './ArticleDetail.tsx';
import { ArticleThumb } from './ArticleThumb.tsx';
import { queryOf, type Search } from './articleDraft.ts';
import { type ArticleClient, createArticleClient } from './client.ts';
import { Groups } from './Groups.tsx';
import { groupOptions } from './groupOptions.ts';
import { Prefixes } from './Prefixes.tsx';

const STEP = 50;
const MOST = 1000;
/** A pause in typing, ms. */
const PAUSE = 150;

/** An article whose form is open. */
interface Open {
  /** Null: a new one. */
  readonly id: string | null;
  readonly scan?: Scan;
}

/** A scanned code that opened a form. */
interface Scan {
  readonly code: string;
  /** The sale had it, and goes on with it. */
  readonly isOfSale: boolean;
}

const PARTS = { list: ArticleList, groups: Groups, prefixes: Prefixes } as const;

export default function Articles() {
  const { client: bridge } = useApp();
  const { t } = useArticleTexts();
  const client = useMemo(() => createArticleClient(bridge), [bridge]);
  return (
    <Page title={t('goods.title')}>
      <Parts
        page="articles"
        label={t('goods.part')}
        parts={(['list', 'groups', 'prefixes'] as const).map(value => ({ value, text: t(`goods.part.${value}`) }))}
      >
        {part => {
          const Current = PARTS[part];
          return <Current client={client} />;
        }}
      </Parts>
    </Page>
  );
}

function ArticleList({ client }: { readonly client: ArticleClient }) {
  const { managerPage, codes, notices } = useApp();
  const texts = useArticleTexts();
  const { t, language } = texts;
  const [search, setSearch] = useState<Search>({ words: '', group: '', withEnded: false });
  const [shown, setShown] = useState(STEP);
  const { open, show, replace } = useOpened<Open>();
  const [notice, setNotice] = useState<string | null>(null);
  const typed = useDelayed(search.words);
  const q = queryOf({ ...search, words: typed });
  const sort = `name.${language}`;
  const list = useResource(`${q} ${sort} ${shown}`, () => client.list(q, sort, shown));
  const groups = useResource('groups', client.groups);
  const clashes = useResource('clashes', client.clashes);
  const change = (part: Partial<Search>) => {
    setSearch({ ...search, ...part });
    setShown(STEP);
  };
  const scanProblem = useScans(client, open === null, replace);
  const done = ({ id, scan }: Open, text: string) => {
    if (scan?.isOfSale) {
      managerPage.back();
      notices.show('good', () => text);
      return id === null ? codes.takeInBasket(scan.code) : undefined;
    }
    replace(null);
    setNotice(text);
    list.reload();
    groups.reload();
    clashes.reload();
  };
  const form = open && (
    <ArticleDetail
      key={`${open.id} ${open.scan?.code}`}
      client={client}
      id={open.id}
      code={open.scan?.code ?? null}
      groups={groups.value ?? []}
      onClose={() => show(null)}
      onDone={(name, isRemoved) => done(open, t(isRemoved ? 'goods.removed' : 'goods.saved', { name }))}
    />
  );
  return (
    <Beside form={form}>
      <Tools client={client} hasForm={open !== null} onNew={() => show({ id: null })} />
      <SearchFields {...search} groups={groups.value ?? []} isNarrow={open !== null} onChange={change} />
      <StatusRegion>{notice && <Message tone="good">{notice}</Message>}</StatusRegion>
      <Clashes clashes={clashes.value ?? []} texts={texts} />
      <PageProblem problem={list.problem ?? clashes.problem ?? groups.problem ?? scanProblem} onAgain={list.reload} />
      {list.value ? (
        <Found
          page={list.value}
          isFiltered={typed.trim() !== '' || search.group !== ''}
          groups={groups.value ?? []}
          texts={texts}
          chosen={open?.id ?? null}
          onChoose={id => show({ id })}
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

function SearchFields({ words, group, withEnded, groups, isNarrow, onChange }: FiltersProps) {
  const { t, language } = useArticleTexts();
  const columns = isNarrow ? 'sm:grid-cols-2' : 'sm:grid-cols-[minmax(0,16rem)_auto]';
  return (
    <div className={`grid items-end gap-3 ${isNarrow ? '' : 'md:grid-cols-[1fr_auto]'}`}>
      <Field label={t('goods.search')} value={words} onChange={value => onChange({ words: value })} />
      <Filters className={`grid items-end gap-3 ${columns}`}>
        <Select
          label={t('goods.group')}
          value={group}
          options={[{ value: '', text: t('goods.allGroups') }, ...groupOptions(groups, language)]}
          onChange={value => onChange({ group: value })}
        />
        <Toggle on={withEnded} text={t('goods.withEnded')} onChange={on => onChange({ withEnded: on })} />
      </Filters>
    </div>
  );
}

/** While no form is open, a scan opens the article of its code, or the form of a new one. Returns why the last scan could not be read. */
function useScans(client: ArticleClient, isFree: boolean, open: (found: Open) => void) {
  const { managerPage } = useApp();
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (!isFree) return;
    let isOver = false;
    const end = managerPage.takeScans((code, isOfSale) => {
      client.idByCode(code).then(
        id => {
          setProblem(null);
          // Somebody may have opened a form meanwhile.
          if (!isOver) open({ id, scan: { code, isOfSale } });
        },
        error => setProblem(problemOf(error)),
      );
    });
    return () => {
      isOver = true;
      end();
    };
  }, [client, isFree, managerPage, open]);
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
  readonly onNew: () => void;
}

function Tools({ client, hasForm, onNew }: ToolsProps) {
  const { managerPage } = useApp();
  const { leave } = useGuard();
  const { t, problem: problemText } = useArticleTexts();
  const { busy, problem, run } = useChange();
  const save = async () => {
    const file = await run(client.exported);
    // A file is named by the calendar day on which it was made.
    const day = shopDay();
    if (file) saveFile(file, `articles-${day}.csv`);
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button look={hasForm ? 'tonal' : 'primary'} icon="plus" onPress={onNew}>
          {t('goods.new')}
        </Button>
        <Button onPress={() => leave(() => managerPage.go('import'))}>{t('goods.import')}</Button>
        <Button busy={busy} onPress={() => void save()}>
          {t('goods.export')}
        </Button>
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
  // A phone has one line for what is not the name.
  const more = [
    number,
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
        <span className="figures block text-sm break-words text-soft max-sm:line-clamp-1">
          {more.join(' · ')}
          {eans[0] && <span className="max-sm:hidden"> · {eans[0]}</span>}
        </span>
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
