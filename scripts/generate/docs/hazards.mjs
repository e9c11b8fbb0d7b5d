import { findStale, NEWEST, nameReleases } from '../releases.mjs';

const HEAD = `# Known hazards

<!-- Generated from docs/diagnostics/RP60*.md by \`npm run generate\`. Do not edit. -->

A plan can be sound, and a library still hang, crash or give wrong data with plans like it. \`check\` and the other verbs name the upstream
thread, the versions, and the way round. Nothing of it is an error, and a comment [leaves it out](checking.md#leave-a-warning-out).

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
- \`verify\` and \`run\` find it in the files of the Python that the command starts, without loading or running anything. Lightning counts
  only where the script imports it. Behind a container, a shell or a program that is not Python's nothing is found; after lines of setup
  only a Python that is named by its path is known.

What is found counts before what was written; where the two differ, RP6014 says so.
`;

const TAIL = `## What is no hazard here

- \`NCCL_IB_HCA\`, \`NCCL_SOCKET_IFNAME\` and their like may differ from node to node (\`env\` of a node). No plan lets them differ from
  rank to rank.
- Programs that take \`rank % devices\` for a rank's GPU stop where nodes are uneven, or put two ranks on one
  (Megatron-DeepSpeed: deepspeedai/DeepSpeed#3408). A plan cannot see it: let them take LOCAL_RANK.
`;

/** docs/hazards.md: what is known, with where it was learnt; the pages themselves are in docs/diagnostics. */
export function renderHazards(catalog) {
  const entries = catalog.filter(({ threads }) => threads !== null);
  const rows = entries.map(
    ({ code, title, versions, checked, threads }) =>
      `| [${code}](diagnostics/${code}.md) | ${title} | ${versions} | ${nameReleases(checked)} | ${threads.map(link).join(', ')} |\n`,
  );
  return [
    HEAD,
    VERSIONS,
    `## The catalogue\n\n| code | what is known | versions | looked up with | learnt from |\n|---|---|---|---|---|\n${rows.join('')}`,
    renderReleases(catalog),
    TAIL,
  ].join('\n');
}

/** Lists the releases that are not the newest known, with the diagnostics whose facts were checked with them. */
function renderReleases(catalog) {
  const named = catalog.map(({ code, checked }) => ({ code, old: nameReleases(findStale(checked ?? {})) }));
  const releases = [...new Set(named.flatMap(({ old }) => old.split(', ')))].filter(Boolean).sort();
  const stale = releases.map((release) => {
    const codes = named.filter(({ old }) => old.split(', ').includes(release)).map(({ code }) => code);
    return `- ${release}: ${codes.map((code) => `[${code}](diagnostics/${code}.md)`).join(', ')}\n`;
  });
  return `## How old this is

The newest releases that were known on ${NEWEST.knownOn}:
${nameReleases(NEWEST.releases)}. What was looked up with an older one may be otherwise since:

${stale.join('')}`;
}

function link(thread) {
  const [, repository, number] = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(thread) ?? [];
  if (repository === undefined) return `[documentation](${thread})`;
  return `[${thread}](https://github.com/${repository}/issues/${number})`;
}
