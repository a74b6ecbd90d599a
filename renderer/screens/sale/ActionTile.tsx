/** A tile that begins an action of the till. */

import type { TileAction } from '../../../main/wire/tiles.ts';
import { useApp } from '../../app/context.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useBasketTexts } from '../../texts/pages/basket.ts';
import { ACTIONS } from './saleActions.ts';

export default function ActionTile({ action }: { readonly action: TileAction }) {
  const app = useApp();
  const { t } = useBasketTexts();
  const { icon, text, begin } = ACTIONS[action];
  return (
    <button
      type="button"
      onClick={() => begin(app)}
      className="flex h-28 flex-col justify-between gap-1 rounded-control border-2 border-edge bg-surface px-2 py-2 text-start font-semibold transition duration-(--quick) active:scale-97 active:bg-tonal-pressed short:h-24"
    >
      <Icon name={icon} />
      <span className="line-clamp-2 leading-5 text-balance break-words hyphens-auto">{t(text)}</span>
    </button>
  );
}
