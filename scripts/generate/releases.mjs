/** The newest release of each library that was known on a day: what is said of it should have been looked up with that. */
export const NEWEST = {
  knownOn: '2026-11-27',
  releases: {
    NCCL: '2.32.6',
    RCCL: '2.27.7',
    PyTorch: '2.15.0',
    Lightning: '2.6.6',
    vLLM: '0.33.0',
    SGLang: '0.5.23',
    TRL: '1.16.0',
  },
};

/** `NCCL 2.30.7, PyTorch 2.13.0`. */
export const nameReleases = (releases) =>
  Object.entries(releases)
    .map(([library, version]) => `${library} ${version}`)
    .join(', ');

/** The libraries of a page that were checked with an older release than the newest known one; empty if none. */
export const findStale = (checked) =>
  Object.fromEntries(
    Object.entries(checked).filter(([library, version]) => version !== NEWEST.releases[library]),
  );
