/** Draws nothing: keeps the address of the browser and the open page the same. */

import { useEffect } from 'react';
import { followAddress } from '../../app/address.ts';
import { useApp } from '../../app/context.tsx';

export default function Address() {
  const app = useApp();
  useEffect(() => followAddress(app, window), [app]);
  return null;
}
