/** What a person may do in a shop, by her role. A file of its own, so that the screen knows it without the shapes of the API. */

/** `readOnly` reads lists, reports and settings, and changes nothing. */
export const roles = ['cashier', 'manager', 'readOnly', 'integrator', 'backoffice'] as const;
export type Role = (typeof roles)[number];
