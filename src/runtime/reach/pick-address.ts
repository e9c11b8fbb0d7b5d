import { type HostNetwork, type Interface, isLoopback, type NetworkVariables } from './network.ts';

/** What a library would choose on a host: an address that it offers to the others. */
export type Pick =
  | { readonly kind: 'address'; readonly address: string; readonly interface: string | null }
  /** The host's own name leads to itself alone. */
  | { readonly kind: 'loopback'; readonly address: string | null }
  /** The variable's value names what is not there, is down, or has no address. */
  | { readonly kind: 'missing'; readonly variable: string; readonly value: string; readonly why: string }
  | { readonly kind: 'unknown' };

export const LIBRARIES = { gloo: pickForGloo, nccl: pickForNccl } as const;
export type Library = keyof typeof LIBRARIES;
export const LIBRARY_NAMES: Readonly<Record<Library, string>> = { gloo: 'gloo', nccl: 'NCCL' };

const GLOO_VARIABLE = 'GLOO_SOCKET_IFNAME';

/**
 * gloo of torch.distributed: whole names, of which each gets a device; else the first address of the host's own name that
 * is this host's, and the loopback where there is none. Read in facebookincubator/gloo and PyTorch 2.13.0.
 */
function pickForGloo(network: HostNetwork, variables: NetworkVariables): Pick {
  const wanted = variables[GLOO_VARIABLE] ?? '';
  // getline() gives nothing behind a last comma, and an empty name elsewhere, which PyTorch refuses.
  const names = wanted.length < 2 ? [] : wanted.replace(/,$/, '').split(',');
  const picks = names.map((name) => pickNamed(network, wanted, name));
  const [first = null] = picks;
  if (first !== null) return picks.find(({ kind }) => kind === 'missing') ?? first;
  if (network.ownName === '') return { kind: 'unknown' };
  const own =
    network.ownAddresses.find((address) => isLoopback(address) || nameOf(network, address) !== null) ?? null;
  if (own === null || isLoopback(own)) return { kind: 'loopback', address: own };
  return { kind: 'address', address: own, interface: nameOf(network, own) };
}

/** `name` is an entry of the list `value`. */
function pickNamed(network: HostNetwork, value: string, name: string): Pick {
  const found = network.interfaces.find((one) => one.name === name);
  const problem = whyNot(name, found);
  if (problem === null) return { kind: 'address', address: found?.addresses[0] ?? '', interface: name };
  const why = name === value ? problem : `has the entry \`${name}\`, which ${problem}`;
  return { kind: 'missing', variable: GLOO_VARIABLE, value, why };
}

function whyNot(name: string, found: Interface | undefined): string | null {
  if (name === '') return 'is empty';
  if (found === undefined) return 'is not there';
  if (!found.isUp) return 'is down';
  return found.addresses.length === 0 ? 'has no address' : null;
}

/** The order in which NCCL tries interfaces if no variable is set. */
const NCCL_USUAL = ['ib', '^docker,lo,virbr', 'docker', 'lo', 'virbr'] as const;

/**
 * NCCL's sockets: `^` first, then `=`, each for the whole list; names are prefixes without `=`; the first that is up and has
 * an address of the family. Read in NCCL 2.30.7 (misc/socket.cc, os/linux.cc).
 */
function pickForNccl(network: HostNetwork, variables: NetworkVariables): Pick {
  // The kernel lists all addresses of IPv4, then all of IPv6: an interface that has only its link-local one comes late.
  const usable = network.interfaces
    .flatMap(({ name, isUp, addresses }) => {
      const address = addresses.find((one) => isOfFamily(one, variables['NCCL_SOCKET_FAMILY']));
      return isUp && address !== undefined ? [{ name, address, isV6: address.includes(':') }] : [];
    })
    .sort((a, b) => Number(a.isV6) - Number(b.isV6));
  const wanted = variables['NCCL_SOCKET_IFNAME'] ?? '';
  // With NCCL_COMM_ID NCCL chooses by the subnet of that address.
  if (wanted.length < 2 && (variables['NCCL_COMM_ID'] ?? '') !== '') return { kind: 'unknown' };
  const lists = wanted.length < 2 ? NCCL_USUAL : [wanted];
  for (const list of lists) {
    const found = usable.find(({ name }) => matchesNccl(name, list));
    if (found !== undefined) return { kind: 'address', address: found.address, interface: found.name };
  }
  if (wanted.length < 2) return { kind: 'unknown' };
  const why = 'matches no interface that is up and has an address';
  return { kind: 'missing', variable: 'NCCL_SOCKET_IFNAME', value: wanted, why };
}

function matchesNccl(name: string, list: string): boolean {
  const isNegated = list.startsWith('^');
  const rest = isNegated ? list.slice(1) : list;
  const isExact = rest.startsWith('=');
  const entries = (isExact ? rest.slice(1) : rest).split(',').filter((entry) => entry !== '');
  // A port after a colon is for adapters.
  const names = entries.map((entry) => entry.replace(/:.*$/, ''));
  return names.some((entry) => (isExact ? name === entry : name.startsWith(entry))) !== isNegated;
}

/** Any other text filters nothing. IPv6's own loopback never counts. */
const isOfFamily = (address: string, family: string | undefined): boolean =>
  address !== '::1' &&
  (family === 'AF_INET' ? !address.includes(':') : family === 'AF_INET6' ? address.includes(':') : true);

/** The interface that has the address; null: none. */
export const nameOf = ({ interfaces }: HostNetwork, address: string): string | null =>
  interfaces.find(({ addresses }) => addresses.includes(address))?.name ?? null;
