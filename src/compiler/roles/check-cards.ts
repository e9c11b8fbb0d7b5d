import type { Reporter } from '../diagnostics/reporter.ts';
import { slotName } from '../inventory/inventory.ts';
import type { PlacedInventory } from '../inventory/places.ts';
import { areColocated } from '../plan/replica-plan.ts';
import type { Span } from '../source/source-file.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Role } from '../syntax/topology.ts';

/** A role with the slots that it has. */
export interface SlottedRole {
  readonly role: Role;
  readonly slots: Uint32Array;
}

/** Two roles on one slot, unless they say that they share it; and roles that share, of unlike size. */
export function checkCards(
  roles: readonly SlottedRole[],
  inventory: PlacedInventory,
  report: Reporter,
): void {
  for (const one of roles) checkColocated(one, roles, inventory, report);
  const all = roles.map(({ role }) => role);
  const owners = new Map<number, SlottedRole>();
  const reported = new Set<string>();
  for (const one of roles)
    for (const slot of one.slots) {
      const first = owners.get(slot);
      if (first === undefined) owners.set(slot, one);
      else if (!areColocated(first.role, one.role, all))
        reportShared(slot, first, one, inventory, reported, report);
    }
}

/** The item of `slots` that lists the slot. */
function placeOf({ role, slots }: SlottedRole, slot: number, inventory: PlacedInventory): Span {
  const { source } = role;
  if (role.slots === null) return keySpan(source, 'colocate');
  const node = inventory.nodes[inventory.nodeOfSlot[slot] ?? 0]?.name ?? '';
  const listing = role.slots.filter(({ hosts }) => hosts.includes(node));
  const named = listing.length === 1 ? listing[0] : listing.find(({ pick }) => picks(pick, slot, inventory));
  return slots.length === 0 || named === undefined ? valueSpan(source, 'slots') : named.span();
}

function picks(
  pick: NonNullable<Role['slots']>[number]['pick'],
  slot: number,
  inventory: PlacedInventory,
): boolean {
  const name = slotName(inventory, slot);
  const place = name.slice(name.lastIndexOf(':') + 1);
  if (pick.kind === 'all') return true;
  if (pick.kind === 'uuid') return false;
  const isCpu = place.startsWith('cpu');
  return isCpu === (pick.kind === 'cpus') && pick.numbers.includes(Number(place.replace('cpu', '')));
}

function reportShared(
  slot: number,
  first: SlottedRole,
  second: SlottedRole,
  inventory: PlacedInventory,
  reported: Set<string>,
  report: Reporter,
): void {
  const pair = `${first.role.name} ${second.role.name}`;
  if (reported.has(pair)) return;
  reported.add(pair);
  const others = new Set(first.slots);
  const shared = second.slots.filter((one) => others.has(one));
  const names = Array.from(shared.slice(0, 4), (one) => slotName(inventory, one)).join(', ');
  const more = shared.length > 4 ? ` and ${shared.length - 4} more` : '';
  report.error(
    'RP3064',
    placeOf(second, slot, inventory),
    `${names}${more} of ${second.role.name} has ${first.role.name}, too`,
    {
      labels: [{ span: placeOf(first, slot, inventory), message: `${first.role.name} has it here` }],
      help: `give each role slots of its own; if they take turns, set \`colocate: ${first.role.name}\` for ${second.role.name}`,
    },
  );
}

function checkColocated(
  one: SlottedRole,
  roles: readonly SlottedRole[],
  inventory: PlacedInventory,
  report: Reporter,
): void {
  const { role, slots } = one;
  const other = roles.find(({ role: { name } }) => name === role.colocate);
  if (role.colocate === null || other === undefined) return;
  const span = valueSpan(role.source, 'colocate');
  const others = new Set(other.slots);
  const missing = slots.find((slot) => !others.has(slot));
  const [name, whose] = [role.name, role.colocate];
  if (slots.length === other.slots.length && missing === undefined) return;
  const message =
    missing === undefined
      ? `${name} has ${slots.length} slots, and ${whose}, which it shares them with, ${other.slots.length}`
      : `${slotName(inventory, missing)} of ${name} is no slot of ${whose}, which it shares them with`;
  const help = `list the slots of ${whose}, all of them, or leave \`slots\` out`;
  report.error('RP3066', span, message, { help });
}
