/** New tiles: articles that have none, a folder, and actions of the till. */

import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { articlesOn, type Tile, tileActions } from '../../../main/wire/tiles.ts';
import { useApp } from '../../app/context.tsx';
import { Field } from '../../form/Field.tsx';
import { Button } from '../../parts/Button.tsx';
import { ACTIONS } from '../../screens/sale/saleActions.ts';
import { search } from '../../stores/search.ts';
import { useTileTexts } from '../../texts/pages/tiles.ts';
import { Section } from '../Page.tsx';
import { type Arrangement, added, type EditTiles, tilesOf } from './arrangement.ts';
import { useTileNames } from './useTileNames.ts';

/** Articles that the search offers at once, and those it looks through for some without a tile. */
const OFFERED = 12;
const LOOKED_AT = 400;

interface AddTilesProps {
  readonly tiles: Arrangement;
  readonly onChange: EditTiles;
  /** A new folder is chosen at once, so that it gets its name. */
  readonly onFolder: (id: number) => void;
}

export function AddTiles({ tiles, onChange, onFolder }: AddTilesProps) {
  const { t } = useTileTexts();
  const nameOf = useTileNames();
  const add = (tile: Tile) => {
    const after = added(tiles, tile);
    onChange(after, t('tiles.added', { name: nameOf(tile) }));
    return after.at(-1)!.id;
  };
  const begun = tilesOf(tiles).flatMap(tile => ('action' in tile ? [tile.action] : []));
  const name = t('tiles.newFolder');
  return (
    <div className="grid gap-4 lg:sticky lg:top-0">
      <Section title={t('tiles.add')}>
        <ArticleSearch tiles={tiles} onChoose={article => add({ article })} />
        <Button icon="plus" onPress={() => onFolder(add({ folder: { name: { de: name, en: name }, articles: [] } }))}>
          {name}
        </Button>
      </Section>
      {begun.length < tileActions.length && (
        <Section title={t('tiles.actions')}>
          {tileActions
            .filter(action => !begun.includes(action))
            .map(action => (
              <Button key={action} size="row" icon={ACTIONS[action].icon} onPress={() => add({ action })}>
                {nameOf({ action })}
              </Button>
            ))}
        </Section>
      )}
    </div>
  );
}

interface ArticleSearchProps {
  readonly tiles: Arrangement;
  readonly onChoose: (article: string) => void;
}

/** Articles without a tile by name, number or code. */
export function ArticleSearch({ tiles, onChoose }: ArticleSearchProps) {
  const { catalogue } = useApp();
  const { t, language, money } = useTileTexts();
  const index = useStore(catalogue, state => state.index);
  const [words, setWords] = useState('');
  const found = useMemo(() => {
    const placed = new Set(tilesOf(tiles).flatMap(articlesOn));
    const all = words.trim() === '' ? [] : search(index, words, LOOKED_AT);
    return all.filter(({ articleNumber }) => !placed.has(articleNumber)).slice(0, OFFERED);
  }, [index, words, tiles]);
  return (
    <>
      <Field label={t('tiles.search')} help={t('tiles.searchHelp')} value={words} onChange={setWords} scannable />
      {words.trim() !== '' && found.length === 0 && <p className="text-soft">{t('tiles.noneFound')}</p>}
      <ul className="grid gap-1 empty:hidden">
        {found.map(({ articleNumber, desc, descEn, price }) => (
          <li key={articleNumber}>
            <Button size="row" icon="plus" onPress={() => onChoose(articleNumber)}>
              <span className="min-w-0 flex-1 text-start">{(language === 'en' && descEn) || desc}</span>
              <span className="figures font-normal">{money(price)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
