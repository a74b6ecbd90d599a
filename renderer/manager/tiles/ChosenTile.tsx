/** The chosen tile: moved, put into a folder, removed; of a folder its name and its articles. */

import type { Folder } from '../../../main/wire/tiles.ts';
import { LONGEST_FOLDER_NAME } from '../../../main/wire/tiles.ts';
import { Field } from '../../form/Field.tsx';
import { Button } from '../../parts/Button.tsx';
import { useTileTexts } from '../../texts/pages/tiles.ts';
import { Section } from '../Page.tsx';
import { ArticleSearch } from './AddTiles.tsx';
import {
  type Arrangement,
  type EditTiles,
  intoFolder,
  outOfFolder,
  placeOf,
  replaced,
  withArticles,
  without,
} from './arrangement.ts';
import { useTileNames } from './useTileNames.ts';

interface ChosenTileProps {
  readonly tiles: Arrangement;
  readonly id: number;
  readonly onMove: (to: number) => void;
  readonly onChange: EditTiles;
  readonly onClose: () => void;
}

export function ChosenTile({ tiles, id, onMove, onChange, onClose }: ChosenTileProps) {
  const { t } = useTileTexts();
  const nameOf = useTileNames();
  const place = placeOf(tiles, id);
  const { tile } = tiles[place]!;
  const name = nameOf(tile);
  const isFolder = 'folder' in tile;
  const folders = 'article' in tile ? tiles.filter(one => 'folder' in one.tile) : [];
  const leave = (after: Arrangement, said: string) => {
    onChange(after, said);
    onClose();
  };
  return (
    <div className="grid gap-4 max-lg:sticky max-lg:bottom-0 max-lg:max-h-[45dvh] max-lg:overflow-y-auto lg:sticky lg:top-0">
      <Section title={t('tiles.chosen', { name })}>
        <div className="grid grid-cols-2 gap-2">
          <Button icon="back" disabled={place === 0} onPress={() => onMove(place - 1)}>
            {t('tiles.earlier')}
          </Button>
          <Button icon="next" disabled={place === tiles.length - 1} onPress={() => onMove(place + 1)}>
            {t('tiles.later')}
          </Button>
        </div>
        {isFolder && (
          <FolderNames folder={tile.folder} onChange={folder => onChange(replaced(tiles, id, { folder }))} />
        )}
        {folders.length > 0 && (
          <div className="grid gap-2">
            <h3 className="font-semibold">{t('tiles.into')}</h3>
            {folders.map(folder => (
              <Button
                key={folder.id}
                size="row"
                onPress={() => leave(intoFolder(tiles, id, folder.id), t('tiles.added', { name }))}
              >
                {nameOf(folder.tile)}
              </Button>
            ))}
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button look="primary" icon="check" onPress={onClose}>
            {t('tiles.done')}
          </Button>
          <Button look="danger" icon="trash" onPress={() => leave(without(tiles, id), t('tiles.removed', { name }))}>
            {t(isFolder ? 'tiles.removeFolder' : 'tiles.remove')}
          </Button>
        </div>
      </Section>
      {isFolder && (
        <>
          <Section title={t('tiles.inside')}>
            {tile.folder.articles.length === 0 && <p className="text-soft">{t('tiles.emptyFolder')}</p>}
            <ul className="grid gap-1 empty:hidden">
              {tile.folder.articles.map(article => (
                <li key={article}>
                  <Button
                    size="row"
                    icon="minus"
                    label={t('tiles.out', { name: nameOf({ article }) })}
                    onPress={() => onChange(outOfFolder(tiles, id, article))}
                  >
                    {nameOf({ article })}
                  </Button>
                </li>
              ))}
            </ul>
          </Section>
          <Section title={t('tiles.addTo', { name })}>
            <ArticleSearch
              tiles={tiles}
              onChoose={article => onChange(withArticles(tiles, id, articles => [...articles, article]))}
            />
          </Section>
        </>
      )}
    </div>
  );
}

interface FolderNamesProps {
  readonly folder: Folder;
  readonly onChange: (folder: Folder) => void;
}

function FolderNames({ folder, onChange }: FolderNamesProps) {
  const { t } = useTileTexts();
  const { name } = folder;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        focused
        label={t('tiles.nameDe')}
        maxLength={LONGEST_FOLDER_NAME}
        value={name.de}
        onChange={de => onChange({ ...folder, name: { de, en: name.en === name.de ? de : name.en } })}
      />
      <Field
        label={t('tiles.nameEn')}
        maxLength={LONGEST_FOLDER_NAME}
        value={name.en}
        onChange={en => onChange({ ...folder, name: { ...name, en } })}
      />
    </div>
  );
}
