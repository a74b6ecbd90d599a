/** The tile of an article as the sale will show it, while its fields are typed, with its picture to be chosen and taken away. */

import type { ArticleGroupView, MasterArticle } from '../../../main/wire/articles.ts';
import type { Article } from '../../../main/wire/catalogue.ts';
import { useChange } from '../../data/useChange.ts';
import { FileChoice } from '../../form/FileChoice.tsx';
import { HoldButton } from '../../parts/HoldButton.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { ArticleTile } from '../../screens/sale/ArticleTile.tsx';
import { parseMoney } from '../../texts/money.ts';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import { mainGroup } from './ArticleThumb.tsx';
import type { ArticleDraft } from './articleDraft.ts';
import type { ArticleClient } from './client.ts';

interface TileFieldProps {
  readonly client: ArticleClient;
  /** Null: a new one, which gets its picture once it is saved. */
  readonly article: MasterArticle | null;
  readonly draft: ArticleDraft;
  readonly groups: readonly ArticleGroupView[];
  readonly currency: string;
  /** Hash; null: it has none. */
  readonly picture: string | null;
  /** With the version of the article that has it. */
  readonly onPicture: (picture: string | null, version: string | null) => void;
}

export function TileField({ client, article, draft, groups, currency, picture, onPicture }: TileFieldProps) {
  const texts = useArticleTexts();
  const { t, problem: problemText } = texts;
  const { busy, problem, run } = useChange();
  const change = async (work: () => ReturnType<ArticleClient['removePicture']>) => {
    const changed = await run(work);
    if (changed) onPicture(changed.value.picture, changed.etag);
  };
  return (
    <section aria-label={t('goods.tile')} className="grid grid-cols-[9rem_minmax(0,1fr)] items-start gap-4">
      {/* It is looked at: the button in it sells nothing here. */}
      <div inert className="grid" data-testid="tile">
        <ArticleTile
          article={tileOf(
            draft,
            currency,
            article && picture && `/bridge/v1/articles/${article.id}/picture?v=${picture}`,
          )}
          texts={texts}
          group={mainGroup(draft.group, groups)}
          count={0}
          onChoose={NOTHING}
        />
      </div>
      <div className="grid min-w-0 justify-items-start gap-2">
        <p className="text-sm text-soft">{t(article ? 'goods.tileHelp' : 'goods.pictureLater')}</p>
        {article && (
          <FileChoice
            label={t('goods.pictureChoose')}
            accept="image/png,image/jpeg,image/webp"
            disabled={busy}
            onFile={file => void change(() => client.setPicture(article.id, file))}
          />
        )}
        {article && picture !== null && (
          <HoldButton
            icon="trash"
            size="normal"
            busy={busy}
            again={t('goods.pictureRemoveYes')}
            onHeld={() => void change(() => client.removePicture(article.id))}
          >
            {t('goods.pictureRemove')}
          </HoldButton>
        )}
        <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
      </div>
    </section>
  );
}

const NOTHING = () => undefined;

/** The article of the draft, as far as a tile shows it. */
const tileOf = (
  { nameDe, nameEn, price, members }: ArticleDraft,
  currency: string,
  picture: string | null,
): Article => ({
  ...{ articleNumber: '', ean: '', desc: nameDe, descEn: nameEn, tax: 0, group: [], quickKey: false },
  price: parseMoney(price, currency) ?? 0,
  ...(members.openPrice === true ? { openPrice: true } : {}),
  ...(picture ? { picture } : {}),
});
