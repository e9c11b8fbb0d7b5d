import { describe, expect, test } from 'vitest';
import { draftLaunch } from '../../src/cli/init/draft-launch.ts';
import { placeSlots } from '../../src/cli/init/launch/hostfile.ts';
import { attempt } from '../../src/cli/init/launch/refusal.ts';
import { createReporter } from '../../src/compiler/diagnostics/reporter.ts';
import { placeOf } from '../compile-text.ts';
import { expectCpuSeconds } from '../cpu-time.ts';
import { runs } from '../stage.ts';

/** The entries as `hosts=slots`, and the findings as `line:column`. */
function read(text: string, gpus: number | null = null) {
  const report = createReporter();
  const file = { name: 'hosts', text };
  const launch = { span: { file, start: 0, end: 0 }, job: null, command: null, wrap: [] };
  const draft = attempt(report, () =>
    draftLaunch({ ...launch, ...placeSlots(file, { gpus, report }) }, 'a hostfile'),
  );
  const found = report.diagnostics();
  return {
    entries:
      draft?.entries.map(({ hosts, gpus: cards, cpuRanks }) =>
        cards.length === 0 ? `${hosts}=cpu${cpuRanks}` : `${hosts}=${cards.map(({ count }) => count).join()}`,
      ) ?? null,
    places: found.map(placeOf),
    codes: [...new Set(found.map(({ code }) => code))],
    helps: found.map(({ help }) => help),
  };
}

describe('what people have', () => {
  test.each([
    ['Open MPI', 'n1 slots=4\nn2 slots=4 max_slots=8\n', ['n[1-2]=4']],
    ['Open MPI, spelled otherwise', 'n1 slots = 4\nn2 cpu=2 max-slots=2 username=me\n', ['n1=4', 'n2=2']],
    ['MPICH and Intel MPI', 'n1:4\nn2:2 binding=user ifhn=n2-ib\nn3\n', ['n1=4', 'n2=2', 'n3=1']],
    ['DeepSpeed', 'worker-1 slots=8\nworker-2 slots=8\n', ['worker-[1-2]=8']],
    ['a line for each slot', 'n1\nn1\nn2\nn2\n', ['n[1-2]=2']],
    ['lines that add up', 'n1 slots=2\nn2 slots=4\nn1 slots=2\n', ['n[1-2]=4']],
    ['comments, blanks, Windows', '# all\r\n\r\n  n1 slots=4   # old\r\n\tn2:4#new\r\n', ['n[1-2]=4']],
    ['no newline at the end', 'n1', ['n1=1']],
    ['names with zeros and dots', 'n08.lab\nn09\nn10\nn011\n', ['n08.lab,n[09-10,011]=1']],
    [
      'the order of the file, with neighbours only together',
      'n3:2\nn1:2\nn2:4\nn4:2\n',
      ['n[3,1]=2', 'n2=4', 'n4=2'],
    ],
  ])('%s', (_, text, entries) => {
    expect(read(text)).toEqual({ entries, places: [], codes: [], helps: [] });
  });

  test('--gpus is for the hosts without a number, and 0 makes slots CPU ranks', () => {
    expect(read('n1\nn2 slots=2\nn3\n', 8).entries).toEqual(['n1=8', 'n2=2', 'n3=8']);
    expect(read('n1\nn2 slots=64\nn3\n', 0).entries).toEqual(['n1=cpu1', 'n2=cpu64', 'n3=cpu1']);
    expect(read('n1 slots=5000\n', 0).entries).toEqual(['n1=cpu5000']);
  });
});

describe('what is refused', () => {
  test.each([
    ['no number', 'n1\nn2 slots=four', '2:10'],
    ['no slot', 'n1 slots=0', '1:10'],
    ['an empty number', 'n1 slots=', '1:4'],
    ['an empty number after a colon', 'n1:', '1:1'],
    ['a negative number', 'n1:-1', '1:4'],
    ['more than a node may have', 'n1:4097', '1:4'],
    ['more than a node may have, in sum', 'n1:4096\nn1', '2:1'],
    ['slots twice', 'n1 slots=4 slots=4', '1:1'],
    ['slots in both forms', 'n1:4 slots=4', '1:1'],
    ['another word', 'n1 4', '1:4'],
    ['another option', 'n1 gpus=4', '1:4'],
    ['a range', 'n[1-4] slots=4', '1:1'],
    ['a user', 'me@n1 slots=4', '1:1'],
    ['an option for a host', '  slots=4', '1:3'],
    ['a list', 'n1,n2', '1:1'],
    ['an address of version 6', 'fe80::1', '1:6'],
    ['a name that is too long', 'n'.repeat(254), '1:1'],
    ['a name that YAML or a shell would read', 'n1"\\n', '1:1'],
    ['nothing', '', '1:1'],
    ['comments only', '# n1\n\n', '1:1'],
  ])('%s', (_, text, place) => {
    const { entries, places, codes, helps } = read(text);
    expect({ entries, places, codes }).toEqual({ entries: null, places: [place], codes: ['RP5119'] });
    expect(helps.filter((help) => !help)).toEqual([]);
  });

  test('every bad line is told, and none is written', () => {
    expect(read('n1 slots=x\nn2 slots=4\nn3 foo\n')).toMatchObject({
      entries: null,
      places: ['1:10', '3:4'],
    });
  });
});

test('large and odd files are read in linear time', () => {
  const [hosts, length] = [runs(100_000, 20_000), runs(1_000_000, 200_000)];
  expectCpuSeconds(runs(15, 5), () => {
    const lines = Array.from({ length: hosts }, (_, i) => `n${i} slots=8`);
    expect(read(lines.join('\n')).entries?.length).toBe(1);
    expect(read(`n1 ${'x'.repeat(2 * length)}`).entries).toBeNull();
    expect(read(`n1 ${' '.repeat(2 * length)}x`).entries).toBeNull();
    expect(read(`n1 ${'= '.repeat(length)}`).entries).toBeNull();
    expect(read(`${' '.repeat(2 * length)}=`).entries).toBeNull();
  });
});
