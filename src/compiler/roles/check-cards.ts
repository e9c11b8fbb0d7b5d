import { slotName } from '../inventory/inventory.ts';
import { createResolver } from '../mapping/resolve-selector.ts';
import { areColocated } from '../plan/replica-plan.ts';
import type { Span } from '../source/source-file.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import { MAX_SLOTS } from '../values/budget.ts';
import type { PlacedRole } from './map-role.ts';

/** Two roles on one slot, unless they say that they share it; and roles that share, of unlike size. */
export function checkCards(placed: readonly PlacedRole[]): void {
  for (const one of placed) checkColocated(one, placed);
  const roles = placed.map(({ role }) => role);
  const owners = new Map<number, PlacedRole>();
  const reported = new Set<string>();
  for (const one of placed)
    for (const slot of one.slots) {
      const first = owners.get(slot) ?? one;
      owners.set(slot, first);
      const pair = `${first.role.name} ${one.role.name}`;
      if (first === one || reported.has(pair) || areColocated(first.role, one.role, roles)) continue;
      reported.add(pair);
      reportShared(slot, first, one);
    }
}

/** The item of `slots` that lists the slot. */
function placeOf({ role: { source, slots }, inventory, report }: PlacedRole, slot: number): Span {
  if (slots === null) return keySpan(source, 'colocate');
  const resolve = createResolver(inventory, report, MAX_SLOTS);
  const listing = slots.find((selector) => {
    const listed = new Set<number>();
    resolve(selector, (one) => listed.add(one));
    return listed.has(slot);
  });
  return listing?.span() ?? valueSpan(source, 'slots');
}

function reportShared(slot: number, first: PlacedRole, second: PlacedRole): void {
  const [{ name: whose }, { name }] = [first.role, second.role];
  const message = `${slotName(second.inventory, slot)} of ${name} has ${whose}, too`;
  second.report.error('RP3064', placeOf(second, slot), message, {
    labels: [{ span: placeOf(first, slot), message: `${whose} has it here` }],
    help: `give each role slots of its own; if they take turns, set \`colocate: ${whose}\` for ${name}`,
  });
}

function checkColocated({ role, slots, inventory, report }: PlacedRole, all: readonly PlacedRole[]): void {
  const { name, colocate: whose, source } = role;
  const other = all.find((one) => one.role.name === whose);
  if (whose === null || other === undefined) return;
  const others = new Set(other.slots);
  const missing = slots.find((slot) => !others.has(slot));
  if (slots.length === other.slots.length && missing === undefined) return;
  const message =
    missing === undefined
      ? `${name} has ${slots.length} slots, and ${whose}, which it shares them with, ${other.slots.length}`
      : `${slotName(inventory, missing)} of ${name} is no slot of ${whose}, which it shares them with`;
  const help = `list the slots of ${whose}, all of them, or leave \`slots\` out`;
  report.error('RP3066', valueSpan(source, 'colocate'), message, { help });
}
