/** A button that opens the files of the machine. The browser's own field would speak its language and not that of the reader. */

import { type ButtonProps, buttonClass } from '../parts/Button.tsx';

export interface FileChoiceProps extends Pick<ButtonProps, 'look'> {
  readonly label: string;
  /** Kinds of files that are offered, as `accept` of HTML. */
  readonly accept: string;
  readonly disabled?: boolean;
  /** Id of the text that explains it. */
  readonly describedBy?: string;
  readonly onFile: (file: File) => void;
}

export const FileChoice = ({
  label,
  accept,
  disabled = false,
  describedBy,
  look = 'tonal',
  onFile,
}: FileChoiceProps) => (
  <label
    className={`${buttonClass({ look })} cursor-pointer justify-self-start focus-within:outline-2 has-disabled:cursor-default has-disabled:text-disabled`}
  >
    {label}
    <input
      type="file"
      accept={accept}
      disabled={disabled}
      aria-describedby={describedBy}
      className="sr-only"
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        // The same file, changed meanwhile, can be chosen again.
        target.value = '';
        if (file) onFile(file);
      }}
    />
  </label>
);
