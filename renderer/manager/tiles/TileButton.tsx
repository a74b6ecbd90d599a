/** A tile as it looks at the till, to be chosen and moved. */

import type { KeyboardEventHandler } from 'react';
import { useStore } from 'zustand';
import { articlesOn, type Tile } from '../../../main/wire/tiles.ts';
import { useApp } from '../../app/context.tsx';
import { groupColours, tileText } from '../../screens/sale/ArticleTile.tsx';
import { useTileTexts } from '../../texts/pages/tiles.ts';
import { useTileNames } from './useTileNames.ts';

interface TileButtonProps {
  readonly tile: Tile;
  readonly isChosen: boolean;
  readonly onPress: () => void;
  readonly onKeyDown: KeyboardEventHandler;
}

export function TileButton({ tile, isChosen, onPress, onKeyDown }: TileButtonProps) {
  const { catalogue } = useApp();
  const { t, money } = useTileTexts();
  const { byNumber, groups } = useStore(catalogue);
  const nameOf = useTileNames();
  const [first] = articlesOn(tile).flatMap(number => byNumber.get(number) ?? []);
  const group = groups.findIndex(({ articles }) => first && articles.includes(first));
  const folder = 'folder' in tile ? tile.folder : null;
  const look =
    'action' in tile ? 'border-2 border-edge bg-surface' : `bg-(--fill) ${folder ? 'border-2 border-(--mark)' : ''}`;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onPress}
      onKeyDown={onKeyDown}
      style={groupColours(Math.max(0, group))}
      className={`flex h-24 w-full flex-col justify-between gap-1 rounded-control p-2 text-start active:scale-97 aria-pressed:outline-4 aria-pressed:outline-offset-2 aria-pressed:outline-action ${look}`}
    >
      <span
        className={`line-clamp-3 leading-5 text-balance font-semibold break-words hyphens-auto ${tileText(nameOf(tile))}`}
      >
        {nameOf(tile)}
      </span>
      <span className="figures text-sm">
        {folder && t('tiles.folderCount', { count: folder.articles.length })}
        {'article' in tile && first && money(first.price)}
      </span>
    </button>
  );
}
