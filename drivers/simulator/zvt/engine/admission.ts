/** Admits a command: the terminal understands it, the till is registered and knows the password, no other command runs. */
import { type Message, walk } from '../../../zvt/codec/apdu.ts';
import { apduData } from '../../../zvt/codec/lengths.ts';
import type { Behaviour } from './behaviours.ts';
import type { Device } from './device.ts';
import { tillPrints } from './exchange.ts';
import { BUSY, type Locks } from './locks.ts';
import type { MemoryStore } from './memory.ts';
import type { Profile } from './profiles.ts';
import type { Handler } from './work.ts';

/** Error code of an unknown command or bitmap, and of an abort that comes too late. */
export const UNKNOWN = 0x83;
const NOT_REGISTERED = 0x6b;
const WRONG_PASSWORD = 0x37;
const PRINTER_NOT_READY = 0xcc;

interface AdmissionParts {
  readonly memory: MemoryStore;
  readonly profile: Profile;
  readonly locks: Locks;
  /** Left out: any password is accepted. */
  readonly password: string | undefined;
  readonly device: Pick<Device, 'hasPaper'>;
}

export interface Admission {
  /** The code of 84 xx; undefined for a command that is admitted. */
  refusal(handler: Handler, message: Message, behaviour: Behaviour, isBusy: boolean): number | undefined;
}

export function openAdmission({ memory, profile, locks, password, device }: AdmissionParts): Admission {
  return {
    refusal(handler, message, behaviour, isBusy) {
      if (!isUnderstood(message)) return UNKNOWN;
      if (message.fields.tlv !== undefined && profile.tlv !== true) return profile.tlv.refusedWith;
      if (handler.needsRest && isBusy) return BUSY;
      if (handler.needsRegistration && !memory.now.registration) return NOT_REGISTERED;
      if (isWrongPassword(handler, message)) return WRONG_PASSWORD;
      if (handler.needsRest && behaviour.refuse === BUSY) return BUSY;
      const locked = handler.movesMoney ? locks.refusal(behaviour) : undefined;
      return locked ?? (lacksPaper(handler, message) ? PRINTER_NOT_READY : undefined);
    },
  };

  function lacksPaper(handler: Handler, message: Message): boolean {
    return !device.hasPaper && handler.prints(message) && !tillPrints(memory.now.registration, handler.slips);
  }

  function isWrongPassword({ needsPassword }: Handler, { name, fields }: Message): boolean {
    const right = memory.now.password ?? password;
    const needed = needsPassword || (name === 'statusEnquiry' && profile.statusNeedsPassword);
    if (needed && fields.password === undefined) return true;
    return needed && right !== undefined && fields.password !== right;
  }
}

/** Does every byte have a meaning? A terminal refuses unknown bitmaps, and ignores known ones that it does not use. */
function isUnderstood({ bytes, rest, name, layout }: Message): boolean {
  const start = apduData(bytes, 0, bytes.length)?.start;
  if (name === 'unknown' || !layout || start === undefined || rest < bytes.length) return false;
  let known = true;
  walk(bytes, start, rest, layout, field => {
    known &&= field !== undefined;
  });
  return known;
}
