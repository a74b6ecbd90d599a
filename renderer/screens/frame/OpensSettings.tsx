/** A button that opens the settings of the person. */

import { type ReactNode, Suspense, useState } from 'react';
import { earlyPart } from '../../parts/laterPart.tsx';

const SettingsSheet = earlyPart(() => import('./SettingsSheet.tsx'));

interface OpensSettingsProps {
  readonly label?: string;
  readonly className: string;
  readonly children: ReactNode;
}

export function OpensSettings({ label, className, children }: OpensSettingsProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        className={className}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {open && (
        <Suspense>
          <SettingsSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
