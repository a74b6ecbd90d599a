/** The screen for signing in: the person, then the PIN, by touch, keyboard or paste. */

import { type FormEvent, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ScreenInfo } from '../../../main/wire/screen.ts';
import { useApp } from '../../app/context.tsx';
import { needsOwnPin, type Problem } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { Message } from '../../parts/Panel.tsx';
import { standsAt } from '../../stores/session.ts';
import { useTexts } from '../../texts/context.tsx';
import type { TextKey } from '../../texts/de.ts';
import type { Texts } from '../../texts/texts.ts';

const UsernameField = earlyPart(() => import('./UsernameField.tsx'));
const TillChoice = earlyPart(() => import('./TillChoice.tsx'));
const OwnPinForm = earlyPart(() => import('./OwnPinForm.tsx'));

type Staff = ScreenInfo['staff'][number];

export function Login() {
  const { session, settings, managerPage } = useApp();
  const { t, money } = useTexts();
  const info = useStore(session, state => state.info);
  const place = useStore(settings, state => state.till);
  // By user name: the list of people is read again after every sign-out.
  const [{ chosen, times }, setChoice] = useState<{ chosen: string | null; times: number }>({ chosen: null, times: 0 });
  const [typed, setTyped] = useState('');
  // A till where nobody has signed in before shows no names: the person types the user name.
  const named =
    info?.staffHidden && typed.trim() !== '' ? { username: typed.trim(), name: typed.trim(), role: '' } : null;
  const person = info?.staff.find(({ username }) => username === chosen) ?? named ?? info?.staff[0] ?? null;
  // A new form for each choice, also of the same name, so that the PIN field takes the focus.
  const choose = (staff: Staff) => setChoice({ chosen: staff.username, times: times + 1 });
  if (!info) return null;
  const till = standsAt(info, place);
  const open = (till === undefined ? info.tills[0] : info.tills.find(({ id }) => id === till))?.open_basket;
  return (
    <main className="grid flex-1 md:grid-cols-2">
      <div className="bg-rail">
        <section className="scheme-dark flex h-full flex-col gap-3 p-4 text-ink md:p-12">
          <h1 className="text-3xl font-bold">{info.merchant.name}</h1>
          {info.tills.length > 1 && (
            <Suspense>
              <TillChoice />
            </Suspense>
          )}
          {open && <Message tone="info">{t('login.openBasket', { count: open.lines, sum: money(open.sum) })}</Message>}
          <h2 className="text-lg text-rail-ink md:mt-auto">{t('login.who')}</h2>
          {info.staffHidden && (
            <Suspense>
              <UsernameField value={typed} next={PIN_FIELD} onChange={setTyped} />
            </Suspense>
          )}
          {info.staff.length === 0 && !info.staffHidden && <Message tone="warn">{t('login.noStaff')}</Message>}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own */}
          <div
            role="group"
            aria-label={t('login.who')}
            className="grid max-h-40 md:max-h-[40vh] grid-cols-2 gap-2 overflow-y-auto p-1"
          >
            {info.staff.map(one => (
              <StaffTile
                key={one.username}
                staff={one}
                chosen={one.username === person?.username}
                demo={info.demo}
                onChoose={choose}
              />
            ))}
          </div>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => managerPage.setOwn(true)}
            className="touch rounded-control border border-(--fill-edge) bg-white/10 px-4 font-semibold self-start md:mt-auto"
          >
            {t('menu.open')}
          </button>
        </section>
      </div>
      <div className="grid content-center px-4 py-2">
        <div className="mx-auto w-full max-w-88">{person && <PinForm key={times} staff={person} />}</div>
      </div>
    </main>
  );
}

/** Id of the PIN field. */
const PIN_FIELD = 'pin';

interface StaffTileProps {
  readonly staff: Staff;
  readonly chosen: boolean;
  readonly demo: boolean;
  readonly onChoose: (staff: Staff) => void;
}

function StaffTile({ staff, chosen, demo, onChoose }: StaffTileProps) {
  const { t } = useTexts();
  const pin = demo ? DEMO_PINS[staff.role] : undefined;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => onChoose(staff)}
      className={`touch-tall flex items-center gap-3 rounded-control border border-(--fill-edge) p-3 text-start text-ink ${chosen ? 'scheme-light bg-surface forced-colors:outline-3' : 'bg-white/10'}`}
    >
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-content-center rounded-full max-sm:hidden bg-action-tint font-bold text-action-ink"
      >
        {initialsOf(staff.name)}
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{staff.name}</span>
        <span className="block text-sm">{ROLES[staff.role] ? t(ROLES[staff.role]!) : staff.role}</span>
        {pin && <span className="figures block text-sm">{t('login.demo', { pin })}</span>}
      </span>
    </button>
  );
}

/** Of the first and the last word; of one word its first two letters. */
const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return (words.length > 1 ? `${words[0]![0]}${words.at(-1)![0]}` : words[0]!.slice(0, 2)).toUpperCase();
};

/** The PINs of the demo data, which are public. */
const DEMO_PINS: Readonly<Record<string, string>> = { cashier: '1111', manager: '9999' };

const ROLES: Readonly<Record<string, TextKey>> = {
  cashier: 'role.cashier',
  manager: 'role.manager',
  readOnly: 'role.readOnly',
  integrator: 'role.integrator',
  backoffice: 'role.backoffice',
};

interface PinFormProps {
  readonly staff: Staff;
  readonly onSignedIn?: () => void;
}

export function PinForm({ staff, onSignedIn }: PinFormProps) {
  const { session, signIn } = useApp();
  const texts = useTexts();
  const { t } = texts;
  const info = useStore(session, state => state.info);
  const busy = useStore(session, state => state.busy);
  const problem = useStore(session, state => state.problem);
  const [pin, setPin] = useState('');
  /** The PIN that must be changed before it signs anybody in. */
  const [old, setOld] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const locked = useLockedFor(problem);
  // A fault of the form before this one says nothing about this person.
  useEffect(() => session.setProblem(null), [session]);
  const isTyped = info?.staffHidden ?? false;
  // The focus stays in the name field while a name is typed.
  useEffect(() => {
    if (!info?.staffHidden) field.current?.focus();
  }, [info?.staffHidden]);
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (pin === '' || busy || locked > 0) return;
    await signIn({ username: staff.username, pin });
    setPin('');
    if (needsOwnPin(session.getState().problem)) setOld(pin);
    if (session.getState().user?.username === staff.username) onSignedIn?.();
  };
  if (old !== null)
    return (
      <Suspense>
        <OwnPinForm
          name={staff.name}
          onSave={async new_pin => {
            await signIn({ username: staff.username, pin: old, new_pin });
            if (session.getState().user?.username === staff.username) onSignedIn?.();
          }}
        />
      </Suspense>
    );
  return (
    <form onSubmit={submit} aria-label={t('login.title')} className="grid content-start gap-3">
      {/* High enough for two lines, so that the number pad never moves under the finger. */}
      <div className="grid min-h-13 content-end">
        <label htmlFor={PIN_FIELD} className={problem ? 'sr-only' : 'text-soft'}>
          {t('login.pinFor', { name: staff.name })}
        </label>
        <p role="alert" className="leading-tight font-semibold text-bad empty:hidden">
          {problem && (locked ? t('login.locked', { seconds: locked }) : wrongPin(problem, texts, isTyped))}
        </p>
      </div>
      <input
        id={PIN_FIELD}
        ref={field}
        type="password"
        inputMode="numeric"
        autoComplete="current-password"
        value={pin}
        onChange={event => setPin(event.target.value)}
        className="touch-tall w-full field px-4 text-center text-3xl tracking-[0.4em]"
      />
      <NumberPad
        label={t('login.digits')}
        deleteLabel={t('login.delete')}
        onKey={digit => setPin(value => value + digit)}
        onDelete={() => setPin(value => value.slice(0, -1))}
      />
      <Button
        look="primary"
        size="tall"
        hint="Enter"
        disabled={pin === '' || locked > 0}
        busy={busy}
        onPress={() => void submit()}
      >
        {busy ? t('login.busy') : t('login.submit')}
      </Button>
    </form>
  );
}

/** Seconds until the next attempt; 0 where nobody has to wait. */
function useLockedFor(problem: Problem | null): number {
  const [left, setLeft] = useState(0);
  // Before the screen is drawn, so that it never says for a moment that the wait is over.
  useLayoutEffect(() => {
    const wait = problem?.kind === 'refused' && problem.code === LOGIN_LOCKED ? (problem.retryAfter ?? 0) : 0;
    const until = Date.now() + wait * 1000;
    const look = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    look();
    if (wait === 0) return;
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [problem]);
  return left;
}

/** The text of the bridge. A 401 without a text can only mean the PIN; a typed name may be wrong too. */
function wrongPin(problem: Problem, { t, problem: textOf }: Texts, wasNameTyped: boolean): string {
  if (problem.kind === 'refused' && problem.code === LOGIN_REFUSED)
    return t(wasNameTyped ? 'login.wrongNameOrPin' : 'login.wrong');
  if (problem.kind === 'refused' && problem.code === LOGIN_LOCKED && problem.retryAfter) return t('login.waited');
  return problem.kind === 'status' && problem.status === 401 ? t('login.wrong') : textOf(problem);
}

/** Code of the row `loginRefused` in the bridge's error table. */
const LOGIN_REFUSED = 2005;
/** Code of the row `loginLocked` in the bridge's error table. */
const LOGIN_LOCKED = 2006;
