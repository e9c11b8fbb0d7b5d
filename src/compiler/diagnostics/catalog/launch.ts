import { type CatalogEntry, topology } from './entry.ts';

/** RP20xx about `launch`, `slurm` and environments. */
export const LAUNCH: readonly CatalogEntry[] = [
  {
    code: 'RP3035',
    severity: 'note',
    title: 'a setting that decides which code runs',
    explanation:
      '`launch.remote.command` is the one program of a topology that runs on your own machine, already under ' +
      '`launch.sh --all --dry-run`. And some variables do more than tell a program something: LD_PRELOAD loads a library into every process, ' +
      'BASH_ENV runs a file in every shell, PATH says what a name means, PYTHONPATH or NODE_OPTIONS bring in ' +
      'other code. That is often meant, so nothing stops; but in the pull request of somebody else it is a ' +
      'line to look at before the command itself. See where it points, and say so in a comment, ' +
      '`# rankplan-ignore RP3035: our modules`, which leaves the note out. `rankplan diff` shows such ' +
      'changes on top; docs/checking.md lists the variables.',
    bad: topology`
      version: 1
      name: preloaded
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      launch:
        env: { LD_PRELOAD: /opt/lib/libtrace.so }
    `,
    good: topology`
      version: 1
      name: looked-at
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      launch:
        env: { LD_PRELOAD: /opt/lib/libtrace.so } # rankplan-ignore RP3035: the cluster's own tracer
    `,
  },
  {
    code: 'RP3033',
    severity: 'warning',
    title: 'a container inside the container',
    explanation:
      'Under Slurm the command runs in the container of `slurm.container`, and `launch.wrap` belongs to the command. ' +
      'So a runtime that is named there is looked for inside the container, where it often is not, or makes a ' +
      'second container in the first. `launch.wrap` alone is for launch.sh, run and job.sbatch alike; ' +
      '`slurm.container` alone is for job.sbatch, and launch.sh and run start the ranks outside of it.',
    bad: topology`
      version: 1
      name: twice
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      launch: { wrap: [apptainer, exec, --nv, /images/train.sif] }
      slurm: { container: { image: /images/train.sif, runtime: apptainer } }
    `,
    good: topology`
      version: 1
      name: once
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      launch: { wrap: [apptainer, exec, --nv, /images/train.sif] }
      slurm: {}
    `,
  },
  {
    code: 'RP2023',
    severity: 'error',
    title: 'a value that is no duration',
    explanation:
      'A duration is seconds, or a number with `s`, `m`, `min` or `h`, and at most a day. `grace` decides ' +
      'how long ranks may save their state after TERM before they are killed, so a misread unit loses a ' +
      'checkpoint or holds the GPUs for hours. Write `30s`, `2m` or `1h`.',
    bad: topology`
      version: 1
      name: words
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      launch: { grace: 2 minutes }
    `,
    good: topology`
      version: 1
      name: unit
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      launch: { grace: 2m }
    `,
  },
  {
    code: 'RP2024',
    severity: 'error',
    title: 'a value that Slurm does not take',
    explanation:
      'A time limit is minutes, `M:S`, `H:M:S`, `D-H`, `D-H:M` or `D-H:M:S`; an array is a chain `1-N%1`; ' +
      'the lead of a signal is at most 65535 seconds. `sbatch` would refuse the job, or worse, understand ' +
      'something else: `12:00` is twelve minutes. Write the value in one of the forms that the help names.',
    bad: topology`
      version: 1
      name: hours
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      slurm: { time: 12h }
    `,
    good: topology`
      version: 1
      name: hours
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      slurm: { time: "12:00:00" }
    `,
  },
  {
    code: 'RP2025',
    severity: 'error',
    title: 'an environment variable that is not yours to set',
    explanation:
      'RANK, MASTER_ADDR, CUDA_VISIBLE_DEVICES and their kin follow from the mapping and differ from rank ' +
      'to rank; one value for all makes two ranks 0, or hides the planned GPU, and the others wait for ' +
      'half an hour. Other names belong to bash (UID, GROUPS, RANDOM, BASH_*): it refuses them, which would end ' +
      'the env file halfway, or gives the rank another value or none. Names that begin with RANKPLAN_, ' +
      'however they are written, are for rankplan. Remove the variable; to change where a rank runs, change ' +
      'the mapping.',
    bad: topology`
      version: 1
      name: by-hand
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      launch: { env: { CUDA_VISIBLE_DEVICES: "2,3" } }
    `,
    good: topology`
      version: 1
      name: by-mapping
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { strategy: explicit, ranks: ["lab1:2-3"] }
      launch: { env: { NCCL_DEBUG: WARN } }
    `,
  },
  {
    code: 'RP2027',
    severity: 'error',
    title: 'a text that cannot be passed on',
    explanation:
      'The text holds a character that cannot be seen (a control character, one that turns the direction of ' +
      'writing, half a surrogate pair), or a line end where one line is wanted; or the first word of a ' +
      'command is empty, so that there is no program to start. The usual cause is an escape inside double ' +
      'quotes (`\\n`, `\\e`) or a block text (`|`), which ends in a newline. What is written is reviewed, so ' +
      'nothing may hide in it: write the text plainly. A command that needs such a character makes it ' +
      "itself, or in `launch.setup` (`export PS=$'\\e[1m'`).",
    bad: topology`
      version: 1
      name: ends-in-newline
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      slurm:
        srun:
          - |
            --container-image=img.sqsh
    `,
    good: topology`
      version: 1
      name: on-one-line
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      slurm:
        srun:
          - --container-image=img.sqsh
    `,
  },
  {
    code: 'RP2029',
    severity: 'error',
    title: 'a name that no environment variable can have',
    explanation:
      'Names of environment variables have letters, digits and `_`, and do not start with a digit. A shell ' +
      'cannot export any other, so the env file of the rank would fail. Correct the name.',
    bad: topology`
      version: 1
      name: dashes
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      launch: { env: { NCCL-DEBUG: WARN } }
    `,
    good: topology`
      version: 1
      name: underscores
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      launch: { env: { NCCL_DEBUG: WARN } }
    `,
  },
  {
    code: 'RP2031',
    severity: 'error',
    title: 'a working directory that would not expand',
    explanation:
      'Nothing expands in a topology, so that it means the same to everybody: `~` and `$HOME` would be ' +
      'looked for under these very names, and every rank would fail at its start. Write the path out, or ' +
      'leave `workdir` out: the default is the directory that the launcher is called in.',
    bad: topology`
      version: 1
      name: tilde
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      launch: { workdir: ~/project }
    `,
    good: topology`
      version: 1
      name: full-path
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      launch: { workdir: /home/me/project }
    `,
  },
  {
    code: 'RP3055',
    severity: 'error',
    title: "a user or port of ssh's, and another command",
    explanation:
      '`launch.remote.user` and `port` become options of ssh. What another program calls them, and whether it has ' +
      'such, is not known here: they would be left out without a word.',
    bad: topology`
      version: 1
      name: own-transport
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      launch: { remote: { command: [./reach], user: alice } } # rankplan-ignore RP3035: our gate
    `,
    good: topology`
      version: 1
      name: own-transport
      nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
      launch: { remote: { command: [./reach, --as, alice] } } # rankplan-ignore RP3035: our gate
    `,
  },
  {
    code: 'RP2032',
    severity: 'error',
    title: 'a Slurm option that may not be given here',
    explanation:
      'Options that choose nodes, GPUs or tasks (`gres`, `nodelist`, `ntasks`, `gpu-bind`, ...) are ' +
      'written by rankplan as the mapping needs them, and a second opinion would run another plan than the ' +
      'one that was reviewed. Options with a key of their own, such as `time`, belong there, where they ' +
      'are checked. The rest goes under `directives` by its long name, with its value on one line or ' +
      '`true` for none; `hint`, `threads-per-core`, `core-spec`, `gres-flags`, `requeue` and `export` without values of ' +
      'variables, too, but not to srun, and `exclude` where the job binds the nodes (`bind: job`).',
    bad: topology`
      version: 1
      name: gpus-by-hand
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      slurm: { directives: { gres: "gpu:4" } }
    `,
    good: topology`
      version: 1
      name: other-options
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      slurm: { directives: { reservation: spring } }
    `,
  },
  {
    code: 'RP2034',
    severity: 'warning',
    title: 'a time limit of minutes that looks like hours',
    explanation:
      'Slurm reads two numbers with a colon as minutes and seconds, so `24:00` ends the job after 24 minutes. In most ' +
      'programs the same text is a time of hours and minutes. Write three numbers for hours, or the minutes alone.',
    bad: topology`
      version: 1
      name: a-day
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      slurm: { time: "24:00" }
    `,
    good: topology`
      version: 1
      name: a-day
      nodes: [{ hosts: lab1, gpus: { count: 2 } }]
      slurm: { time: "24:00:00" }
    `,
  },
];
