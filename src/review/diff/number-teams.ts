/** Numbers for the places of ranks: a slot has its own, several GPUs of one rank one behind those of all slots. */
export interface TeamNumbers {
  /** The place that has exactly these slots, in this order. */
  readonly of: (slots: readonly number[]) => number;
  readonly slotsAt: (place: number) => readonly number[];
}

export function numberTeams(slots: number): TeamNumbers {
  const numbers = new Map<string, number>();
  const teams: (readonly number[])[] = [];
  return {
    of: (team) => {
      const [only] = team;
      if (team.length === 1 && only !== undefined) return only;
      const key = team.join();
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, slots + teams.length);
      return slots - 1 + teams.push(team);
    },
    slotsAt: (place) => teams[place - slots] ?? [place],
  };
}
