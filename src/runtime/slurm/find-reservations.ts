import type { ClusterReservation, Comparison } from './cluster.ts';
import { wantedPartitions } from './compare-partitions.ts';
import { parseTimeLimit } from './parse-time.ts';

/**
 * The reservations that the job must wait for: those that it does not name, and that last, or begin before the job's time
 * is over. A magnetic one may be for this user: that is not known here, so it does not count.
 */
export function findReservations(comparison: Comparison): readonly ClusterReservation[] {
  const { slurm } = comparison.plan;
  if (slurm === null) return [];
  const named = `${slurm.directives['reservation'] ?? ''}`.split(',');
  const minutes = lengthOf(comparison);
  return (comparison.cluster.reservations ?? []).filter(
    (reservation) =>
      !reservation.isMagnetic &&
      !named.includes(reservation.name) &&
      (reservation.isWhole || slurm.allocation === 'whole') &&
      (reservation.isActive || minutesUntil(comparison, reservation) < minutes),
  );
}

/** By Slurm's own clock; not a number where its time is not known. */
function minutesUntil({ cluster }: Comparison, { start }: ClusterReservation): number {
  const at = (text: string) => Date.parse(`${text}Z`);
  return (at(start) - at(cluster.settings?.asOf ?? '')) / 60_000;
}

/** In minutes: what the job asks for, or gets where it does not ask. */
function lengthOf(comparison: Comparison): number {
  const requested = parseTimeLimit(comparison.plan.slurm?.time ?? '');
  const usual = wantedPartitions(comparison).map(
    ({ defaultMinutes, maxMinutes }) => defaultMinutes ?? maxMinutes ?? Number.POSITIVE_INFINITY,
  );
  return requested ?? Math.min(...usual);
}
