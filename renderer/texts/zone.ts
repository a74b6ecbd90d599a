/**
 * The time zone of the shop. Every screen writes times and days in it, whatever zone the machine of the screen has; until the bridge has
 * said it, and in the back office, whose stores have zones of their own, the zone of the machine stands in.
 */
let zone: string | undefined;

export const shopZone = (): string | undefined => zone;

export function setShopZone(name: string | undefined): void {
  zone = name;
}
