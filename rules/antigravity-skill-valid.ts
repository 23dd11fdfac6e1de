import {
  defineRule,
  entryDetails,
  firstLine,
  HEAD_KIND_NAMES,
  headEntry,
  headMessages,
  headProblem,
  isFilled,
  type ProseView,
  quotingFix,
  type RawFinding,
  SKILL_BYTES,
  SKILL_DESCRIPTION,
  SKILL_NAME,
  scalarText,
  sizeOver,
  thousands,
} from '../src/rule.ts';

const ABSENT = 'Antigravity does not offer the skill';

/** What the open standard allows: words of lower case and digits, a hyphen between them. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export default defineRule({
  id: 'antigravity-skill-valid',
  summary: 'A skill must be found, offered, and read to its end',
  category: 'prose',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['skill'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: true,
  options: {},
  evidence: [
    {
      claim: 'A skill needs a head with a description; name is optional and defaults to the folder.',
      source: "the vendor's page on skills",
      level: 'documented',
    },
    {
      claim:
        'A skill whose head is no YAML, as with a colon in a plain description, is absent without a word.',
      source: 'public bug reports',
      level: 'reported',
    },
    {
      claim: `Of a skill the first ${SKILL_BYTES.value} bytes of its body are read.`,
      source: SKILL_BYTES.source,
      version: '1.5.0',
      level: 'measured',
    },
    {
      claim:
        'Skills in folders of folders, and files directly in skills/, are not loaded unless skills.json names them.',
      source: 'a public bug report',
      level: 'reported',
    },
    {
      claim: `A name has up to ${SKILL_NAME.value} characters of a-z, 0-9 and hyphens and is that of the folder; a description has up to ${SKILL_DESCRIPTION.value}.`,
      source: SKILL_NAME.source,
      level: 'documented',
    },
  ],
  messages: {
    ...headMessages(ABSENT, 'description: and what the skill does and when it is wanted'),
    'no-description': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-lost',
      text: ({ found }: { found: string }) =>
        `${found === '' ? 'The head has no description' : `description is ${found}`}; ${ABSENT}, for the model chooses by it`,
      help: () => 'Say in description what the skill does and when it is wanted.',
    },
    'long-description': {
      severity: 'warning',
      scope: 'field',
      consequence: 'unportable',
      text: ({ characters }: { characters: number }) =>
        `description has ${thousands(characters)} characters, and a skill may have ${thousands(SKILL_DESCRIPTION.value)}; nothing says that Antigravity shows the model more`,
      help: () => 'Shorten it to what the skill does and when it is wanted; the rest belongs into the body.',
    },
    'bad-name': {
      severity: 'warning',
      scope: 'field',
      consequence: 'unportable',
      text: ({ name, why }: { name: string; why: string; folder: string }) =>
        `name "${name}" ${why}; nothing says that Antigravity lists the skill under it`,
      help: ({ folder }) =>
        folder === ''
          ? 'Use lower case, digits and single hyphens, and name the folder alike.'
          : `Write name: ${folder}, which is the name of the folder.`,
    },
    'other-name': {
      severity: 'warning',
      scope: 'field',
      consequence: 'unportable',
      text: ({ name, folder }: { name: string; folder: string }) =>
        `name is "${name}" and the folder is "${folder}"; nothing says under which of the two Antigravity lists the skill`,
      help: ({ folder }) => `Write name: ${folder}, or rename the folder.`,
    },
    'too-deep': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-not-read',
      text: ({ name }: { name: string }) =>
        `The skill "${name}" lies deeper in skills/ than Antigravity looks; it is not loaded`,
      help: () =>
        'Move its folder directly into skills/, or name the folder above it in an entry of skills.json.',
    },
    flat: {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-not-read',
      text: () =>
        'The skill has no folder of its own in skills/; Antigravity looks for SKILL.md in folders and does not load it',
      help: () => 'Make a folder with the name of the skill, and put the file into it as SKILL.md.',
    },
    'cut-off': {
      severity: 'warning',
      scope: 'file',
      consequence: 'truncated',
      text: ({ bytes, characters }: { bytes: number; characters: number }) =>
        `The body has ${thousands(bytes)} bytes (${thousands(characters)} characters); Antigravity reads the first ${thousands(SKILL_BYTES.value)} bytes, and the model never sees the rest from here on`,
      help: () => 'Move parts into files beside it and say in the skill when to read them.',
    },
  },

  check({ source: { bytes }, place: { prose }, markdown }: ProseView<'skill'>, { report }) {
    const { head } = markdown;
    if (prose?.reach === 'too-deep') return [report('too-deep', firstLine(bytes), { name: prose.name })];
    if (prose?.reach === 'flat') return looksLikeSkill() ? [report('flat', firstLine(bytes), {})] : [];
    const problem = headProblem(markdown, bytes);
    if (problem !== undefined) {
      return [report(problem.id, problem.at, problem.args, { fix: quotingFix(bytes, head) })];
    }
    return [...nameFindings(), ...descriptionFindings(), ...sizeFindings()];

    /** Beside folders of skills there are notes, too. */
    function looksLikeSkill(): boolean {
      if (head.state !== 'read') return head.state === 'broken';
      return headEntry(head, 'name') !== undefined || headEntry(head, 'description') !== undefined;
    }

    function nameFindings(): RawFinding[] {
      const entry = headEntry(head, 'name');
      const name = scalarText(entry?.value);
      if (entry === undefined || name === undefined || name === '') return [];
      const folder = prose?.name ?? name;
      const why = nameFault(name);
      const at = entry.value.span;
      if (why !== undefined) {
        const right = nameFault(folder) === undefined ? folder : '';
        return [report('bad-name', at, { name, why, folder: right }, entryDetails(entry))];
      }
      return folder === name ? [] : [report('other-name', at, { name, folder }, entryDetails(entry))];
    }

    function descriptionFindings(): RawFinding[] {
      const entry = headEntry(head, 'description');
      if (entry === undefined) {
        const first = head.state === 'read' ? head.entries[0]?.key.span : undefined;
        return [report('no-description', first ?? firstLine(bytes), { found: '' })];
      }
      const { key, value } = entry;
      if (!isFilled(entry)) {
        const empty = value.kind === 'string' ? 'empty' : HEAD_KIND_NAMES[value.kind];
        const at = value.kind === 'null' ? key.span : value.span;
        return [report('no-description', at, { found: empty }, entryDetails(entry))];
      }
      const characters = [...(scalarText(value) ?? '')].length;
      if (characters <= SKILL_DESCRIPTION.value) return [];
      return [report('long-description', value.span, { characters }, entryDetails(entry))];
    }

    function sizeFindings(): RawFinding[] {
      const size = sizeOver(SKILL_BYTES.value, markdown, bytes);
      if (size === undefined) return [];
      const { cut, ...amount } = size;
      return [report('cut-off', cut, amount)];
    }
  },
});

/** What is wrong with a name, as it stands behind the name; undefined when nothing is. */
function nameFault(name: string): string | undefined {
  if (name.length > SKILL_NAME.value)
    return `is longer than the ${SKILL_NAME.value} characters that a name may have`;
  return NAME.test(name) ? undefined : 'is not made of lower case, digits and single hyphens';
}
