/** A button that saves a list as a file, which imports again unchanged. */

import { useChange } from '../../data/useChange.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useListTexts } from '../../texts/pages/lists.ts';
import { shopDay } from '../../texts/shopDay.ts';
import { saveFile } from '../saveFile.ts';

interface SaveListProps {
  /** Beginning of the file's name. */
  readonly name: string;
  readonly load: () => Promise<Blob>;
}

export function SaveList({ name, load }: SaveListProps) {
  const { t, problem: textOf } = useListTexts();
  const { busy, problem, run } = useChange();
  const save = async () => {
    const file = await run(load);
    if (file) saveFile(file, `${name}-${shopDay()}.csv`);
  };
  return (
    <>
      <Button busy={busy} onPress={() => void save()}>
        {t('list.save')}
      </Button>
      <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
    </>
  );
}
