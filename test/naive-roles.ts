/** A role as a test makes it, with the slots of each process of each replica: `n0:3`, or `n0:cpu1`. */
export interface NaiveRole {
  readonly name: string;
  readonly processes: 'gpu' | 'node' | 'replica';
  readonly world: string;
  /** Whose slots it has, in turns. */
  readonly colocate?: string;
  /** The port of its first process on a host, and how many each has. */
  readonly base: number;
  readonly count: number;
  readonly replicas: readonly (readonly (readonly string[])[])[];
}

export interface NaiveProcess {
  readonly name: string;
  readonly node: string;
  readonly sees: string;
  readonly port: number;
  /** Like `1/4 n0:29500`, or `alone`. */
  readonly world: string;
  readonly words: readonly string[];
}

const nodeOf = (slot: string): string => slot.slice(0, slot.indexOf(':'));
const indexOf = (slot: string): string => slot.slice(slot.indexOf(':') + 1);

interface Place {
  readonly role: NaiveRole;
  readonly replica: number;
  readonly process: number;
  readonly slots: readonly string[];
  readonly node: string;
  readonly port: number;
}

/** Every process with its port: those of a role on one host get the next ones. */
function placeAll(roles: readonly NaiveRole[]): readonly Place[] {
  return roles.flatMap((role) => {
    const before: string[] = [];
    return role.replicas.flatMap((replica, number) =>
      replica.map((slots, process) => {
        const node = nodeOf(slots[0] ?? '');
        const port = role.base + role.count * before.filter((one) => one === node).length;
        before.push(node);
        return { role, replica: number, process, slots, node, port };
      }),
    );
  });
}

/** A world of each replica, or of all roles with its name; null without one. */
const worldOf = ({ role, replica }: Place): string | null =>
  role.world === 'none' ? null : role.world === 'own' ? `${role.name}-${replica}` : `shared ${role.world}`;

/** What each process finds, in the simplest way. */
export function describeNaively(roles: readonly NaiveRole[]): readonly NaiveProcess[] {
  const places = placeAll(roles);
  const masters = new Map<string, string>();
  for (const place of places) {
    const world = worldOf(place);
    if (world === null || masters.has(world)) continue;
    const here = [...masters.values()].filter((master) => master.startsWith(`${place.node}:`)).length;
    masters.set(world, `${place.node}:${29_500 + here}`);
  }
  return places.map((place) => {
    const { role, replica, process, slots, node, port } = place;
    const ofReplica = places.filter((one) => one.role === role && one.replica === replica);
    const seen =
      role.processes === 'gpu'
        ? ofReplica.filter((one) => one.node === node).flatMap((one) => one.slots)
        : slots;
    const world = worldOf(place);
    const members = places.filter((one) => worldOf(one) === world);
    const leaders = places.filter((one) => one.role === role && one.process === 0);
    return {
      name: `${role.name}-${replica}-${process}`,
      ...{ node, port },
      sees: seen
        .filter((slot) => !slot.includes('cpu'))
        .map(indexOf)
        .join(','),
      world: world === null ? 'alone' : `${members.indexOf(place)}/${members.length} ${masters.get(world)}`,
      words: [
        `${port}`,
        leaders.map((one) => `http://${one.node}:${one.port}`).join(','),
        `${replica}.${process}`,
        ofReplica[0]?.node ?? '',
        JSON.stringify(leaders.map((one) => `${one.node}:${one.port}`)),
      ],
    };
  });
}
