/** The automatic customer: what somebody at the terminal does by the behaviour, when no hand is meant to. */
import type { Behaviour } from '../engine/behaviours.ts';
import { RIGHT_PIN } from '../engine/cards.ts';
import type { CustomerAction } from '../engine/device.ts';

type Occasion = 'card' | 'pin' | 'tip' | 'key' | 'digits' | 'signature' | 'removal';

/** `attempt` counts from 0; undefined leaves it to a hand. */
export function automaticAction(what: Occasion, behaviour: Behaviour, attempt = 0): CustomerAction | undefined {
  const { customer, card, wrongPins, tip, leavesCard } = behaviour;
  if (what === 'removal') return leavesCard ? undefined : { type: 'removal' };
  if (customer === 'nobody') return undefined;
  if (customer === 'stops') return { type: 'key', key: 'stop' };
  switch (what) {
    case 'card':
      return { type: 'card', card };
    case 'pin':
      return { type: 'pin', pin: attempt < wrongPins ? '9999' : RIGHT_PIN };
    case 'tip':
      return { type: 'digits', digits: String(tip) };
    case 'key':
      return { type: 'key', key: 'ok' };
    case 'signature':
      return { type: 'signature', signed: true };
    case 'digits':
      return { type: 'digits', digits: '1234' };
  }
}
