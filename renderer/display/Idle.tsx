/** Between two customers: the picture of the shop, or its name. */

import { useEffect, useState } from 'react';
import type { DisplayView } from '../../main/wire/displays.ts';
import type { DisplayText } from './texts.ts';

interface IdleProps {
  readonly view: DisplayView | null;
  readonly token: string;
  readonly t: DisplayText;
}

export function Idle({ view, token, t }: IdleProps) {
  const picture = usePicture(view?.picture ?? null, token);
  if (!view)
    return (
      <main className="idle">
        <p className="quiet">{t('connecting')}</p>
      </main>
    );
  return (
    <main className="idle">
      {picture !== null && <img src={picture} alt="" />}
      <h1 className={picture === null ? undefined : 'beside'}>{view.shop}</h1>
      {picture === null && <p className="quiet">{t('welcome')}</p>}
    </main>
  );
}

/** Loaded with the right of the display, because an address alone would show it to anybody. Null while there is none. */
function usePicture(hash: string | null, token: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    setAddress(null);
    if (hash === null) return;
    const controller = new AbortController();
    let made: string | null = null;
    void load(hash, token, controller.signal).then(blob => {
      if (controller.signal.aborted || !blob) return;
      made = URL.createObjectURL(blob);
      setAddress(made);
    });
    return () => {
      controller.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [hash, token]);
  return address;
}

async function load(hash: string, token: string, signal: AbortSignal): Promise<Blob | null> {
  try {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`/bridge/v1/display/picture?v=${hash}`, { headers, signal });
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}
