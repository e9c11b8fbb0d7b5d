import type { OptionGrammar } from './command-options.ts';
import { splitWords } from './split-words.ts';

export const TORCHRUN: OptionGrammar = {
  flags: ['standalone', 'module', 'no-python', 'run-path', 'use-env', 'help', 'virtual-local-rank'],
  short: { m: 'module', r: 'redirects', t: 'tee', h: 'help' },
};

export const ACCELERATE: OptionGrammar = {
  flags: splitWords(`
    cpu debug enable-cpu-affinity help ipex module mps multi-gpu no-python quiet same-network tpu
    tpu-use-cluster tpu-use-sudo use-deepspeed use-fsdp use-megatron-lm use-parallelism-config use-xpu
  `),
  short: { m: 'module', q: 'quiet', h: 'help' },
};

export const DEEPSPEED: OptionGrammar = {
  flags: splitWords(`
    bind-cores-to-rank elastic-training force-multi help module no-local-rank no-python no-ssh no-ssh-check
    quiet save-pid
  `),
  short: { H: 'hostfile', i: 'include', e: 'exclude', h: 'help', q: 'quiet' },
};

export const MPIRUN: OptionGrammar = {
  flags: splitWords(`
    allow-run-as-root bycore bynode byslot disable-cache display-allocation display-map genvall gloo mpi
    nolocal nooversubscribe oversubscribe pernode quiet report-bindings tag-output timestamp-output
    use-hwthread-cpus verbose version
  `),
  short: readShort(`
    H=host N=npernode c=np f=hostfile h=help host=host hostfile=hostfile hosts=host machinefile=hostfile n=np
    np=np npernode=npernode perhost=npernode ppn=npernode q=quiet rf=rankfile rankfile=rankfile v=verbose x=env
  `),
};

/** The options of sbatch and srun. */
export const SLURM_GRAMMAR: OptionGrammar = {
  flags: splitWords(`
    batch contiguous disable-status exact help hold ignore-pbs interactive label multi-prog no-allocate
    no-requeue overcommit overlap parsable preserve-env pty quiet requeue reboot spread-job stepmgr
    test-only unbuffered use-min-nodes verbose version wait-all
  `),
  optional: splitWords(`
    exclusive immediate kill-on-bad-exit nice no-kill oversubscribe propagate get-user-env
  `),
  short: readShort(`
    A=account B=extra-node-info C=constraint D=chdir E=preserve-env G=gpus H=hold I=immediate J=job-name
    K=kill-on-bad-exit L=licenses M=clusters N=nodes O=overcommit Q=quiet S=core-spec W=wait X=disable-status
    Z=no-allocate a=array b=begin c=cpus-per-task d=dependency e=error i=input k=no-kill l=label m=distribution
    n=ntasks o=output p=partition q=qos r=relative s=oversubscribe t=time u=unbuffered v=verbose w=nodelist
    x=exclude
  `),
  joinsShort: true,
};

/** Short names with the long ones, as `J=job-name`. */
function readShort(table: string): OptionGrammar['short'] {
  return Object.fromEntries(splitWords(table).map((pair) => pair.split('=')));
}
