import { parseSync, Visitor } from 'rolldown/utils';

/**
 * What a TypeScript module refers to: imports, re-exports and `import()`, for values and for types. A specifier that
 * is no plain string stands as `<computed>`, so that it cannot slip through a check.
 * @throws on source that does not parse
 */
export function importsOf(file: string, source: string): readonly string[] {
  const { module, program, errors } = parseSync(file, source);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const found = module.staticImports.map((one) => one.moduleRequest.value);
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) found.push(moduleRequest.value);
  }
  new Visitor({
    ImportExpression(node) {
      const specifier = node.source.type === 'Literal' ? node.source.value : undefined;
      found.push(typeof specifier === 'string' ? specifier : '<computed>');
    },
    TSImportType(node) {
      found.push(node.source.value);
    },
  }).visit(program);
  return [...new Set(found)];
}
