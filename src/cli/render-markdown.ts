import { type Colors, createColors } from '../report/colors.ts';

/**
 * Renders one of our own pages for a terminal: headings, paragraphs, lists, tables, fenced code, code spans, bold text
 * and links. Text is wrapped, code is not.
 */
export function renderMarkdown(markdown: string, colors: Colors, width: number): string {
  const out: string[] = [];
  const lines = markdown.split('\n');
  let paragraph: string[] = [];
  const flush = (): void => {
    if (paragraph.length === 0) return;
    const text = paragraph.join(' ');
    const lead = /^(\s*(?:[-*]|\d+\.)\s+)/.exec(text)?.[0] ?? '';
    out.push(
      ...wrap(text.slice(lead.length), width - lead.length).map((line, index) => {
        const bullet = lead.replace(/[-*]/, '•');
        return `${index === 0 ? bullet : ' '.repeat(lead.length)}${inline(line, colors)}`;
      }),
    );
    paragraph = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (line.startsWith('```')) {
      flush();
      for (i++; i < lines.length && !lines[i]?.startsWith('```'); i++)
        out.push(`    ${colors.dim(lines[i] as string)}`);
    } else if (/^#+ /.test(line)) {
      flush();
      out.push(colors.bold(line.replace(/^#+ /, '')));
    } else if (line.startsWith('|')) {
      flush();
      const table: string[] = [];
      for (; lines[i]?.startsWith('|'); i++) table.push(lines[i] as string);
      i--;
      out.push(...renderTable(table, colors, width));
    } else if (line.trim() === '') {
      flush();
      out.push('');
    } else {
      if (/^\s*(?:[-*]|\d+\.)\s/.test(line)) flush();
      paragraph.push(paragraph.length === 0 ? line : line.trim());
    }
  }
  flush();
  return `${out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

/** The narrowest that a text in the last column may be. */
const NARROWEST = 24;

/** Two columns as a list of names and texts; more of them, a line a row. A table that is too wide is a list of its rows. */
function renderTable(rows: readonly string[], colors: Colors, width: number): string[] {
  const cells = rows.map((row) =>
    row
      .slice(1, row.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
  const body = cells.filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell) || cell === ''));
  const columns = Math.max(...body.map((row) => row.length));
  const widths = Array.from({ length: columns - 1 }, (_, column) =>
    Math.max(...body.map((row) => plain(row[column] ?? '').length)),
  );
  const indent = widths.reduce((sum, column) => sum + column + 2, 0);
  if (indent + NARROWEST > width) return renderRows(body, colors, width);
  return body.flatMap((row) => {
    const head = widths.map((size, column) => {
      const cell = row[column] ?? '';
      return `${inline(cell, colors)}${' '.repeat(size - plain(cell).length + 2)}`;
    });
    return wrap(row[columns - 1] ?? '', width - indent).map((line, index) =>
      index === 0
        ? `${head.join('')}${inline(line, colors)}`
        : `${' '.repeat(indent)}${inline(line, colors)}`,
    );
  });
}

/** Each row as a paragraph, with the heads of its further cells. */
function renderRows(
  [heads = [], ...rows]: readonly (readonly string[])[],
  colors: Colors,
  width: number,
): string[] {
  return rows.flatMap(([first = '', ...others]) => {
    const text = [first, ...others.map((cell, column) => `${heads[column + 1]}: ${cell}`)].join('; ');
    return wrap(text, width - 2).map((line, index) => `${index === 0 ? '• ' : '  '}${inline(line, colors)}`);
  });
}

/** Links and bold text outside code spans; a label may hold such a span. */
function inline(text: string, colors: Colors): string {
  return text
    .replaceAll('\\|', '|')
    .replace(
      /`([^`]+)`|\[((?:`[^`]*`|[^\]`])+)\]\(([^)]+)\)|\*\*((?:`[^`]*`|[^*`])+)\*\*/g,
      (_, code?: string, label?: string, target = '', bold = '') => {
        if (code !== undefined) return colors.cyan(code);
        if (label === undefined) return colors.bold(inline(bold, colors));
        const shown = inline(label, colors);
        return /^https?:/.test(target) ? `${shown} (${target})` : shown;
      },
    );
}

const PLAIN = createColors(false);

function plain(text: string): string {
  return inline(text, PLAIN);
}

/** Breaks at spaces, but not inside a code span. */
function wrap(text: string, width: number): string[] {
  const words = text.match(/(?:`[^`]*`|[^\s`])+/g) ?? [''];
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && plain(`${line} ${word}`).length > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
