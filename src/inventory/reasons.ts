import { MCP_FIELDS } from '../agy/facts.ts';
import type { McpProblem } from '../agy/mcp-config.ts';
import type { ServerProblem } from '../agy/mcp-server.ts';
import { ACCEPTED_WORDS } from '../agy/mcp-words.ts';
import { maskText } from '../credentials/index.ts';
import { KIND_NAMES } from '../json/advice.ts';
import { explainSyntax } from '../json/explain.ts';
import { printable } from '../text/quote.ts';
import type { SourceFile } from '../text/source.ts';
import type { Span } from '../text/span.ts';
import type { InventoryPlace, Reason } from './types.ts';

/** Where a span begins, for people. */
export function placeOf(source: SourceFile, { start }: Pick<Span, 'start'>): Required<InventoryPlace> {
  const { line, column } = source.lines.position(start);
  return { path: maskText(source.path), line, column };
}

/** A piece of the file inside a message. */
export function word(text: string): string {
  return printable(maskText(text));
}

/** What is wrong with a file as a whole. */
export function fileReason(problem: McpProblem, source: SourceFile): Reason {
  switch (problem.code) {
    case 'syntax': {
      const { found, expected, start } = explainSyntax(source.bytes, problem.error);
      const message = `invalid JSON: found ${word(found)}, expected ${expected}`;
      return { code: 'syntax', message, at: placeOf(source, { start }) };
    }
    case 'root-type':
      return reason(problem.code, `the document is ${KIND_NAMES[problem.found]} where an object must stand`);
    case 'servers-type':
      return reason(problem.code, `mcpServers is ${KIND_NAMES[problem.found]} where an object must stand`);
    case 'no-servers':
      return noServers(problem);
  }

  function noServers({ because, lookalike, bareMap }: Extract<McpProblem, { code: 'no-servers' }>): Reason {
    if (because === 'null-root') return reason('null-document', 'the document is null');
    if (because === 'null-wrapper') return reason('null-servers', 'mcpServers is null');
    if (lookalike === undefined) return reason('no-servers', 'there is no mcpServers in it');
    return bareMap
      ? reason('bare-map', `"${word(lookalike)}" looks like a server outside mcpServers`)
      : reason('other-wrapper', `"${word(lookalike)}" is not the key that is read, which is mcpServers`);
  }

  function reason(code: string, message: string): Reason {
    return { code, message, at: placeOf(source, problem.place.span) };
  }
}

/** Why a server is dropped, or starts nothing. */
export function serverReason(problem: ServerProblem, source: SourceFile): Reason {
  const { code, place, count } = problem;
  const at = placeOf(source, place.span);
  const found = KIND_NAMES[problem.found];
  if (problem.field === undefined) {
    return { code, message: `it is ${found} where an object must stand`, at };
  }
  const field = word(place.field ?? problem.field);
  const more = count === 1 ? '' : ` (and ${count - 1} more in this field)`;
  switch (code) {
    case 'empty-command':
      return { code, message: `${field} is empty and there is no serverUrl or url`, at };
    case 'auth-provider': {
      const value =
        problem.text === undefined ? found : problem.text === '' ? 'empty' : `"${word(problem.text)}"`;
      return { code, message: `${field} is ${value} where only "google_credentials" is read${more}`, at };
    }
    default: {
      const accepted = code === 'member-type' ? 'a string' : ACCEPTED_WORDS[MCP_FIELDS[problem.field].type];
      return { code, message: `${field} is ${found} where only ${accepted} is read${more}`, at };
    }
  }
}
