import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The formatter's limit; the text must be what it would write. */
const LINE_WIDTH = 110;

/** The name a rule is imported by, e.g. `antigravityMcpValid`. */
export function importName(id: string): string {
  return id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The ids of the rules that lie in `<root>/rules`, sorted. */
export function ruleIds(root: string): readonly string[] {
  return readdirSync(join(root, 'rules'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
    .map((name) => name.slice(0, -'.ts'.length))
    .sort();
}

/**
 * The text of `rules/index.ts`. A static list, because a bundler cannot follow a folder that is read at run time.
 * @param ids of every rule, in any order
 */
export function rulesIndex(ids: readonly string[]): string {
  const sorted = [...ids].sort();
  const imports = sorted.map((id) => `import ${importName(id)} from './${id}.ts';`);
  const names = sorted.map(importName);
  const declaration = 'export const RULES: readonly AnyRule[] = [';
  const line = `${declaration}${names.join(', ')}];`;
  const list =
    line.length <= LINE_WIDTH ? line : `${declaration}\n${names.map((name) => `  ${name},\n`).join('')}];`;
  return `${["import type { AnyRule } from '../src/rule.ts';", ...imports].join('\n')}

/** Every rule, in order of its id. */
${list}
`;
}

/**
 * The text of `src/cli/rule-list.ts`: the same list, for start-up. A rule is loaded when a file of its kinds was found, so a new one
 * costs nobody anything who has no such file. The kinds are read off the rule's own line `kinds: […]`.
 * @param root of the project, whose rules are listed
 */
export function lazyRules(root: string): string {
  const entries = ruleIds(root).map((id) => {
    const source = readFileSync(join(root, 'rules', `${id}.ts`), 'utf8');
    const names = /^ {2}kinds: \[([^\]]*)\],$/m.exec(source)?.[1]?.match(/'[^']+'/g);
    if (names == null) throw new Error(`rules/${id}.ts has no line of its own for its kinds`);
    const kinds = `[${names.join(', ')}]`;
    const off = /^ {2}enabled: false,$/m.test(source);
    const line = `  { id: '${id}', kinds: ${kinds},${off ? ' off: true,' : ''} load: () => import('../../rules/${id}.ts') },\n`;
    if (line.length <= LINE_WIDTH + 1) return line;
    const short = `    kinds: ${kinds},`.length <= LINE_WIDTH;
    const list = short ? kinds : `[\n${names.map((name) => `      ${name},\n`).join('')}    ]`;
    return `  {\n    id: '${id}',\n    kinds: ${list},\n${off ? '    off: true,\n' : ''}    load: () => import('../../rules/${id}.ts'),\n  },\n`;
  });
  return `import { ruleSource } from '../rule-source.ts';

/** Every rule, in order of its id, loaded where it is needed. */
export const RULE_SOURCE = ruleSource([
${entries.join('')}]);
`;
}
