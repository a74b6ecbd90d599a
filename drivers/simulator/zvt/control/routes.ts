/** What a screen, a test or a hand may ask of the virtual terminal: one row per call, and the check of its body. */

import { behaviourOf, behaviours } from '../engine/behaviours.ts';
import type { Booking } from '../engine/booking.ts';
import { type CardName, cards } from '../engine/cards.ts';
import { type CustomerAction, KEYS, type Key } from '../engine/device.ts';
import { checkFault, isCount, type OrderedFault } from '../engine/orderedFaults.ts';
import { profiles } from '../engine/profiles.ts';
import type { VirtualTerminal } from '../engine/virtualTerminal.ts';
import { type Answer, type Body, ok, wrong } from './answer.ts';
import { endScenario, listScenarios, startScenario } from './scenarioRoutes.ts';

/** By method and path. */
export const routes: Readonly<Record<string, (terminal: VirtualTerminal, body: Body) => Answer>> = {
  'GET /state': terminal => ok(stateOf(terminal)),
  'GET /totals': terminal => ok(terminal.totals()),
  'GET /bookings': terminal => ok(bookingsOf(terminal)),
  'GET /trace': terminal => ok(terminal.log.lines()),
  'GET /paper': terminal => ok(terminal.device.paper),
  'DELETE /paper': clearPaper,
  'POST /paper': loadPaper,
  'POST /card': presentCard,
  'DELETE /card': removeCard,
  'POST /pin': typePin,
  'POST /digits': typeDigits,
  'POST /key': pressKey,
  'POST /signature': sign,
  'POST /behaviour': chooseBehaviour,
  'GET /fault': terminal => ok(terminal.faults.armed),
  'POST /fault': orderFault,
  'POST /restart': restart,
  'POST /cut': cut,
  'GET /scenario': listScenarios,
  'POST /scenario': startScenario,
  'DELETE /scenario': endScenario,
};

/** Everything somebody in front of the terminal sees, and what may be done with it. */
export function stateOf(terminal: VirtualTerminal): unknown {
  const { device, memory } = terminal;
  return {
    phase: device.phase,
    display: device.display,
    amount: device.amount ?? null,
    awaits: device.awaits ?? null,
    inserted: device.inserted ?? null,
    readCard: device.readCard ?? null,
    hasPaper: device.hasPaper,
    paper: device.paper,
    behaviour: terminal.behaviour,
    amountRules: terminal.amountRules,
    unacknowledged: terminal.unacknowledged,
    behaviours: BEHAVIOURS,
    profile: terminal.profile,
    profiles: PROFILES,
    cards: Object.keys(cards),
    cardChoices: CARD_CHOICES,
    keys: KEYS,
    connections: terminal.connections,
    isBusy: terminal.isBusy,
    registered: memory.now.registration !== null,
    receiptNumber: memory.now.receiptNumber,
    language: LANGUAGES[memory.now.language] ?? 'de',
    fault: terminal.faults.armed,
    training: terminal.training,
    scenario: terminal.scenario,
  };
}

const LANGUAGES = ['de', 'en', 'fr', 'it', 'hu', 'sl', 'es', 'cs', 'sv', 'nl', 'pl', 'sk', 'da', 'el', 'pt', 'lt'];
const BEHAVIOURS = Object.fromEntries(Object.entries(behaviours).map(([name, make]) => [name, make().about]));
const PROFILES = Object.fromEntries(Object.entries(profiles).map(([name, { about }]) => [name, about]));
const CARD_CHOICES = Object.entries(cards).map(([name, { about, technology, check }]) => ({
  name,
  about,
  gesture: ['swipe', 'insert', 'tap'][technology],
  check,
}));

/** What was ever booked, for whoever compares: a proof counts authorisations and finds each in one booking. */
function bookingsOf({ memory, authorisationsReceived }: VirtualTerminal) {
  return {
    bookings: memory.bookings.map(told),
    authorisationsReceived,
    received: memory.now.received,
    endOfDayDone: memory.now.endOfDayDone,
  };
}

/** Absent values are null. */
function told({ left, tip, cashback, of, ...booking }: Booking) {
  return {
    ...booking,
    left: left ?? null,
    tip: tip ?? null,
    cashback: cashback ?? null,
    of: of ?? null,
  };
}

function clearPaper({ device }: VirtualTerminal): Answer {
  device.clearPaper();
  return ok([]);
}

function loadPaper({ device }: VirtualTerminal, { loaded }: Body): Answer {
  if (typeof loaded !== 'boolean') return wrong('loaded must be true or false');
  device.hasPaper = loaded;
  return ok({ hasPaper: device.hasPaper });
}

function presentCard(terminal: VirtualTerminal, { card = 'girocard-contactless' }: Body): Answer {
  if (typeof card !== 'string' || !Object.hasOwn(cards, card))
    return wrong(`card must be one of: ${Object.keys(cards).join(', ')}`);
  return acted(terminal, { type: 'card', card: card as CardName }, 'a card');
}

function removeCard(terminal: VirtualTerminal): Answer {
  return acted(terminal, { type: 'removal' }, 'the removal of a card');
}

function typePin(terminal: VirtualTerminal, { pin }: Body): Answer {
  if (typeof pin !== 'string' || !/^\d{4,12}$/.test(pin)) return wrong('pin must be 4 to 12 digits');
  return acted(terminal, { type: 'pin', pin }, 'a PIN');
}

function typeDigits(terminal: VirtualTerminal, { digits }: Body): Answer {
  if (typeof digits !== 'string' || !/^\d{1,20}$/.test(digits)) return wrong('digits must be 1 to 20 digits');
  return acted(terminal, { type: 'digits', digits }, 'digits');
}

function sign(terminal: VirtualTerminal, { signed = true }: Body): Answer {
  if (typeof signed !== 'boolean') return wrong('signed must be true or false');
  return acted(terminal, { type: 'signature', signed }, 'a signature');
}

function pressKey(terminal: VirtualTerminal, { key }: Body): Answer {
  if (!KEYS.includes(key as Key)) return wrong(`key must be one of: ${KEYS.join(', ')}`);
  return acted(terminal, { type: 'key', key: key as Key }, `the key ${key}`);
}

function chooseBehaviour(terminal: VirtualTerminal, { behaviour, amountRules, unacknowledged }: Body): Answer {
  if (behaviour !== undefined && (typeof behaviour !== 'string' || !behaviourOf(behaviour)))
    return wrong(`behaviour must be one of: ${Object.keys(behaviours).join(', ')}, some with :N`);
  if (amountRules !== undefined && typeof amountRules !== 'boolean') return wrong('amountRules must be true or false');
  if (unacknowledged !== undefined && unacknowledged !== 'kept' && unacknowledged !== 'reversed')
    return wrong('unacknowledged must be kept or reversed');
  if (typeof behaviour === 'string') terminal.behaviour = behaviour;
  if (typeof amountRules === 'boolean') terminal.amountRules = amountRules;
  if (unacknowledged !== undefined) terminal.unacknowledged = unacknowledged;
  const { behaviour: chosen, amountRules: rules, unacknowledged: school } = terminal;
  return ok({ behaviour: chosen, amountRules: rules, unacknowledged: school });
}

function orderFault({ faults }: VirtualTerminal, body: Body): Answer {
  const error = checkFault(body);
  if (error) return wrong(error);
  faults.arm(body as OrderedFault);
  return ok(faults.armed);
}

function cut(terminal: VirtualTerminal): Answer {
  terminal.cut();
  return ok(stateOf(terminal));
}

function restart(terminal: VirtualTerminal, { downFor }: Body): Answer {
  if (downFor !== undefined && !isCount(downFor)) return wrong('downFor must be milliseconds');
  terminal.restart(downFor as number | undefined);
  return ok(stateOf(terminal));
}

function acted(terminal: VirtualTerminal, action: CustomerAction, what: string): Answer {
  if (terminal.device.act(action)) return ok(stateOf(terminal));
  const error = `the terminal does not wait for ${what} (it is in phase ${terminal.device.phase})`;
  return { status: 409, body: { error } };
}
