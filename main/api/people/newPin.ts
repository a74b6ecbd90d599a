/** A PIN that is to be set: held against the rules, and hashed. */
import { pinFault } from '../../domain/pinRules.ts';
import type { FieldFault } from '../../masterData/people.ts';
import type { StaffRow } from '../../store/accounts.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Services } from '../services.ts';

type PinParts = Pick<Services, 'pins' | 'config'>;

/** The hash, which takes a tenth of a second. `path`: the member that holds the PIN. Throws `pinRefused`. */
export async function newPinHash({ pins, config }: PinParts, pin: string, path: string): Promise<string> {
  const texts = pinFault(pin, config.pinLength);
  if (texts) throw refused({ path, texts });
  return pins.hash(pin);
}

/** The same for a person who chooses it herself: it must be another one. Nobody else's PIN is compared. */
export async function ownPinHash(parts: PinParts, { pinHash }: StaffRow, pin: string, path: string): Promise<string> {
  const hash = await newPinHash(parts, pin, path);
  if (await parts.pins.matches(pin, pinHash)) throw refused({ path, texts: SAME });
  return hash;
}

const SAME = {
  de: 'Die neue PIN muss sich von der alten unterscheiden.',
  en: 'The new PIN must differ from the old one.',
};

const refused = (fault: FieldFault) =>
  new BridgeError('pinRefused', `${fault.path}: ${fault.texts.en} Nothing was changed.`, {
    extra: { faults: [fault] },
  });
