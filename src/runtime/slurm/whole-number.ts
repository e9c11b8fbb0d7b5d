/** A number as Slurm prints it; null for its words (`UNLIMITED`, `(null)`), and for what is not there. */
export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
