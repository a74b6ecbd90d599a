/** A list that comes as a file, beside what it becomes: the file, its columns, its faults by line, and one decision. */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FileFacts, ImportProblem } from '../../../main/wire/listFiles.ts';
import type { ManualPageId } from '../../../main/wire/manual.ts';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { useChange } from '../../data/useChange.ts';
import { FileChoice } from '../../form/FileChoice.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useListTexts } from '../../texts/pages/lists.ts';
import { BesideForm } from '../Beside.tsx';
import { CharacterSetChoice, LineFaults } from './LineFaults.tsx';
import { type ColumnOption, ListColumns } from './ListColumns.tsx';
import { LostDigits } from './LostDigits.tsx';

/** A person's word on a file, as the bridge takes it: `columns`, `character_set`, and values for every line. */
export type FileWords = Readonly<Record<string, string>>;

export const queryOfFile = (words: FileWords): string =>
  new URLSearchParams(Object.entries(words).filter(([name, value]) => value !== '' || name === 'columns')).toString();

/** The columns as they were just chosen, until the bridge has answered. */
const asChosen = <Preview extends FileFacts>(preview: Preview, columns: string | undefined): Preview => {
  const names = columns?.split(',');
  if (!names || !preview.columns) return preview;
  return { ...preview, columns: preview.columns.map((column, at) => ({ ...column, becomes: names[at] || null })) };
};

interface ListFileProps<Preview extends FileFacts, Made> {
  readonly title: string;
  readonly help: string;
  readonly manual: ManualPageId;
  readonly columns: readonly ColumnOption[];
  /** Looks at the file; nothing changes. */
  readonly look: (file: File, words: FileWords) => Promise<Preview>;
  /** The counts of a preview, what it would make, and what is wrong. */
  readonly found: (preview: Preview) => {
    readonly text: ReactNode;
    readonly count: number;
    readonly problems: readonly ImportProblem[];
    readonly faulty: number;
  };
  /** Columns that `whole` says for every line. */
  readonly wholeColumns: readonly string[];
  readonly whole: (words: FileWords, onWord: (name: string, value: string) => void) => ReactNode;
  readonly apply: (preview: Preview, file: File, words: FileWords) => Promise<Made>;
  readonly done: (made: Made) => ReactNode;
  /** More to say and to ask about what was found. */
  readonly about?: (preview: Preview, file: File) => ReactNode;
  /** A file that was chosen elsewhere; null: none. */
  readonly begins?: File | null;
  /** Called with a preview that nobody wants any more. */
  readonly drop?: (preview: Preview) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The looks at a file: the newest counts, so a second choice does not wait for the answer to the first. */
function useLooks<Preview extends FileFacts>({
  look,
  drop,
  begins,
}: Pick<ListFileProps<Preview, unknown>, 'look' | 'drop' | 'begins'>) {
  const [file, setFile] = useState<File | null>(null);
  const [words, setWords] = useState<FileWords>({});
  const [preview, setPreview] = useState<Preview | null>(null);
  const newest = useRef(0);
  const [looking, setLooking] = useState(false);
  const [unread, setUnread] = useState<Problem | null>(null);
  const read = async (chosen: File, said: FileWords) => {
    newest.current += 1;
    const own = newest.current;
    if (preview && drop) void drop(preview).catch(() => undefined);
    setFile(chosen);
    setWords(said);
    setLooking(true);
    setPreview(before => (chosen === file && before ? asChosen(before, said.columns) : null));
    const [answer, problem] = await look(chosen, said).then(
      found => [found, null] as const,
      (error: unknown) => [null, problemOf(error)] as const,
    );
    if (own !== newest.current) {
      if (answer && drop) void drop(answer).catch(() => undefined);
      return;
    }
    setLooking(false);
    setPreview(answer);
    setUnread(problem);
  };
  useEffect(() => {
    if (begins && newest.current === 0) void read(begins, {});
  });
  const say = (more: FileWords) => {
    if (file) void read(file, { ...words, ...more });
  };
  return { file, words, preview, looking, unread, read, say };
}

export function ListFile<Preview extends FileFacts, Made>(props: ListFileProps<Preview, Made>) {
  const { title, manual, columns, found, wholeColumns, whole, apply, done, drop, onClose, about } = props;
  const { t, problem: textOf } = useListTexts();
  const change = useChange();
  const { file, words, preview, looking, unread, read, say } = useLooks(props);
  const [made, setMade] = useState<{ readonly made: Made } | null>(null);
  const decide = async () => {
    if (!preview || !file || looking) return;
    const answer = await change.run(() => apply(preview, file, words));
    if (answer !== null) setMade({ made: answer });
  };
  const close = async () => {
    if (preview && !made && drop) await drop(preview).catch(() => undefined);
    onClose();
  };
  const problem = change.problem ?? unread;
  const { text, count = 0, problems = [], faulty = 0 } = preview ? found(preview) : {};
  return (
    <BesideForm title={title} manual={manual} onClose={() => void close()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
        {!made && (
          <>
            {!preview && <p className="wrap-anywhere">{props.help}</p>}
            <FileChoice
              look={preview ? 'tonal' : 'primary'}
              label={t(preview ? 'list.other' : 'list.choose')}
              accept=".csv,.txt,.tsv,.xlsx,text/csv"
              disabled={change.busy}
              onFile={chosen => void read(chosen, {})}
            />
          </>
        )}
        {made && done(made.made)}
        {preview && !made && (
          <>
            {file && about?.(preview, file)}
            <StatusRegion>
              <Message tone={faulty > 0 || count === 0 ? 'warn' : 'good'}>{text}</Message>
            </StatusRegion>
            <ListColumns
              facts={preview}
              options={columns}
              whole={wholeColumns}
              onColumns={chosen => say({ columns: chosen.join(',') })}
            >
              {whole(words, (name, value) => say({ [name]: value }))}
            </ListColumns>
            {preview.characterSet && (
              <CharacterSetChoice set={preview.characterSet} onChange={name => say({ character_set: name })} />
            )}
            <LostDigits
              facts={preview}
              zeros={words.zeros ?? 'ask'}
              rounded={words.rounded ?? 'ask'}
              onZeros={zeros => say({ zeros })}
              onRounded={rounded => say({ rounded })}
            />
            {problems.length > 0 && <LineFaults problems={problems} />}
            {count > 0 ? (
              <Button
                look="primary"
                size="tall"
                icon="check"
                busy={change.busy || looking}
                onPress={() => void decide()}
              >
                {t(faulty > 0 ? 'list.skip' : 'list.apply', { count })}
              </Button>
            ) : (
              <p className="text-soft">{t('list.nothing')}</p>
            )}
          </>
        )}
      </div>
    </BesideForm>
  );
}
