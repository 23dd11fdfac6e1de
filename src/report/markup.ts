import { escapeLines } from '../text/quote.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '&#10;',
};

/**
 * Text as it stands in XML and HTML, in an element and in an attribute in quotes alike. A line end stays one; every other
 * character that a document may not hold, or that does not show as itself, is shown escaped.
 */
export function escapeMarkup(text: string): string {
  return escapeLines(text).replace(/[&<>"'\n]/g, (char) => ENTITIES[char] as string);
}
