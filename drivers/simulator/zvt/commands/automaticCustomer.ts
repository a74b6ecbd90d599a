/** The automatic customer, who acts at the terminal as the behaviour says. */
import type { Behaviour } from '../engine/behaviours.ts';
import { RIGHT_PIN } from '../engine/cards.ts';
import type { CustomerAction } from '../engine/device.ts';

type Occasion = 'card' | 'pin' | 'tip' | 'key' | 'digits' | 'signature' | 'removal';

/** `attempt` counts from 0; undefined leaves the action to a person. */
export function automaticAction(occasion: Occasion, behaviour: Behaviour, attempt = 0): CustomerAction | undefined {
  const { customer, card, wrongPins, tip, leavesCard } = behaviour;
  if (occasion === 'removal') return leavesCard ? undefined : { type: 'removal' };
  if (customer === 'nobody') return undefined;
  if (customer === 'stops') return { type: 'key', key: 'stop' };
  switch (occasion) {
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
