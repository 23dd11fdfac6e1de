import { type Markdown, readMarkdown } from '../markdown/index.ts';
import type { ProseFileKind, ProseView } from './index.ts';
import type { Load } from './load.ts';

/** A loader for a file with a head. */
function loaderFor<K extends ProseFileKind>(kind: K): Load<K> {
  return (source, place) => {
    const view = (markdown: Markdown): ProseView<K> => ({ kind, source, place, markdown });
    const markdown = readMarkdown(source.bytes);
    return (markdown instanceof Promise ? markdown.then(view) : view(markdown)) as ReturnType<Load<K>>;
  };
}

export const loadRule = loaderFor('rule');
export const loadSkill = loaderFor('skill');
export const loadAgent = loaderFor('agent');
export const loadWorkflow = loaderFor('workflow');
