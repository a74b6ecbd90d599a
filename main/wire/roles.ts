/** The roles of a shop: each says what a person may do. A file of its own, so that the screen knows it without the shapes of the API. */

/** `readOnly` reads lists, reports and settings, and changes nothing. */
export const roles = ['cashier', 'manager', 'readOnly', 'integrator', 'backoffice'] as const;
export type Role = (typeof roles)[number];
