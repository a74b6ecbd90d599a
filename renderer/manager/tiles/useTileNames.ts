/** The name of a tile on the screen. */

import { useStore } from 'zustand';
import type { Tile } from '../../../main/wire/tiles.ts';
import { useApp } from '../../app/context.tsx';
import { ACTIONS } from '../../screens/sale/saleActions.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';

/** An article that is not sold now has its number in the place of its name. */
export function useTileNames(): (tile: Tile) => string {
  const { catalogue } = useApp();
  const { t, language } = useBasketTexts();
  const byNumber = useStore(catalogue, state => state.byNumber);
  return tile => {
    if ('action' in tile) return t(ACTIONS[tile.action].text);
    if ('folder' in tile) return tile.folder.name[language] || tile.folder.name.de;
    const article = byNumber.get(tile.article);
    return (language === 'en' && article?.descEn) || article?.desc || tile.article;
  };
}
