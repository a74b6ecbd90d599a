/**
 * A virtual terminal of this product says of itself that it takes no real money. A till that takes real money refuses it
 * before a payment is sent.
 */
import type { Reason } from './terminal.ts';

/** Stands in the completion of a ZVT registration, at the end of its software version, and in the answer to an O.P.I. login. */
export const VIRTUAL_MARK = 'TBVT';

export const VIRTUAL: Reason = {
  code: 'virtual',
  text: 'this is a virtual terminal, which moves no money; a shop that takes real money does not pay there',
};

/** True for the software version of a virtual terminal, such as `TBVT 1` or `A920 1 TBVT`. */
export const isVirtualSoftware = (version = ''): boolean => version.split(' ').includes(VIRTUAL_MARK);
