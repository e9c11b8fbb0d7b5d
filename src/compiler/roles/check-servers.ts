import type { PlanRole } from '../../generated/plan.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { Places } from '../inventory/places.ts';
import { gpusOfRank } from '../plan/group-ranks.ts';
import { readServer, type ServerWords } from './read-server.ts';

interface PlannedServer {
  readonly role: PlanRole;
  readonly places: Places;
}

interface Server extends PlannedServer {
  readonly words: ServerWords;
}

/** Compares what commands of servers ask for with what their roles have. */
export function checkServers(roles: readonly PlannedServer[], report: Reporter): void {
  const servers = roles.flatMap((one): Server | readonly never[] => {
    const words = readServer(one.role.launch.command ?? []);
    return words === null ? [] : { ...one, words };
  });
  const nodes = new Set(roles.flatMap(({ role }) => nodesOf(role)));
  for (const server of servers) {
    checkSize(server, report);
    warnOfFixedPort(server, report);
    if (nodes.size > 1) checkLoopback(server, report);
  }
  warnOfUnlikeStages(servers, report);
}

const nodesOf = ({ replicas }: PlanRole): readonly string[] =>
  replicas.flatMap(({ processes }) => processes.map(({ node }) => node));

function checkSize({ role, places, words }: Server, report: Reporter): void {
  const { name, processes, replicas } = role;
  const own = replicas[0]?.processes ?? [];
  const has = own.reduce((sum, process) => sum + gpusOfRank(process).length, 0);
  const { gpus } = words;
  if (gpus === null || has === 0) return;
  const span = places.word('command', words.at);
  if (processes === 'gpu' && own.length > 1 && gpus > 1) {
    const message = `each of the ${own.length} processes of ${name} would start an engine on ${gpus} GPUs, the same ones`;
    const help = 'set `processes: replica`: one process then has all GPUs of its replica';
    report.error('RP3072', span, message, { help });
  } else if (processes !== 'gpu' && gpus > has) {
    const message = `${name} asks for ${gpus} GPUs (tensor × pipeline × data), and each replica has ${has}`;
    report.error('RP3072', span, message, { help: `set \`gpusPerReplica: ${gpus}\`, or ask for ${has}` });
  } else if (processes !== 'gpu' && gpus < has) {
    const message = `${name} asks for ${gpus} GPUs (tensor × pipeline × data) of the ${has} of each replica: the others stay idle`;
    const help = `set \`gpusPerReplica: ${gpus}\` and more \`replicas\`, or ask for ${has}`;
    report.warning('RP3072', span, message, { help });
  }
}

/** A number that is written out is the same for every process on a host. */
function warnOfFixedPort({ role, places, words }: Server, report: Reporter): void {
  const { name, ports, replicas } = role;
  const isOne = replicas.length === 1 && replicas[0]?.processes.length === 1;
  const [port] = Object.keys(ports);
  if (words.port === null || (port === undefined && isOne)) return;
  const span = places.word('command', words.port.at);
  const number = words.port.number;
  const help =
    port === undefined
      ? 'give it `ports: { http: PORT }`, and write `{{self.http.port}}`'
      : `write \`{{self.${port}.port}}\``;
  report.warning(
    'RP3076',
    span,
    `port ${number} of ${name} is written out, so every process of it wants that one`,
    {
      help,
    },
  );
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** A side channel is named to the other hosts; who listens at the loopback may be meant for its own host. */
function checkLoopback({ role, places, words }: Server, report: Reporter): void {
  const { name, launch } = role;
  if (words.host !== null && LOOPBACK.test(words.host.name)) {
    const message = `${name} listens at the loopback, which other hosts of the plan cannot reach`;
    const help = 'write `{{self.host}}`, or 0.0.0.0 to listen at all addresses';
    report.warning('RP3075', places.word('command', words.host.at), message, { help });
  }
  for (const variable of SIDE_CHANNELS) {
    const address = launch.env[variable] ?? '';
    if (address !== '0.0.0.0' && !LOOPBACK.test(address)) continue;
    const message = `\`${variable}\` of ${name} is ${address}, which other hosts of the plan cannot reach`;
    report.error('RP3075', places.variable(null, variable), message, { help: 'write `{{self.host}}`' });
  }
}

const SIDE_CHANNELS = ['VLLM_NIXL_SIDE_CHANNEL_HOST', 'VLLM_HOST_IP', 'SGLANG_HOST_IP'] as const;

/** Caches of keys and values are cut by the tensor parallel ranks. */
function warnOfUnlikeStages(servers: readonly Server[], report: Reporter): void {
  const of = (stage: string) => servers.filter(({ words }) => words.stage === stage);
  const [prefill] = of('prefill');
  for (const decode of of('decode')) {
    if (prefill === undefined) return;
    const [one, other] = [prefill.words.tensorParallel, decode.words.tensorParallel];
    if (one === other || !Number.isFinite(one + other)) continue;
    const message = `${prefill.role.name} has tensor parallel size ${one}, and ${decode.role.name} ${other}`;
    report.warning('RP3073', decode.places.word('command', decode.words.at), message, {
      labels: [{ span: prefill.places.word('command', prefill.words.at), message: `${one} here` }],
      help: 'use equal sizes, unless your engine moves caches between unlike ones',
    });
  }
}
