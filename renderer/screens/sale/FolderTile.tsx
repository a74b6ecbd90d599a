/** A tile that opens a folder of articles. */

import type { TileFolder } from '../../stores/catalogue.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';
import { groupColours } from './ArticleTile.tsx';

interface FolderTileProps {
  readonly folder: TileFolder;
  readonly group: number;
  readonly onOpen: () => void;
}

/** Its second edge below tells it from an article also without colours. */
export default function FolderTile({ folder, group, onOpen }: FolderTileProps) {
  const { t, language } = useBasketTexts();
  return (
    <button
      type="button"
      onClick={onOpen}
      style={groupColours(group)}
      className="relative mb-1 flex h-27 flex-col justify-between gap-1 rounded-control border-2 border-(--mark) bg-(--fill) px-2 py-2 text-start shadow-[0_4px_0_-1px_var(--mark)] transition duration-(--quick) active:scale-97 active:brightness-95 short:h-23"
    >
      <span className="line-clamp-3 leading-5 text-balance font-semibold break-words hyphens-auto">
        {folder.name[language]}
      </span>
      <span className="figures text-sm font-semibold text-(--mark)">
        {t('tiles.inFolder', { count: folder.articles.length })} <span aria-hidden="true">›</span>
      </span>
    </button>
  );
}
