import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { Code } from '../../generated/codes.ts';
import type { Crash, Hang } from '../driver/driver-session.ts';
import type { AddonPlaces, CallFailure, LoadFailure, NativeOutcome } from '../native.ts';
import { MACHINE_SPAN, type SickGpu } from './machine.ts';
import type { PciGpu } from './sysfs.ts';

export interface Reason {
  readonly code: Code;
  readonly message: string;
  readonly help: string;
}

const SICK_HELP =
  '`dmesg | grep -i xid` tells what happened; take the node out of service, and reset the GPU or reboot';

/** NVML's statuses that people meet, with what to do. */
const REASONS: Readonly<Record<number, Reason>> = {
  4: {
    code: 'RP5203',
    message: 'the driver may not be used',
    help: 'see who may open /dev/nvidiactl and /dev/nvidia0 (`ls -l /dev/nvidia*`), and whether the container or the job was given GPUs',
  },
  9: {
    code: 'RP5202',
    message: 'the NVIDIA driver is not loaded',
    help: '`lsmod | grep nvidia` and `dmesg | grep -i nvrm` tell more; in a container, start it with GPUs (`--gpus all`, `--nv`)',
  },
  15: { code: 'RP5205', message: 'the GPU is lost: it has fallen off the bus', help: SICK_HELP },
  16: { code: 'RP5205', message: 'the GPU needs a reset before it works again', help: SICK_HELP },
  18: {
    code: 'RP5204',
    message: 'the driver library is of another version than the loaded driver',
    help: 'the driver was updated under a running kernel module: reboot, or unload and load the module; in a container, take the library of the host',
  },
};

/** A driver counts the GPUs that a job was not given, too. */
const NOT_OURS: Reason = {
  code: 'RP5203',
  message: 'it may not be used from here',
  help: 'a job or a container sees only the GPUs that it was given: ask from outside, where all of them are visible',
};

function reasonOf({ call, status, text }: CallFailure): Reason {
  const said = text === '' ? '' : ` (${text})`;
  return (
    REASONS[status] ?? {
      code: 'RP5208',
      message: `the driver failed with status ${status}${said} in ${call}`,
      help: 'see what `nvidia-smi` says, and `dmesg | grep -i -e nvrm -e xid`',
    }
  );
}

/** The driver tells nothing about the machine. */
export function explainFailure(failure: CallFailure, library: string, report: Reporter): null {
  const { code, message, help } = reasonOf(failure);
  const notes = [`${failure.call} of ${library} answered ${failure.status}${formatText(failure)}`];
  report.error(code, MACHINE_SPAN, message, { help, notes });
  return null;
}

const formatText = ({ text }: CallFailure): string => (text === '' ? '' : `, "${text}"`);

/** Why one GPU cannot be used while others can. */
export const describeSick = ({ failure }: SickGpu): Reason =>
  failure.status === 4 ? NOT_OURS : reasonOf(failure);

export function explainSick(gpu: SickGpu, report: Reporter): void {
  const { index, pci, failure } = gpu;
  const { code, message, help } = describeSick(gpu);
  const name = `GPU ${index}${pci === null ? '' : ` (${pci})`}`;
  report.error(code, MACHINE_SPAN, `${name}: ${message}`, {
    help,
    notes: [`${failure.call} answered ${failure.status}${formatText(failure)}`],
  });
}

export function explainHang({ call, gpu }: Hang, timeoutMs: number, report: Reporter): null {
  const what = call === '' ? 'at all' : call;
  const about = gpu === null ? '' : ` about GPU ${gpu} of its list`;
  report.error(
    'RP5206',
    MACHINE_SPAN,
    `the driver did not answer ${what}${about} within ${timeoutMs / 1000} s`,
    {
      help: 'a sick GPU can block the driver: see `dmesg | grep -i xid`; a driver that only starts slowly gets more time with `--timeout` (`run`: `--driver-timeout`), or none of this with nvidia-persistenced',
    },
  );
  return null;
}

/** The driver library took down the process that called it. */
export function explainCrash({ how, said }: Crash, report: Reporter): null {
  report.error('RP5212', MACHINE_SPAN, `the process that asks the driver ended without an answer (${how})`, {
    help: 'most likely the driver library crashed, as one may that does not fit the driver (a container with a library of its own): see whether `nvidia-smi` crashes, too',
    ...(said === '' ? {} : { notes: [said] }),
  });
  return null;
}

/** A library that opens and is none, such as a stub. */
export function explainUseless({ library, lacks }: NativeOutcome, report: Reporter): null {
  report.error('RP5209', MACHINE_SPAN, `${library} has no function ${lacks}, so it is no driver library`, {
    help: 'a stub of the CUDA toolkit, or a file cut short: see which one LD_LIBRARY_PATH or RANKPLAN_NVML leads to',
  });
  return null;
}

export function explainMissingAddon(
  failures: readonly LoadFailure[],
  { explicit }: AddonPlaces,
  report: Reporter,
): null {
  const { platform, arch } = process;
  const origin =
    arch === 'x64' || arch === 'arm64'
      ? 'the package has one for glibc 2.28 or newer; in a clone of rankplan'
      : `the package has none for ${platform}-${arch}; in a clone of rankplan`;
  const help =
    platform !== 'linux'
      ? `GPUs are discovered on Linux only, not on ${platform}: call it there; the verbs that plan work here`
      : explicit !== null
        ? 'RANKPLAN_NATIVE names that file: correct it, or unset it'
        : `${origin}: \`npm install && npm run build:native\` builds it (a C++ compiler is enough); RANKPLAN_NATIVE can name it`;
  report.error('RP5207', MACHINE_SPAN, "rankplan's native part cannot be loaded", {
    help,
    notes: failures.map(({ path, reason }) => `${path}: ${reason}`),
  });
  return null;
}

const NAMES: Readonly<Record<PciGpu['vendor'], string>> = { nvidia: 'NVIDIA', amd: 'AMD', intel: 'Intel' };

/** GPUs that rankplan can plan for, and cannot ask. */
export function reportOthers(onBus: readonly PciGpu[], report: Reporter): void {
  const others = onBus.filter(({ vendor }) => vendor !== 'nvidia');
  if (others.length === 0) return;
  const listed = others.map(({ vendor, device, address }) => `${NAMES[vendor]} ${device} at ${address}`);
  report.warning('RP5211', MACHINE_SPAN, `GPUs that are not discovered: ${listed.join(', ')}`, {
    help: 'rankplan asks the NVIDIA driver only: write these under `gpus:` of the topology, with `vendor:`',
  });
}

/** No driver library: what the PCI bus says tells whether one is missing; null where it was not read. */
export function explainMissingLibrary(
  { openFailures }: NativeOutcome,
  isExplicit: boolean,
  onBus: readonly PciGpu[] | null,
  report: Reporter,
): null {
  const gpus = (onBus ?? []).filter(({ vendor }) => vendor === 'nvidia');
  const addresses = gpus.map(({ address }) => address).join(', ');
  const help = isExplicit
    ? 'RANKPLAN_NVML names that file: correct it, or unset it'
    : onBus === null
      ? 'install it there, or start the container with it (`--gpus all`, `--nv`)'
      : gpus.length === 0
        ? 'this machine shows no NVIDIA GPU on its PCI bus: run this on the machine that has them'
        : `there are NVIDIA GPUs (${addresses}): install their driver, or start the container with it (\`--gpus all\`, \`--nv\`); RANKPLAN_NVML names the library where the linker does not find it`;
  report.error('RP5201', MACHINE_SPAN, 'there is no NVIDIA driver library', {
    help,
    notes: openFailures.map(({ reason }) => reason),
  });
  return null;
}
