/**
 * The state in the events of `GET /events`.
 * @typedef {object} State
 * @property {string} phase
 * @property {readonly string[]} display
 * @property {number | null} amount in minor units
 * @property {string | null} awaits
 * @property {string | null} inserted
 * @property {boolean} hasPaper
 * @property {readonly Slip[]} paper
 * @property {string} behaviour
 * @property {boolean} amountRules
 * @property {'kept' | 'reversed'} unacknowledged
 * @property {Readonly<Record<string, string>>} behaviours
 * @property {string} profile
 * @property {readonly { name: string, about: string, gesture: string }[]} cardChoices
 * @property {number} connections
 * @property {boolean} isBusy
 * @property {boolean} registered
 * @property {Readonly<Record<string, unknown>>} fault
 * @property {boolean} training
 * @property {Scenario | null} scenario
 *
 * @typedef {object} Slip
 * @property {string} copy
 * @property {'terminal' | 'till'} printedBy
 * @property {readonly { text: string, align: string, wide: boolean, tall: boolean }[]} lines
 *
 * @typedef {object} Scenario the one that runs or ran last
 * @property {string} title
 * @property {string} about
 * @property {readonly string[]} steps
 * @property {number} done how many steps are over
 * @property {'running' | 'passed' | 'failed'} state
 * @property {string | null} deviation
 */
export {};
