import { Composer, Lexer, type ParsedNode, Parser, type YAMLError } from 'yaml';

export { type Alias, isAlias, isMap, isScalar, isSeq, LineCounter, type ParsedNode } from 'yaml';

/** The package prints what it reads to stdout when one of these is set, and stdout is the report's alone. */
for (const name of ['LOG_TOKENS', 'LOG_STREAM']) delete process.env[name];

/** The package composes recursively, so depth is bounded while its parser, which does not, runs. */
export const MAX_YAML_DEPTH = 64;

/** What is wrong, and where: `start` and `end` are places in the text, in UTF-16 units. */
export interface YamlFailure {
  /** A code of the package, or one of ours. */
  readonly code: YAMLError['code'] | 'TOO_LONG' | 'TOO_DEEP' | 'SECOND_DOCUMENT';
  /** In the words of the package. */
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Where the last quoted text begins that the parser came to. */
  readonly lastQuote: number;
}

export interface ComposeRequest {
  /** Words, signs, blanks and line ends that are read at most: ten thousand list entries have five for each, and take a second. */
  readonly maxLexemes: number;
  /** Whether what is only odd, such as a tag that nobody knows, counts as a failure. */
  readonly strict: boolean;
  /** Called with the place after each line end. */
  readonly onNewLine?: (offset: number) => void;
}

/**
 * Reads one YAML 1.2 document in the core schema: no merge keys, no tags but the core ones, no directive that changes
 * this; a repeated key is left to the caller. Lines end at LF and CRLF, as the package has it. Never throws for any
 * text, and takes time linear in it. Of the errors only the first is told, since the others mostly follow from it.
 */
export function composeYaml(
  text: string,
  { maxLexemes, strict, onNewLine }: ComposeRequest,
): { readonly contents: ParsedNode | null } | { readonly failure: YamlFailure } {
  const parser = new Parser(onNewLine);
  const composer = new Composer({
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
    // The package compares each key with all before it.
    uniqueKeys: false,
    logLevel: 'silent',
  });
  const documents = [];
  let tokens = 0;
  let lexemes = 0;
  let lastQuote = 0;
  const feed = function* () {
    for (const lexeme of new Lexer().lex(text)) {
      if (lexeme.startsWith('"') || lexeme.startsWith("'")) lastQuote = parser.offset;
      yield* parser.next(lexeme);
      if (parser.stack.length > MAX_YAML_DEPTH || ++lexemes > maxLexemes) return;
    }
    yield* parser.end();
  };
  const failed = (code: YamlFailure['code'], message: string, start: number, end = start) => ({
    failure: { code, message, start, end, lastQuote },
  });
  for (const token of feed()) {
    if (token.type === 'document' && ++tokens > 1) return failed('SECOND_DOCUMENT', '', token.offset);
    for (const document of composer.next(token)) documents.push(document);
    // All that follows would be errors too, and each is an Error with a stack.
    if (token.type === 'error') break;
  }
  if (lexemes > maxLexemes) return failed('TOO_LONG', '', parser.offset);
  if (parser.stack.length > MAX_YAML_DEPTH) return failed('TOO_DEEP', '', parser.offset);
  for (const document of composer.end(true, text.length)) documents.push(document);
  const document = documents[0];
  const errors = [...(document?.errors ?? []), ...(strict ? (document?.warnings ?? []) : [])];
  const first = errors.toSorted((a, b) => a.pos[0] - b.pos[0])[0];
  if (first !== undefined) return failed(first.code, first.message, ...first.pos);
  return { contents: document?.contents ?? null };
}
