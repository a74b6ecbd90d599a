/** Where a person lets a device in; short, because people copy it from the screen of a till. */
export const VERIFICATION_PATH = '/device';
