// Which versions of which symbols a binary wants from the system, read from its own tables (no binutils needed).
import { readFileSync } from 'node:fs';

const SHT_GNU_VERNEED = 0x6ffffffe;
const MACHINES = { 62: 'x64', 183: 'arm64' };

/** `{ machine, needs: [{ library, version }] }` of a 64-bit little-endian ELF file. */
export function readNeeds(path) {
  const bytes = readFileSync(path);
  if (bytes.toString('latin1', 0, 4) !== '\x7fELF' || bytes[4] !== 2 || bytes[5] !== 1)
    throw new Error(`${path} is no 64-bit little-endian ELF file`);
  const sections = listSections(bytes);
  const needs = sections
    .filter(({ type }) => type === SHT_GNU_VERNEED)
    .flatMap(({ offset, info, link }) => listVersions(bytes, offset, info, sections[link].offset));
  return { machine: MACHINES[bytes.readUInt16LE(18)] ?? 'unknown', needs };
}

function listSections(bytes) {
  const table = Number(bytes.readBigUInt64LE(40));
  const size = bytes.readUInt16LE(58);
  return Array.from({ length: bytes.readUInt16LE(60) }, (_, i) => {
    const at = table + i * size;
    return {
      type: bytes.readUInt32LE(at + 4),
      offset: Number(bytes.readBigUInt64LE(at + 24)),
      link: bytes.readUInt32LE(at + 40),
      info: bytes.readUInt32LE(at + 44),
    };
  });
}

/** `Elf64_Verneed` records, each with a chain of `Elf64_Vernaux`; `next` fields are relative. */
function listVersions(bytes, start, count, names) {
  const versions = [];
  for (let i = 0, at = start; i < count; i++, at += bytes.readUInt32LE(at + 12)) {
    const library = textAt(bytes, names + bytes.readUInt32LE(at + 4));
    const auxiliaries = bytes.readUInt16LE(at + 2);
    for (let j = 0, aux = at + bytes.readUInt32LE(at + 8); j < auxiliaries; j++) {
      versions.push({ library, version: textAt(bytes, names + bytes.readUInt32LE(aux + 8)) });
      aux += bytes.readUInt32LE(aux + 12);
    }
  }
  return versions;
}

function textAt(bytes, offset) {
  return bytes.toString('latin1', offset, bytes.indexOf(0, offset));
}

/**
 * What RHEL 8 and its kin have, the oldest systems that Node 20 and 22 run on: a binary that wants more would be
 * refused where Node itself works.
 */
export const NEWEST = { GLIBC: '2.28', GLIBCXX: '3.4.25', CXXABI: '1.3.11', GCC: '7.0.0' };

/** The needs that are too new, or of no known kind, as sentences. */
export function findTooNew({ needs }) {
  return needs.flatMap(({ library, version }) => {
    const [, family, number] = /^([A-Z]+)_([\d.]+)$/.exec(version) ?? [];
    const newest = NEWEST[family];
    if (newest === undefined) return [`${version} of ${library} is of no known kind`];
    return compareVersions(number, newest) > 0
      ? [`${version} of ${library} is newer than ${family}_${newest}`]
      : [];
  });
}

function compareVersions(a, b) {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number));
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
