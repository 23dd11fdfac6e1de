/** The only module that rules import: what a rule is, and the few helpers that rules share. */

import type { brokenServers } from './agy/broken-servers.ts';
import type * as hookHosts from './agy/hook-hosts.ts';
import type { OptionSet, OptionValues } from './config/shape.ts';
import type { createRulings } from './gitignore/ruling.ts';
import type { FileRef, KindName, ViewOf } from './kinds/index.ts';
import type { dangersOfArguments } from './shell/dangers.ts';
import type { expandedArguments } from './shell/expanded-arguments.ts';
import type { Fix } from './text/edit.ts';
import type { Span } from './text/span.ts';
import type { codexServers } from './toml/codex.ts';

export { AGENT_MODELS, foreignModel } from './agy/agent-model.ts';
export { AUTH_PROVIDER_TYPES, MCP_FIELDS, type McpField, OAUTH_FIELDS } from './agy/facts.ts';
export { findGrants, type Grant, type GrantKind, grantsInJson, mayHoldGrant } from './agy/grants.ts';
export { hookPlaces } from './agy/hook-commands.ts';
export { HOOK_EVENT_NAMES, HOOK_EVENTS, type HookEvent } from './agy/hook-facts.ts';
export {
  type Equivalent,
  type ForeignTool,
  foreignEvent,
  HOOK_HOSTS,
  type HookHostId,
  hostsInWords,
  insteadOf,
} from './agy/hook-hosts.ts';
export { foreignMatcher } from './agy/hook-matcher.ts';
export { nearestEvent } from './agy/hook-nearest.ts';
export { foreignHooksFile, type HookOrigin, hookOrigin } from './agy/hook-origin.ts';
export { placeIn } from './agy/hook-problems.ts';
export { handlersOf, type PlacedGroup, type PlacedHandler, runningGroups } from './agy/hook-walk.ts';
export {
  everyCommand,
  everyMatcher,
  everyTimeout,
  type HookHandler,
  type HookProblem,
  type HooksFile,
  type LesserProblem,
  type LoadedHook,
  type LosingProblem,
} from './agy/hooks.ts';
export { type AddressProblem, addressProblem, sameAddress } from './agy/mcp-address.ts';
export type { LoadedServer, McpConfig, McpProblem, ServerFields } from './agy/mcp-config.ts';
export type { McpJson, McpJsonProblem } from './agy/mcp-json.ts';
export { type UnreadServerKey, unreadServerKeys } from './agy/mcp-keys.ts';
export { keyPlace, valuePlace } from './agy/mcp-place.ts';
export {
  GAP_MARK,
  holdsGap,
  mayHoldPlaceholder,
  PLACEHOLDER_MARK,
  type Placeholder,
  placeholderIn,
  type ValueRole,
} from './agy/mcp-placeholders.ts';
export { type FieldOccurrence, fieldOccurrences, type ServerProblem } from './agy/mcp-server.ts';
export { argumentPlace, argumentsOf, someArgument } from './agy/mcp-start.ts';
export { ACCEPTED_WORDS } from './agy/mcp-words.ts';
export { PLUGIN_FIELDS, type PluginField } from './agy/plugin-facts.ts';
export {
  holdsOwnManifest,
  isManifestFolder,
  outsideConvention,
  PATH_KEYS,
} from './agy/plugin-layout-facts.ts';
export type { PluginManifest, PluginProblem } from './agy/plugin-manifest.ts';
export { type InstallProblem, installableName, installProblem } from './agy/plugin-name.ts';
export {
  BUILT_IN_AGENTS,
  GLOBS_KEYS,
  OLD_AGENT_FILE_NAME,
  RULE_BYTES,
  RULE_CHARACTERS,
  RULE_TRIGGERS,
  type RuleTrigger,
  SKILL_BYTES,
  SKILL_DESCRIPTION,
  SKILL_NAME,
  TURBO_LINES,
  WORKFLOWS_RETIRED,
} from './agy/prose-facts.ts';
export { type Re2Problem, re2Problem } from './agy/re2.ts';
export {
  looksLikeRegistry,
  type Registry,
  type RegistryEntry,
  type RegistryParent,
  type RegistryProblem,
} from './agy/registry.ts';
export { type FilterProblem, filterProblem } from './agy/registry-filter.ts';
export { type UnreadKey, unreadKeys } from './agy/registry-keys.ts';
export { nearestTrigger, triggerKey } from './agy/rule-trigger.ts';
export { detailsOf, jsonPointer, type Located, type ProblemPlace } from './agy/types.ts';
export { BRIDGE_NAME, CLIENT_TIMEOUT, FULL_AUTONOMY, LONGEST_CALL } from './bridge/facts.ts';
export {
  bridgeCertainty,
  type Certainty,
  looksLikeSetting,
  type SettingFault,
  settingFault,
} from './bridge/settings.ts';
export { flag, listOf, option, text } from './config/shape.ts';
export {
  connectionUriPassword,
  findTokens,
  namedCredential,
  type SecretHit,
  scanArgs,
  textCredential,
  urlQueryCredentials,
  urlUserInfo,
} from './credentials/index.ts';
export { hooksFix } from './fixes/hooks.ts';
export { serverFix, wrapperFix } from './fixes/mcp-config.ts';
export { manifestFieldFix } from './fixes/plugin-manifest.ts';
export { listFix, quotingFix, wordFix } from './fixes/prose.ts';
export { unreadKeyFix, wrongTypeFix } from './fixes/registry.ts';
export { addressFix, switchFix } from './fixes/server-keys.ts';
export type { Ruling } from './gitignore/ruling.ts';
export {
  type Defect,
  defects,
  hookOf,
  isLesser,
  losesFile,
  type Told,
  withoutEchoes,
} from './hooks/defects.ts';
export {
  ACCEPTED,
  holdsEvents,
  MILLISECONDS,
  ownEventFor,
  remarkOnEvent,
  remarks,
  remarksOnAll,
  remarksOnMatchers,
} from './hooks/foreign.ts';
export { type CommandFault, createInspector } from './hooks/inspect.ts';
export { escapedPipe } from './hooks/matcher.ts';
export {
  type CredentialForm,
  effectiveValues,
  type FoundCredential,
  fieldOfValue,
  type ServerValue,
  type ServerValues,
  scanValues,
  spelledValues,
} from './inventory/server-credentials.ts';
export { KIND_NAMES, SYNTAX_HELP } from './json/advice.ts';
export {
  insertAfter,
  liftItems,
  quoteValue,
  removeMember,
  renameKey,
  replaceValue,
  surround,
  wrapMembers,
} from './json/edit.ts';
export { explainSyntax, type SyntaxCause } from './json/explain.ts';
export { syntaxFix } from './json/mend.ts';
export type { JsonDoc, JsonKind, NodeId } from './json/tree.ts';
export type {
  CodexConfigView,
  ContextView,
  FilePlace,
  FileRef,
  FileView,
  FoundFolder,
  HooksView,
  KindName,
  Look,
  McpConfigView,
  McpJsonView,
  NearEntry,
  PluginManifestView,
  ProseView,
  RegistryView,
  RootFileView,
  SessionFolder,
  SettingsView,
  Stray,
  StrayKind,
  Surroundings,
  ViewOf,
  WorkspaceView,
} from './kinds/index.ts';
export { installedPackages } from './kinds/installed-packages.ts';
export { eachLoadedTogether, type NamedServer } from './kinds/mcp-loaded-together.ts';
export {
  firstComponent,
  type PluginFolder,
  type PluginsFolder,
  pluginsFolderOf,
} from './kinds/plugin-folders.ts';
export { fileWithSource, spanInText } from './kinds/source-ref.ts';
export {
  type Head,
  type HeadEntry,
  type HeadNode,
  headEntry,
  type Markdown,
  type Outline,
  type Region,
  type Section,
  scalarText,
} from './markdown/index.ts';
export { headOfSection, type SectionText, sectionTexts } from './markdown/repeated.ts';
export { firstLine, headMessages, headProblem } from './prose/head-words.ts';
export { type Includes, includesOf, writtenPath } from './prose/includes.ts';
export { wordLines } from './prose/lines.ts';
export { expandedSizeOver, sizeOver } from './prose/size.ts';
export { entryDetails, HEAD_KIND_NAMES, isFilled, thousands } from './prose/words.ts';
export { findClaim } from './sdk/claim.ts';
export { entryPath } from './sdk/entry.ts';
export { calls, sdkImports } from './sdk/imports.ts';
export { type SdkDependency, sdkDependencies } from './sdk/package.ts';
export { type DangerId, dangersOfLine } from './shell/dangers.ts';
export { localParts, OUTPOST_NAMES } from './shell/elsewhere.ts';
export { judgeStarts } from './shell/judge-starts.ts';
export { MACHINE_PATH_MARK, type MachinePath, machinePathIn } from './shell/machine-path.ts';
export { programNamed } from './shell/named-program.ts';
export { packagesOf, type StartedPackage, startedPackage } from './shell/packages.ts';
export { namedVersion } from './shell/pinning.ts';
export type { Start } from './shell/starts.ts';
export { deletion, type Fix, insertion, type TextEdit } from './text/edit.ts';
export { pathFrom } from './text/path.ts';
export type { Span } from './text/span.ts';
export type { CodexServer, CodexValue } from './toml/codex.ts';

export type Severity = 'error' | 'warning' | 'info';

/** The reader of command lines, for a rule that seldom needs it. */
export async function loadArgumentDangers(): Promise<typeof dangersOfArguments> {
  return (await import('./shell/dangers.ts')).dangersOfArguments;
}

/** The reader of Codex's settings, for the rare file of them that matters. */
export async function loadCodexServers(): Promise<typeof codexServers> {
  return (await import('./toml/codex.ts')).codexServers;
}

/** The servers of a file that is no JSON, for the rare one. */
export async function loadBrokenServers(): Promise<typeof brokenServers> {
  return (await import('./agy/broken-servers.ts')).brokenServers;
}

/** Which arguments have their variables put in, for a rule that seldom needs to know. */
export async function loadExpandedArguments(): Promise<typeof expandedArguments> {
  return (await import('./shell/expanded-arguments.ts')).expandedArguments;
}

/** The tools of other hosts, for a rule that seldom needs them. */
export async function loadForeignTools(): Promise<
  Pick<typeof hookHosts, 'foreignTool' | 'hostsInWords' | 'insteadOf'>
> {
  return await import('./agy/hook-hosts.ts');
}

/** What tells which paths git ignores, for the rare project in which that matters. */
export async function loadRulings(): Promise<typeof createRulings> {
  return (await import('./gitignore/ruling.ts')).createRulings;
}

/** How much a finding is about. */
export type Scope = 'file' | 'server' | 'field' | 'hook' | 'plugin' | 'entry' | 'section' | 'repository';

/** What the defect does; the words are public (JSON report). */
export type Consequence =
  | 'session-fatal'
  | 'file-lost'
  | 'file-inert'
  | 'file-not-read'
  | 'server-dropped'
  | 'server-inert'
  | 'server-replaced'
  | 'hook-ignored'
  | 'hook-ineffective'
  | 'plugin-lost'
  | 'entry-lost'
  | 'value-ignored'
  | 'value-literal'
  | 'truncated'
  | 'credential-exposed'
  | 'dangerous'
  | 'insecure'
  | 'unportable'
  | 'unpinned'
  | 'duplicate'
  | 'recursion'
  | 'policy'
  | 'unreadable';

/**
 * Values that a message is made of. Strings may come from the linted file: the engine masks, cuts and escapes them
 * before the text is put together, so a message table never has to.
 */
export type MessageArgs = Readonly<Record<string, string | number>>;

/** One kind of finding that a rule can make. Tests and fingerprints know it by its id; the wording may change. */
// biome-ignore lint/suspicious/noExplicitAny: the table is heterogeneous; `Report` gives each id its own argument type back
export interface MessageSpec<A extends MessageArgs = any> {
  readonly severity: Severity;
  readonly scope: Scope;
  readonly consequence: Consequence;
  /** Set when it came to the rule after the rule's own `since`: a pinned `version` below leaves it out. */
  readonly since?: string;
  /** One line: names the server and field as spelled and says what Antigravity does. */
  readonly text: (args: A) => string;
  /** How to mend it, one or two sentences. */
  readonly help: (args: A) => string;
}

export type Messages = Readonly<Record<string, MessageSpec>>;
type ArgsOf<S> = S extends MessageSpec<infer A> ? A : never;

/** Where a claim about Antigravity is known from. Only measured or documented evidence may default to error. */
export interface Evidence {
  readonly claim: string;
  readonly source: string;
  /** The agy version it was seen on, where one is known. */
  readonly version?: string;
  readonly level: 'measured' | 'documented' | 'reported';
}

export interface RelatedPlace {
  /** Short; masked and escaped by the engine like the arguments of a message. */
  readonly message: string;
  readonly at: Span;
  /** Absent: in the file that the finding is about. */
  readonly file?: FileRef;
}

export interface FindingDetails {
  readonly server?: string;
  readonly field?: string;
  readonly pointer?: string;
  readonly related?: readonly RelatedPlace[];
  /**
   * How `skillsaw fix` mends it: everything that the finding is about, its related places in the same file included. Only
   * where nothing has to be guessed; the title is masked and escaped by the engine.
   */
  readonly fix?: Fix | undefined;
  /** What the finding is about, when it is not the file under check; it need not exist. */
  readonly file?: FileRef;
  /** The version that began to find it, where that is newer than its message. */
  readonly since?: string;
}

/** What a rule yields; the engine adds path, severity, fingerprint and wording. */
export interface RawFinding extends FindingDetails {
  readonly messageId: string;
  readonly args: MessageArgs;
  readonly at: Span;
}

/** Makes a finding; the arguments are typed by the message's own table row. */
export type Report<M extends Messages> = <Id extends keyof M & string>(
  messageId: Id,
  at: Span,
  args: ArgsOf<M[Id]>,
  details?: FindingDetails,
) => RawFinding;

/** What a rule has kept of one file, see `Rule.gather`. */
export interface Gathered<D> {
  readonly file: FileRef;
  readonly digest: D;
  /** Whether findings about the file are reported; it may have been read for the sake of others alone. */
  readonly reported: boolean;
}

export interface RuleContext<M extends Messages, O extends OptionSet, D = never> {
  readonly report: Report<M>;
  readonly options: OptionValues<O>;
  /** With the view of the workspace: what was gathered, in the order of the paths. */
  readonly gathered: readonly Gathered<D>[];
  /** Whether the user asked for the rule by name (`enabled: true`, `--rule`), and not only got it. */
  readonly asked: boolean;
}

export interface Rule<
  K extends KindName = KindName,
  M extends Messages = Messages,
  O extends OptionSet = OptionSet,
  D = never,
> {
  /** kebab-case, `<thing>-<problem>`, never reused. */
  readonly id: string;
  /** One line for lists. */
  readonly summary: string;
  readonly category: string;
  /** Repository types it is about; `any` where it does not depend on Antigravity. */
  readonly repositoryTypes: readonly ('antigravity' | 'antigravity-plugin' | 'any')[];
  /** Kinds of file it is run on. */
  readonly kinds: readonly K[];
  /** For lists; each message has its own. */
  readonly severity: Severity;
  readonly enabled: 'auto' | boolean;
  readonly since: string;
  /** Whether some of its findings come with a fix. */
  readonly fixable: boolean;
  readonly messages: M;
  readonly options: O;
  readonly evidence: readonly Evidence[];
  /**
   * For a rule that looks at many files and needs little of each: what it needs of one, or undefined for nothing. Its
   * views are let go of then, while a rule about the workspace without this has all of them kept.
   */
  gather?(view: ViewOf<Exclude<K, 'workspace'>>): D | undefined;
  /** Pure: the same view and options give the same findings. A promise only to load code that few files need. */
  check(view: ViewOf<K>, context: RuleContext<M, O, D>): Iterable<RawFinding> | Promise<Iterable<RawFinding>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of rules holds many argument types; each rule checks its own
export type AnyRule = Rule<any, any, any, any>;

/** Gives a rule its types; adds nothing at run time. */
export function defineRule<K extends KindName, const M extends Messages, O extends OptionSet, D = never>(
  rule: Rule<K, M, O, D>,
): Rule<K, M, O, D> {
  return rule;
}
