import type { LaunchPlan, PlanRole } from '../../generated/plan.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { Places } from '../inventory/places.ts';
import { gpusOfRank } from '../plan/group-ranks.ts';
import { listListeners, listReplicas } from '../plan/replica-plan.ts';
import { readServer, type ServerPort, type ServerWords } from './read-server.ts';

interface Server {
  readonly role: PlanRole;
  readonly places: Places;
  readonly words: ServerWords;
  readonly nodes: readonly string[];
}

/** Compares what commands of servers ask for with what their roles have. */
export function checkServers(plan: LaunchPlan, placesOf: (role: number) => Places, report: Reporter): void {
  const roles = plan.roles ?? [];
  const servers = roles.flatMap((role, at): Server | readonly never[] => {
    const { command, env } = role.launch;
    const words = readServer(command ?? [], env);
    return words === null ? [] : { role, places: placesOf(at), words, nodes: nodesOf(role) };
  });
  const nodes = new Set(roles.flatMap(nodesOf));
  for (const server of servers) {
    checkSize(server, report);
    warnOfEnd(server, report);
    for (const port of server.words.ports) warnOfFixedPort(server, port, report);
    if (nodes.size > 1) checkLoopback(server, report);
    checkSideChannel(server, servers, plan, report);
  }
  checkMeetings(servers, plan, report);
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
  } else if (processes !== 'gpu' && gpus !== has) {
    const message = `${name} asks for ${gpus} GPUs (tensor × pipeline × data), and each replica has ${has}`;
    const say = gpus > has ? report.error : report.warning; // GPUs that stay idle are a waste only
    say('RP3072', span, message, { help: `set \`gpusPerReplica: ${gpus}\`, or ask for ${has}` });
  }
}

function warnOfEnd({ role: { name, end }, places, words }: Server, report: Reporter): void {
  if (!end) return;
  const message = `${name} is a server, which never ends, and ends the run`;
  const help = 'set `end: true` for the role that uses it, or `end: signal` on top';
  report.warning('RP3063', places.word('command', words.at), message, { help });
}

/** Reports a port that two processes want, or that is not the role's own. */
function say(server: Server, port: ServerPort, code: 'RP3067' | 'RP3076', who: string, report: Reporter) {
  const { role, places } = server;
  const { number, by, at, isDefault } = port;
  const [own] = by === '--port' ? Object.keys(role.ports) : [];
  const value = `set \`${by}\` to \`{{self.${own ?? 'NAME'}.port}}\``;
  const span = at === null ? places.variable(null, by) : places.word('command', at);
  const message = `port ${number}, ${isDefault ? 'the default' : 'that'} of \`${by}\`, is wanted by ${who}`;
  const help = own === undefined ? `name a port under \`ports\`, and ${value}` : value;
  report[code === 'RP3067' ? 'error' : 'warning'](code, span, message, { help });
}

/** A number that is written out is the same for every process on a host. */
function warnOfFixedPort(server: Server, port: ServerPort, report: Reporter): void {
  const { role, nodes } = server;
  const processes = role.replicas.flatMap((replica) => replica.processes);
  const isIts = processes.every(({ ports }) => Object.values(ports).includes(port.number));
  const { command, env } = role.launch;
  const words = [...(command ?? []), ...Object.values(env)].join(' ');
  // A port that some word says is for something else than the default.
  const free = Object.keys(role.ports).filter(
    (name) => !port.isDefault || !words.includes(`{{self.${name}.`),
  );
  const isBeside = port.by === '--port' && free.length > 0;
  if ((isBeside && !isIts) || new Set(nodes).size < nodes.length)
    say(server, port, 'RP3076', `every process of ${role.name}`, report);
}

/** Ports of a host that a server wants by its words, and another by its words, or a role by its `ports`. */
function checkMeetings(servers: readonly Server[], plan: LaunchPlan, report: Reporter): void {
  const wanted = new Map<string, readonly [Server, ServerPort]>();
  const said = new Set<string>();
  const meet = (node: string, number: number, name: string): void => {
    const [server, port] = wanted.get(`${node}:${number}`) ?? [];
    if (server === undefined || port === undefined || server.role.name === name) return;
    if (!said.has(`${port.by} ${name}`))
      say(server, port, 'RP3067', `${server.role.name} on ${node}, and by ${name}`, report);
    said.add(`${port.by} ${name}`);
  };
  for (const server of servers)
    for (const port of server.words.ports)
      for (const node of server.nodes) {
        meet(node, port.number, server.role.name);
        wanted.set(`${node}:${port.number}`, [server, port]);
      }
  for (const one of wanted.size === 0 ? [] : listReplicas(plan))
    for (const { node, port } of listListeners(one)) meet(node, port, one.role.name);
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
  for (const variable of [SIDE_HOST, 'VLLM_HOST_IP', 'SGLANG_HOST_IP']) {
    const address = launch.env[variable] ?? '';
    if (address !== '0.0.0.0' && !LOOPBACK.test(address)) continue;
    const message = `\`${variable}\` of ${name} is ${address}, which other hosts of the plan cannot reach`;
    report.error('RP3075', places.variable(null, variable), message, { help: 'write `{{self.host}}`' });
  }
}

const SIDE_HOST = 'VLLM_NIXL_SIDE_CHANNEL_HOST';

/** Without the variable NIXL listens at localhost: who moves caches from another host is refused. */
function checkSideChannel(server: Server, servers: readonly Server[], plan: LaunchPlan, report: Reporter) {
  const { role, places, words, nodes } = server;
  const { env, setup } = role.launch;
  const [other, ...rest] = servers.filter((one) => one.role !== role && one.words.nixl !== null);
  const isSet = [env, ...plan.nodes.map((node) => node.env)].some((one) => Object.hasOwn(one, SIDE_HOST));
  if (words.nixl === null || other === undefined || isSet || setup.some((line) => line.includes(SIDE_HOST)))
    return;
  if (nodes.every((node) => [other, ...rest].some((one) => one.nodes.includes(node)))) return;
  const message = `${role.name} moves caches by NIXL at localhost, without \`${SIDE_HOST}\`, and ${other.role.name} is on another host`;
  const help = `under \`launch.env\` set \`${SIDE_HOST}: "{{self.host}}"\``;
  report.error('RP3075', places.word('command', words.nixl), message, { help });
}

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
      help: 'use equal sizes, unless your engine moves caches between others',
    });
  }
}
