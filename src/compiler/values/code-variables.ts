import type { Reporter } from '../diagnostics/reporter.ts';
import type { Span } from '../source/source-file.ts';

/**
 * Environment variables by which a topology decides what code runs, beside its command: a reviewer must see them. By
 * what they do, which completes "`NAME` "; a `*` at the end stands for any rest. The rule, `diff` and a test of the documentation read this table.
 */
export const CODE_VARIABLES: readonly { readonly does: string; readonly names: readonly string[] }[] = [
  {
    does: 'loads libraries into every process of a rank',
    names: ['LD_AUDIT', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'GCONV_PATH'],
  },
  {
    does: 'loads a library into programs that use GPUs',
    names: [
      'CUDA_INJECTION32_PATH',
      'CUDA_INJECTION64_PATH',
      'HSA_TOOLS_LIB',
      'NVTX_INJECTION64_PATH',
      'OCL_ICD_FILENAMES',
      'OCL_ICD_VENDORS',
      'VK_ADD_LAYER_PATH',
      'VK_DRIVER_FILES',
      'VK_ICD_FILENAMES',
      'VK_LAYER_PATH',
    ],
  },
  {
    does: 'can load a library into NCCL',
    names: [
      'NCCL_CONF_FILE',
      'NCCL_ENV_PLUGIN',
      'NCCL_GIN_PLUGIN',
      'NCCL_NET_PLUGIN',
      'NCCL_PROFILER_PLUGIN',
      'NCCL_TUNER_PLUGIN',
      'RCCL_TUNER_PLUGIN',
    ],
  },
  {
    does: 'can load libraries into MPI and what it sends with',
    names: ['FI_PROVIDER_PATH', 'OMPI_MCA_*', 'OPAL_PREFIX', 'PMIX_MCA_*', 'RDMAV_DRIVERS', 'UCX_MODULE_DIR'],
  },
  {
    does: 'reaches programs in a container under the rest of its name, as LD_PRELOAD does',
    names: ['APPTAINERENV_*', 'SINGULARITYENV_*'],
  },
  {
    does: 'decides which files a container sees',
    names: [
      'APPTAINER_BIND',
      'APPTAINER_BINDPATH',
      'APPTAINER_CONTAINLIBS',
      'APPTAINER_MOUNT',
      'SINGULARITY_BIND',
      'SINGULARITY_BINDPATH',
      'SINGULARITY_CONTAINLIBS',
      'SINGULARITY_MOUNT',
    ],
  },
  { does: 'loads a library into programs that use OpenMP', names: ['OMP_TOOL_LIBRARIES'] },
  {
    does: 'loads libraries into programs that use OpenSSL',
    names: ['OPENSSL_CONF', 'OPENSSL_ENGINES', 'OPENSSL_MODULES'],
  },
  { does: 'chooses the programs that a name means', names: ['PATH', 'EXECIGNORE'] },
  {
    does: 'chooses the modules that `module load` means',
    names: ['MODULEPATH', 'MODULERCFILE', 'MODULESHOME'],
  },
  {
    does: "decides where programs look for the user's start files, settings and packages",
    names: ['HOME', 'XDG_CONFIG_HOME'],
  },
  {
    does: 'chooses the compiler of kernels that are built on the way, or its options',
    names: ['CUDA_HOME', 'CUDA_PATH', 'NVCC_APPEND_FLAGS', 'NVCC_PREPEND_FLAGS'],
  },
  {
    does: 'runs code in every shell that a rank starts',
    names: ['BASH_ENV', 'ENV', 'PROMPT_COMMAND', 'PS4', 'ZDOTDIR'],
  },
  {
    does: 'runs or replaces code of Python',
    names: [
      'PYTHONBREAKPOINT',
      'PYTHONHOME',
      'PYTHONINSPECT',
      'PYTHONPATH',
      'PYTHONPLATLIBDIR',
      'PYTHONPYCACHEPREFIX',
      'PYTHONSTARTUP',
      'PYTHONUSERBASE',
      'PYTHONWARNINGS',
      'TORCHINDUCTOR_CACHE_DIR',
      'TORCH_EXTENSIONS_DIR',
      'TRITON_CACHE_DIR',
      'TRITON_HOME',
      'TRITON_PTXAS_PATH',
    ],
  },
  { does: 'runs or replaces code of Perl', names: ['PERL5DB', 'PERL5LIB', 'PERL5OPT', 'PERLLIB'] },
  { does: 'runs or replaces code of Node', names: ['NODE_OPTIONS', 'NODE_PATH'] },
  { does: 'runs or replaces code of Ruby', names: ['RUBYLIB', 'RUBYOPT'] },
  { does: 'runs or replaces code of Lua', names: ['LUA_CPATH', 'LUA_INIT', 'LUA_PATH'] },
  {
    does: 'runs or replaces code of Java',
    names: ['CLASSPATH', 'JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS', '_JAVA_OPTIONS'],
  },
  {
    does: 'has git run programs',
    names: [
      'GIT_ASKPASS',
      'GIT_CONFIG_COUNT',
      'GIT_CONFIG_GLOBAL',
      'GIT_CONFIG_KEY_*',
      'GIT_CONFIG_PARAMETERS',
      'GIT_CONFIG_SYSTEM',
      'GIT_CONFIG_VALUE_*',
      'GIT_EDITOR',
      'GIT_EXEC_PATH',
      'GIT_EXTERNAL_DIFF',
      'GIT_PAGER',
      'GIT_PROXY_COMMAND',
      'GIT_SSH',
      'GIT_SSH_COMMAND',
      'GIT_TEMPLATE_DIR',
    ],
  },
  {
    does: 'names a program that others start',
    names: ['BROWSER', 'CC', 'CXX', 'EDITOR', 'LESSOPEN', 'PAGER', 'SHELL', 'SSH_ASKPASS', 'VISUAL'],
  },
];

const WHAT_IT_DOES = new Map(CODE_VARIABLES.flatMap(({ does, names }) => names.map((name) => [name, does])));

/** The beginnings of names that the table ends with a `*`. */
const PREFIXES = [...WHAT_IT_DOES.keys()]
  .filter((name) => name.endsWith('*'))
  .map((name) => name.slice(0, -1));

/** What a variable has to do with code that runs, or null; completes "`NAME` ". */
export const whatItRuns = (name: string): string | null =>
  WHAT_IT_DOES.get(name) ??
  WHAT_IT_DOES.get(`${PREFIXES.find((prefix) => name.startsWith(prefix))}*`) ??
  null;

export const CODE_HELP = 'see that it is meant, and where it points';

/** The same where there are comments. */
export const CODE_HELP_IN_TEXT = `${CODE_HELP}: \`# rankplan-ignore RP3035: why\` says so`;

/** Notes a variable that decides which code runs; of any other it says nothing. */
export function noteVariable(name: string, place: () => Span, report: Reporter, help: string): void {
  const power = whatItRuns(name);
  if (power !== null) report.note('RP3035', place(), `\`${name}\` ${power}`, { help });
}

/** Notes the program that reaches other hosts: of all that a topology names, it alone runs where somebody starts a launch. */
export function noteRemoteCommand(
  words: readonly string[],
  place: () => Span,
  report: Reporter,
  help: string,
): void {
  const message = `\`${words.join(' ')}\` runs on the machine where a launch of all hosts starts, also under \`--dry-run\``;
  report.note('RP3035', place(), message, { help });
}
