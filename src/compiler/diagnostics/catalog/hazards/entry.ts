import type { CatalogEntry } from '../entry.ts';
import type { Checked } from '../releases.ts';

/** What there is to know about a hazard: an entry of the catalog that says where it was learnt. */
export interface HazardEntry extends Omit<CatalogEntry, 'bad' | 'good'> {
  /** Which versions it was seen with, and which are known to be free of it. */
  readonly versions: string;
  readonly checked: Checked;
  /** `owner/repository#number`, or an address. */
  readonly threads: readonly string[];
  /** Topologies, as they stand in the file. */
  readonly bad: string;
  readonly good: string;
}
