import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { Code } from '../../generated/codes.ts';
import type { DriverAnswer, DriverPlaces, Hang } from '../driver/driver-session.ts';
import type { CallFailure, NativeOutcome } from '../driver/parse-answer.ts';
import type { LoadFailure } from '../native.ts';
import { MACHINE_SPAN, type SickGpu } from './machine.ts';
import { listPciGpus, type PciGpu, VENDOR_NAMES } from './sysfs.ts';

export interface Reason {
  readonly code: Code;
  readonly message: string;
  readonly help: string;
  readonly notes?: readonly string[];
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

const formatText = ({ text }: CallFailure): string => (text === '' ? '' : `, "${text}"`);

/** Why one GPU cannot be used while others can. */
export const describeSick = ({ failure }: SickGpu): Reason =>
  failure.status === 4 ? NOT_OURS : reasonOf(failure);

/** Reports what this machine cannot do, and why. */
export function reportReason({ code, message, ...details }: Reason, report: Reporter): null {
  report.error(code, MACHINE_SPAN, message, details);
  return null;
}

export function explainSick(gpu: SickGpu, report: Reporter): void {
  const { index, pci, failure } = gpu;
  const { message, ...reason } = describeSick(gpu);
  const name = `GPU ${index}${pci === null ? '' : ` (${pci})`}`;
  const notes = [`${failure.call} answered ${failure.status}${formatText(failure)}`];
  reportReason({ ...reason, message: `${name}: ${message}`, notes }, report);
}

/** The settings of the request to the driver. */
export interface Surroundings extends Omit<DriverPlaces, 'folder'> {
  readonly timeoutMs: number;
  /** `/sys`; null if the request was on another machine. */
  readonly sysfs: string | null;
}

/** Why the driver did not answer a question. */
export function explainSilence(
  answer: DriverAnswer<NativeOutcome>,
  surroundings: Surroundings,
  report: Reporter,
): null {
  const reason = describeSilence(answer, surroundings);
  return reason && reportReason(reason, report);
}

export function describeSilence(answer: DriverAnswer<NativeOutcome>, around: Surroundings): Reason | null {
  switch (answer.kind) {
    case 'no-addon':
      return describeMissingAddon(answer.failures, around.explicit);
    case 'crashed':
      return {
        code: 'RP5208',
        message: `the process that asks the driver ended without an answer (${answer.how})`,
        help: 'most likely the driver library crashed, as one may that does not fit the driver (a container with a library of its own): see whether `nvidia-smi` crashes, too',
        notes: answer.said === '' ? [] : [answer.said],
      };
    case 'hangs':
      return describeHang(answer, around.timeoutMs);
    case 'no-library':
      return describeMissingLibrary(answer, around);
    case 'useless-library':
      return {
        code: 'RP5201',
        message: `${answer.library} has no function ${answer.lacks}, so it is no driver library`,
        help: 'a stub of the CUDA toolkit, or a file cut short: see which one LD_LIBRARY_PATH or RANKPLAN_NVML leads to',
      };
    case 'failed': {
      const { call, status } = answer.failure;
      const note = `${call} of ${answer.library} answered ${status}${formatText(answer.failure)}`;
      return { ...reasonOf(answer.failure), notes: [note] };
    }
    case 'found':
      return null;
  }
}

function describeHang({ call, gpu }: Hang, timeoutMs: number): Reason {
  const what = call === '' ? 'at all' : call;
  const about = gpu === null ? '' : ` about GPU ${gpu} of its list`;
  return {
    code: 'RP5206',
    message: `the driver did not answer ${what}${about} within ${timeoutMs / 1000} s`,
    help: 'a sick GPU can block the driver: see `dmesg | grep -i xid`; a driver that only starts slowly gets more time with `--timeout` (`run`: `--driver-timeout`), or none of this with nvidia-persistenced',
  };
}

function describeMissingAddon(failures: readonly LoadFailure[], explicit: string | null): Reason {
  const { platform, arch } = process;
  const isBuilt = arch === 'x64' || arch === 'arm64';
  const origin = isBuilt ? 'has one for glibc 2.28 or newer' : `has none for ${platform}-${arch}`;
  const help =
    platform !== 'linux'
      ? `GPUs are discovered on Linux only, not on ${platform}: call it there; the verbs that plan work here`
      : explicit !== null
        ? 'RANKPLAN_NATIVE names that file: correct it, or unset it'
        : `the package ${origin}; in a clone of rankplan: \`npm install && npm run build:native\` builds it (a C++ compiler is enough); RANKPLAN_NATIVE can name it`;
  const notes = failures.map(({ path, reason }) => `${path}: ${reason}`);
  return { code: 'RP5207', message: "rankplan's native part cannot be loaded", help, notes };
}

/** The GPUs on the PCI bus show whether a driver is missing. */
function describeMissingLibrary({ openFailures }: NativeOutcome, { library, sysfs }: Surroundings): Reason {
  const gpus = sysfs === null ? null : listPciGpus(sysfs).filter(({ vendor }) => vendor === 'nvidia');
  const addresses = (gpus ?? []).map(({ address }) => address).join(', ');
  const help =
    library !== null
      ? 'RANKPLAN_NVML names that file: correct it, or unset it'
      : gpus === null
        ? 'install it there, or start the container with it (`--gpus all`, `--nv`)'
        : gpus.length === 0
          ? 'this machine shows no NVIDIA GPU on its PCI bus: run this on the machine that has them'
          : `there are NVIDIA GPUs (${addresses}): install their driver, or start the container with it (\`--gpus all\`, \`--nv\`); RANKPLAN_NVML names the library where the linker does not find it`;
  const notes = openFailures.map(({ reason }) => reason);
  return { code: 'RP5201', message: 'there is no NVIDIA driver library', help, notes };
}

/** Reports GPUs that rankplan can plan for, but whose driver it cannot call. */
export function reportOthers(onBus: readonly PciGpu[], report: Reporter): void {
  const others = onBus.filter(({ vendor }) => vendor !== 'nvidia');
  if (others.length === 0) return;
  const listed = others.map(
    ({ vendor, device, address }) => `${VENDOR_NAMES[vendor]} ${device} at ${address}`,
  );
  report.warning('RP5211', MACHINE_SPAN, `GPUs that are not discovered: ${listed.join(', ')}`, {
    help: 'rankplan asks the NVIDIA driver only: write these under `gpus:` of the topology, with `vendor:`',
  });
}
