import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Handlebars from 'handlebars';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { HELPERS } from '../../scripts/generate/templates.mjs';
import { shellEmitter } from '../../src/emitters/shell/emit.ts';
import { templateHelpers } from '../../src/emitters/template-helpers.ts';
import { makePlan } from './launch-sh-fixture.ts';

const FOLDER = 'src/emitters';
const TEMPLATES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.hbs'),
);
const BLOCK_HELPERS = new Set(['each', 'if', 'unless']);

/** The mustaches of a template that write a value without a helper, or by anything but a helper. */
function findBareMustaches(text: string): readonly string[] {
  const found: string[] = [];
  const note = ({ loc, path }: hbs.AST.Node & { path: unknown }) =>
    found.push(`line ${loc.start.line}: ${(path as hbs.AST.PathExpression).original ?? '?'}`);
  const visitor = new Handlebars.Visitor();
  visitor.MustacheStatement = (mustache) => {
    const name = (mustache.path as hbs.AST.PathExpression).original;
    if (!Object.hasOwn(templateHelpers, name) || mustache.params.length !== 1) note(mustache);
  };
  const visitBlock = visitor.BlockStatement.bind(visitor);
  visitor.BlockStatement = (block) => {
    if (!BLOCK_HELPERS.has((block.path as hbs.AST.PathExpression).original)) note(block);
    visitBlock(block);
  };
  for (const kind of ['PartialStatement', 'PartialBlockStatement', 'DecoratorBlock', 'Decorator'] as const) {
    visitor[kind] = (node: hbs.AST.Node) => {
      found.push(`line ${node.loc.start.line}: ${kind}`);
    };
  }
  visitor.accept(Handlebars.parse(text));
  return found;
}

describe('every value of a template goes through a quoting helper', () => {
  it.each(TEMPLATES)('%s', (path) => {
    expect(findBareMustaches(readFileSync(join(FOLDER, path), 'utf8'))).toEqual([]);
  });

  it.each([
    '{{x}}',
    '{{{x}}}',
    '{{&x}}',
    '{{#each y}}{{this}}{{/each}}',
    '{{> part}}',
    '{{#with x}}{{/with}}',
    '{{sh}}',
  ])('%s would be found', (text) => {
    expect(findBareMustaches(text)).toHaveLength(1);
  });

  it('and the compiler of templates knows the same helpers', () => {
    expect([...HELPERS].sort()).toEqual(Object.keys(templateHelpers).sort());
  });
});

describe('a helper throws at what it cannot write', () => {
  const { sh, words, int, name, comment, directive, script } = templateHelpers;
  it.each([
    ['sh', () => sh('a\0')],
    ['sh of no text', () => sh(undefined)],
    ['words', () => words('a b')],
    ['words of no texts', () => words([1])],
    ['int', () => int('1; id')],
    ['int of a fraction', () => int(1.5)],
    ['name', () => name('a b')],
    ['name of a line', () => name('a\n')],
    ['name of an option', () => name('-a')],
    ['comment', () => comment('a\nid')],
    ['comment of a separator', () => comment('a\u2028b')],
    ['directive', () => directive({ name: 'comment', value: 'a\nid' })],
    ['directive of a separator', () => directive({ name: 'comment', value: 'a\u2028b' })],
    ['script', () => script('id')],
  ])('%s', (_name, write) => {
    expect(write).toThrow();
  });
});

it('a hostile name in a plan never reaches a script', () => {
  const plan = { ...makePlan(), name: 'x\nid' };
  expect(() => [...shellEmitter.emit({ plan, planDigest: '0' })]).toThrow('{{name}}');
});
