/** The state of the virtual terminal as the control shows it: the display, the choices of the customer, the bookings. */
import { behaviours } from '../engine/behaviours.ts';
import type { Booking } from '../engine/booking.ts';
import { cards } from '../engine/cards.ts';
import { KEYS } from '../engine/device.ts';
import { profiles } from '../engine/profiles.ts';
import type { VirtualTerminal } from '../engine/virtualTerminal.ts';

/** Everything a customer sees at the terminal, and the actions and settings there are. */
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

/** All bookings since the memory was made, and how many commands arrived: a test compares the two. */
export function bookingsOf({ memory, authorisationsReceived }: VirtualTerminal): unknown {
  return {
    bookings: memory.bookings.map(withoutGaps),
    authorisationsReceived,
    received: memory.now.received,
    endOfDayDone: memory.now.endOfDayDone,
  };
}

/** Absent values are null. */
function withoutGaps({ left, tip, cashback, of, ...booking }: Booking) {
  return {
    ...booking,
    left: left ?? null,
    tip: tip ?? null,
    cashback: cashback ?? null,
    of: of ?? null,
  };
}
