/** The page on which a manager arranges the tiles of the till: touch a tile, then the place where it should go. */

import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Tiles as StoredTiles } from '../../../main/wire/tiles.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useTileTexts } from '../../texts/pages/tiles.ts';
import { Page, PageProblem } from '../Page.tsx';
import { useDocument } from '../useDocument.ts';
import { AddTiles } from './AddTiles.tsx';
import { type Arrangement, arrangementOf, moved, placeOf, tilesOf } from './arrangement.ts';
import { ChosenTile } from './ChosenTile.tsx';
import { TileButton } from './TileButton.tsx';
import { useTileNames } from './useTileNames.ts';

const TILES = '/bridge/v1/tiles';

/** Tiles that are not saved yet stay while their manager looks at another page. */
interface Draft {
  readonly person: string | undefined;
  readonly version: string | null;
  readonly tiles: Arrangement;
}
let kept: Draft | null = null;

export default function Tiles() {
  const { session } = useApp();
  const { t, problem: problemText } = useTileTexts();
  const nameOf = useTileNames();
  const person = useStore(session, ({ user }) => user?.username);
  const stored = useDocument<StoredTiles>(TILES);
  const { value, version, change } = stored;
  const [draft, setDraft] = useState(kept?.person === person ? kept : null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  // A draft over an older version is none any more: whatever is saved replaces all tiles.
  const isDraft = draft !== null && draft.version === version;
  const tiles = isDraft ? draft.tiles : arrangementOf(value?.tiles ?? []);
  const isChanged = isDraft && JSON.stringify(tilesOf(tiles)) !== JSON.stringify(value?.tiles);

  const edit = (after: Arrangement, words = '') => {
    kept = { person, version, tiles: after };
    setDraft(kept);
    setSaid(words);
    change.clear();
  };
  const discard = () => {
    kept = null;
    setDraft(null);
    setChosen(null);
  };
  const move = (id: number, to: number) => {
    const after = moved(tiles, id, to);
    const place = placeOf(after, id);
    const name = nameOf(after[place]!.tile);
    edit(after, t('tiles.moved', { name, place: place + 1, count: after.length }));
  };
  const touch = (id: number) => {
    if (chosen === null || chosen === id) return setChosen(chosen === id ? null : id);
    move(chosen, placeOf(tiles, id));
    setChosen(null);
  };
  const save = async () => {
    if (await stored.save({ tiles: tilesOf(tiles) })) discard();
  };
  return (
    <Page title={t('tiles.title')}>
      <p className="text-soft">{t('tiles.intro')}</p>
      <PageProblem problem={change.problem ? null : stored.problem} onAgain={stored.reload} />
      {!value && !stored.problem && <p className="text-soft">{t('tiles.loading')}</p>}
      {value && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <Grid
            tiles={tiles}
            chosen={chosen}
            onTouch={touch}
            onMove={move}
            onEnd={() => chosen !== null && move(chosen, tiles.length)}
          />
          {chosen !== null && placeOf(tiles, chosen) >= 0 ? (
            <ChosenTile
              key={chosen}
              tiles={tiles}
              id={chosen}
              onMove={to => move(chosen, to)}
              onChange={edit}
              onClose={() => setChosen(null)}
            />
          ) : (
            <AddTiles tiles={tiles} onChange={edit} onFolder={setChosen} />
          )}
        </div>
      )}
      <SaveBar isChanged={isChanged} busy={change.busy} onSave={() => void save()} onDiscard={discard}>
        {change.outdated && <Message tone="warn">{t('tiles.outdated')}</Message>}
        {change.problem && !change.outdated && <Message tone="error">{problemText(change.problem)}</Message>}
        {change.done && !isChanged && <Message tone="good">{t('tiles.saved')}</Message>}
        <span className="sr-only">{said}</span>
      </SaveBar>
    </Page>
  );
}

interface GridProps {
  readonly tiles: Arrangement;
  readonly chosen: number | null;
  readonly onTouch: (id: number) => void;
  readonly onMove: (id: number, to: number) => void;
  readonly onEnd: () => void;
}

/** In the order of the till. The arrow keys and a mouse that drags move a tile, too. */
function Grid({ tiles, chosen, onTouch, onMove, onEnd }: GridProps) {
  const { t } = useTileTexts();
  const onKey = (event: KeyboardEvent, id: number, place: number) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (chosen !== id || step === undefined) return;
    event.preventDefault();
    onMove(id, place + step);
  };
  const list = useRef<HTMLOListElement>(null);
  // An element that moves in the document loses the focus, and with it the next arrow key.
  useLayoutEffect(() => {
    if (document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  });
  if (tiles.length === 0) return <p className="card p-4 text-soft">{t('tiles.empty')}</p>;
  return (
    <ol
      ref={list}
      aria-label={t('tiles.grid')}
      className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] content-start gap-2"
    >
      {tiles.map(({ id, tile }, place) => (
        <li
          key={id}
          draggable
          onDragStart={() => chosen !== id && onTouch(id)}
          onDragOver={event => event.preventDefault()}
          onDrop={() => chosen !== null && chosen !== id && onTouch(id)}
        >
          <TileButton
            tile={tile}
            isChosen={chosen === id}
            onPress={() => onTouch(id)}
            onKeyDown={event => onKey(event, id, place)}
          />
        </li>
      ))}
      {chosen !== null && (
        <li>
          <Button look="surface" className="h-24 w-full" onPress={onEnd}>
            {t('tiles.end')}
          </Button>
        </li>
      )}
    </ol>
  );
}

interface SaveBarProps {
  readonly isChanged: boolean;
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly children: ReactNode;
}

/** Always in sight while something is not saved. */
function SaveBar({ isChanged, busy, onSave, onDiscard, children }: SaveBarProps) {
  const { t } = useTileTexts();
  return (
    <div className="sticky bottom-0 grid gap-2">
      <StatusRegion>{children}</StatusRegion>
      {isChanged && (
        <div className="flex flex-wrap items-center justify-end gap-2 card p-3 shadow-sheet">
          <span className="me-auto font-semibold">{t('tiles.unsaved')}</span>
          <Button look="quiet" onPress={onDiscard}>
            {t('tiles.discard')}
          </Button>
          <Button look="primary" icon="check" busy={busy} onPress={onSave}>
            {t('tiles.save')}
          </Button>
        </div>
      )}
    </div>
  );
}
