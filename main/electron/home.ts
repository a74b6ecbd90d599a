/**
 * The folder in which an installed application keeps the shop. A machine has one till, whoever signs in to it: where the package or
 * an administrator made a folder for the whole machine, the shop lies there; else in the folder of the user.
 */
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileMode } from '../files/rights.ts';
import { holdsShop } from '../start/chooseShop.ts';
import { ConfigRefusal } from '../world/config.ts';
import { isLeftHalf, moveShop, shareShop } from './shopMove.ts';

/** The folder of the machine for this user: not there, there and not for this user, or shared with this user. */
export type MachineFolder = 'absent' | 'closed' | 'open';

export interface HomeFacts {
  readonly machine: MachineFolder;
  /** Somebody has started the till in the folder of the machine; of an open one: a shop lies there. */
  readonly isMachineUsed: boolean;
  /** A shop lies in the folder of the user, or half of it is on its way to the machine's. */
  readonly hasOwnShop: boolean;
  /** A demo needs no shop. */
  readonly isDemo: boolean;
}

/** `move`: the shop of the user becomes that of the machine. `foreign`, `two`: nobody but a person can decide. */
export type Home = 'own' | 'machine' | 'move' | 'foreign' | 'two';

export function homeOf({ machine, isMachineUsed, hasOwnShop, isDemo }: HomeFacts): Home {
  if (machine === 'absent') return 'own';
  if (machine === 'closed') return isMachineUsed && !hasOwnShop && !isDemo ? 'foreign' : 'own';
  if (!hasOwnShop) return 'machine';
  return isMachineUsed ? 'two' : 'move';
}

/** Where the folder of the machine is, by the system; null: a system without one. */
export function machineFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string | null {
  const { TILLBRIDGE_MACHINE_FOLDER: given, ProgramData } = environment;
  if (given) return given;
  if (platform === 'linux') return '/var/lib/tillbridge-desktop';
  return platform === 'win32' && ProgramData ? join(ProgramData, 'Tillbridge') : null;
}

const SHOP = join('data', 'shop');
const SETTINGS = 'tillbridge.json';
const hasShop = (home: string) => holdsShop(join(home, SHOP));

/**
 * Gives the folder, with the shop in it where a user's own had to be moved. `say` gets one line where something was done.
 * Throws `ConfigRefusal`.
 */
export function settledHome(own: string, machine: string | null, isDemo: boolean, say: (line: string) => void): string {
  mkdirSync(own, { recursive: true });
  if (machine === null) return own;
  const access = accessTo(machine);
  if (access === 'absent') return own;
  const hasOwnShop = hasShop(own) || isLeftHalf(join(own, SHOP), join(machine, SHOP));
  const isMachineUsed = access === 'open' ? hasShop(machine) : existsSync(join(machine, 'data'));
  const home = homeOf({ machine: access, isMachineUsed, hasOwnShop, isDemo });
  if (home === 'foreign')
    throw new ConfigRefusal(
      `The till of this machine is in ${machine}, and this user may not open it: let an administrator add the user to the group of that folder, then sign in anew. Nothing was started, and nothing was sold.`,
    );
  if (home === 'two')
    throw new ConfigRefusal(
      `There are two shops: ${join(own, SHOP)} of this user, and ${join(machine, SHOP)} of the machine. Move the one that is not to be sold with to another place, or name one of them with --data. Both are untouched.`,
    );
  if (home === 'own') return own;
  if (home === 'move') {
    const settings = join(machine, SETTINGS);
    if (existsSync(join(own, SETTINGS)) && !existsSync(settings)) {
      writeFileSync(settings, readFileSync(join(own, SETTINGS)));
      chmodSync(settings, fileMode(machine));
    }
    for (const folder of [SHOP, join('data', 'training')])
      if (folder === SHOP || existsSync(join(own, folder))) moveShop(join(own, folder), join(machine, folder));
    say(`The shop of this user is that of the machine from now on: ${join(machine, SHOP)}.`);
  }
  // A move that was cut off here has not yet let the others in.
  shareShop(join(machine, SHOP));
  return machine;
}

/** A user who may make files in the folder works the till of the machine. */
function accessTo(folder: string): MachineFolder {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return 'open';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'absent' : 'closed';
  }
}
