/** Whether a tier may run: what it needs must be there in CI; on a user's machine it skips and says why. */
export function requireTool(name: string, found: boolean, remedy: string): boolean {
  if (found) return true;
  if (process.env['CI'] !== undefined) throw new Error(`${name} is missing in CI: ${remedy}`);
  console.warn(`skipped: ${name} is not there (${remedy})`);
  return false;
}
