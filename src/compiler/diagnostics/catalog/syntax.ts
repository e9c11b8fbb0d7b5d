import { type CatalogEntry, topology } from './entry.ts';

/** RP10xx: the text is no YAML that a topology can be written in. */
export const SYNTAX: readonly CatalogEntry[] = [
  {
    code: 'RP1001',
    severity: 'error',
    title: 'the file is too large',
    explanation:
      'A topology or an inventory file may have 16 MiB and five million tokens at most; nothing of a ' +
      'larger file is looked at. A topology of that size writes out every GPU, and nobody can review it. ' +
      'Say it with host ranges, `count:` and `models:`: a thousand equal nodes are one line.',
    bad: {
      ...topology`
        version: 1
        name: everything-written-out
        nodes:
          - { hosts: n0001, gpus: [{ index: 0, model: A100 }, { index: 1, model: A100 }] }
          # ... and so on, for 17 MiB
      `,
      source: () => `version: 1\nname: large\n${'#'.repeat(17 * 2 ** 20)}\n`,
    },
    good: topology`
      version: 1
      name: ranges
      nodes:
        - { hosts: "n[0001-1000]", gpus: { count: 8, model: A100 } }
    `,
  },
  {
    code: 'RP1002',
    severity: 'error',
    title: 'the file nests too deeply',
    explanation:
      'Maps and lists may stand inside each other up to a hundred levels; a topology needs fewer than ten. ' +
      'A deeper file is a slip of a generator, or an attempt to exhaust the parser, so reading stops ' +
      'there. Look at what wrote the file.',
    bad: {
      ...topology`
        version: 1
        name: deep
        nodes: [[[[[[[[ ... two hundred brackets ... ]]]]]]]]
      `,
      source: () => `version: 1\nname: deep\nnodes: ${'['.repeat(200)}${']'.repeat(200)}\n`,
    },
    good: topology`
      version: 1
      name: flat
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
    `,
  },
  {
    code: 'RP1003',
    severity: 'error',
    title: 'the text is not valid YAML',
    explanation:
      'The parser could not make sense of the text, and nothing of it can be trusted. The finding stands where most ' +
      'likely the slip is, which may be before the place where the parser gave up: a line in a wrong column, a tab, a ' +
      'quote or bracket that is open, a colon without a blank behind it, or a value that begins with `{`, `[`, `*`, `&` ' +
      'or `@` without quotes. Write what the help says; with that edit the parser was seen to go on.',
    bad: topology`
      version: 1
      name: unquoted-brace
      nodes:
        - hosts: lab1
          address: {host}.cluster
          gpus: { count: 2 }
    `,
    good: topology`
      version: 1
      name: quoted-brace
      nodes:
        - hosts: lab1
          address: "{host}.cluster"
          gpus: { count: 2 }
    `,
  },
  {
    code: 'RP1004',
    severity: 'error',
    title: 'a key is given twice',
    explanation:
      'The same key stands twice in one map. YAML parsers silently keep one of the two, usually the last, ' +
      'so half of what the reader sees would have no effect: a merge of two branches leaves such pairs ' +
      'behind. Keep one.',
    bad: topology`
      version: 1
      name: merged-badly
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { worldSize: 4 }
      mapping: { worldSize: 2 }
    `,
    good: topology`
      version: 1
      name: merged-well
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      mapping: { worldSize: 2 }
    `,
  },
  {
    code: 'RP1005',
    severity: 'error',
    title: 'an alias stands for nothing, or for too much',
    explanation:
      'An alias such as `*big` repeats the value that was marked with `&big` earlier in the file. Here no ' +
      'such anchor comes before it, or aliases of aliases would grow to more than 100,000 values. Put the ' +
      'anchor first; facts that GPUs share are better described once under `models:`.',
    bad: topology`
      version: 1
      name: lost-anchor
      nodes:
        - { hosts: lab1, gpus: *big }
        - { hosts: lab2, gpus: &big { count: 8 } }
    `,
    good: topology`
      version: 1
      name: anchor-first
      nodes:
        - { hosts: lab1, gpus: &big { count: 8 } }
        - { hosts: lab2, gpus: *big }
    `,
  },
  {
    code: 'RP1006',
    severity: 'error',
    title: 'the file does not hold exactly one topology',
    explanation:
      'The file is empty, or `---` divides it into several YAML documents. Taking the first of several ' +
      'would launch something other than what the reader of the last one expects. Keep one topology per ' +
      'file; `rankplan init` writes one to start from.',
    bad: topology`
      version: 1
      name: first
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      ---
      version: 1
      name: second
      nodes: [{ hosts: lab2, gpus: { count: 4 } }]
    `,
    good: topology`
      version: 1
      name: first
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
    `,
  },
  {
    code: 'RP1007',
    severity: 'error',
    title: 'a feature of YAML that topologies do without',
    explanation:
      'Tags of your own, keys that are not plain words, the merge key `<<` and the name `__proto__` are ' +
      'not supported. Merge keys are no part of YAML 1.2, and parsers disagree on what they do, so the ' +
      'same file would mean different plans to different tools. Write the facts out, or share them under ' +
      '`models:`.',
    bad: topology`
      version: 1
      name: merge-key
      nodes:
        - &node { hosts: lab1, gpus: { count: 8 } }
        - { <<: *node, hosts: lab2 }
    `,
    good: topology`
      version: 1
      name: host-range
      nodes:
        - { hosts: "lab[1-2]", gpus: { count: 8 } }
    `,
  },
  {
    code: 'RP1008',
    severity: 'error',
    title: 'a version of the language that this rankplan does not know',
    explanation:
      'The topology says which version of the language it is written in, and this rankplan reads version ' +
      '1. Guessing at another version might map ranks differently from what its author saw. Write ' +
      '`version: 1`, or use the rankplan that the topology was written for.',
    bad: topology`
      version: 2
      name: from-the-future
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
    `,
    good: topology`
      version: 1
      name: from-today
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
    `,
  },
  {
    code: 'RP1009',
    severity: 'error',
    title: 'the file is not plain UTF-8 text',
    explanation:
      'The file holds bytes that are not UTF-8, or a character that cannot be seen: a control character, ' +
      'an invisible one, or one that turns the direction of writing, so that a reviewer reads something ' +
      'else than a program does. Such text comes from an editor set to Latin-1, from a copy out of a ' +
      'terminal or a web page, or from a binary file by mistake. Save the file as UTF-8, and remove the ' +
      'character at the place. Tabs, line ends, joiners and variation selectors (emoji) are allowed.',
    bad: {
      ...topology`
        # für das Labor: this line was saved as Latin-1
        version: 1
        name: latin
        nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      `,
      source: () => Uint8Array.from('# f\u00fcr das Labor\n', (letter) => letter.charCodeAt(0)),
    },
    good: topology`
      # für das Labor: this line was saved as UTF-8
      version: 1
      name: utf-8
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
    `,
  },
  {
    code: 'RP1010',
    severity: 'error',
    title: 'a merge conflict is not resolved',
    explanation:
      'The marks `<<<<<<<`, `=======` and `>>>>>>>` divide what two branches say, and nobody has decided between them. ' +
      'The plan would have to guess which side is meant. Keep the lines of one side, or of both, and remove the ' +
      'marks; `git diff` shows where more of them are.',
    bad: topology`
      version: 1
      name: two-branches
      nodes:
      <<<<<<< HEAD
        - { hosts: lab1, gpus: { count: 4 } }
      =======
        - { hosts: lab1, gpus: { count: 8 } }
      >>>>>>> more-gpus
    `,
    good: topology`
      version: 1
      name: one-branch
      nodes:
        - { hosts: lab1, gpus: { count: 8 } }
    `,
  },
];
