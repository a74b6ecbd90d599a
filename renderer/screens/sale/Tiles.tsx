/** The tiles: favourites with folders and actions, or all articles of a main group. */

import { memo, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Article } from '../../../main/wire/catalogue.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import type { SaleTile } from '../../stores/catalogue.ts';
import type { Line } from '../../stores/lines.ts';
import { useTexts } from '../../texts/context.tsx';
import { ArticleTile, groupColours } from './ArticleTile.tsx';

const NoArticles = earlyPart(() => import('./NoArticles.tsx'));
const ActionTile = earlyPart(() => import('./ActionTile.tsx'));
const FolderTile = earlyPart(() => import('./FolderTile.tsx'));

/** As high as a tile. */
const HEIGHT = 'h-28 short:h-24';

/** How many tiles are drawn at once; the rest of a large group follows at a touch. */
const PAGE = 120;

/** The tiles that are in sight: the favourites, a group by its id, or a folder by its place among the favourites. */
type View = { readonly group: string | null } | { readonly folder: number };

const FAVOURITES: View = { group: null };

export function Tiles({ onChoose }: { readonly onChoose: (article: Article) => void }) {
  const { catalogue } = useApp();
  const { t, language } = useTexts();
  const { tiles: favourites, groups, version } = useStore(catalogue);
  const [view, setView] = useState(FAVOURITES);
  const [isWrapped, setWrapped] = useState(false);
  const shown = tilesIn(view, favourites, groups);
  if (version === null) return <p className="p-4 text-soft">{t('articles.loading')}</p>;
  if (groups.length === 0)
    return (
      <Suspense>
        <NoArticles />
      </Suspense>
    );
  return (
    <>
      <div className="flex shrink-0 gap-3">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own */}
        <div
          role="group"
          aria-label={t('articles.groups')}
          className={`-m-1 flex min-w-0 flex-1 gap-2 p-1 ${isWrapped ? 'flex-wrap' : 'overflow-x-auto [scrollbar-width:none]'}`}
        >
          <GroupButton
            text={t(favourites.length > 0 ? 'articles.favourites' : 'articles.all')}
            chosen={!('group' in view) || view.group === null}
            onPress={() => setView(FAVOURITES)}
          />
          {groups.map(({ id, name }, at) => (
            <GroupButton
              key={id}
              text={name[language] || t('articles.other')}
              mark={at}
              chosen={'group' in view && view.group === id}
              onPress={() => setView({ group: id })}
            />
          ))}
        </div>
        {groups.length > 3 && (
          <Button
            size="icon"
            icon="down"
            label={t('articles.groups')}
            expanded={isWrapped}
            onPress={() => setWrapped(!isWrapped)}
          />
        )}
      </div>
      <TileGrid
        key={JSON.stringify(view)}
        tiles={shown}
        onChoose={onChoose}
        onOpen={folder => setView({ folder })}
        {...('folder' in view ? { onBack: () => setView(FAVOURITES) } : {})}
      />
    </>
  );
}

type Groups = ReturnType<ReturnType<typeof useApp>['catalogue']['getState']>['groups'];

/** A shop without favourites shows its articles, group by group. */
function tilesIn(view: View, favourites: readonly SaleTile[], groups: Groups): readonly SaleTile[] {
  const all = (which: (id: string) => boolean) =>
    groups.flatMap(({ id, articles }, group) =>
      which(id) ? articles.map(article => ({ kind: 'article', article, group }) as const) : [],
    );
  if ('group' in view) {
    if (view.group !== null) return all(id => id === view.group);
    return favourites.length > 0 ? favourites : all(() => true);
  }
  const tile = favourites[view.folder];
  if (tile?.kind !== 'folder') return favourites;
  return tile.folder.articles.map(article => ({ kind: 'article', article, group: tile.group }));
}

interface TileGridProps {
  readonly tiles: readonly SaleTile[];
  readonly onChoose: (article: Article) => void;
  /** Opens the folder at a place. */
  readonly onOpen: (place: number) => void;
  /** Leaves an open folder. */
  readonly onBack?: () => void;
}

/** The figures on the tiles follow once the scan itself is on the screen. */
function TileGrid(props: TileGridProps) {
  const { basket } = useApp();
  const lines = useDeferredValue(useStore(basket, state => state.lines));
  const counts = useMemo(() => countsOf(lines), [lines]);
  return <CountedTiles {...props} counts={counts} />;
}

interface CountedTilesProps extends TileGridProps {
  /** Pieces in the basket by article number. */
  readonly counts: ReadonlyMap<string, number>;
}

const CountedTiles = memo(function CountedTiles({ tiles, counts, onChoose, onOpen, onBack }: CountedTilesProps) {
  const texts = useTexts();
  const [limit, setLimit] = useState(PAGE);
  return (
    <div className="-mx-1 grid min-h-0 grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] content-start gap-2 overflow-y-auto p-1 beside:tall:pb-20 sm:stacked:max-h-[32vh] max-sm:max-h-[20dvh]">
      {onBack && (
        <Button look="surface" icon="back" className={HEIGHT} onPress={onBack}>
          {texts.t('articles.favourites')}
        </Button>
      )}
      {tiles.slice(0, limit).map((tile, at) =>
        tile.kind === 'article' ? (
          <ArticleTile
            key={tile.article.articleNumber}
            article={tile.article}
            texts={texts}
            onChoose={onChoose}
            group={tile.group}
            count={counts.get(tile.article.articleNumber) ?? 0}
          />
        ) : (
          <Suspense key={tile.kind === 'action' ? tile.action : `folder ${at}`} fallback={<span className="h-28" />}>
            {tile.kind === 'action' ? (
              <ActionTile action={tile.action} />
            ) : (
              <FolderTile folder={tile.folder} group={tile.group} onOpen={() => onOpen(at)} />
            )}
          </Suspense>
        ),
      )}
      {tiles.length > limit && (
        <Button look="surface" className={HEIGHT} onPress={() => setLimit(limit + PAGE)}>
          {texts.t('basket.more', { name: tiles.length - limit })}
        </Button>
      )}
    </div>
  );
});

function countsOf(lines: readonly Line[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines)
    if (line.item.item_type === 'article')
      counts.set(line.articleNumber, (counts.get(line.articleNumber) ?? 0) + line.quantity);
  return counts;
}

interface GroupButtonProps {
  readonly text: string;
  /** Place of the group, which gives it its colour; none: no single group. */
  readonly mark?: number;
  readonly chosen: boolean;
  readonly onPress: () => void;
}

const GroupButton = ({ text, mark, chosen, onPress }: GroupButtonProps) => (
  <Button look="tab" pressed={chosen} onPress={onPress} className="shrink-0">
    {mark !== undefined && (
      <span aria-hidden="true" style={groupColours(mark)} className="size-3 rounded-sm bg-(--mark)" />
    )}
    {text}
  </Button>
);
