/**
 * Every property of `npm test` starts from one seed: a run is red because of a change, and red again when it is repeated.
 * `PROPERTY_SEED` names another one; `npm run fuzz:properties` tries many.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 1) });
