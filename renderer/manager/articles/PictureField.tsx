/** The picture of an article: shown, chosen from a file, and taken away. */

import { type ChangeEvent, useEffect, useId, useState } from 'react';
import type { MasterArticle } from '../../../main/wire/articles.ts';
import { problemOf } from '../../bridge/problem.ts';
import { useChange } from '../../data/useChange.ts';
import { labelClass } from '../../form/Field.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import type { ArticleClient } from './client.ts';

interface PictureFieldProps {
  readonly client: ArticleClient;
  readonly article: MasterArticle | null;
}

export function PictureField({ client, article }: PictureFieldProps) {
  const { t, language, problem: problemText } = useArticleTexts();
  const id = useId();
  const [hash, setHash] = useState(article?.picture ?? null);
  const { problem, run } = useChange();
  const address = usePicture(client, article && hash ? `/bridge/v1/articles/${article.id}/picture?v=${hash}` : null);
  if (!article) return <p className="text-sm text-soft">{t('goods.pictureLater')}</p>;
  const set = async (file: File) => {
    const changed = await run(() => client.setPicture(article.id, file));
    if (changed) setHash(changed.value.picture);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) void set(file);
    target.value = '';
  };
  const remove = async () => {
    if (await run(() => client.removePicture(article.id))) setHash(null);
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      {address && (
        <img
          src={address}
          alt={article.name[language]}
          className="h-24 w-24 rounded-control border border-line object-cover"
        />
      )}
      <div className="grid min-w-0 gap-1">
        <label htmlFor={id} className={labelClass}>
          {t('goods.pictureChoose')}
        </label>
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          onChange={choose}
          className="touch w-full min-w-0 field px-3 py-2.5"
        />
      </div>
      {hash && (
        <Button icon="trash" onPress={() => void remove()}>
          {t('goods.pictureRemove')}
        </Button>
      )}
      <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
    </div>
  );
}

/** An address in this page for a picture that needs the sign-in; null while there is none. */
function usePicture(client: ArticleClient, path: string | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (path === null) return setAddress(null);
    let made: string | null = null;
    let isOver = false;
    client.picture(path).then(
      content => {
        if (isOver) return;
        made = URL.createObjectURL(content);
        setAddress(made);
      },
      error => void problemOf(error),
    );
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [client, path]);
  return address;
}
