const HEAD = `# Known hazards

<!-- Generated from src/compiler/diagnostics/catalog/hazards by \`npm run generate\`. Do not edit. -->

A plan can be sound, and a library still hang, crash or give wrong data with plans like it. What is known of that is a catalogue:
the shape of a plan, with its environment and the version of a library, gives a finding that names the upstream thread, the
versions, and the way round. \`check\`, \`compile\`, \`show\`, \`diff\` and editors tell it, of topologies and of saved plans. Nothing
of it is an error, and a comment [leaves it out](checking.md#leave-a-warning-out).

\`\`\`console
$ rankplan check before.yaml
before.yaml:6:13: warning[RP6004]: NCCL 2.31.2 hangs at its start where nodes have different numbers of ranks
  6 |   software: { nccl: 2.31.2 }
    |             ^^^^^^^^^^^^^^^^
  note: ranks: 8 on h1, 7 on h2
  note: NVIDIA/nccl#2385, seen with 2.31.2; 2.30.7 does not have the code
  help: set \`NCCL_NVLS_ENABLE: "0"\`, take another NCCL, or map as many ranks on each node (\`exclude\`)
…
\`\`\`

[examples/hazards](../examples/hazards/README.md) has more, and what \`check --fix\` makes of it.
`;

const VERSIONS = `## Versions

A hazard of a version says nothing where the version is not known. It is known where

- \`launch.software\` gives it: \`software: { nccl: 2.31.2, torch: 2.13.0 }\`, of \`nccl\`, \`rccl\`, \`torch\`, \`lightning\` and
  \`vllm\`;
- \`verify\` and \`run\` find it in the files of the Python that the command starts. Nothing is loaded or run: they read the names of
  the \`.dist-info\` folders of its site-packages (a virtual environment's, or the system's). NCCL's version is the text
  \`NCCL version\` in the library that would be loaded: the wheels for CUDA 12 and 13 put theirs into one place, so the name of a folder
  may be that of the other. Lightning counts only where the script imports it. Behind a container,
  a shell or a program that is not Python's nothing is found, and nothing is said; after lines of setup only a Python that is named by
  its path is known.

What is found counts before what was written, and where the two differ that is said (RP6014). \`verify\` and \`run\` tell a hazard
before the start, and end or go on as they would without it.
`;

const TAIL = `## What is no hazard here

- torchrun sorts host names as texts, so \`node10\` comes before \`node9\`, and neighbours are not: 8.4 to 9.3 % of the step time of 16
  nodes (pytorch/pytorch#191190, open). A plan's order is that of its nodes as they are written.
- \`NCCL_IB_HCA\`, \`NCCL_SOCKET_IFNAME\` and their like may differ from node to node (\`env\` of a node). No plan lets them differ from
  rank to rank.
- Programs that take \`rank % devices\` for a rank's GPU stop where nodes are uneven, or put two ranks on one
  (Megatron-DeepSpeed: deepspeedai/DeepSpeed#3408). A plan cannot see it: let them take LOCAL_RANK.
`;

/** docs/hazards.md: what is known, with where it was learnt; the entries themselves are in docs/diagnostics.md. */
export function renderHazards(entries, catalog, releases) {
  const rows = entries.map(
    ({ code, title, versions, checked, threads }) =>
      `| [${code}](diagnostics.md#${code.toLowerCase()}) | ${title} | ${versions} | ${releases.nameChecked(checked)} | ${threads.map(link).join(', ')} |\n`,
  );
  return [
    HEAD,
    VERSIONS,
    `## The catalogue\n\n| code | what is known | versions | looked up with | learnt from |\n|---|---|---|---|---|\n${rows.join('')}`,
    renderReleases(catalog, releases),
    TAIL,
  ].join('\n');
}

/** What was looked up with an older release than is known, of all that a diagnostic says of a library. */
function renderReleases(catalog, { NEWEST, findStale, nameChecked }) {
  const stale = catalog
    .map(({ code, checked = {} }) => ({ code, old: nameChecked(findStale(checked)) }))
    .filter(({ old }) => old !== '')
    .map(({ code, old }) => `- [${code}](diagnostics.md#${code.toLowerCase()}): ${old}\n`);
  return `## How old this is

The newest releases that were known on ${NEWEST.knownOn}:
${nameChecked(NEWEST.releases)}. What was looked up with an older one may be otherwise since:

${stale.join('')}`;
}

function link(thread) {
  const [, repository, number] = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(thread) ?? [];
  if (repository === undefined) return `[documentation](${thread})`;
  return `[${thread}](https://github.com/${repository}/issues/${number})`;
}
