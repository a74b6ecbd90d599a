/** The foot of the bar: the virtual terminal of a demo, the time, the lights, the manual, and the person. */

// Everything that is loaded with this file takes its style from here.
import '../../styles/pages.css';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { SessionState } from '../../stores/session.ts';
import { useTexts } from '../../texts/context.tsx';
import { useMenuTexts } from '../../texts/pages/menu.ts';
import { ConnectionLights } from './ConnectionLights.tsx';
import { Help } from './Help.tsx';
import { railItem } from './railItem.ts';

export default function RailFoot() {
  return (
    <>
      <div className="mt-auto grid gap-2 max-sm:hidden">
        <TerminalPage />
        <Clock />
      </div>
      <div className="grid gap-2 max-sm:flex max-sm:justify-between max-sm:bg-rail max-sm:px-2">
        <ConnectionLights />
        <Help />
      </div>
      <Person />
    </>
  );
}

/** The customer's side of the virtual terminal, in demo and training. */
function TerminalPage() {
  const { session } = useApp();
  const { t } = useMenuTexts();
  const page = useStore(session, state => state.info?.terminalPage ?? null);
  return (
    page !== null && (
      <a
        href={page}
        target="_blank"
        rel="noreferrer"
        aria-label={t('training.terminal')}
        className={`${railItem} hover:bg-rail-hover`}
      >
        <Icon name="card" size={20} />
        {t('training.terminalShort')}
      </a>
    )
  );
}

/** How often the clock looks, ms. */
const LOOK_EVERY = 5000;

function Clock() {
  const { time } = useTexts();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_EVERY);
    return () => clearInterval(timer);
  }, []);
  return <span className="figures text-center text-[0.8125rem] leading-4 short:hidden">{time(now)}</span>;
}

/** The name of this till where the shop has several. */
const tillName = ({ info, till }: SessionState): string | null =>
  info && info.tills.length > 1 ? (info.tills.find(({ id }) => id === till)?.name ?? null) : null;

/** Locks the till, changes the person, signs out; and has what she sets up for herself. */
function Person() {
  const { session, managerPage } = useApp();
  const { t } = useTexts();
  const name = useStore(session, state => state.user?.name ?? '');
  const till = useStore(session, tillName);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => managerPage.setOwn(true)}
      aria-label={`${t('menu.open')}, ${name}`}
      className={`${railItem} w-full bg-white/10 hover:bg-white/15 max-sm:hidden`}
    >
      <Icon name="person" size={20} />
      <span className="line-clamp-2 max-w-full wrap-anywhere">{name}</span>
      {till && <span className="max-w-full truncate font-normal">{till}</span>}
    </button>
  );
}
