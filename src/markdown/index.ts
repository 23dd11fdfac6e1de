/** What the rest of the program knows of a markdown file. */
export type { Markdown } from './document.ts';
export { plainMarkdown, readMarkdown } from './document.ts';
export {
  type Head,
  type HeadCause,
  type HeadEntry,
  type HeadFault,
  type HeadNode,
  headEntry,
  scalarText,
} from './head.ts';
export type { CodeFence, Heading, HtmlComment, Include, Outline, Region, Section } from './outline.ts';
