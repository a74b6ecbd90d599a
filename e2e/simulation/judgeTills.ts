/** Several tills at one terminal: each is judged by its own commands, and what they say together by the whole book. */
import { signed } from './book.ts';
import { BEGINNING } from './clock.ts';
import { type Facts, type Finding, judge } from './judge.ts';

/** `facts`: of each till; the book and the closed days are those of the terminal. */
export function judgeTills(facts: readonly Facts[], owns: (till: number, tag: string) => boolean): readonly Finding[] {
  return [
    ...facts.flatMap((some, till) => aboutTill(some, tag => owns(till, tag))),
    ...facts.flatMap(some => aboutNeedless(some, facts)),
    ...aboutStrangers(facts),
    ...aboutClosings(facts),
  ];
}

function aboutTill(facts: Facts, isOwn: (tag: string) => boolean): readonly Finding[] {
  const arrived = facts.arrived.filter(tag => tag !== null && isOwn(tag));
  // The days of a shared terminal have the bookings of all: see below.
  const findings = judge({ ...facts, arrived, days: [], closedDays: [], tellsAll: false });
  const unknown = facts.days.filter(({ state }) => state === 'unknown' || state === 'running');
  const stuck: readonly Finding[] = unknown.some(({ needsPerson }) => !needsPerson)
    ? [{ kind: 'stuckDay', text: 'an end-of-day is unknown, and nobody was called' }]
    : [];
  return [...findings, ...stuck, ...aboutSums(facts)];
}

/** The sums of a till never agree with the terminal where they differ, and the terminal's are those of a day that it closed. */
function aboutSums({ days, closedDays }: Facts): readonly Finding[] {
  return days
    .filter(({ state }) => state === 'agrees' || state === 'differs')
    .flatMap(({ state, terminal, journal }) => {
      if (terminal === null) return [];
      const text = `${state}: terminal ${terminal}, journal ${journal}`;
      if (!closedDays.some(({ shown }) => shown === terminal)) return [{ kind: 'wrongSums' as const, text }];
      const isDifferent = terminal !== journal && !(terminal === 0 && journal < 0);
      return isDifferent && state === 'agrees' ? [{ kind: 'wrongSums' as const, text }] : [];
    });
}

/**
 * At a shared terminal a person is needed wherever another till may have moved something, also a declined payment. Where nobody booked
 * anything, and no other till had a command under way, between the snapshot before the command and its end, the last transaction is as
 * before; where the terminal tells its numbers and times, too, nobody has to be asked.
 */
function aboutNeedless(facts: Facts, all: readonly Facts[]): readonly Finding[] {
  const { book, intents, called, tellsAll } = facts;
  if (!tellsAll) return [];
  const foreign = all.filter(one => one !== facts).flatMap(one => one.intents);
  return intents.flatMap(({ id, kind, amount, startedAt, endedAt, snapshotBefore: { last } }) => {
    const [from, to] = [startedAt - SNAPSHOT, endedAt ?? Date.now()];
    const isAlone =
      !book.some(({ at }) => at + BEGINNING >= from && at + BEGINNING <= to) &&
      !foreign.some(one => one.startedAt <= to && (one.endedAt ?? to) >= from);
    if (kind !== 'payment' || !called.has(id) || !isAlone || last === null || last === 'none') return [];
    return [{ kind: 'needlessPerson' as const, text: `${kind} ${amount}: nobody else did anything meanwhile` }];
  });
}

/** ms from the questions before a command to its intent: a shared terminal is asked before each. */
const SNAPSHOT = 10_000;

/** One of the tills knows each command that arrives. */
function aboutStrangers(facts: readonly Facts[]): readonly Finding[] {
  const known = new Set(facts.flatMap(({ intents }) => intents.map(({ id }) => id)));
  const [{ arrived } = { arrived: [] }] = facts;
  return arrived
    .filter(tag => tag === null || !known.has(tag))
    .map(tag => ({ kind: 'withoutIntent', text: `a command arrived, and no till knows ${tag ?? 'it'}` }));
}

/** Together the tills say as many ends of days as the terminal has closed; an empty one may be called closed or not. */
function aboutClosings(facts: readonly Facts[]): readonly Finding[] {
  const all = facts.flatMap(({ days }) => days);
  const [{ closedDays, book } = { closedDays: [], book: [] }] = facts;
  if (all.some(({ state }) => state === 'unknown' || state === 'running')) return [];
  const closed = all.filter(({ state }) => state === 'agrees' || state === 'differs').length;
  const withMoney = closedDays.filter(({ day }) => book.some(one => one.day === day && signed(one) !== 0)).length;
  if (closed <= closedDays.length && closed >= withMoney) return [];
  return [{ kind: 'wrongDay', text: `the tills say ${closed} days, the terminal closed ${closedDays.length}` }];
}
