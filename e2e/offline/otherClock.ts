/**
 * Loaded before a bridge whose clock is wrong (`node --import`): PROOF_CLOCK milliseconds are added to the time of day. Elapsed
 * time goes on as it does, as on a machine whose clock somebody has set.
 */
const shift = Number(process.env.PROOF_CLOCK ?? 0);
const Real = Date;

class Shifted extends Real {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(Real.now() + shift);
    else super(...(given as [number]));
  }
  static override now(): number {
    return Real.now() + shift;
  }
}

globalThis.Date = Shifted as DateConstructor;
