/** The clock of the virtual terminal. */

/** Date and time of the terminal's clock, `ahead` of this machine by so many ms, as `YYYYMMDD` and `HHMMSS`. */
export function terminalClock(ahead = 0): { date: string; time: string } {
  const now = new Date(Date.now() + ahead);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`,
    time: `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`,
  };
}
